// Where everything lies on the stage of Romans Go Home!: by the shape of the stage, the number of clans and whether one of them is
// the viewer's. None of it depends on what has happened, so nothing moves by content.

/** @typedef {{y: number, height: number, own: boolean, card: {y: number, scale: number}, forts: [number, number, number, number], chip: number, gone: {x: number, y: number, scale: number}}} Lane */

export const PLACES = 6;
const GAP = 8;

/** The middles of the columns, and the base of the wall. */
const WIDE = { column: (place) => 382 + 165 * (place - 1), step: 165, wall: { y: 118, scale: 1, name: 222 }, inner: [14, 1572] };
const TALL = { column: (place) => 80 + 124 * (place - 1), step: 124, wall: { y: 170, scale: 0.9, name: 256 }, inner: [8, 764] };

/** Heights of the lanes by the number of clans: {others, own}; and of all of them if none is the viewer's. */
const HEIGHTS = {
  wide: { own: { 2: [238, 268], 3: [152, 202], 4: [112, 172] }, seen: { 2: 300, 3: 244, 4: 181 }, from: 240 },
  tall: { own: { 2: [320, 400], 3: [280, 356], 4: [213, 280] }, seen: { 2: 400, 3: 350, 4: 266 }, from: 268 },
};

/** All places of one drawing: `lanes` in the order of `clans`, the viewer's last. */
export function placesFor({ tall }, count, playing) {
  const { column, step, wall, inner } = tall ? TALL : WIDE;
  const { own, seen, from } = HEIGHTS[tall ? "tall" : "wide"];
  const heights = Array.from({ length: count }, (_, i) => (playing ? own[count][i === count - 1 ? 1 : 0] : seen[count]));
  const tops = heights.map((_, i) => from + heights.slice(0, i).reduce((sum, height) => sum + height + GAP, 0));
  const lanes = heights.map((height, i) => (tall ? tallLane : wideLane)(tops[i], height, playing && i === count - 1));
  return { tall, column, step, wall, inner, lanes, hand: tall ? TALL_HAND : WIDE_HAND };
}

/** At most seven cards about a middle, each a step from the next. */
const WIDE_HAND = { x: 795, step: 138, y: 892, scale: 1.24 };
const TALL_HAND = { x: 390, step: 109, y: 1288, scale: 1 };

/** A clan's plate at the left, its line in the columns, and at the right what it has captured and lost. */
function wideLane(y, height, own) {
  const scale = Math.min(1.42, (height - (own ? 26 : 14)) / 124);
  const chip = own ? 1.1 : 0.92;
  return { y, height, own, plate: [14, y, 276, height], card: { y: y + height / 2, scale }, forts: [1302, y + 8, 264, height - 58], chip, gone: { x: 1302, y: y + height - 26, scale: 0.92 } };
}

/** A clan's plate above its line, and beneath it what it has captured and lost. */
function tallLane(y, height, own) {
  const scale = own ? Math.min(1.12, (height - 160) / 124) : Math.min(1.12, (height - 108) / 124);
  const line = y + 54 + 62 * scale;
  const foot = line + 62 * scale + 7;
  const chip = own ? 1.15 : height > 250 ? 1.1 : 0.88;
  const forts = own ? [18, foot, 744, 54] : [18, foot, 440, 47 * chip];
  const gone = own ? { x: 18, y: foot + 76, scale: 0.9 } : { x: 470, y: foot + 23 * chip, scale: 0.9 };
  return { y, height, own, plate: [8, y, 764, 50], card: { y: line, scale }, forts, chip, gone };
}
