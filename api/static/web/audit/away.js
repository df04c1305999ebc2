// Seats that a bot plays for somebody (docs/ledger.md, section 16): who left and came back, and that nobody else acts for them.
import { grouped } from "../grouped.js";
import { actors } from "./actors.js";
import { same } from "./bytes.js";
import { exclusions } from "./excluding.js";
import { Failed } from "./report.js";

const LEAVING = ["seat-left", "seat-excluded"];
/** After entries of these types a seat does not come back, unless the organiser gives it to somebody else. */
const FOR_GOOD = ["resigned", "seat-excluded"];
const RETURNS = 3;

/** Who left, and whether they may not come back, as far as entries were noted: {note(entry), away(seat), gone(seat)}. */
function absences() {
  const [away, gone] = [new Set(), new Set()];
  return {
    away: (seat) => away.has(seat),
    gone: (seat) => gone.has(seat),
    note({ t, d, by }) {
      const given = t === "seat-reassigned" && by === "organiser";
      if (LEAVING.includes(t)) away.add(d.seat);
      if (FOR_GOOD.includes(t)) gone.add(d.seat);
      if (given) gone.delete(d.seat);
      return (given || t === "seat-returned") && away.delete(d.seat);
    },
  };
}

/** L2: who acts for a seat. `played` are the types of the ruleset; formats older than the tables have no bots at people's seats. */
export function checkActors({ entries, terms: { types, played } }) {
  const its = absences();
  const checks = [actors().check, exclusions(entries[0].d).note];
  let first = null;
  for (const entry of entries) {
    if (entry.a !== first?.a) first = entry;
    const problem = types ? problemOf(its, entry, first, played.has(entry.t)) : entry.by.startsWith("bot:") && NO_BOT;
    if (problem) throw new Failed(problem, {}, entry.i);
    if (!types) continue;
    checks.forEach((check) => check(entry));
    its.note(entry);
  }
}

const NO_BOT = "a bot acts, and nobody has left it this seat";

function problemOf({ away, gone }, entry, first, played) {
  const { t, d, by } = entry;
  const [who, number] = by.split(":");
  if (t === "seat-left" && (away(d.seat) || !leaves(first, d.seat))) return "a seat leaves without a flag or a resignation";
  if (t === "seat-returned" && (!away(d.seat) || gone(d.seat))) return "a seat returns that may not";
  if (who === "bot" && !(played && away(Number(number)) && !entry.sig)) return NO_BOT;
  return who === "seat" && played && away(Number(number)) ? "a seat acts while a bot plays for it" : null;
}

/** Whether an action that begins so takes a seat away. */
const leaves = ({ t, d }, seat) => (t === "time-ran-out" && d.seats.includes(seat)) || (t === "resigned" && d.seat === seat);

/** L3: what follows when a clock runs out or a seat resigns, and who comes back. */
export function checkLeaving({ entries }) {
  const its = { ...absences(), open: null, terms: entries[0].d.clock, returns: new Map() };
  for (const action of grouped(entries, ({ a }) => a).values()) action.forEach((entry, n) => checkEntry(its, action, entry, n));
}

function checkEntry(its, action, entry, n) {
  const { t, d, i } = entry;
  const refuse = (why) => new Failed(why, {}, i);
  if (n > 0 && (t === "resigned" || t === "seat-returned")) throw refuse("a seat resigns or returns in an action that it does not begin");
  if (t === "resigned" && (its.away(d.seat) || its.open !== null)) throw refuse("a seat resigns while it is away, or while a case is open");
  if (t === "resigned" || (t === "time-ran-out" && n === 0)) checkEffect(its, action, entry);
  noteCase(its, entry);
  if (!its.note(entry)) return;
  its.returns.set(d.seat, (its.returns.get(d.seat) ?? 0) + 1);
  if (its.returns.get(d.seat) > RETURNS) throw refuse("a seat returns more than three times");
}

function checkEffect({ terms }, [, ...others], { d, i }) {
  const left = others.filter(({ t }) => t !== "clock-set");
  const ends = "outcome" in d;
  const due = ends ? [] : (d.seats ?? [d.seat]);
  const good = same(left.map(({ t, d: its }) => (t === "seat-left" ? its.seat : null)), due);
  if (terms && ends !== (terms.on_time_out === "forfeit")) throw new Failed("the game does not end, or go on, as was agreed", {}, i);
  if (!good) throw new Failed("a bot takes over exactly the seats that leave, unless the game ends", {}, i);
}

function noteCase(its, { t, d }) {
  if (t === "dispute-opened") its.open = d.dispute;
  if (["dispute-withdrawn", "dispute-expired", "ruling-final"].includes(t) && its.open === d.dispute) its.open = null;
}
