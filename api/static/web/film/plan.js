// Which versions a film shows, and how long it is.
import { STEP, stops } from "./playhead.js";

export const LONGEST = 30;
/** The last picture stays, before a film begins anew. */
const END = 2000;
/** Hundredths of a second are what a GIF counts in. */
const TICK = 10;

/** The first version with something on the board. */
export const beginning = (frames) => frames.find(({ type }) => type === "game-started")?.version ?? 1;

/** {pictures: [{version, delay}], seconds}: an action is one picture, shown for `delay` milliseconds. */
export function planned(frames, from, to, speed) {
  const versions = stops(frames).filter((version) => version >= from && version < to).concat(to);
  const delay = Math.round(STEP / speed / TICK) * TICK;
  const pictures = versions.map((version) => ({ version, delay: version === to ? END : delay }));
  return { pictures, seconds: pictures.reduce((all, one) => all + one.delay, 0) / 1000 };
}

/** Where a film that ends at `to` begins at the earliest. */
export function earliest(frames, to, speed) {
  const from = stops(frames).find((version) => version >= beginning(frames) && planned(frames, version, to, speed).seconds <= LONGEST);
  return Math.min(from ?? to, to);
}
