// What an open case waits for at the time of the log's last entry (docs/ledger.md, section 13).
import { isUnruled } from "./folding.js";
import { timeOf } from "./times.js";
import { hasRemedy } from "../rulings.js";

const SECOND = 1000;

const seatsOf = (list) => list.map(({ seat }) => seat);
const without = (seats, others) => seats.filter((seat) => !others.includes(seat));

const timesOf = ({ entries }) => ({ at: (version) => entries[version - 1].at, now: entries.at(-1).at, terms: entries[0].d.disputes ?? {} });

/** The parties that can still give a statement. */
const silent = ({ parties }, its) => without(parties, [...seatsOf(its.statements), its.seat]);

/** Until when statements are taken. */
function statementsUntil(desk, its) {
  const { at, terms } = timesOf(desk);
  return at(its.version) + SECOND * terms.answer_within;
}

/** Whether every other party has given its statement, or the time for them is over. */
export function statementsAreIn(desk, its) {
  return silent(desk, its).length === 0 || timesOf(desk).now >= statementsUntil(desk, its);
}

const rowOf = (what, seats, referee, at) => ({ what, seats, referee, at: timeOf(at) });

/** [{what, seats, referee, at}] of an open case. */
export function dueOf(desk, its) {
  return isUnruled(its) ? [...statementsDue(desk, its), ...refusalsDue(desk, its), rulingDue(desk, its)] : appealDue(desk, its);
}

function statementsDue(desk, its) {
  return statementsAreIn(desk, its) ? [] : [rowOf("statement", silent(desk, its), null, statementsUntil(desk, its))];
}

function refusalsDue(desk, its) {
  const { at, now, terms } = timesOf(desk);
  if (its.state !== "taken" || !its.marked.has(its.referee) || !canBeReplaced(desk, its)) return [];
  const until = at(its.taken) + SECOND * terms.answer_within;
  const spoken = its.objections.filter(({ referee, refused }) => refused || referee === its.referee);
  const seats = without(desk.parties, seatsOf(spoken));
  return seats.length === 0 || now >= until ? [] : [rowOf("refusal", seats, null, until)];
}

/** Whether another who did not open the case may act in it; for a head referee, another head. */
function canBeReplaced({ referees }, { referee, acting, opener, objections }) {
  const { head } = referees.get(referee);
  const refused = objections.filter((one) => one.refused).map((one) => one.referee);
  const others = without(acting, [referee, ...refused]).map((number) => referees.get(number));
  return others.some((other) => other.left === null && (other.head || !head) && opener !== `referee:${other.number}`);
}

/** When a case expires in which nobody has ruled. */
function ruledUntil(desk, its) {
  const { at, terms } = timesOf(desk);
  return at(its.taken ?? its.freed ?? its.version) + SECOND * terms.rule_within;
}

const rulingDue = (desk, its) => rowOf(its.state === "open" ? "taking" : "ruling", [], its.referee, ruledUntil(desk, its));

/** The parties that may appeal: of a ruling without a remedy, the opener and who has a penalty. */
function appellants({ parties }, { seat, ruled: { said } }) {
  const penalised = seatsOf(said.penalties ?? []);
  return hasRemedy(said) ? parties : parties.filter((party) => party === seat || penalised.includes(party));
}

/** When the last of these entries was, if all who may say something have; else the end of the time for it. */
function endOf(desk, seats, said, until) {
  const { at } = timesOf(desk);
  const all = said.length > 0 && without(seats, seatsOf(said)).length === 0;
  return all ? Math.min(until, at(Math.max(...said.map(({ version }) => version)))) : until;
}

/** {appealed, answered, decided}: when the times to appeal, to answer and to decide are over after the first ruling, or were. */
function periodsOf(desk, its) {
  const { at, terms } = timesOf(desk);
  const appealed = endOf(desk, appellants(desk, its), spokenIn(its), at(its.ruled.version) + SECOND * terms.appeal_within);
  const answered = endOf(desk, desk.parties, its.answers, appealed + SECOND * terms.answer_within);
  return { appealed, answered, decided: answered + SECOND * terms.rule_within };
}

const spokenIn = ({ appeals, waivers }) => [...appeals, ...waivers];

/** When the table ends an open case if nobody does anything more: it expires, or its ruling becomes final. */
export function endsAt(desk, its) {
  if (isUnruled(its)) return ruledUntil(desk, its);
  const { appealed, decided } = periodsOf(desk, its);
  return its.appeals.length > 0 ? decided : appealed;
}

function appealDue(desk, its) {
  const { now } = timesOf(desk);
  const { appealed, answered, decided } = periodsOf(desk, its);
  if (now < appealed) return [rowOf("appeal", without(appellants(desk, its), seatsOf(spokenIn(its))), null, appealed)];
  if (now < answered) return [rowOf("answer", without(desk.parties, seatsOf(its.answers)), null, answered)];
  return [rowOf(its.referee === null ? "appeal-taking" : "decision", [], its.referee, decided)];
}
