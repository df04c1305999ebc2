// What counts as inside the disputed stretch: it begins at the version at which the first disputed action was chosen.
import { OF_THE_TABLE } from "../clock/agreed.js";

/** The first disputed action: the first of a seat with an event in the stretch; its first frame, undefined if there is none. */
export function firstDisputed(frames, { from, to }) {
  const actions = new Set(frames.slice(from - 1, to).map(({ action }) => action));
  const begins = [...actions].map((number) => frames.find(({ action }) => action === number));
  return begins.find(({ actor, type }) => /^(seat|bot):/.test(actor) && !OF_THE_TABLE.has(type));
}

/** The version before it, at which it was chosen; null if no seat's action is disputed. */
export function beforeDisputed(frames, about) {
  const first = firstDisputed(frames, about);
  return first ? first.version - 1 : null;
}

/** {from, to}: the versions that a release may cover, and that are shown. */
export function inside(frames, about) {
  const before = beforeDisputed(frames, about) ?? about.from;
  return { from: Math.max(1, Math.min(before, about.from)), to: about.to };
}
