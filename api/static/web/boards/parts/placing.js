// Where on a stage a bubble has room, and the arrow from there to what it is about. Boxes are [x, y, width, height].

const GAP = 30;
const STEPS = 40;
const EDGE = 10;

/** The overlap of two boxes as an area. */
function overlap([x, y, width, height], [left, top, wide, high]) {
  const across = Math.min(x + width, left + wide) - Math.max(x, left);
  const down = Math.min(y + height, top + high) - Math.max(y, top);
  return Math.max(0, across) * Math.max(0, down);
}

const covered = (box, others) => others.reduce((sum, other) => sum + overlap(box, other), 0);
const grown = ([x, y, width, height], by) => [x - by, y - by, width + 2 * by, height + 2 * by];
const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];

/** The point of a box that is nearest to another. */
function nearestIn([x, y, width, height], [px, py]) {
  return [Math.min(Math.max(px, x), x + width), Math.min(Math.max(py, y), y + height)];
}

function distance(one, other) {
  const from = nearestIn(one, middleOf(other));
  const to = nearestIn(other, from);
  return Math.hypot(from[0] - to[0], from[1] - to[1]);
}

/**
 * The box of a bubble of this size on the stage: it leaves `meant` and what is `needed` now uncovered, the rest as far as it
 * can, and is as near to something that is meant as that allows. A bubble that is well placed stays where it was (`before`).
 */
export function roomFor([width, height], [across, down], { meant, needed, rest }, before) {
  const near = meant.map((box) => grown(box, GAP));
  const barred = (box) => 50 * covered(box, near) + 20 * covered(box, needed);
  if (before && before[2] === width && before[3] === height && barred(before) === 0) return before;
  const cost = (box) => barred(box) + covered(box, rest) / 400 + (meant.length ? Math.min(...meant.map((one) => distance(box, one))) : 0);
  return spots([width, height], [across, down]).map((box) => ({ box, cost: cost(box) })).reduce((one, other) => (other.cost < one.cost ? other : one)).box;
}

/** Everywhere on the stage, from its foot upwards. */
function spots([width, height], [across, down]) {
  const along = (room) => Array.from({ length: STEPS + 1 }, (_, i) => EDGE + (Math.max(0, room - 2 * EDGE) * i) / STEPS);
  return along(down - height).reverse().flatMap((y) => along(across - width).map((x) => [x, y, width, height]));
}

/** The one of `meant` that a box is nearest to. */
export function nearest(box, meant) {
  return meant.reduce((one, other) => (distance(box, other) < distance(box, one) ? other : one));
}

/** From the edge of one box to the edge of another: [from, to]. */
export function between(one, other) {
  const from = nearestIn(one, middleOf(other));
  return [from, nearestIn(other, from)];
}

/** The two paths of an arrow: its shaft, which bends aside by a part of its length, and its head at the end. */
export function arrow([[x, y], [toX, toY]], bend, size) {
  const [dx, dy] = [toX - x, toY - y];
  const [midX, midY] = [x + dx / 2 - dy * bend, y + dy / 2 + dx * bend];
  const turn = Math.atan2(toY - midY, toX - midX);
  const wing = (side) => `${Math.round(toX - size * Math.cos(turn + side))} ${Math.round(toY - size * Math.sin(turn + side))}`;
  const [footX, footY] = [toX - 0.7 * size * Math.cos(turn), toY - 0.7 * size * Math.sin(turn)].map(Math.round);
  return { shaft: `M${Math.round(x)} ${Math.round(y)}Q${Math.round(midX)} ${Math.round(midY)} ${footX} ${footY}`, head: `M${wing(0.5)}L${Math.round(toX)} ${Math.round(toY)}L${wing(-0.5)}z` };
}
