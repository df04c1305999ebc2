// timeline.json but for its `text` and `known`, from the log (docs/ledger.md, section 13).
import { lineOf } from "../timeline.js";
import { timeOf } from "./times.js";

/** Types of the table and the desk that count although they were taken back. */
const LASTING = new Set([
  "agreed", "appeal-answered", "appeal-decided", "appeal-waived", "appealed", "call-answered", "call-closed", "case-taken", "clock-set",
  "dispute-expired", "dispute-opened", "dispute-withdrawn", "evidence-read", "evidence-released", "game-resumed", "game-suspended",
  "game-voided", "judge-called", "referee-accepted", "referee-appointed", "referee-dismissed", "referee-kept", "referee-refused",
  "referee-resigned", "resigned", "result-set", "ruled", "rules-changed", "ruling-final", "seat-claimed", "seat-excluded", "seat-left", "seat-reassigned",
  "seat-returned", "statement-given", "time-held", "time-ran-out",
]);

/** The members of timeline.json; its moments without `text` and `known`. */
export function timelineOf(file, its, viewer) {
  const { entries } = file;
  const last = its.closed ?? entries.length;
  const { counts } = lineOf(entries);
  const moments = entries.slice(its.first - 1, last).map((entry) => momentOf(entries, entry, its, counts));
  return { game: file.game, ruleset: file.ruleset, dispute: its.number, about: { from: its.first, to: its.last }, version: last, viewer, moments };
}

function momentOf(entries, entry, { last }, counts) {
  const { i, at, t, by, a, r } = entry;
  const version = i + 1;
  return {
    version, at: timeOf(at), type: t, actor: by, action: a, think_ms: thoughtOf(entries[i - 1], entry), rules: r,
    disputed: version <= last, taken_back: !counts(version, entries.length) && !LASTING.has(t),
  };
}

/** How long a seat took for the action that an entry begins; null for all others. */
function thoughtOf(before, { a, by, at }) {
  return before && before.a !== a && by.startsWith("seat:") ? at - before.at : null;
}
