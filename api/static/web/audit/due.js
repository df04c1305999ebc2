// What time brings comes first (docs/ledger.md, section 16): a flag before anything else once it is due, and never earlier; an outage
// before what follows it; and nothing happens while the service is away.
import { same } from "./bytes.js";
import { deadlineOf, runs } from "./clock.js";
import { NOTICE } from "./leaves.js";
import { Failed } from "./report.js";

/** Milliseconds in which a service may still write after the last sign of it. */
export const LAST_WORDS = 5000;

/** Check the first entry of an action against the clocks before it: table is {entries, clocks, halts, windows, held}. */
export function checkDue(table, action) {
  const [first, ...others] = action;
  if (first.t === "time-held") checkHold(table, first, others);
  else if (first.t === "time-ran-out") checkFlag(table, first);
  else checkInTime(table, first);
  const inside = others.find(({ t }) => t === "time-held" || t === "time-ran-out");
  if (inside) throw new Failed("out of order: it does not begin its action", {}, inside.i);
  for (const window of table.windows) if (isWithin(first, window)) throw new Failed("a wrong hold: entry {n} is of a time when the service was away", { n: first.i }, first.i);
}

const isWithin = ({ at }, { from, to }) => at >= from + LAST_WORDS && at < to - NOTICE;

/** The seats whose clocks run out first, and when; Infinity where none runs. */
function nextDue({ clocks }) {
  const deadline = Math.min(...[...clocks.values()].map(deadlineOf));
  return { deadline, seats: [...clocks].filter(([, clock]) => runs(clock) && deadlineOf(clock) === deadline).map(([seat]) => seat) };
}

function checkInTime(table, first) {
  const { deadline, seats } = nextDue(table);
  if (first.at < deadline || table.halts.due(first) < deadline) return;
  throw new Failed("a late action: the clock of seat {seat} had run out before it", { seat: seats[0] }, first.i);
}

function checkFlag(table, { d, at, i }) {
  const { deadline, seats } = nextDue(table);
  if (seats.length === 0) throw new Failed("a wrong flag: no clock runs", {}, i);
  if (at < deadline) throw new Failed("an early flag: the clock of seat {seat} has not run out", { seat: seats[0] }, i);
  if (d.deadline > deadline) throw new Failed("a missing flag: the clock of seat {seat} had run out before", { seat: seats[0] }, i);
  if (d.deadline < deadline) throw new Failed("a wrong flag: no clock runs out at that time", {}, i);
  if (!same(d.seats, seats)) throw new Failed("a wrong flag: the clocks that run out then are those of seats {list}", { list: seats.join(", ") }, i);
}

function checkHold(table, { i, d, by }, others) {
  const { entries, clocks, halts, windows, held } = table;
  const { outage, from, to } = d;
  const wrong = (why) => new Failed(why, {}, i);
  if (by !== "table") throw wrong("a wrong hold: the table holds clocks");
  if (others.length !== 1 || others[0].t !== "clock-set") throw wrong("a wrong hold: there is more in its action than it and the clocks");
  if (!halts.started() || halts.over() || halts.halted()) throw wrong("a wrong hold: no clock runs");
  if (outage < 1 || held.has(outage)) throw wrong("a wrong hold: that outage has no number, or was held before");
  if (from >= to - NOTICE || from < Math.max(halts.rest(), lastBefore(entries, i).at)) throw wrong("a wrong hold: clocks did not run for all of that time");
  if (![...clocks.values()].some((clock) => runs(clock) && deadlineOf(clock) > from)) throw wrong("a wrong hold: every clock that runs had run out by then");
  const within = entries.find((entry) => isWithin(entry, d));
  if (within) throw new Failed("a wrong hold: entry {n} is of a time when the service was away", { n: within.i }, i);
  windows.push(d);
  held.add(outage);
}

/** The last entry before a hold that belongs to no hold; `entries` have one or more before it. */
export function lastBefore(entries, i) {
  const holds = new Set(entries.filter(({ t }) => t === "time-held").map(({ a }) => a));
  return entries.findLast((entry) => entry.i < i && !holds.has(entry.a));
}
