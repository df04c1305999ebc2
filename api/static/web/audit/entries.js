// The form of one entry: its members, actor, time and action. The tables define its data (closed.js).
import { fromB64, fromB64u } from "./bytes.js";
import { Failed } from "./report.js";

const MEMBERS = ["v", "i", "t", "at", "by", "a", "d", "r"];
const ACTOR = /^(?:(?:seat|bot|referee):[1-9][0-9]{0,8}|table|organiser)$/;
export const EPOCHS = 4;
export const MOST_SEATS = 255;

const ACCOUNTS_SINCE = 5;

/** Whether seats have accounts in the table of a log with this data of entry 0. */
export const hasAccounts = ({ table }) => Number.isInteger(table) && table >= ACCOUNTS_SINCE;

export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const whole = (value, low, high = Number.MAX_SAFE_INTEGER) => Number.isInteger(value) && value >= low && value <= high;

/** Whether an object has exactly the members `needed`, and perhaps some of `optional`. */
export function only(node, needed, optional = []) {
  const names = Object.keys(node);
  return needed.every((name) => Object.hasOwn(node, name)) && names.every((name) => needed.includes(name) || optional.includes(name));
}

/** The entry, if it has the form of number `i` after those `before`; under an unknown, later table it may have more members, and other actors. */
export function checkEntry(entry, i, before, newer) {
  if (!isObject(entry) || !hasMembers(entry, newer)) throw new Failed("the entry is malformed");
  if (entry.i !== i) throw new Failed("the entry calls itself number {i}", { i: entry.i });
  const texts = [entry.t, entry.by].every((text) => typeof text === "string") && (newer || ACTOR.test(entry.by));
  const clauses = Array.isArray(entry.r) && entry.r.every((clause) => typeof clause === "string");
  if (entry.v !== 1 || !texts || !clauses || !isObject(entry.d)) throw new Failed("the entry is malformed");
  if ((entry.t === "game-created") !== (i === 0)) throw new Failed("the log does not begin with the game's creation");
  checkOrder(entry, before.at(-1));
  if ("seen" in entry) checkSeen(entry.seen, i);
  if ("sig" in entry) checkSig(entry.sig, newer, hasAccounts((before[0] ?? entry).d));
  return entry;
}

function hasMembers(entry, newer) {
  return newer ? MEMBERS.every((name) => Object.hasOwn(entry, name)) : only(entry, MEMBERS, ["seen", "sig"]);
}

function checkOrder({ at, a }, last) {
  if (!whole(at, last?.at ?? 0)) throw new Failed("its time is before that of the entry before it");
  if (last ? a !== last.a && a !== last.a + 1 : a !== 1) throw new Failed("its action is not numbered as the next one");
}

function checkSeen(seen, i) {
  if (!isObject(seen) || !only(seen, ["n", "r"]) || !whole(seen.n, 0, i)) throw new Failed("its actor had seen another log");
  fromB64(seen.r, 32);
}

/** Under a later table, that table defines the parts of a signature. Where seats have accounts, the key of a seat may sign that it goes. */
function checkSig(sig, newer, accounts) {
  if (newer && isObject(sig)) return;
  const formed = isObject(sig) && (only(sig, ["s"], ["h"]) || (accounts && only(sig, ["old"], ["s"])));
  if (!formed) throw new Failed("the entry's signature is malformed");
  for (const [name, text] of Object.entries(sig)) fromB64u(text, name === "h" ? 32 : 64);
}

export const isNode = (value) => value !== null && typeof value === "object";
