// The referee's desk as a log tells it (docs/ledger.md, section 13), whatever was taken back. Events are versions: an entry's number + 1.
// It does not judge the procedure: who may act, and when, is checked by `kronika verify` and the standalone verifier.
import { takenIn } from "../claims.js";

const UNRULED = ["open", "taken"];

/** Whether nobody has ruled in a case yet. */
export const isUnruled = ({ state }) => UNRULED.includes(state);

/** {entries, parties, referees: Map, cases: Map, releases, rulings}: maps by number, parties ascending. */
export function deskOf(entries) {
  const { tournament, meeting } = entries[0].d;
  const desk = { entries, parties: partiesOf(entries), ofPlace: Boolean(tournament || meeting), begun: false, opening: null, referees: new Map(), cases: new Map(), open: null, releases: [], rulings: [] };
  for (const entry of entries) STEPS.get(entry.t)?.(desk, entry.d, { version: entry.i + 1, action: entry.a, by: entry.by });
  return desk;
}

/** The seats that people took, whoever plays them now. */
function partiesOf(entries) {
  const taken = [...takenIn(entries)].filter(([, data]) => !("bot" in data));
  return taken.map(([seat]) => seat).sort((a, b) => a - b);
}

/** Whether an action stands directly after the start of a game whose tournament or meeting has referees; then the next one may too. */
function goesOnWithStart(desk, { action }) {
  const belongs = desk.ofPlace && desk.opening !== null && action <= desk.opening + 1;
  if (belongs) desk.opening = action;
  return belongs;
}

const isHere = ({ accepted, left }) => accepted !== null && left === null;

function open(desk, { dispute, seat = null, from, to, clauses, wants }, { version, by }) {
  const here = [...desk.referees.values()].filter(isHere);
  const marked = here.filter(({ fromStart }) => here.length === 1 || !fromStart);
  desk.open = {
    number: dispute, version, opener: by, seat, first: from, last: to, clauses, wants, state: "open", referee: null, taken: null, freed: null,
    closed: null, ruled: null, decision: null, marked: new Set(marked.map(({ number }) => number)), acting: here.map(({ number }) => number),
    objections: [], statements: [], waivers: [], appeals: [], answers: [],
  };
  desk.cases.set(dispute, desk.open);
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
    if (its) Object.assign(its, { state, closed: version });
    if (its === desk.open) desk.open = null;
  };
}

/** A case that somebody had is free again; one that is ruled waits as it is. */
function free(its, version) {
  Object.assign(its, { state: isUnruled(its) ? "open" : its.state, referee: null, taken: null, freed: version });
}

function leave(desk, { referee }, { version }) {
  const its = desk.referees.get(referee);
  if (its) its.left = version;
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
  if (its) Object.assign(its, { state: "ruled", ruled: desk.rulings.at(-1), referee: null, taken: null });
}

const STEPS = new Map(Object.entries({
  "game-started"(desk, data, { action }) {
    Object.assign(desk, { begun: true, opening: action });
  },
  "seat-excluded": (desk, data, moment) => goesOnWithStart(desk, moment),
  "referee-appointed"(desk, { referee, head }, moment) {
    desk.referees.set(referee, { number: referee, head, appointed: moment.version, accepted: null, left: null, fromStart: false });
    goesOnWithStart(desk, moment);
  },
  "referee-accepted"(desk, { referee }, moment) {
    const fromStart = goesOnWithStart(desk, moment) || !desk.begun;
    const its = desk.referees.get(referee);
    if (its) Object.assign(its, { accepted: moment.version, fromStart });
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
