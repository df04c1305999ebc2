// The members of `case` in case.json, from the log and the texts beside it (docs/ledger.md, section 13).
import { isUnruled } from "./folding.js";
import { OneOf } from "./differing.js";
import { dueOf, statementsAreIn } from "./due.js";
import { timeOf } from "./times.js";

/** What only the operator can say of a text that is not there. */
const ABSENT = ["withheld", "erased"];

/** `log`: a report's file, with what L2 `found` in it; `texts`: "entry/member" -> the text there or null; `viewer`: as in the manifest. */
export function caseOf(log, desk, its, { texts, viewer }) {
  const { entries, found } = log;
  const at = (version) => timeOf(entries[version - 1].at);
  const text = (version, member) => textOf(entries[version - 1], member, texts);
  const writer = { entries, at, text, found };
  const said = (list, name, member) => list.map(({ seat, version }) => ({ seat, version, at: at(version), [name]: text(version, member) }));
  return {
    game: log.game,
    ruleset: log.ruleset,
    dispute: its.number,
    state: its.state,
    opener: its.opener,
    about: { from: its.first, to: its.last },
    clauses: its.clauses,
    wants: its.wants,
    parties: desk.parties,
    version: its.version,
    opened_at: at(its.version),
    closed: its.closed,
    closed_at: its.closed === null ? null : at(its.closed),
    claim: text(its.version, "claim_hash"),
    statements: said(its.statements, "statement", "statement_hash"),
    statements_in: !isUnruled(its) || statementsAreIn(desk, its),
    referee: its.referee,
    referees: [...desk.referees.values()].map((referee) => refereeOf(referee, its)),
    releases: desk.releases.filter(({ dispute }) => dispute === its.number).map((release) => releaseOf(writer, release)),
    rulings: desk.rulings.filter(({ said: { dispute } }) => dispute === its.number).map((ruling) => rulingOf(writer, ruling)),
    appeals: said(its.appeals, "grounds", "grounds_hash"),
    answers: said(its.answers, "answer", "answer_hash"),
    decision: its.decision && { ...its.decision, at: at(its.decision.version), findings: text(its.decision.version, "findings_hash") },
    waived: its.waivers.map(({ seat }) => seat),
    due: its.closed === null ? dueOf(desk, its) : [],
    game_version: entries.length,
    viewer,
  };
}

/** null where the entry has no such hash. */
function textOf({ i, d }, member, texts) {
  const hash = d[member];
  if (hash === undefined) return null;
  const found = texts.get(`${i}/${member}`);
  return found ? { hash, status: "shown", ...found } : { hash, status: new OneOf(ABSENT), text: null, lang: null, salt: null };
}

function refereeOf({ number, head, appointed, accepted, left }, { marked, objections }) {
  const those = (wanted) => objections.filter(({ referee, refused }) => referee === number && refused === wanted).map(({ seat }) => seat);
  return { referee: number, head, appointed, accepted, left, marked: marked.has(number), refused_by: those(true), kept_by: those(false) };
}

function releaseOf({ at, text }, { number, referee, seats, first, last, version, ended, readings }) {
  return {
    release: number, referee, seats, about: { from: first, to: last }, reason: text(version, "reason_hash"), version, at: at(version), ended,
    readings: readings.map((one) => ({ ...one, at: at(one.version) })),
  };
}

function rulingOf({ at, text, found }, { number, version, said, final }) {
  const { referee, kind, clauses, judged, remedy, penalties = [] } = said;
  return {
    ruling: number, referee, kind, clauses, judged, findings: text(version, "findings_hash"), why_not_stand: text(version, "why_hash"),
    remedy: remedy ? shownOf(remedy, found.values, `${version - 1}/d/remedy/action`) : null, penalties, version, at: at(version), final,
  };
}

/** A remedy as this viewer knows it: an action that is not disclosed to them is left out. */
function shownOf({ _sd, ...shown }, values, place) {
  return values.has(place) ? { ...shown, action: values.get(place) } : shown;
}
