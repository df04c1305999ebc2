// The keys of seats: that each signed what its seat said and did, and that nobody else's entries carry a signature.
import { fromB64u } from "./bytes.js";
import { actionMessage, seatMessage, seatsCommitment, seedMessage } from "./claims.js";
import { isGood } from "./ed25519.js";
import { headsOf } from "./merkle.js";
import { Failed, about } from "./report.js";

/** [message, values] when every signature is there and good; Missing where the browser knows no Ed25519. */
export async function checkSignatures(file) {
  const seats = { taken: new Map(), keys: new Map() };
  const heads = await headsOf(file.leaves, file.entries.filter(({ sig }) => sig?.h).map(({ i }) => i));
  let acts = 0;
  for (const entry of file.entries) {
    const due = await about(entry.i, () => dueUnder(file, seats, heads, entry));
    if (!due && entry.sig) throw new Failed("it carries a signature, but its seat has no key", {}, entry.i);
    if (due) await checkOne(entry, due);
    if (entry.sig?.h) acts += 1;
  }
  const keyed = [...seats.keys.values()].filter(Boolean).length;
  return keyed ? ["{n} signed actions; seats with a key: {keyed}", { n: acts, keyed }] : ["no seat has a key of its own", {}];
}

async function checkOne({ i, by, sig }, { key, message, signer, act }) {
  if (!signer.includes(by)) throw new Failed("it is signed by {signer}, but says that {by} did it", { signer: signer[0], by }, i);
  if (!sig || "h" in sig !== act) throw new Failed("the signature of its seat is missing", {}, i);
  const good = await isGood(fromB64u(key, 32), message, fromB64u(sig.s, 64));
  if (!good) throw new Failed("its signature is not good", {}, i);
}

/** What has to be signed by which key at an entry: {key, message, signer, act}, or null when nothing has. */
function dueUnder(file, seats, heads, entry) {
  const said = SAID.get(entry.t);
  return said ? said(file, seats, entry) : actOf(file, seats, heads, entry);
}

/** The types by which a seat says who it is. They change which key and which commitment stand. */
const SAID = new Map(Object.entries({
  "seat-taken": ({ ctx }, { taken, keys }, { d }) => {
    const { seat, key, seed_commitment: commitment } = d;
    taken.set(seat, d);
    keys.set(seat, key);
    return named(key, [`seat:${seat}`], () => seatMessage(ctx, seat, key, commitment));
  },
  "seat-freed": (file, { taken, keys }, { d }) => {
    taken.delete(d.seat);
    keys.delete(d.seat);
    return null;
  },
  "seat-reassigned": ({ ctx }, { keys }, { d: { seat, key } }) => {
    keys.set(seat, key);
    return named(key, [`seat:${seat}`, "organiser"], () => seatMessage(ctx, seat, key));
  },
  "seed-revealed": async ({ ctx, seatCount }, { taken, keys }, { d: { seat, seed } }) => {
    const seats = keys.get(seat) && (await seatsCommitment(ctx, seatCount, taken));
    return named(keys.get(seat), [`seat:${seat}`], () => seedMessage(ctx, seat, seats, seed));
  },
}));

/** What the key of a seat signs once, of its place in the game; null without a key. */
function named(key, signer, message) {
  return key === undefined ? null : { key, message: message(), signer, act: false };
}

/** The first entry of an action is signed by its seat's key; the others of that action are covered by it. */
function actOf({ entries, game }, { keys }, heads, { i, by, a, sig }) {
  const [who, number] = by.split(":");
  const seat = Number(number);
  const key = who === "seat" ? keys.get(seat) : null;
  if (!key) return null;
  const first = entries[i - 1].a !== a;
  if (!first) return coveredBy(entries, i, by, a);
  const message = sig?.h && actionMessage(game, seat, i, heads.get(i), fromB64u(sig.h, 32));
  return { key, message, signer: [by], act: true };
}

function coveredBy(entries, i, by, a) {
  const first = entries.findIndex((entry) => entry.a === a);
  if (entries[first].by !== by || !entries[first].sig?.h) throw new Failed("its action was not begun by its seat", {}, i);
  return null;
}
