// B2 of a bundle: what case.json and timeline.json say of the case is what the log says. The order of the desk's procedure (who may act
// in a case, and when) is not judged here, but by `kronika verify` and the standalone verifier; sentences and the assessment (B3) by
// `kronika verify` alone.
import { Failed } from "../report.js";
import { differing } from "./differing.js";
import { caseOf } from "./document.js";
import { deskOf } from "./folding.js";
import { UNDERIVED, timelineOf } from "./moments.js";

/** [message, values] if `case` has all members that follow from the log and the texts; `known`: {texts, found, viewer}, as caseOf takes it. */
export function checkCase(file, dispute, given, known) {
  const { desk, its } = folded(file, dispute);
  compare("case.json", caseOf(file, desk, its, known), given);
  return ["case {n} is as the log has it; whether everybody acted by the rules of the desk is not checked here", { n: dispute }];
}

/** [message, values] if the timeline has all members that follow from the log. */
export function checkTimeline(file, dispute, given, viewer) {
  const { its } = folded(file, dispute);
  const { moments } = given;
  const underived = Array.isArray(moments) && moments.find((moment) => !UNDERIVED.every((name) => Object.hasOwn(Object(moment), name)));
  if (underived) throw new Failed("{name} is malformed", { name: "timeline.json" });
  compare("timeline.json", timelineOf(file, its, viewer), given, UNDERIVED);
  return ["{n} moments are as the log has them; their sentences are not checked here", { n: moments.length }];
}

function folded({ entries }, dispute) {
  const desk = deskOf(entries);
  const its = desk.cases.get(dispute);
  if (!its) throw new Failed("the log has no case {n}", { n: dispute });
  return { desk, its };
}

function compare(name, derived, given, but) {
  const member = differing(derived, given, but);
  if (member !== null) throw new Failed("{name} says something else than the log: {member}", { name, member });
}
