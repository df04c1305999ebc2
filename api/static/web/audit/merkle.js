// Tree heads, audit paths and consistency proofs of RFC 9162, section 2.1.
import { EMPTY, equal, joined, sha256 } from "./bytes.js";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (bytes) => sha256(joined(LEAF, bytes));
const nodeHash = (left, right) => sha256(joined(NODE, left, right));

/** The root over leaf hashes. */
export async function rootOf(leaves) {
  return (await headsOf(leaves, [leaves.length])).get(leaves.length);
}

/** The roots over the first leaf hashes, for each of `sizes`: Map of size -> root. */
export async function headsOf(leaves, sizes) {
  const wanted = new Set(sizes);
  const found = new Map();
  const frontier = [];
  for (let size = 0; size <= leaves.length; size += 1) {
    if (wanted.has(size)) found.set(size, await headOver(frontier));
    if (size < leaves.length) await grow(frontier, leaves[size]);
  }
  return found;
}

/** An incremental tree: {root(size, leaf)}, where leaf(i) is called once for each leaf, unless sizes decrease. */
export function growing() {
  let frontier = [];
  let size = 0;
  const found = new Map();
  let last = Promise.resolve();

  async function root(wanted, leaf) {
    if (found.has(wanted)) return found.get(wanted);
    if (wanted < size) [frontier, size] = [[], 0];
    for (; size < wanted; size += 1) await grow(frontier, await leaf(size));
    found.set(wanted, await headOver(frontier));
    return found.get(wanted);
  }
  return { root: (wanted, leaf) => (last = last.catch(() => {}).then(() => root(wanted, leaf))) };
}

/** Append one leaf to the full subtrees [{width, hash}], the widest first. */
async function grow(frontier, leaf) {
  let last = { width: 1, hash: leaf };
  while (frontier.at(-1)?.width === last.width) {
    last = { width: 2 * last.width, hash: await nodeHash(frontier.pop().hash, last.hash) };
  }
  frontier.push(last);
}

async function headOver(frontier) {
  if (frontier.length === 0) return sha256(EMPTY);
  let hash = frontier.at(-1).hash;
  for (const { hash: left } of frontier.slice(0, -1).reverse()) hash = await nodeHash(left, hash);
  return hash;
}

/** The root of a tree of `size` to which a path leads from a leaf hash; null if the path does not fit (section 2.1.3.2). */
export async function rootFromPath(leaf, index, size, path) {
  let [hash, at, last] = [leaf, index, size - 1];
  if (index < 0 || index >= size) return null;
  for (const sibling of path) {
    if (last === 0) return null;
    const left = at % 2 === 1 || at === last;
    hash = await (left ? nodeHash(sibling, hash) : nodeHash(hash, sibling));
    if (left) [at, last] = upToLeft(at, last);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? hash : null;
}

const half = (number) => Math.floor(number / 2);

function upToLeft(at, last) {
  while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
  return [at, last];
}

/** Whether a path proves that a log of `to` entries begins with that of `from` entries (section 2.1.4.2). */
export async function continues(from, older, to, newer, path) {
  if (from === 0) return path.length === 0;
  if (from === to) return path.length === 0 && equal(older, newer);
  if (from > to) return false;
  const nodes = Number.isInteger(Math.log2(from)) ? [older, ...path] : [...path];
  if (nodes.length === 0) return false;
  const [at, last] = upTogether(from - 1, to - 1);
  const [first, second] = (await walk(nodes, at, last)) ?? [];
  return Boolean(first) && equal(first, older) && equal(second, newer);
}

function upTogether(at, last) {
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  return [at, last];
}

async function walk(nodes, at, last) {
  const [start, ...rest] = nodes;
  let [first, second] = [start, start];
  for (const node of rest) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      [first, second] = await Promise.all([nodeHash(node, first), nodeHash(node, second)]);
      [at, last] = upToLeft(at, last);
    } else second = await nodeHash(second, node);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? [first, second] : null;
}
