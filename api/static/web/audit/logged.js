// What the leaves of one game in the service's log must be: its own, in order, and true of its log (docs/ledger.md, section 15).
import { b64u, equal, fromB64 } from "./bytes.js";
import { seatsCommitment, takenIn } from "./claims.js";
import { hasAccounts } from "./entries.js";
import { LOST, OUTAGE, idsOf } from "./leaves.js";
import { areOrdered } from "./outages.js";
import { headsOf } from "./merkle.js";
import { outcomesOf, whyOf } from "./outcomes.js";
import { Failed } from "./report.js";

const OF_CUP = ["tournament", "tournament-seats", "tournament-end"];
const KINDS = /^(?:tournament tournament-seats )?game( seats)?( end)*$/;

/** Each leaf is of this game or its tournament, and has the place of the one in the other. */
export async function checkOwners(file, leaves) {
  const ids = await idsOf(file.texts[0]);
  const { tournament } = file.entries[0].d;
  for (const leaf of leaves) {
    if (!isOwn(file, ids, leaf)) throw new Failed("a leaf of the service's log is of another game");
    const placed = leaf.k !== "game" || (tournament ? leaf.of === ids.of && leaf.number === tournament.number : !("of" in leaf));
    const planned = leaf.k !== "tournament" || leaf.games === tournament.games;
    if (!placed || !planned) throw new Failed("the service's log has the game at another place of its tournament");
    if (leaf.k === "tournament-seats" && leaf.c !== (await seatsOf(file))) throw new Failed("the service's log has other players at the seats of the tournament");
  }
}

/** An outage of the whole service belongs to the games in which it was held. */
function isOwn({ entries }, ids, { k, id, n }) {
  if (k === OUTAGE && id === undefined) return entries.some(({ t, d }) => t === "time-held" && d.outage === n);
  return id === (OF_CUP.includes(k) ? ids.of : ids.game);
}

const isFull = (taken, count) => Array.from({ length: count }, (_, i) => i + 1).every((seat) => taken.has(seat));

/** C of the seats in force at the end; null while one is free. */
async function seatsOf({ entries, ctx, seatCount }) {
  const taken = takenIn(entries);
  return isFull(taken, seatCount) ? b64u(await seatsCommitment(ctx, seatCount, taken, hasAccounts(entries[0].d))) : null;
}

/** `latest`: no leaf is later than this (ms). */
export function checkOrder(all, latest) {
  const leaves = all.filter(({ k }) => k !== OUTAGE);
  const last = leaves.findIndex(({ k }) => k === "tournament-end");
  const kinds = leaves.filter((_, at) => at !== last).map(({ k }) => k).join(" ");
  const cup = kinds.startsWith("tournament");
  const placed = last < 0 || last > leaves.findIndex(({ k }) => k === "game");
  const counts = leaves.filter(({ k }) => k === "seats" || k === "end");
  const growing = counts.every(({ n, why }, at) => at === 0 || (counts[at - 1].why !== LOST && (why === LOST || n > counts[at - 1].n)));
  const seated = counts[0]?.k === "seats" || counts.every(({ why }) => why !== "finished");
  const times = all.every(({ at }, i) => at <= latest && (i === 0 || at >= all[i - 1].at));
  const member = "of" in (leaves.find(({ k }) => k === "game") ?? {}) === cup;
  if (!KINDS.test(kinds) || !placed || !growing || !seated || !times || !member || !areOrdered(all)) throw new Failed("the leaves of the service's log are out of order");
}

/** Check the heads of this game's log that the leaves name, and what is said to have happened there. */
export async function checkTold({ entries, leaves: hashes, seatCount }, leaves) {
  const named = leaves.filter(({ r }) => r !== undefined);
  const roots = await headsOf(hashes, named.map(({ n }) => n));
  for (const { k, n, r, why } of named) {
    if (!roots.has(n) || !equal(fromB64(r, 32), roots.get(n))) throw new Failed("the service's log knows another log of this game, in which entry {n} or an earlier one is not this one", { n: n - 1 });
    if (k === "seats" && !seatedAt(entries, n, seatCount)) throw new Failed("in the service's log the last seat was taken in entry {n}, which is not so", { n: n - 1 });
    if (k === "end" && !endsAt(entries, n, why)) throw new Failed("the service's log has another outcome than entry {n}: {why}", { n: n - 1, why });
  }
}

/** Whether all seats are taken for good with the last of so many entries. */
function seatedAt(entries, n, count) {
  return n === entries.findLastIndex(({ t }) => t === "seat-taken") + 1 && isFull(takenIn(entries.slice(0, n)), count);
}

/** Whether the last outcome of so many entries is this one, in the action that ends there. */
function endsAt(entries, n, why) {
  const outcome = outcomesOf(entries.slice(0, n)).at(-1);
  return outcome !== undefined && whyOf(outcome) === why && outcome.a === entries[n - 1].a && entries[n]?.a !== outcome.a;
}
