// Checks dice and shuffles: they follow from keys that were committed before, mixed with a seed of every player.
import { equal, fromB64, fromB64u, fromHex, hmacWith, joined, same, sha256, u32, utf8 } from "./bytes.js";
import { leafHash, rootFromPath } from "./merkle.js";
import { Failed, Missing } from "./report.js";
import { cardOf, isEarlier } from "./commitments.js";
import { checkOrder } from "./slots.js";

const UNKNOWN = Symbol("not disclosed");
const BLOCKS = 255;
const ALL = 2n ** 64n;

/**
 * [message, values] if every draw of the log follows from the keys and the seeds of the table's seating; Missing if
 * some keys are not opened yet.
 */
export async function checkDraws(file, found, table) {
  const { draws } = found;
  checkOrder(file, found, table);
  draws.forEach((one) => checkRefs(found, one));
  const keys = await openedKeys(file, draws);
  const mixes = await Promise.all(file.roots.map((_, epoch) => mixOf(file, epoch, table.seeds)));
  const verdicts = [];
  for (const one of draws) verdicts.push(await checkDraw(file, found, keys, mixes, one));
  const open = verdicts.filter((verdict) => verdict === "").length;
  const values = { open, all: draws.length, n: draws.length, keys: keys.size };
  if (open < draws.length) throw new Missing(verdicts.find((verdict) => verdict !== ""), values);
  return ["{n} draws checked; opened keys: {keys}", values];
}

function checkRefs(found, { entry, draw }) {
  const of = draw.refs?.find((ref) => !isEarlier(found, entry, ref));
  if (of !== undefined) throw new Failed("it shuffles {of}, where nothing was committed", { of }, entry);
}

async function openedKeys(file, draws) {
  const drawn = new Set(draws.map(({ at }) => at));
  const keys = new Map();
  for (const { epoch, slot, key, path } of file.draws) {
    const at = epoch * file.slots + slot;
    if (!drawn.has(at) || keys.has(at)) throw new Failed("the key of slot {slot} belongs to no draw", { slot: at });
    const leaf = await leafHash(joined(label(file, "gamelog/v1/draw-key\n", epoch, slot), fromB64u(key, 32)));
    const root = await rootFromPath(leaf, slot, file.slots, path.map((node) => fromB64(node, 32)));
    if (!root || !equal(root, file.roots[epoch])) throw new Failed("the key of slot {slot} is not the committed one", { slot: at });
    keys.set(at, fromB64u(key, 32));
  }
  return keys;
}

function label(file, text, epoch, slot) {
  return joined(utf8(text), fromHex(file.game), u32(epoch), u32(slot));
}

/** The players' contribution to an epoch: the seeds of all seats that opened one. */
function mixOf(file, epoch, seeds) {
  const parts = [...seeds].sort(([a], [b]) => a - b).flatMap(([seat, seed]) => [Uint8Array.of(seat), fromB64u(seed, 32)]);
  const head = joined(utf8("gamelog/v1/mix\n"), fromHex(file.game), u32(epoch), file.roots[epoch]);
  return sha256(joined(head, Uint8Array.of(seeds.size), ...parts));
}

/** "" if the draw follows from its key, or why that cannot be checked; throws Failed if it does not. */
async function checkDraw(file, found, keys, mixes, { entry, path, draw, at }) {
  if (!keys.has(at) && draw.sides) throw new Failed("the key of its throw is not in the file", {}, entry);
  if (!keys.has(at)) return "draws checked: {open} of {all}; keys of shuffles are opened when the game is over";
  const words = await wordsOf(keys.get(at), mixes[draw.epoch], label(file, "gamelog/v1/draw\n", draw.epoch, draw.slot));
  if (draw.order) return checkShuffle(found, words, entry, path, draw);
  for (const [n, sides] of draw.sides.entries()) {
    const due = 1 + (await below(words, sides));
    if (due !== draw.values[n]) throw new Failed("die {n} shows {shown}; the keys give {due}", { n: n + 1, shown: draw.values[n], due }, entry);
  }
  return "";
}

async function checkShuffle(found, words, entry, path, draw) {
  const before = draw.of.length ? draw.of : draw.refs.map((ref) => cardOf(valueAt(found, ref)));
  const after = draw.order.map((_, n) => valueAt(found, `${entry}${path}/order/${n}`));
  let unknown = false;
  for (const [n, source] of (await permutation(words, before.length)).entries()) {
    if (before[source] === UNKNOWN || after[n] === UNKNOWN) unknown = true;
    else if (!same(before[source], after[n])) throw new Failed("place {n} of the shuffle does not follow from the keys", { n }, entry);
  }
  return unknown ? "draws checked: {open} of {all}; some places of a shuffle are not disclosed to you" : "";
}

function valueAt(found, place) {
  return found.values.has(place) ? found.values.get(place) : UNKNOWN;
}

async function permutation(words, size) {
  const places = Array.from({ length: size }, (_, i) => i);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = await below(words, last + 1);
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}

/** HKDF-SHA256 (RFC 5869) read as 8-byte numbers, expanded as it is read. */
async function wordsOf(key, mix, info) {
  const extract = await hmacWith(mix);
  const expand = await hmacWith(await extract(key));
  let block = new Uint8Array();
  let held = [];
  let counter = 0;
  return async function next() {
    if (held.length === 0) {
      if (++counter > BLOCKS) throw new Failed("one draw takes more of its stream than there is");
      block = await expand(joined(block, info, Uint8Array.of(counter)));
      const view = new DataView(block.buffer);
      held = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
    }
    return held.shift();
  };
}

/** Uniform in 0..m-1: words beyond the last full multiple of m are skipped. */
async function below(next, m) {
  const limit = ALL - (ALL % BigInt(m));
  for (;;) {
    const word = await next();
    if (word < limit) return Number(word % BigInt(m));
  }
}
