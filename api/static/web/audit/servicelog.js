// L1 by the service's log (docs/ledger.md, section 15): whether this game's leaves are in it, and up to which entry they reach.
import { equal, hex, utf8 } from "./bytes.js";
import { ANOTHER, CONTINUED, OTHER_SERVICE_LOG, UNPROVEN } from "./continuity.js";
import { LOST, readLeaf } from "./leaves.js";
import { leafHash, rootFromPath } from "./merkle.js";
import { checkLogSignature, readWitnessKey } from "./note.js";
import { checkOrder, checkOwners, checkTold } from "./logged.js";
import { checkHeld, heldUnder } from "./outages.js";
import { outcomesOf } from "./outcomes.js";
import { Failed, Missing } from "./report.js";

const EARLY = 60_000;
const SECOND = 1000;

/**
 * [message, values] if the list `found` (promise.js; null without one) has this game in the service's log. `kept`: how its head
 * compares with the one that this browser kept before, a word of continuity.js; null if it has kept none.
 */
export async function checkLogged(file, found, kept) {
  const { log, witnessed } = file.entries[0].d;
  if (log === undefined) throw new Missing("the game was begun before the service had a log of games");
  if (log === null) throw new Missing("an analysis is in no log of games");
  if (file.terms.newer) throw new Missing(...file.terms.lacking);
  if (!found) throw new Missing("the log was promised, and nothing of it is in the file");
  await checkLogSignature(found.head, log, file.vkey);
  const leaves = await leavesUnder(file, found);
  if (kept === ANOTHER) throw new Failed(OTHER_SERVICE_LOG);
  checkReach(file, leaves);
  const by = await cosignersOf(witnessed, found);
  if (by.count < by.quorum) throw new Missing("too few witnesses have cosigned the service's log ({count} of {all}); silent: {silent}", by);
  if (kept === UNPROVEN) throw new Missing("the service does not prove that its log continues the one that this browser has seen before");
  if (kept !== CONTINUED) throw new Missing(...operatorsWord(by));
  return inWords(leaves, by);
}

/** The leaves of a list, in order: each of this game or its tournament, true of it, and in the tree of its head. `now` is the reader's time (ms). */
export async function leavesUnder(file, { head, cosigned, rows }, now = Date.now()) {
  if (cosigned.some(({ text }) => text !== head.text)) throw new Failed("a witness has signed another head of the service's log");
  const leaves = [];
  for (const row of rows) leaves.push(await leafUnder(head, row));
  const latest = Math.min(now, ...cosigned.map(({ time }) => SECOND * time)) + EARLY;
  await checkOwners(file, leaves);
  checkOrder(leaves, latest);
  await checkTold(file, leaves);
  checkHeld(file, leaves);
  return leaves;
}

async function leafUnder({ size, root }, { index, leaf, path }) {
  const found = await rootFromPath(await leafHash(utf8(leaf)), index, size, path);
  if (!found || !equal(found, root)) throw new Failed("a leaf is not in the service's log");
  return readLeaf(leaf);
}

/** What has happened in the game must be in the service's log by now. */
function checkReach({ entries }, leaves) {
  if (leaves.some(({ k, why }) => k !== "seats" && why === LOST)) throw new Missing("the service says in its log that it has lost this game");
  const started = entries.some(({ t }) => t === "game-started");
  if (started && !leaves.some(({ k }) => k === "seats")) throw new Missing("the game has begun, and its seats are not in the service's log");
  const told = leaves.findLast(({ k }) => k === "end")?.n ?? 0;
  const unknown = heldUnder(entries, leaves).find(({ leaf }) => !leaf);
  if (unknown) throw new Missing("the outage that entry {n} holds is not in the service's log", { n: unknown.entry.i });
  const later = outcomesOf(entries).find(({ i }) => i >= told);
  if (later) throw new Missing("the outcome of entry {n} is not in the service's log", { n: later.i });
}

/** {quorum, all, count, silent, times}: which witnesses of the operator's choice cosigned this head; a key counts once. */
export async function cosignersOf(witnessed, { head, cosigned }) {
  const keys = await Promise.all((witnessed?.witnesses ?? []).map(readWitnessKey));
  const times = keys.map(({ raw }) => cosigned.filter(({ key }) => key === hex(raw) && head.size > 0).map(({ time }) => time));
  const heard = times.filter((its) => its.length > 0).map((its) => Math.min(...its)).sort((a, b) => a - b);
  const silent = keys.filter((_, n) => times[n].length === 0).map(({ name }) => name);
  return { quorum: witnessed?.quorum ?? 0, all: keys.length, count: heard.length, silent: silent.join(", "), times: heard };
}

function operatorsWord({ quorum, count, all }) {
  if (!quorum) return ["no witnesses, and this browser has kept no head of the service's log from before"];
  return ["witnesses: {count} of {all}, all of the operator's choice; this browser has kept no head of the service's log from before", { count, all }];
}

/** `at` in the values is a time in milliseconds. */
function inWords(leaves, { quorum, count, all, silent, times }) {
  const n = Math.max(1, ...leaves.filter(({ r }) => r !== undefined).map(({ n }) => n)) - 1;
  if (!quorum) return ["in the service's log, up to entry {n}, {at}, as the operator says", { n, at: leaves.at(-1).at }];
  const reach = { n, count, all, silent, at: SECOND * times[quorum - 1] };
  if (silent) return ["in the service's log, cosigned by witnesses of the operator's choice ({count} of {all}), up to entry {n}, {at}; silent: {silent}", reach];
  return ["in the service's log, cosigned by witnesses of the operator's choice ({count} of {all}), up to entry {n}, {at}", reach];
}
