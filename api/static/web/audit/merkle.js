// Tree heads and audit paths of RFC 9162, section 2.1.
import { EMPTY, joined, sha256 } from "./bytes.js";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (bytes) => sha256(joined(LEAF, bytes));
const nodeHash = (left, right) => sha256(joined(NODE, left, right));

/** The root over leaf hashes. */
export async function rootOf(leaves) {
  if (leaves.length === 0) return sha256(EMPTY);
  if (leaves.length === 1) return leaves[0];
  const cut = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const [left, right] = await Promise.all([rootOf(leaves.slice(0, cut)), rootOf(leaves.slice(cut))]);
  return nodeHash(left, right);
}

/** The root that a path leads to from a leaf hash in a full tree. */
export async function climb(leaf, index, path) {
  let hash = leaf;
  for (const [level, sibling] of path.entries()) {
    const right = Math.floor(index / 2 ** level) % 2 === 1;
    hash = await (right ? nodeHash(sibling, hash) : nodeHash(hash, sibling));
  }
  return hash;
}
