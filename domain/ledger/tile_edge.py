"""The right edge of a tree in tiles: enough to append to it, and the tiles that this makes."""

from __future__ import annotations

from collections.abc import Iterable

from domain.ledger.merkle import Frontier, leaf_hash, tree_root
from domain.ledger.tiles import (
    ENTRIES,
    HASH_BYTES,
    WIDTH,
    Read,
    Tile,
    from_bundle,
    levels_of,
    row_size,
    to_bundle,
    to_hashes,
)

Written = tuple[Tile, bytes]
"""A tile and its bytes."""


class BadTile(ValueError):
    """A tile that is not the one which the tree has; the message names it."""


class TileEdge:
    """The last, unfinished tile of each level of a tree of `size` leaves. Its `append` changes it."""

    def __init__(self) -> None:
        self.size = 0
        self.entries: list[bytes] = []
        """The leaves of the last entry bundle, unless it is full."""
        self._rows: list[list[bytes]] = []

    @classmethod
    def read(cls, size: int, read: Read) -> TileEdge:
        """The edge of the tree of the first `size` leaves; `BadTile` if a tile has another width."""
        edge = cls()
        edge.size = size
        for level in levels_of(size):
            index, width = divmod(row_size(level, size), WIDTH)
            tile = Tile(level, index, width)
            parts = _parts(tile, read(tile)) if width else []
            if level == ENTRIES:
                edge.entries = parts
            else:
                edge._rows.append(parts)
        return edge

    def frontier(self) -> Frontier:
        """The same edge as the roots of full subtrees, largest first."""
        peaks = []
        for row in reversed(self._rows):
            begin = 0
            for width in (1 << bit for bit in reversed(range(WIDTH.bit_length())) if len(row) >> bit & 1):
                peaks.append(tree_root(row[begin : begin + width]))
                begin += width
        return Frontier(self.size, tuple(peaks))

    def append(self, entries: Iterable[bytes]) -> list[Written]:
        """The tiles that the larger tree has and this one has not: full ones in their order, then the partial ones."""
        written, old = list[Written](), self.size
        for entry in entries:
            self.size += 1
            self.entries.append(entry)
            if len(self.entries) == WIDTH:
                written.append((Tile(ENTRIES, self.size // WIDTH - 1), to_bundle(self.entries)))
                self.entries = []
            self._add(0, leaf_hash(entry), written)
        return written + self._partial(old)

    def _add(self, level: int, node: bytes, written: list[Written]) -> None:
        if level == len(self._rows):
            self._rows.append([])
        row = self._rows[level]
        row.append(node)
        if len(row) == WIDTH:
            written.append((Tile(level, row_size(level, self.size) // WIDTH - 1), b"".join(row)))
            self._rows[level] = []
            self._add(level + 1, tree_root(row), written)

    def _partial(self, old: int) -> list[Written]:
        """The unfinished tiles, but for those that the tree of `old` leaves has too."""
        bundle = (ENTRIES, len(self.entries), to_bundle(self.entries))
        hashes = [(level, len(row), b"".join(row)) for level, row in enumerate(self._rows)]
        return [
            (Tile(level, row_size(level, self.size) // WIDTH, width), data)
            for level, width, data in (bundle, *hashes)
            if width and row_size(level, self.size) > row_size(level, old)
        ]


def _parts(tile: Tile, data: bytes) -> list[bytes]:
    """The leaves or hashes of a tile."""
    parts = from_bundle(data) if tile.level == ENTRIES else to_hashes(data)
    if len(parts) != tile.width or (tile.level != ENTRIES and len(data) != HASH_BYTES * tile.width):
        raise BadTile(f"{tile.path} does not have {tile.width} parts")
    return parts
