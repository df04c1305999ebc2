// The frames of a replay by turns, from a frame that begins one to the next: the content of the history's lines.
import { isUnsaid } from "../../clock/unsaid.js";

const TAKEN_BACK = "taken-back";
export const isBack = (frame) => frame.marks.includes(TAKEN_BACK);

/**
 * [{first, last, seat, title, heads, frames, back}]: `seat` is whose turn it is, null for nobody's; `heads` whether it begins
 * a chapter of several turns that is nobody's own; `back` whether all of it was taken back. `leadsTo(version)` returns where an undo leads.
 */
export function turnsOf(frames, chapters, leadsTo) {
  const titles = new Map(chapters.map(({ version, title }) => [version, title]));
  const turns = [];
  for (const frame of frames) {
    if (begins(frame, turns.at(-1), leadsTo)) turns.push({ first: frame.version, seat: frame.turn || null, title: titles.get(frame.version) ?? null, frames: [], last: 0 });
    const turn = turns.at(-1);
    turn.last = frame.version;
    if (!isUnsaid(frame)) turn.frames.push(frame);
  }
  return turns.map((turn, i) => ({ ...turn, heads: turn.title !== null && turn.seat === null && turns[i + 1]?.title === null, back: turn.frames.every(isBack) }));
}

/** An undo to before the beginning of a turn begins another one. */
function begins(frame, turn, leadsTo) {
  if (!turn || frame.turn !== undefined) return true;
  return frame.type === "rewound" && leadsTo(frame.version) < turn.first - 1;
}

const counting = ({ frames, back }) => (back ? frames : frames.filter((frame) => !isBack(frame)));

/** The frames that summarise the turn: its headlines, or its last event. */
export function headlines(turn) {
  const counted = counting(turn);
  const found = counted.filter(({ headline }) => headline);
  return (found.length ? found : counted.slice(-1)).map(({ text }) => text).join(" ");
}

/** The versions of a turn that count, or all of one that was taken back. */
export const versionsOf = (turn) => counting(turn).map(({ version }) => version);

/** The last version of this seat before others acted last, 0 if it has not acted: everything after it is new to the seat. */
export function lastTurnOf(frames, seat) {
  const own = (frame) => frame.actor === `seat:${seat}`;
  const others = frames.findLastIndex((frame) => frame.actor.startsWith("seat:") && !own(frame));
  return frames.slice(0, others + 1).findLast(own)?.version ?? 0;
}
