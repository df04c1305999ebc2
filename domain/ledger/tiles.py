"""A Merkle tree in tiles of 256 hashes (c2sp.org/tlog-tiles, height 8): their names, and proofs that are read from them.

A tile of level L holds the roots of subtrees of 256^L leaves, side by side; level 0 holds leaf hashes. An *entry bundle* holds
the leaves themselves. The last tile of a level is *partial* while it has fewer than 256 hashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from domain.ledger.merkle import (
    EMPTY_ROOT,
    consistency_ranges,
    inclusion_ranges,
    node_hash,
    split,
    tree_root,
)

HEIGHT = 8
WIDTH = 1 << HEIGHT
HASH_BYTES = 32
ENTRIES = -1
"""The level of entry bundles."""
LENGTH_BYTES = 2
_NAME = re.compile(r"tile/(entries|[0-9]{1,2})/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([0-9]{1,3}))?")


class Tile(NamedTuple):
    """One tile: `width` hashes of a level, from `index` * 256 on; or the entry bundle of so many leaves."""

    level: int
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Its path below the log's address, such as `tile/0/x001/x234/067.p/5`."""
        level = "entries" if self.level == ENTRIES else self.level
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{level}/{_groups(self.index)}{partial}"


Read = Callable[[Tile], bytes]
"""Returns the bytes of a tile."""


def _groups(index: int) -> str:
    """Three digits a group, all but the last marked by an x."""
    groups = [f"{index % 1000:03d}"]
    while index := index // 1000:
        groups.insert(0, f"x{index % 1000:03d}")
    return "/".join(groups)


def parse_tile(path: str) -> Tile | None:
    """The tile with this path; None if no tile is called so."""
    match = _NAME.fullmatch(path)
    if match is None:
        return None
    level = ENTRIES if match[1] == "entries" else int(match[1])
    index = int(match[2].replace("x", "").replace("/", ""))
    tile = Tile(level, index, WIDTH if match[3] is None else int(match[3]))
    return tile if tile.path == path and 1 <= tile.width <= WIDTH else None


def row_size(level: int, size: int) -> int:
    """The number of hashes of this level in a tree of `size` leaves; of leaves for entry bundles."""
    return size >> (HEIGHT * max(level, 0))


def tile_at(level: int, index: int, size: int) -> Tile | None:
    """The tile in a tree of `size` leaves, as wide as it is there; None if it has none."""
    width = min(WIDTH, row_size(level, size) - index * WIDTH)
    return Tile(level, index, width) if width > 0 else None


def levels_of(size: int) -> range:
    """The levels of a tree of `size` leaves that have tiles, entry bundles included."""
    return range(ENTRIES, (size.bit_length() + HEIGHT - 1) // HEIGHT)


def tiles_of(size: int) -> Iterator[Tile]:
    """All tiles and entry bundles of a tree of `size` leaves, level by level."""
    for level in levels_of(size):
        for first in range(0, row_size(level, size), WIDTH):
            yield Tile(level, first // WIDTH, min(WIDTH, row_size(level, size) - first))


def to_bundle(entries: Sequence[bytes]) -> bytes:
    """The entry bundle of some leaves: each with its length before it (u16)."""
    return b"".join(len(entry).to_bytes(LENGTH_BYTES) + entry for entry in entries)


def from_bundle(bundle: bytes) -> list[bytes]:
    """The leaves of an entry bundle; ValueError if it ends in the middle of one."""
    entries, at = [], 0
    while at < len(bundle):
        begin = at + LENGTH_BYTES
        at = begin + int.from_bytes(bundle[at:begin])
        if begin > len(bundle) or at > len(bundle):
            raise ValueError("the entry bundle ends in the middle of a leaf")
        entries.append(bundle[begin:at])
    return entries


def to_hashes(tile: bytes) -> list[bytes]:
    return [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]


class TileTree:
    """The tree of the first `size` leaves, from its tiles. It reads each tile once, and only those that it needs.

    All methods raise what `read` raises; `read` is responsible for the width of what it returns.
    """

    def __init__(self, size: int, read: Read) -> None:
        self.size, self._read = size, read
        self._hashes: dict[Tile, list[bytes]] = {}

    def root(self) -> bytes:
        return self._range_root(0, self.size) if self.size else EMPTY_ROOT

    def inclusion(self, index: int) -> list[bytes]:
        """Proof that leaf `index` is in this tree; `IndexError` if it has none."""
        return [self._range_root(*leaves) for leaves in inclusion_ranges(index, self.size)]

    def consistency(self, old_size: int) -> list[bytes]:
        """Proof that this tree continues that of the first `old_size` leaves; `IndexError` if it has fewer."""
        return [self._range_root(*leaves) for leaves in consistency_ranges(old_size, self.size)]

    def _range_root(self, low: int, high: int) -> bytes:
        width = high - low
        if width & (width - 1):
            middle = low + split(width)
            return node_hash(self._range_root(low, middle), self._range_root(middle, high))
        level, height = divmod(width.bit_length() - 1, HEIGHT)
        index, first = divmod(low >> (HEIGHT * level), WIDTH)
        return tree_root(self._tile(level, index)[first : first + (1 << height)])

    def _tile(self, level: int, index: int) -> list[bytes]:
        tile = tile_at(level, index, self.size)
        assert tile is not None, "all hashes of a range lie in the tree"
        if tile not in self._hashes:
            self._hashes[tile] = to_hashes(self._read(tile))
        return self._hashes[tile]
