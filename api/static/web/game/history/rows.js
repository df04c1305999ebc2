// The rows of the history: turns, with their events below them when unfolded, and stretches that were taken back, folded.
import { isBack } from "./turns.js";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("Ł", "L").toLowerCase();

export const isSought = ({ seat, clause, word, since }) => Boolean(seat || clause || word || since);

/** The search as a test of frames; null if everything is shown. */
export function searched(sought) {
  if (!isSought(sought)) return null;
  const { seat, clause, word, since } = sought;
  const wanted = plain(word);
  return (frame) =>
    (!seat || frame.actor === `seat:${seat}`) &&
    (!clause || frame.rules.includes(clause)) &&
    frame.version > since &&
    (!wanted || plain(frame.text).includes(wanted));
}

/**
 * [{key, kind, ...}]: kinds "chapter", "turn", "event" and "stretch". `view` is {mode, sought, open, looked}: mode "turns", "events" or
 * "chapters"; `open` says by key what the user unfolded or folded; the current row, and everything during a search, is unfolded.
 */
export function rowsOf(turns, view) {
  if (view.mode === "chapters") return turns.filter(({ title }) => title !== null).map(chapterRow);
  const visible = view.sought ? turns.filter(({ frames }) => frames.some(view.sought)) : turns;
  return runs(visible, ({ back }) => back).flatMap(({ taken, all }) => (taken ? folded(view, all, all.flatMap(({ frames }) => frames), (turn) => turnRows(turn, view)) : all.flatMap((turn) => turnRows(turn, view))));
}

const chapterRow = ({ first, title }) => ({ key: `chapter-${first}`, kind: "chapter", version: first, title });

function turnRows(turn, view) {
  const heads = turn.title !== null && (view.mode === "events" || turn.heads) ? [chapterRow(turn)] : [];
  if (view.mode === "events" || turn.frames.length === 1) return [...heads, ...eventRows(turn, view)];
  const key = `turn-${turn.first}`;
  const open = isOpen(view, key, turn.frames);
  return [...heads, { key, kind: "turn", version: turn.last, turn, open }, ...(open ? eventRows(turn, view) : [])];
}

function eventRows({ back, frames }, view) {
  const visible = view.sought ? frames.filter(view.sought) : frames;
  if (back) return visible.map(eventRow);
  return runs(visible, isBack).flatMap(({ taken, all }) => (taken ? folded(view, all, all, (frame) => [eventRow(frame)]) : all.map(eventRow)));
}

const eventRow = (frame) => ({ key: `event-${frame.version}`, kind: "event", version: frame.version, frame });

/** Events taken back are one row, until it is unfolded. */
function folded(view, all, frames, rows) {
  const key = `stretch-${frames[0].version}`;
  const open = isOpen(view, key, frames);
  return [{ key, kind: "stretch", version: frames.at(-1).version, frames, open }, ...(open ? all.flatMap(rows) : [])];
}

function isOpen({ open, looked, sought, bySeat }, key, frames) {
  const here = frames[0].version <= looked && looked <= frames.at(-1).version;
  return open.get(key) ?? (here || (Boolean(sought) && !bySeat));
}

/** Groups of adjacent frames: [{taken, all}]. */
function runs(many, test) {
  const found = [];
  for (const one of many) {
    const taken = test(one);
    if (found.at(-1)?.taken === taken) found.at(-1).all.push(one);
    else found.push({ taken, all: [one] });
  }
  return found;
}
