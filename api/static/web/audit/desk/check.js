// B2 of a bundle: what its files say of the case is what the log says. The order of the desk's procedure (who may act in a case, and
// when) is not judged here, but by `kronika verify` and the standalone verifier; sentences and the assessment (B3) by `kronika verify`
// alone.
import { isObject, only } from "../entries.js";
import { Failed } from "../report.js";
import { differing } from "./differing.js";
import { caseOf } from "./document.js";
import { deskOf } from "./folding.js";
import { timelineOf } from "./moments.js";
import { textsByPlace } from "./texts.js";

/** The viewers that are neither a seat nor a referee. */
const NEITHER = ["organiser", "auditor", "spectator"];

/** [message, values] if `case` of case.json has all members that follow from the log and the texts; `log` is the report's file with `found`. */
export function checkCase(log, { dispute, viewer, case: given, texts }) {
  const { desk, its } = folded(log, dispute);
  if (!viewersOf(log, desk).includes(viewer)) throw new Failed("there is no such viewer: {viewer}", { viewer: viewer.slice(0, 30) });
  compare("case.json", caseOf(log, desk, its, { viewer, texts: textsByPlace(texts) }), given);
  return ["case {n} is as the log has it; whether everybody kept the procedure of the desk is not checked here", { n: dispute }];
}

/** [message, values] if the timeline has all members that follow from the log. */
export function checkTimeline(log, { dispute, viewer }, given) {
  const { its } = folded(log, dispute);
  compare("timeline.json", timelineOf(log, its, viewer), withoutSentences(given));
  return ["{n} moments are as the log has them; their sentences are not checked here", { n: given.moments.length }];
}

/** [message, values] if there is a name, or none, for each seat and referee; which one is the operator's word. */
export function checkNames(log, given) {
  const { referees } = deskOf(log.entries);
  const formed = isObject(given) && only(given, ["seats", "referees"]) && areNames(given.seats, seatsOf(log)) && areNames(given.referees, [...referees.keys()]);
  if (!formed) throw new Failed("{name} is malformed", { name: "names.json" });
  return ["names of seats and referees: the operator's word", {}];
}

const seatsOf = ({ seatCount }) => Array.from({ length: seatCount }, (_, n) => n + 1);

/** Everybody who may have a bundle of this game; which of them it is, is the operator's word. */
function viewersOf(log, { referees }) {
  return [...NEITHER, ...seatsOf(log).map((seat) => `seat:${seat}`), ...[...referees.keys()].map((referee) => `referee:${referee}`)];
}

const areNames = (names, numbers) => isObject(names) && only(names, numbers.map(String)) && Object.values(names).every((name) => name === null || typeof name === "string");

function folded({ entries }, dispute) {
  const desk = deskOf(entries);
  const its = desk.cases.get(dispute);
  if (!its) throw new Failed("the log has no case {n}", { n: dispute });
  return { desk, its };
}

/** The timeline without what only rules and sentences can tell. */
function withoutSentences(timeline) {
  const moments = Array.isArray(timeline?.moments) ? timeline.moments : [];
  if (!moments.every((moment) => isObject(moment) && isObject(moment.text) && Array.isArray(moment.known))) throw new Failed("{name} is malformed", { name: "timeline.json" });
  return { ...timeline, moments: moments.map(({ text, known, ...derived }) => derived) };
}

function compare(name, derived, given) {
  const member = differing(derived, given);
  if (member !== null) throw new Failed("{name} says something else than the log: {member}", { name, member });
}
