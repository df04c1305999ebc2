// Recomputes every clock of a log from the one before, without the rules of the game (docs/ledger.md, section 16). The rows say who is
// asked; what a clock has left, when it stops and when its flag falls follows from the times of entries.
import { grouped } from "../grouped.js";
import { begun, charged, ofReturned, deadlineOf, readAt, rewarded, runs, termsInMs, unused } from "./clock.js";
import { takenIn } from "./claims.js";
import { checkRow, rowsOf } from "./clockrows.js";
import { checkDue } from "./due.js";
import { goingBack } from "./goneback.js";
import { haltsOf } from "./halts.js";
import { Failed } from "./report.js";
import { lineOf } from "./timeline.js";

/** Milliseconds: what the opener of a case keeps, and the range of a bank that a ruling sets. */
const [KEPT, LEAST, MOST] = [60_000, 10_000, 2_592_000_000];
const OF_CLOCKS = ["clock-set", "time-held", "time-ran-out"];
const LEAVING = ["seat-left", "seat-excluded"];
const OF_ABSENCE = ["resigned", "seat-returned", ...LEAVING];
const SEAT = /^[1-9][0-9]*$/;

/** Whether a log has clocks, or what only a log with clocks or with seats that a bot plays has. */
export const hasClocks = ({ entries }) => "clock" in entries[0].d || entries.some(({ t }) => OF_CLOCKS.includes(t) || OF_ABSENCE.includes(t));

/** {set, flags, holds}: how many entries set clocks, how many flags fell, how many outages were held. Throws Failed for a wrong one. */
export function readClocks(file) {
  const { entries } = file;
  const { clock } = entries[0].d;
  const needing = entries.find(({ t }) => OF_CLOCKS.includes(t));
  if (!clock && needing) throw new Failed("no clock: the game is played without one", {}, needing.i);
  const [set, holds, flags] = OF_CLOCKS.map((type) => entries.filter(({ t }) => t === type).length);
  if (clock) recompute(tableOf(file, termsInMs(clock)));
  return { set, holds, flags };
}

function recompute(table) {
  for (const action of grouped(table.entries, ({ a }) => a).values()) settle(table, action);
}

/** `clocks`: seat -> its clock; a seat taken with a bot has none. `before`: action -> the clocks before it; `moved`: seat -> the action in which it last left or returned. */
function tableOf({ entries, seatCount, terms: { played } }, terms) {
  const taken = takenIn(entries);
  const seats = Array.from({ length: seatCount }, (_, i) => i + 1).filter((seat) => !("bot" in (taken.get(seat) ?? {})));
  const halts = haltsOf(entries);
  const [before, moved] = [new Map(), new Map()];
  let line = null;
  const past = {
    entries,
    line: () => (line ??= lineOf(entries)),
    before: (action) => before.get(action),
    played: ({ t }) => played.has(t),
    moved: (seat, action) => moved.get(seat) >= action,
    idle: halts.idle,
  };
  return { entries, terms, halts, before, moved, past, windows: [], held: new Set(), clocks: new Map(seats.map((seat) => [seat, unused(terms)])) };
}

/** Take an action: what it does to each clock has to be what its rows say. */
function settle(table, action) {
  const { clocks, before } = table;
  const later = action.find(({ at }) => at !== action[0].at);
  if (later) throw new Failed("several times in one action", {}, later.i);
  const [, again] = action.filter(({ t }) => t === "rewound");
  if (again) throw new Failed("out of order: an action goes back once", {}, again.i);
  before.set(action[0].a, clocks);
  checkDue(table, action);
  const turn = turnOf(table, action);
  const rows = rowsOf(action, clocks, table.halts.started());
  table.clocks = new Map();
  for (const [seat, last] of clocks) {
    const row = rows.get(seat);
    const due = settled(turn, seat, last, row);
    checkRow(seat, last, due, row, turn);
    table.clocks.set(seat, due);
  }
}

/** All that an action does to clocks. `until`: when those stop that stop; `start`: since when those run that start; `events`: the game goes on in it. */
function turnOf(table, action) {
  const { terms, halts, clocks, past } = table;
  const [first] = action;
  const { ruled, pays } = halts.take(action, clocks);
  const [over, back] = [halts.over(), goingBack(past, action)];
  const played = action.some((entry) => past.played(entry) || entry.t === "game-started");
  return {
    terms, over, back, played, first, entry: action.at(-1).i, at: first.at,
    ...seatsIn(table, action),
    stops: !halts.started() || over || halts.halted(),
    events: played || action.some(({ t }) => t === "action-corrected"),
    own: past.played(first) ? first.by : null,
    start: Math.max(first.at, halts.rest()),
    anew: ruled !== null,
    pays: over ? null : pays,
    set: ruled?.remedy?.clock ? bankOf(table, ruled.remedy.clock, action) : {},
  };
}

