// The versions that a film shows, and its duration.
import { STEP, stops } from "../theatre/playhead.js";

export const LONGEST = 30;
/** The last picture stays longer, before the film repeats. */
const END = 2000;
/** GIF delays have a resolution of 10 ms. */
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

/** The earliest beginning of a film that ends at `to`. */
export function earliest(frames, to, speed) {
  const from = stops(frames).find((version) => version >= beginning(frames) && planned(frames, version, to, speed).seconds <= LONGEST);
  return Math.min(from ?? to, to);
}
