// What keeps the clocks of a game from running (docs/ledger.md, section 16): it has not begun, it is over, its organiser or the operator
// of the service has suspended it, or a case halts it: before its ruling where the terms pause the game, afterwards where the ruling has a remedy.
import { isByOperator } from "./actors.js";
import { endsAt } from "./desk/due.js";
import { newDesk, noteAtDesk } from "./desk/folding.js";
import { outcomesOf } from "./outcomes.js";
import { hasRemedy } from "./rulings.js";
import { lineOf } from "./timeline.js";

/** How long clocks rest after a ruling with a remedy, in milliseconds. */
const REST = 30_000;
const CLOSING = ["dispute-withdrawn", "dispute-expired", "ruling-final"];
const BY_TIME = ["dispute-expired", "ruling-final"];
/** An outcome that a way back can take away again. */
const ENDED = "game-ended";

const seatOf = (by) => (by.startsWith("seat:") ? Number(by.slice("seat:".length)) : null);

/**
 * {take(action, clocks), started(), over(), halted(), open(), rest(), idle(from, to), due(entry)}: `take` notes the entries of an action
 * and returns {ruled, pays}: the ruling with a remedy that becomes final, and what the opener of a case pays, {seat, time}; null without.
 */
export function haltsOf(entries) {
  const its = { entries, terms: entries[0].d.disputes, desk: newDesk(entries), started: false, over: false, ends: [], suspended: new Set(), open: null, ruled: new Map(), rest: 0, paying: null, from: null, pauses: [], line: null, version: 0 };
  return {
    take: (action, clocks) => take(its, action, clocks),
    started: () => its.started,
    over: () => isOver(its),
    halted: () => halted(its),
    open: () => its.open !== null,
    rest: () => its.rest,
    idle: (from, to) => covered([...its.pauses, ...(its.from === null ? [] : [[its.from, to]])], from, to),
    due: ({ t, by, d }) => (BY_TIME.includes(t) && by === "table" && its.terms && its.open?.number === d.dispute ? endsAt(its.desk, its.desk.open) : Infinity),
  };
}

/** `rest` before each entry: Map of entry's number -> ms; holds and rulings count although taken back. */
export function restsOf(entries) {
  const [ruled, rests] = [new Map(), new Map()];
  let rest = 0;
  for (const { i, t, d, at } of entries) {
    rests.set(i, rest);
    if (t === "ruled") ruled.set(d.ruling, d);
    const until = t === "time-held" ? d.to : t === "ruling-final" && hasRemedy(ruled.get(d.ruling) ?? {}) ? at + REST : 0;
    if (Number.isSafeInteger(until)) rest = Math.max(rest, until);
  }
  return rests;
}

function isOver(its) {
  if (its.over || its.ends.length === 0) return its.over;
  its.line ??= lineOf(its.entries);
  return its.ends.some((end) => its.line.counts(end, its.version));
}

function caseHalts({ open, terms }) {
  if (!open) return false;
  return open.ruling ? hasRemedy(open.ruling) : Boolean(terms?.pause);
}

/** Each lifts only the own halt. */
const suspended = (its) => its.suspended.size > 0;
const halted = (its) => suspended(its) || caseHalts(its);
const haltingCase = (its) => (caseHalts(its) ? its.open : null);

/** No clock runs between two times, and none starts before the second. */
function pause(its, from, to) {
  its.pauses.push([from, to]);
  its.rest = Math.max(its.rest, to);
}

function take(its, action, clocks) {
  const [{ at }] = action;
  const [byCase, before] = [haltingCase(its), halted(its)];
  if (its.paying) Object.assign(its.paying, { time: its.paying.time + (suspended(its) ? 0 : at - its.paying.at), at });
  const final = action.map((entry) => note(its, entry)).find((ruling) => ruling && hasRemedy(ruling)) ?? null;
  if (final) pause(its, at, at + REST);
  const pays = paidBy(its, byCase, clocks, at);
  standStill(its, before, at);
  return { ruled: final, pays: final ? null : pays };
}

/** Note an entry; returns the ruling that becomes final by it, if any. */
function note(its, entry) {
  const { t, d, i } = entry;
  its.version = i + 1;
  if (t === "game-started") its.started = true;
  if (t === "game-suspended") its.suspended.add(isByOperator(entry));
  if (t === "game-resumed") its.suspended.delete(isByOperator(entry));
  if (t === "time-held") pause(its, d.from, d.to);
  if (t === ENDED) its.ends.push(i + 1);
  else if (outcomesOf([entry]).length > 0) its.over = true;
  noteCase(its, entry);
  return t === "ruling-final" ? its.ruled.get(d.ruling) : null;
}

function noteCase(its, entry) {
  const { t, d, by } = entry;
  noteAtDesk(its.desk, entry);
  if (t === "dispute-opened") its.open = { number: d.dispute, seat: seatOf(by), ruling: null };
  if (t === "ruled") its.ruled.set(d.ruling, d);
  if (its.open?.number !== d.dispute) return;
  if (t === "ruled") its.open.ruling = d;
  if (CLOSING.includes(t)) its.open = null;
}

/** A case begins to halt the game, or the one `before` ceases to: then its opener pays if the own clock ran before. */
function paidBy(its, before, clocks, at) {
  const now = haltingCase(its);
  if (now === before) return null;
  const { paying } = its;
  its.paying = now && { seat: now.seat, ran: (clocks.get(now.seat)?.since ?? null) !== null, time: 0, at };
  return paying?.ran ? paying : null;
}

/** Note since when the game stands still, or for how long it did. */
function standStill(its, before, at) {
  const now = halted(its);
  if (now && !before) its.from = at;
  if (now || !before) return;
  its.pauses.push([its.from, at]);
  its.from = null;
}

/** How much of the time between two moments some intervals cover. */
function covered(intervals, from, to) {
  const inside = intervals.map(([a, b]) => [Math.max(a, from), Math.min(b, to)]).filter(([a, b]) => a < b).sort(([a], [b]) => a - b);
  let [sum, end] = [0, from];
  for (const [a, b] of inside) {
    sum += Math.max(0, b - Math.max(a, end));
    end = Math.max(end, b);
  }
  return sum;
}