/** The banks that a ruling sets, by seat. */
function bankOf({ entries, halts, terms: { most } }, clock, action) {
  const { i } = action.find(({ t }) => t === "ruling-final");
  const limit = Math.max(LEAST, most === Infinity ? MOST : most);
  const formed = Object.entries(clock).every(([seat, left]) => SEAT.test(seat) && Number(seat) <= entries[0].d.seats && left >= LEAST && left <= limit);
  if (!halts.started() || halts.over() || !formed) throw new Failed("a wrong ruling: no clock can be set like this", {}, i);
  return clock;
}

/** {flagged, left, returned, given}: the seats whose flags fall, that leave, that are back, and to which the organiser gave somebody. */
function seatsIn({ clocks, moved }, action) {
  const named = (wanted) => action.filter(wanted).map(({ d }) => d.seat);
  const left = named(({ t }) => LEAVING.includes(t));
  const given = named(({ t, by, d }) => t === "seat-reassigned" && by === "organiser" && clocks.get(d.seat)?.away);
  const returned = [...named(({ t }) => t === "seat-returned"), ...given];
  for (const seat of [...left, ...returned]) moved.set(seat, action[0].a);
  return { left, given, returned, flagged: action[0].t === "time-ran-out" ? action[0].d.seats : [] };
}

/** How a clock goes on; `row`, if there is one, says whether its seat is asked, and whether it has begun a stint. */
function settled(turn, seat, last, row) {
  const { terms, pays, set, returned } = turn;
  const away = turn.left.includes(seat) || (last.away && !returned.includes(seat));
  const base = baseOf(turn, seat, { ...last, away });
  const asked = isAsked(turn, seat, last, base, row);
  const anew = beginsStint(turn, seat, base, asked, row ?? last);
  let clock = stopped(turn, seat, base, asked, anew);
  if (pays?.seat === seat && (!away || turn.left.includes(seat))) clock = charged(clock, pays.time, KEPT);
  if (returned.includes(seat)) clock = ofReturned(clock, terms);
  if (anew) clock = begun(clock, terms);
  if (!away && Object.hasOwn(set, seat)) clock = { ...clock, left: set[seat], grace: terms.grace, since: null };
  if (runs(clock)) return { ...clock, asked, away };
  return { ...clock, asked, away, since: asked && !turn.stops ? turn.start : null };
}

function baseOf({ first, back, flagged, over }, seat, last) {
  if (back) return back.base(seat, last);
  if (first.t === "time-held") return runs(last) && deadlineOf(last) > first.d.from ? { ...readAt(last, first.d.from), since: first.d.to } : last;
  if (flagged.includes(seat)) return { ...last, left: 0, grace: 0, since: null, ended: last.ended + 1 };
  return first.t === "time-ran-out" && over ? readAt(last, first.d.deadline) : last;
}

/** Whether a seat is asked after an action; null where that is not known before clocks run again. */
function isAsked({ over, stops, events, back, given, flagged }, seat, last, base, row) {
  if (over || base.away || flagged.includes(seat)) return false;
  const known = given.includes(seat) || events || back?.inside ? null : back ? back.asked(seat) : last.asked;
  if (known !== null || stops) return known;
  return row ? row.since !== undefined : runs(last);
}

/** Whether its row says that a new stint begins, where one may. */
function beginsStint({ played, back, own, given, stops, over }, seat, base, asked, row) {
  const renewed = played || back?.far || given.includes(seat);
  if (over || base.away || row.stint <= base.stint || !renewed) return false;
  return runs(base) ? asked && (own === `seat:${seat}` || back !== null) : asked || stops;
}

/** The base where it goes on, or as it stops; at the end of a stint with its increment, if the seat itself has ended it. */
function stopped({ terms, at, own, stops, anew }, seat, base, asked, begins) {
  if (!runs(base)) return base;
  const ends = asked === false || begins;
  if (!ends && !stops && !anew) return base;
  const off = readAt(base, at);
  if (!ends) return off;
  const done = own === `seat:${seat}` && !base.given ? rewarded(off, terms) : off;
  return { ...done, ended: base.ended + 1 };
}
