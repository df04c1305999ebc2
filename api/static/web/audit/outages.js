// Outages in the service's log (docs/ledger.md, sections 15 and 16), and the holds of clocks in a game that they justify.
import { LAST_WORDS, lastBefore } from "./due.js";
import { restsOf } from "./halts.js";
import { LOST, NOTICE, OUTAGE } from "./leaves.js";
import { Failed } from "./report.js";

/** Whether the outages among the leaves of a list are in order: no two of the service at once, and nothing entered during one. */
export function areOrdered(leaves) {
  const outages = leaves.filter(({ k }) => k === OUTAGE);
  const whole = outages.filter(({ id }) => id === undefined);
  const ascending = outages.every(({ n, at, to }, i) => at >= to - NOTICE && (i === 0 || n > outages[i - 1].n));
  const apart = whole.every(({ from }, i) => i === 0 || from >= whole[i - 1].to);
  const silent = whole.every(({ from, to }) => leaves.every(({ at }) => at < from + LAST_WORDS || at >= to - NOTICE));
  const [created, lost] = [leaves.findIndex(({ k }) => k === "game"), leaves.findIndex(({ why, k }) => k === "end" && why === LOST)];
  const placed = leaves.every(({ k, id }, i) => k !== OUTAGE || id === undefined || (i > created && (lost < 0 || i < lost)));
  return ascending && apart && silent && placed;
}

/** Each hold of a game with the leaf of its outage, undefined where the list has none: [{entry, leaf}]. */
export function heldUnder(entries, leaves) {
  const outages = new Map(leaves.filter(({ k }) => k === OUTAGE).map((leaf) => [leaf.n, leaf]));
  return entries.filter(({ t }) => t === "time-held").map((entry) => ({ entry, leaf: outages.get(entry.d.outage) }));
}

/** Clocks are held for exactly that part of an outage in which they ran. */
export function checkHeld({ entries }, leaves) {
  const rests = restsOf(entries);
  for (const { entry, leaf } of heldUnder(entries, leaves)) {
    if (!leaf) continue;
    const from = Math.max(leaf.from, lastBefore(entries, entry.i).at, rests.get(entry.i));
    if (entry.d.to !== leaf.to || entry.d.from !== from) throw new Failed("clocks are held for another time than the service's log has", {}, entry.i);
  }
}
