// Where a seat is excluded (docs/ledger.md, section 16): in the action of a final ruling that says so, or, in a later game of the
// ruling's tournament, directly after the start.
import { whole } from "./entries.js";
import { Failed } from "./report.js";

const EXCLUSION = "exclusion";
const GAME = /^[0-9a-f]{32}$/;
const inLaterGame = ({ t, d }) => t === "seat-excluded" && "game" in d;

/** {note(entry)}: throws Failed for a `seat-excluded` in a wrong place. Entries are given in their order; `created` is entry 0's data. */
export function exclusions(created) {
  const its = { created, ruled: new Map(), action: [], before: [] };
  return {
    note(entry) {
      if (entry.a !== its.action[0]?.a) Object.assign(its, { before: its.action, action: [] });
      if (entry.t === "ruled") its.ruled.set(entry.d.ruling, entry.d);
      const problem = problemOf(its, entry);
      if (problem) throw new Failed(problem, {}, entry.i);
      its.action.push(entry);
    },
  };
}

function problemOf(its, entry) {
  const last = its.action.at(-1);
  if (last?.t === "seat-excluded" && !mayFollow(last, entry)) return "after a seat that is excluded only others follow, by seat, and then clocks";
  if (entry.t !== "seat-excluded") return null;
  if ("game" in entry.d || "ruling" in entry.d) return begins(its, entry.d) ? null : "a seat is excluded by a ruling of another game, and not directly after the start of a later one";
  return isRuled(its, entry.d.seat) ? null : "a seat is excluded, and no ruling that excludes it becomes final before in the same action";
}

const mayFollow = ({ d }, next) => next.t === "clock-set" || (next.t === "seat-excluded" && !("game" in d) && next.d.seat > d.seat);

/** Whether it begins its action, directly after that of the start or of another one that begins so. */
function begins({ created, action, before }, { game, ruling }) {
  const formed = GAME.test(game) && whole(ruling, 1);
  const later = created.tournament?.number > 0 && game !== created.game;
  return formed && later && action.length === 0 && before.some((entry) => entry.t === "game-started" || inLaterGame(entry));
}

function isRuled({ ruled, action }, seat) {
  const final = action.findLast(({ t }) => t === "ruling-final");
  const penalties = ruled.get(final?.d.ruling)?.penalties ?? [];
  return penalties.some((penalty) => penalty.kind === EXCLUSION && penalty.seat === seat);
}
