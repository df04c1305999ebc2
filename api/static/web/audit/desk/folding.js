// The referee's desk as a log tells it (docs/ledger.md, section 13), whatever was taken back. Events are versions: an entry's number + 1.
// It does not judge the procedure: who may act, and when, is checked by `kronika verify` and the standalone verifier.
import { grouped } from "../../grouped.js";
import { takenIn } from "../claims.js";

const UNRULED = ["open", "taken"];
/** What stands at the start of a game beside the start itself. */
const AT_START = ["seat-excluded", "referee-appointed", "referee-accepted", "clock-set"];

/** Whether nobody has ruled in a case yet. */
export const isUnruled = ({ state }) => UNRULED.includes(state);

/** {entries, parties, referees: Map, cases: Map, releases, rulings}: maps by number, parties ascending; `ruled` of a case is its first ruling. */
export function deskOf(entries) {
  const desk = newDesk(entries);
  for (const entry of entries) noteAtDesk(desk, entry);
  return desk;
}

/** The desk before the first of these entries. */
export function newDesk(entries) {
  return { entries, parties: partiesOf(entries), started: startedIn(entries), referees: new Map(), cases: new Map(), open: null, releases: [], rulings: [] };
}

/** What makes no sense changes nothing. */
export function noteAtDesk(desk, { i, t, d, by }) {
  STEPS.get(t)?.(desk, d, { version: i + 1, by });
}

/** The seats that people took, whoever plays them now. */
function partiesOf(entries) {
  const taken = [...takenIn(entries)].filter(([, data]) => !("bot" in data));
  return taken.map(([seat]) => seat).sort((a, b) => a - b);
}

/** The version after which who accepts has done so after the start; null where all are before it. */
function startedIn(entries) {
  const { tournament, meeting } = entries[0].d;
  const start = entries.find(({ t }) => t === "game-started");
  if (!start || !(tournament || meeting)) return start ? start.i + 1 : null;
  const actions = [...grouped(entries.slice(start.i), ({ a }) => a).values()];
  const ends = actions.findIndex((action, n) => n > 0 && action.some(({ t }) => !AT_START.includes(t)));
  return ends < 0 ? null : actions[ends][0].i;
}

const isHere = ({ accepted, left }) => accepted !== null && left === null;

function open(desk, { dispute, seat = null, from, to, clauses, wants }, { version, by }) {
  const here = [...desk.referees.values()].filter(isHere);
  const marked = here.filter(({ accepted }) => here.length === 1 || (desk.started !== null && accepted > desk.started));
  desk.open = {
    number: dispute, version, opener: by, seat, first: from, last: to, clauses, wants, state: "open", referee: null, taken: null, freed: null,
    closed: null, ruled: null, decision: null, marked: new Set(marked.map(({ number }) => number)), acting: here.map(({ number }) => number),
    objections: [], statements: [], waivers: [], appeals: [], answers: [],
  };
  if (!desk.cases.has(dispute)) desk.cases.set(dispute, desk.open);
}

/** Releases in force end, those of one referee or of all. */
function endReleases(desk, version, referee = null) {
  for (const release of desk.releases) if (release.ended === null && (referee ?? release.referee) === release.referee) release.ended = version;
}

function close(state) {
  return (desk, { dispute, ruling }, { version }) => {
    endReleases(desk, version);
    const final = desk.rulings.find((it) => state === "final" && it.number === ruling);
    if (final) final.final = version;
    const its = desk.cases.get(dispute);
    if (its?.closed === null) Object.assign(its, { state, closed: version, referee: null });
    if (its === desk.open) desk.open = null;
  };
}

/** A case that somebody had is free again; one that is ruled waits as it is. */
function free(its, version) {
  Object.assign(its, { state: isUnruled(its) ? "open" : its.state, referee: null, taken: null, freed: version });
}

function leave(desk, { referee }, { version }) {
  const its = desk.referees.get(referee);
  if (its) its.left ??= version;
  endReleases(desk, version, referee);
  if (desk.open?.referee === referee) free(desk.open, version);
}

function object(refused) {
  return (desk, { dispute, referee, seat }, { version }) => {
    const its = desk.cases.get(dispute);
    its?.objections.push({ referee, seat, refused });
    if (refused && its?.referee === referee) free(its, version);
  };
}

function say(member) {
  return (desk, { dispute, seat }, { version }) => desk.cases.get(dispute)?.[member].push({ seat, version });
}

function rule(desk, data, { version }) {
  endReleases(desk, version);
  desk.rulings.push({ number: data.ruling, version, said: data, final: null });
  const its = desk.cases.get(data.dispute);
  if (its) Object.assign(its, { state: "ruled", ruled: its.ruled ?? desk.rulings.at(-1), referee: null, taken: null });
}

const STEPS = new Map(Object.entries({
  "referee-appointed"({ referees }, { referee, head }, { version }) {
    if (!referees.has(referee)) referees.set(referee, { number: referee, head, appointed: version, accepted: null, left: null });
  },
  "referee-accepted"({ referees }, { referee }, { version }) {
    const its = referees.get(referee);
    if (its) its.accepted ??= version;
  },
  "referee-dismissed": leave,
  "referee-resigned": leave,
  "referee-refused": object(true),
  "referee-kept": object(false),
  "dispute-opened": open,
  "dispute-withdrawn": close("withdrawn"),
  "dispute-expired": close("expired"),
  "ruling-final": close("final"),
  "statement-given": say("statements"),
  "case-taken"(desk, { dispute, referee }, { version }) {
    const its = desk.cases.get(dispute);
    if (its) Object.assign(its, { state: isUnruled(its) ? "taken" : its.state, referee, taken: version });
  },
  "evidence-released"(desk, { dispute, release, referee, seats, from, to }, { version }) {
    desk.releases.push({ dispute, number: release, referee, seats, first: from, last: to, version, ended: null, readings: [] });
  },
  "evidence-read"(desk, { dispute, release, seat }, { version }) {
    desk.releases.find((it) => it.dispute === dispute && it.number === release)?.readings.push({ seat, version });
  },
  ruled: rule,
  "appeal-waived": say("waivers"),
  appealed(desk, data, moment) {
    say("appeals")(desk, data, moment);
    const its = desk.cases.get(data.dispute);
    if (its) its.state = "appealed";
  },
  "appeal-answered": say("answers"),
  "appeal-decided"(desk, { dispute, referee, decision, judged }, { version }) {
    endReleases(desk, version);
    const its = desk.cases.get(dispute);
    if (its) its.decision = { decision, referee, version, judged };
  },
}));
