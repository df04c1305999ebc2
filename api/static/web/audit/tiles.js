// Consistency proofs from the tiles of a log (c2sp.org/tlog-tiles, height 8). Nothing here is trusted: `continues` checks the path.
import { Failed } from "./report.js";
import { rootOf } from "./merkle.js";

const HEIGHT = 8;
const WIDTH = 2 ** HEIGHT;
const HASH = 32;
const GROUP = 1000;

/** The name of a tile: `0/x001/234`, or `0/x001/234.p/7` of one with fewer than 256 hashes. */
export function tileName(level, index, width) {
  const groups = [String(index % GROUP).padStart(3, "0")];
  for (let rest = Math.floor(index / GROUP); rest > 0; rest = Math.floor(rest / GROUP)) groups.unshift(`x${String(rest % GROUP).padStart(3, "0")}`);
  return `${level}/${groups.join("/")}${width < WIDTH ? `.p/${width}` : ""}`;
}

/**
 * The path (RFC 9162, section 2.1.4) from a log of `from` leaves, at least one, to one of `to`; `read(level, index, width)` returns the
 * bytes of a tile.
 */
export async function consistencyFrom(from, to, read) {
  const held = new Map();
  const tile = (level, index) => {
    const name = `${level}/${index}`;
    if (!held.has(name)) held.set(name, hashesOf(read, level, index, to));
    return held.get(name);
  };
  return Promise.all(rangesOf(from, 0, to, true).map(([low, high]) => rootOver(tile, low, high)));
}

/** The ranges of leaves whose roots make the path. */
function rangesOf(from, low, high, whole) {
  if (from === high) return whole ? [] : [[low, high]];
  const middle = low + cut(high - low);
  if (from <= middle) return [...rangesOf(from, low, middle, whole), [middle, high]];
  return [...rangesOf(from, middle, high, false), [low, middle]];
}

/** The largest power of two below a number. */
function cut(count) {
  let half = 1;
  while (2 * half < count) half *= 2;
  return half;
}

async function rootOver(tile, low, high) {
  const count = high - low;
  const height = Math.log2(count);
  if (Number.isInteger(height)) return subtree(tile, height, low / count);
  const middle = low + cut(count);
  return rootOf(await Promise.all([rootOver(tile, low, middle), rootOver(tile, middle, high)]));
}

/** The root of the full subtree of this height, and of this number among those. */
async function subtree(tile, height, number) {
  const level = Math.floor(height / HEIGHT);
  const wide = 2 ** (height % HEIGHT);
  const first = number * wide;
  const hashes = await tile(level, Math.floor(first / WIDTH));
  return rootOf(hashes.slice(first % WIDTH, (first % WIDTH) + wide));
}

async function hashesOf(read, level, index, size) {
  const width = Math.min(WIDTH, Math.floor(size / WIDTH ** level) - WIDTH * index);
  const bytes = await read(level, index, width);
  if (bytes.length < HASH * width) throw new Failed("a part of the service's log is too short");
  return Array.from({ length: width }, (_, n) => bytes.slice(HASH * n, HASH * (n + 1)));
}
