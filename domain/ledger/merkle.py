"""The Merkle tree of a log (RFC 9162, section 2): roots, and proofs that an entry or an older log is in it.

All functions work on *leaf hashes*; `leaf_hash` makes one from an entry's bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(entry: bytes) -> bytes:
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


class Frontier(msgspec.Struct, frozen=True):
    """The roots of the full subtrees at the right edge, largest first: enough to append to the log."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    def append(self, leaf: bytes) -> Frontier:
        """The frontier with one more leaf hash."""
        peaks, size = self.peaks, self.size
        while size & 1:
            leaf = node_hash(peaks[-1], leaf)
            peaks, size = peaks[:-1], size >> 1
        return Frontier(self.size + 1, (*peaks, leaf))

    def extend(self, leaves: Iterable[bytes]) -> Frontier:
        frontier = self
        for leaf in leaves:
            frontier = frontier.append(leaf)
        return frontier

    def root(self) -> bytes:
        """The head of the log so far."""
        if not self.peaks:
            return EMPTY_ROOT
        root = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            root = node_hash(peak, root)
        return root


def levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """Every level of the tree, leaves first. A node without a sibling goes up as it is."""
    rows = [list(leaves)]
    while len(row := rows[-1]) > 1:
        pairs = zip(row[::2], row[1::2], strict=False)
        rows.append([node_hash(a, b) for a, b in pairs] + row[len(row) & ~1 :])
    return rows


def tree_root(leaves: Sequence[bytes]) -> bytes:
    return levels(leaves)[-1][0] if leaves else EMPTY_ROOT


def split(size: int) -> int:
    """The largest power of two below `size`: where RFC 9162 cuts a tree in two."""
    return 1 << ((size - 1).bit_length() - 1)


def inclusion_ranges(index: int, size: int) -> list[tuple[int, int]]:
    """The leaves `low` .. `high` - 1 under each hash of an inclusion proof, in its order (section 2.1.3.1)."""
    if not 0 <= index < size:
        raise IndexError(f"no leaf {index} in a tree of {size}")
    ranges, low, high = [], 0, size
    while high - low > 1:
        middle = low + split(high - low)
        if index < middle:
            ranges.append((middle, high))
            high = middle
        else:
            ranges.append((low, middle))
            low = middle
    return ranges[::-1]


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Proof that leaf `index` is in the tree of all `leaves`."""
    return [tree_root(leaves[low:high]) for low, high in inclusion_ranges(index, len(leaves))]


def path_root(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root of a tree of `size` to which `path` leads from this leaf hash; None if the path does not fit."""
    if not 0 <= index < size:
        return None
    node, position, last = leaf, index, size - 1
    for sibling in path:
        if last == 0:
            return None
        if position & 1 or position == last:
            node = node_hash(sibling, node)
            while position and not position & 1:
                position, last = position >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        position, last = position >> 1, last >> 1
    return node if last == 0 else None


def consistency_ranges(old_size: int, size: int) -> list[tuple[int, int]]:
    """The leaves `low` .. `high` - 1 under each hash of a consistency proof, in its order (section 2.1.4.1).

    Every log continues the empty one: RFC 9162 leaves that case out, here its proof is empty.
    """
    if not 0 <= old_size <= size:
        raise IndexError(f"no proof from {old_size} to {size} leaves")
    if old_size == 0:
        return []
    ranges, low, high, whole = [], 0, size, True
    while old_size < high:
        middle = low + split(high - low)
        if old_size <= middle:
            ranges.append((middle, high))
            high = middle
        else:
            ranges.append((low, middle))
            low, whole = middle, False
    return [*([] if whole else [(low, high)]), *ranges[::-1]]


def consistency_path(leaves: Sequence[bytes], old_size: int) -> list[bytes]:
    """Proof that the tree of all `leaves` continues the tree of the first `old_size`."""
    return [tree_root(leaves[low:high]) for low, high in consistency_ranges(old_size, len(leaves))]


def verify_consistency(old_size: int, size: int, old_root: bytes, root: bytes, path: Sequence[bytes]) -> bool:
    """Whether `path` shows that the tree of `size` continues that of `old_size` (section 2.1.4.2)."""
    if old_size == 0 or old_size == size:
        return not path and old_root == (root if old_size else EMPTY_ROOT)
    if not 0 < old_size < size or not path:
        return False
    hashes = [old_root, *path] if old_size & (old_size - 1) == 0 else list(path)
    position, last = old_size - 1, size - 1
    while position & 1:
        position, last = position >> 1, last >> 1
    old = new = hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if position & 1 or position == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while position and not position & 1:
                position, last = position >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and old == old_root and new == root
