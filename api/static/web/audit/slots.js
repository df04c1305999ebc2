// Which draws the log holds, and that they use the committed slots in order, so that nobody chooses among them.
// A slot is counted through all epochs: epoch * slots + slot.
import { isNode, isOpening, isRoll, isShuffle, whole } from "./entries.js";
import { EPOCHS } from "./file.js";
import { Failed } from "./report.js";
import { followsRuling } from "./rulings.js";

/** [{entry, path, draw, at}] in the order of their slots within an entry; `at` counts slots through epochs. */
export function drawsIn(file) {
  return file.entries.flatMap((entry, i) => {
    const found = [...drawsOf(entry.d, "/d")].map(([path, draw]) => ({ entry: i, path, draw, at: slotOf(file, i, draw) }));
    return found.sort((a, b) => a.at - b.at);
  });
}

function* drawsOf(node, path) {
  if (isOpening(node)) return;
  if (isRoll(node) || isShuffle(node)) {
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
  return arrays && sides.every((side) => whole(side, 1)) && values.every(Number.isInteger);
}

function goodShuffle({ order, of, refs }) {
  if (![order, of, refs].every(Array.isArray) || (of.length && refs.length)) return false;
  return order.length === of.length + refs.length && refs.every((ref) => typeof ref === "string");
}

/** Every draw takes the slot that stands and leaves the next; taking back brings the old one again. */
export function checkOrder(file, draws, { analysis }) {
  const used = { throws: new Set(), shuffles: new Set(), highest: -1 };
  const standing = [null];
  const byEntry = new Map();
  for (const draw of draws) byEntry.set(draw.entry, [...(byEntry.get(draw.entry) ?? []), draw]);
  for (const entry of file.entries) {
    let at = moved(file, entry, standing, { ...used, byEntry }, analysis);
    for (const draw of byEntry.get(entry.i) ?? []) at = take(used, draw, at) + 1;
    standing.push(at);
  }
}

/** The slot that the draw takes; one that has served the other kind is passed over, for no stream is read in two ways. */
function take(used, { draw, at, entry }, stands) {
  const [own, others] = draw.sides ? [used.throws, used.shuffles] : [used.shuffles, used.throws];
  const due = others.has(stands) ? used.highest + 1 : stands;
  if (stands === null || at !== due) throw new Failed("it draws from slot {slot}, which is not the next one", { slot: at }, entry);
  own.add(at);
  used.highest = Math.max(used.highest, at);
  return at;
}

function moved(file, { t, d, i }, standing, { highest, byEntry }, analysis) {
  if (t === "game-started") return 0;
  if (t !== "rewound") return standing.at(-1);
  if (![undefined, "same", "fresh"].includes(d.rng)) throw new Failed("its draws are neither the same nor made anew", {}, i);
  if (d.rng !== "fresh") {
    const past = "ruling" in d && [...byEntry.keys()].some((drawn) => drawn >= d.to_version && drawn < i);
    if (past) throw new Failed("a ruling goes back past a draw and lets its slot serve again", {}, i);
    return standing[d.to_version];
  }
  if (!analysis && !followsRuling(file, i)) throw new Failed("draws are made anew without a referee's ruling", {}, i);
  return highest + 1;
}
