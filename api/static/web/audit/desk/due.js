// What an open case waits for at the time of the log's last entry (docs/ledger.md, section 13).
import { isUnruled } from "./folding.js";
import { timeOf } from "./times.js";
import { hasRemedy } from "../halts.js";

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

function rulingDue(desk, its) {
  const { at, terms } = timesOf(desk);
  const since = at(its.taken ?? its.freed ?? its.version);
  return rowOf(its.state === "open" ? "taking" : "ruling", [], its.referee, since + SECOND * terms.rule_within);
}

/** The parties that may appeal: of a ruling without a remedy, the opener and who has a penalty. */
function appellants({ parties }, { seat, ruled: { said } }) {
  const penalised = seatsOf(said.penalties ?? []);
  return hasRemedy(said) ? parties : parties.filter((party) => party === seat || penalised.includes(party));
}

/** When the last of these entries was, if all who may say something have; else the end of the time for it. */
function endOf(desk, seats, said, until) {
  const { at } = timesOf(desk);
  return without(seats, seatsOf(said)).length === 0 ? Math.min(until, Math.max(...said.map(({ version }) => at(version)))) : until;
}

function appealDue(desk, its) {
  const { at, now, terms } = timesOf(desk);
  const spoken = [...its.appeals, ...its.waivers];
  const appealed = endOf(desk, appellants(desk, its), spoken, at(its.ruled.version) + SECOND * terms.appeal_within);
  if (now < appealed) return [rowOf("appeal", without(appellants(desk, its), seatsOf(spoken)), null, appealed)];
  const answered = endOf(desk, desk.parties, its.answers, appealed + SECOND * terms.answer_within);
  if (now < answered) return [rowOf("answer", without(desk.parties, seatsOf(its.answers)), null, answered)];
  const [what, until] = [its.referee === null ? "appeal-taking" : "decision", answered + SECOND * terms.rule_within];
  return [rowOf(what, [], its.referee, until)];
}
