// Compares the rows of a `clock-set` with the clocks as they must be (docs/ledger.md, section 16, also for the names of what is wrong).
import { rewarded, runs } from "./clock.js";
import { Failed } from "./report.js";

const MEMBERS = ["stint", "left", "grace", "since"];

/** Seat -> its row in the `clock-set` of an action, which ends it. */
export function rowsOf(action, clocks, started) {
  const set = action.find(({ t }) => t === "clock-set");
  if (!set) return new Map();
  const { seats } = set.d;
  const refuse = (why, values = {}) => new Failed(why, values, set.i);
  if (set !== action.at(-1)) throw refuse("an entry after the clocks: they are set last in an action");
  if (set.by !== "table" || set.r.length > 0) throw refuse("a wrong clock-set: the table sets clocks, and cites nothing");
  if (seats.length === 0 || seats.some(({ seat }, n) => n > 0 && seat <= seats[n - 1].seat)) throw refuse("a wrong clock-set: its rows are in the order of seats, and there is at least one");
  const other = seats.find(({ seat }) => !started || !clocks.has(seat));
  if (other) throw refuse("a row too many: seat {seat} has no clock", { seat: other.seat });
  return new Map(seats.map((row) => [row.seat, row]));
}

const valueOf = (clock, name) => (name === "since" ? (clock.since ?? undefined) : clock[name]);

/** Throws Failed unless the row of a seat, or that there is none, says that its clock goes from `last` to `due` in the action that ends with `entry`. */
export function checkRow(seat, last, due, row, { terms, entry }) {
  const refuse = (why, values = {}) => new Failed(why, { seat, ...values }, entry);
  const asBefore = MEMBERS.every((name) => last[name] === due[name]);
  if (!row && !asBefore) throw refuse(runs(due) ? "a missing row: the clock of seat {seat} starts or changes here" : "a missing row: the clock of seat {seat} stops or changes here");
  if (!row) return;
  if (MEMBERS.every((name) => valueOf(last, name) === row[name])) throw refuse("a row that does not differ: seat {seat} had these values before");
  const wrong = MEMBERS.find((name) => valueOf(due, name) !== row[name]);
  if (wrong) throw refuse(...problemOf(last, due, row, wrong, terms));
  if (MEMBERS.some((name) => row[name] < 0)) throw refuse("a wrong left: seat {seat} has less than nothing");
}

function problemOf(last, due, row, wrong, terms) {
  if (runs(last) && due.since === last.since && row.since > last.since) return ["a hold without an event: the clock of seat {seat} is set anew while it runs"];
  const values = { is: row[wrong] ?? "–", due: valueOf(due, wrong) ?? "–" };
  if (wrong === "left" && row.left === rewarded(due, terms).left) return ["an increment too many: seat {seat} has {is} ms left instead of {due}", values];
  return [WRONG[wrong], values];
}

const WRONG = {
  stint: "a wrong stint: that of seat {seat} has the number {is} instead of {due}",
  left: "a wrong left: seat {seat} has {is} ms instead of {due}",
  grace: "a wrong grace: seat {seat} has {is} ms instead of {due}",
  since: "a wrong since: the clock of seat {seat} runs since {is} instead of {due}",
};
