// Checks the keys of seats: each signed its seat's statements and actions, and no other entries carry a signature.
import { fromB64u } from "./bytes.js";
import { accountsOf } from "./accounts.js";
import { actionMessage, claimMessage, hereMessage, seatMessage, seatsCommitment, seedMessage } from "./claims.js";
import { isGood } from "./ed25519.js";
import { MOST_SEATS, whole } from "./entries.js";
import { headsOf } from "./merkle.js";
import { Failed, about } from "./report.js";

/** Types by which a seat joins, before it can sign an action. */
const ENTERING = ["seat-taken", "seed-revealed"];

/** Types that the account of a seat enters, where seats have accounts. */
const OF_ACCOUNTS = ["seat-reassigned", "seat-claimed"];

/** [message, values] if every signature is present and valid; Missing if the browser has no Ed25519. */
export async function checkSignatures(file) {
  const seats = { taken: new Map(), keys: new Map(), accounts: accountsOf(file) };
  const heads = await headsOf(file.leaves, file.entries.filter(({ sig }) => sig?.h).map(({ i }) => i));
  let acts = 0;
  let first = file.entries[0];
  for (const entry of file.entries) {
    if (entry.a !== first.a) first = entry;
    seats.accounts.check(entry);
    if (entry.sig?.old) await checkOld(file, entry, seats.keys.get(entry.d.seat));
    const due = await about(entry.i, () => dueUnder(file, seats, heads, entry, first));
    seats.accounts.note(entry);
    if (!due && entry.sig?.s) throw new Failed("it carries a signature, but its seat has no key", {}, entry.i);
    if (due) await checkOne(entry, due);
    if (entry.sig?.h) acts += 1;
  }
  const keyed = [...seats.keys.values()].filter(Boolean).length;
  return keyed ? ["{n} signed actions; seats with a key: {keyed}", { n: acts, keyed }] : ["no seat has a key of its own", {}];
}

async function checkOne({ i, by, sig }, { key, message, signer, act }) {
  if (!signer.includes(by)) throw new Failed("it is signed by {signer}, but says that {by} did it", { signer: signer[0], by }, i);
  if (!sig?.s || "h" in sig !== act) throw new Failed("the signature of its seat is missing", {}, i);
  const good = await isGood(fromB64u(key, 32), message, fromB64u(sig.s, 64));
  if (!good) throw new Failed("its signature is not good", {}, i);
}

/** The key that the seat had signs that another device goes on. */
async function checkOld({ game }, { i, t, by, d: { seat, key }, sig }, had) {
  if (t !== "seat-reassigned" || by !== `seat:${seat}` || !had) throw new Failed("a key signs that it goes, and none does", {}, i);
  const good = await isGood(fromB64u(had, 32), hereMessage(game, seat, i, key), fromB64u(sig.old, 64));
  if (!good) throw new Failed("its signature is not good", {}, i);
}

/** The signature required for an entry: {key, message, signer, act}, or null if none is. */
function dueUnder(file, seats, heads, entry, first) {
  const apart = ENTERING.includes(entry.t) || (seats.accounts.known && OF_ACCOUNTS.includes(entry.t));
  const act = apart ? null : actOf(file, seats, heads, entry, first);
  if (entry.t === "seat-freed") [seats.taken, seats.keys].forEach((its) => its.delete(entry.d.seat));
  if (seats.accounts.known && entry.t === "seat-claimed") return claimed(file, seats, entry);
  const said = SAID.get(entry.t);
  return said ? said(file, seats, entry) : act;
}

/** The types that introduce a seat's player. They change the current key and commitment. */
const SAID = new Map(Object.entries({
  "seat-taken": ({ ctx }, { taken, keys, accounts }, { d }) => {
    const { seat, key } = d;
    taken.set(seat, d);
    keys.set(seat, key);
    return named(key, seat, [], () => seatMessage(ctx, seat, d, accounts.known));
  },
  "seat-reassigned": ({ ctx }, { keys, accounts }, entry) => {
    const { seat, key } = entry.d;
    keys.set(seat, key);
    return named(key, seat, ["organiser"], () => seatMessage(ctx, seat, { key, account_hash: accounts.heldBy(entry) }, accounts.known));
  },
  "seed-revealed": async ({ ctx, seatCount }, { taken, keys, accounts }, { d: { seat, seed } }) => {
    const seats = keys.get(seat) && (await seatsCommitment(ctx, seatCount, taken, accounts.known));
    return named(keys.get(seat), seat, [], () => seedMessage(ctx, seat, seats, seed));
  },
}));

function claimed({ game }, { keys }, { d: { seat, account_hash: account } }) {
  return named(keys.get(seat), seat, [], () => claimMessage(game, seat, account));
}

/** What the key of a seat signs once, about its place in the game; null without a key. `others` may have done it too. */
function named(key, seat, others, message) {
  if (key === undefined) return null;
  if (!whole(seat, 1, MOST_SEATS)) throw new Failed("there is no such seat");
  return { key, message: message(), signer: [`seat:${seat}`, ...others], act: false };
}

/** The first entry of an action is signed by its seat's key; the others of that action are covered by it. */
function actOf({ game }, { keys }, heads, { i, t, by, sig }, first) {
  const [who, number] = by.split(":");
  const seat = Number(number);
  const key = who === "seat" ? keys.get(seat) : null;
  if (!key) return null;
  if (i !== first.i || SAID.has(t)) return coveredBy(first, by);
  const message = sig?.h && actionMessage(game, seat, i, heads.get(i), fromB64u(sig.h, 32));
  return { key, message, signer: [by], act: true };
}

function coveredBy(first, by) {
  if (first.by !== by || !first.sig?.h) throw new Failed("its action was not begun by its seat");
  return null;
}
