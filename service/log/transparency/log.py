"""Reading the log of logs: its head, its leaves, and proofs from its tiles.

Readers see what the checkpoint covers. The sequencer replaces it only when the head is on the disk, so no power cut can take
back what a reader has seen.
"""

from __future__ import annotations

from typing import NamedTuple

from domain.ledger import note
from domain.ledger.tiles import (
    ENTRIES,
    HASH_BYTES,
    WIDTH,
    Tile,
    TileTree,
    from_bundle,
    tile_at,
    to_bundle,
)
from service.log.transparency.folder import LogFolder
from service.store import Store, StoreUnusable

CHECKPOINT_FILE = "checkpoint"
PLACE = "SELECT place FROM log_leaves WHERE log = ? AND k = ? AND id = ? AND n = ?"
PLACES = "SELECT place FROM log_leaves WHERE log = ? AND id = ? ORDER BY place"
ATTEMPTS = 3
"""How often a tile is read while the sequencer replaces it by wider ones."""


class LogUnusable(StoreUnusable):
    """The log of logs cannot be read or written; the message is a sentence for an operator."""


class LogHead(NamedTuple):
    """The head of the log: how many leaves it has, the root over them, and both as a signed note."""

    size: int
    root: bytes
    note: str


class TransparencyLog:
    """One log of the service. Methods raise `LogUnusable` where its files cannot be read."""

    def __init__(self, origin: str, folder: LogFolder, store: Store) -> None:
        self.origin, self.folder = origin, folder
        self._store = store

    def head(self) -> LogHead:
        """The newest head that may be given to anybody."""
        try:
            signed = self.folder.read(CHECKPOINT_FILE).decode()
            head = note.parse_checkpoint(note.split(signed)[0])
        except (OSError, ValueError) as error:
            raise self._unusable(error) from error
        return LogHead(head.size, head.root, signed)

    def index_of(self, k: str, id: str, n: int | None = None) -> int | None:  # noqa: A002 (the leaf's own word)
        """The index of the leaf with this kind, id and n; None while it is not in the log. It is below `head().size`."""
        found = self._store.query(PLACE, (self.origin, k, id, -1 if n is None else n))
        return found[0][0] if found else None

    def indexes_of(self, id: str) -> list[int]:  # noqa: A002
        """The indexes of all leaves with this id, ascending."""
        return [place for (place,) in self._store.query(PLACES, (self.origin, id))]

    def leaf(self, index: int) -> bytes:
        """The JCS bytes of a leaf; `IndexError` if the log has none there."""
        bundle = self.tile(ENTRIES, index // WIDTH)
        if index < 0 or bundle is None or index % WIDTH >= bundle[0].width:
            raise IndexError(f"no leaf {index} in {self.origin}")
        return from_bundle(bundle[1])[index % WIDTH]

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Proof that leaf `index` is in the tree of `size` leaves; `IndexError` if it is not."""
        return self._tree(size).inclusion(index)

    def consistency(self, old: int, size: int) -> list[bytes]:
        """Proof that the tree of `size` leaves continues that of `old`; `IndexError` if `old` is greater."""
        return self._tree(size).consistency(old)

    def tile(self, level: int, index: int) -> tuple[Tile, bytes] | None:
        """A tile as wide as it is under the head, with its bytes; None if it is not under the head."""
        for attempt in range(ATTEMPTS):
            tile = tile_at(level, index, self.head().size)
            if tile is None:
                return None
            try:
                return tile, self.folder.read(tile.path)
            except OSError as error:  # a wider one may have just taken its place
                if attempt == ATTEMPTS - 1:
                    raise self._unusable(error) from error
        raise AssertionError

    def part(self, wanted: Tile) -> bytes | None:
        """The bytes of a full or partial tile; None if it is not under the head."""
        found = self.tile(wanted.level, wanted.index)
        if found is None or found[0].width < wanted.width:
            return None
        if wanted.level == ENTRIES:
            return to_bundle(from_bundle(found[1])[: wanted.width])
        return found[1][: HASH_BYTES * wanted.width]

    def _tree(self, size: int) -> TileTree:
        return TileTree(size, self._read)

    def _read(self, tile: Tile) -> bytes:
        data = self.part(tile)
        if data is None:
            raise IndexError(f"{tile.path} is not under the head of {self.origin}")
        return data

    def _unusable(self, error: Exception) -> LogUnusable:
        return LogUnusable(f"The log {self.origin} in {self.folder.path} cannot be read: {error}.")
