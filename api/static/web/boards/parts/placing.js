// Where on a stage a bubble has room, and the arrow from there to what it is about. Boxes are [x, y, width, height].

const GAP = 30;
const STEPS = 40;
const EDGE = 10;
const ROOT = 24;

/** @typedef {[number, number, number, number]} Box @typedef {[number, number]} Point */

/** The overlap of two boxes as an area. */
function overlap([x, y, width, height], [left, top, wide, high]) {
  const across = Math.min(x + width, left + wide) - Math.max(x, left);
  const down = Math.min(y + height, top + high) - Math.max(y, top);
  return Math.max(0, across) * Math.max(0, down);
}

/** @param {Box} box @param {Box[]} others */
const covered = (box, others) => others.reduce((sum, other) => sum + overlap(box, other), 0);
/** @returns {Box} */
const grown = ([x, y, width, height], by) => [x - by, y - by, width + 2 * by, height + 2 * by];
/** @returns {Point} */
const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];

/** The point of a box that is nearest to another. @returns {Point} */
function nearestIn([x, y, width, height], [px, py]) {
  return [Math.min(Math.max(px, x), x + width), Math.min(Math.max(py, y), y + height)];
}

/** @param {Box} one @param {Box} other */
export function distance(one, other) {
  const from = nearestIn(one, middleOf(other));
  const to = nearestIn(other, from);
  return Math.hypot(from[0] - to[0], from[1] - to[1]);
}

/**
 * The box of a bubble of this size on the stage: it leaves uncovered what it points at (the nearest of `meant`) and what is
 * `needed` now, what else is `choosable` and the rest as far as it can, and is as near as that allows. A bubble that is well
 * placed stays where it was (`before`). What points at nothing is near the head of the stage.
 * @param {Point} size @param {Point} stage @param {{meant: Box[], needed: Box[], choosable: Box[], rest: Box[]}} there @param {Box | null} before
 * @returns {Box}
 */
export function roomFor([width, height], [across, down], { meant, needed, choosable, rest }, before) {
  const barred = (box) => covered(box, needed) + (meant.length ? covered(box, [grown(nearest(box, meant), GAP)]) : 0);
  if (before && before[2] === width && before[3] === height && barred(before) === 0) return before;
  const away = (box) => (meant.length ? distance(box, nearest(box, meant)) : box[1]);
  const cost = (box) => 20 * barred(box) + covered(box, choosable) / 4 + covered(box, rest) / 400 + away(box);
  return spots([width, height], [across, down]).map((box) => ({ box, cost: cost(box) })).reduce((one, other) => (other.cost < one.cost ? other : one)).box;
}

/** Everywhere on the stage. @returns {Box[]} */
function spots([width, height], [across, down]) {
  const along = (room) => Array.from({ length: STEPS + 1 }, (_, i) => EDGE + (Math.max(0, room - 2 * EDGE) * i) / STEPS);
  return along(down - height).flatMap((y) => along(across - width).map((x) => /** @type {Box} */ ([x, y, width, height])));
}

/** The one of `meant` that a box is nearest to. @param {Box} box @param {Box[]} meant */
export function nearest(box, meant) {
  return meant.reduce((one, other) => (distance(box, other) < distance(box, one) ? other : one));
}

/** From the edge of one box to the edge of another. @param {Box} one @param {Box} other @returns {[Point, Point]} */
export function between(one, other) {
  const from = nearestIn(one, middleOf(other));
  return [from, nearestIn(other, from)];
}

/** The tail of a bubble: it grows out of the edge of one box, and its point touches another. */
export function tail(one, other) {
  const [[x, y], [toX, toY]] = between(grown(one, -1.5 * ROOT), other);
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [across, down] = [((toY - y) * ROOT) / length, ((x - toX) * ROOT) / length];
  return `M${rounded([x + across, y + down])}L${rounded([toX, toY])}L${rounded([x - across, y - down])}z`;
}

const rounded = (point) => point.map(Math.round).join(" ");

/** The two paths of an arrow: its shaft, which bends aside by a part of its length, and its head at the end. */
export function arrow([[x, y], [toX, toY]], bend, size) {
  const [dx, dy] = [toX - x, toY - y];
  const [midX, midY] = [x + dx / 2 - dy * bend, y + dy / 2 + dx * bend];
  const turn = Math.atan2(toY - midY, toX - midX);
  const back = (part, side) => rounded([toX - part * size * Math.cos(turn + side), toY - part * size * Math.sin(turn + side)]);
  return { shaft: `M${rounded([x, y])}Q${rounded([midX, midY])} ${back(0.7, 0)}`, head: `M${back(1, 0.5)}L${rounded([toX, toY])}L${back(1, -0.5)}z` };
}
