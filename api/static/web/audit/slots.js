// Which draws the log holds, and that they use the committed slots in order, so that nobody chooses among them.
// A slot is counted through all epochs: epoch * slots + slot.
import { EPOCHS } from "./file.js";
import { Failed } from "./report.js";

const ROLL = "epoch,sides,slot,values";
const SHUFFLE = "epoch,of,order,refs,slot";
const isNode = (value) => value !== null && typeof value === "object";
const whole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;

/** [{entry, path, draw, at}] in the order of their slots within an entry; `at` counts slots through epochs. */
export function drawsIn(file) {
  return file.entries.flatMap((entry, i) => {
    const found = [...drawsOf(entry.d, "/d")].map(([path, draw]) => ({ entry: i, path, draw, at: slotOf(file, i, draw) }));
    return found.sort((a, b) => a.at - b.at);
  });
}

function* drawsOf(node, path) {
  const keys = Array.isArray(node) ? "" : Object.keys(node).sort().join();
  if (keys === ROLL || keys === SHUFFLE) {
    yield [path, node];
    return;
  }
  for (const [step, item] of Object.entries(node)) if (isNode(item)) yield* drawsOf(item, `${path}/${step}`);
}

function slotOf(file, i, draw) {
  const placed = whole(draw.epoch, 0, EPOCHS - 1) && whole(draw.slot, 0, file.slots - 1);
  if (!placed || !(draw.sides ? goodRoll(draw) : goodShuffle(draw))) throw new Failed("its draw is malformed", {}, i);
  return draw.epoch * file.slots + draw.slot;
}

function goodRoll({ sides, values }) {
  const arrays = Array.isArray(sides) && Array.isArray(values) && sides.length === values.length;
  return arrays && sides.every((side) => whole(side, 1, Number.MAX_SAFE_INTEGER)) && values.every(Number.isInteger);
}

function goodShuffle({ order, of, refs }) {
  if (![order, of, refs].every(Array.isArray) || (of.length && refs.length)) return false;
  return order.length === of.length + refs.length && refs.every((ref) => typeof ref === "string");
}

/** Every draw takes the slot that stands and leaves the next; taking back brings the old one again. */
export function checkOrder(file, draws) {
  const standing = [null];
  let highest = -1;
  file.entries.forEach((entry, i) => {
    let at = moved(file, entry, standing, highest);
    for (const draw of draws.filter((one) => one.entry === i)) {
      if (draw.at !== at) throw new Failed("it draws from slot {slot}, which is not the next one", { slot: draw.at }, i);
      highest = Math.max(highest, at);
      at += 1;
    }
    standing.push(at);
  });
}

function moved(file, { t, d }, standing, highest) {
  if (t === "game-started") return d.epoch * file.slots;
  if (t !== "rewound") return standing.at(-1);
  return d.rng === "fresh" ? highest + 1 : standing[d.to_version];
}
