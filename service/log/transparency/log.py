"""Reading the log of logs: its head, its leaves, and proofs from its tiles.

Readers see what the checkpoint covers. The sequencer replaces it only when the head is on the disk, so no power cut can take
back what a reader has seen.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from domain.ledger import note
from domain.ledger.note import Checkpoint
from domain.ledger.tile_edge import TileEdge
from domain.ledger.tiles import ENTRIES, WIDTH, Read, Tile, TileTree, from_bundle, tile_at
from service.log.transparency.folder import LogFolder
from service.store import Store, StoreUnusable

CHECKPOINT_FILE = "checkpoint"
PLACE = "SELECT place FROM log_leaves WHERE log = ? AND k = ? AND id = ? AND n = ?"
PLACES = "SELECT place FROM log_leaves WHERE log = ? AND id = ? ORDER BY place"
ATTEMPTS = 3
"""How often a tile is read while the sequencer replaces it by a wider one."""
T = TypeVar("T")


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
            raise self.unusable(error) from error
        if head.origin != self.origin:
            raise self.unusable(f"the checkpoint in it is of {head.origin}")
        return LogHead(head.size, head.root, signed)

    def index_of(self, k: str, id: str, n: int | None = None) -> int | None:
        """The index of the leaf with this kind, id and n; None while it is not in the log. It is below `head().size`."""
        found = self._store.query(PLACE, (self.origin, k, id, -1 if n is None else n))
        return found[0][0] if found else None

    def indexes_of(self, id: str) -> list[int]:
        """The indexes of all leaves with this id, ascending."""
        return [place for (place,) in self._store.query(PLACES, (self.origin, id))]

    def leaf(self, index: int) -> bytes:
        """The JCS bytes of a leaf; `IndexError` if the log has none there."""

        def find(read: Read, size: int) -> bytes:
            tile = tile_at(ENTRIES, index // WIDTH, size)
            if not 0 <= index < size or tile is None:
                raise IndexError(f"no leaf {index} in a log of {size}")
            return from_bundle(read(tile))[index % WIDTH]

        return self._from_tiles(find)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Proof that leaf `index` is in the tree of `size` leaves; `IndexError` if it is not, or if the log has fewer."""
        return self._from_tiles(lambda read, _: TileTree(size, read).inclusion(index))

    def consistency(self, old: int, size: int) -> list[bytes]:
        """Proof that the tree of `size` leaves continues that of `old`; `IndexError` if there is no such proof."""
        return self._from_tiles(lambda read, _: TileTree(size, read).consistency(old))

    def tile(self, tile: Tile) -> bytes:
        """The bytes of a full or partial tile; `IndexError` if the head does not cover it."""
        return self._from_tiles(lambda read, _: read(tile))

    def check(self, size: int, root: bytes) -> None:
        """Raise `LogUnusable` unless the tiles lead to the head, and the tree continues the head that the database knows."""
        head = self.head()
        try:
            self._from_tiles(lambda read, now: check_tiles(Checkpoint(self.origin, *head[:2]), read))
            self._from_tiles(lambda read, now: check_continues(size, root, head.size, read))
        except (IndexError, ValueError) as error:
            raise self.unusable(error) from error

    def _from_tiles(self, find: Callable[[Read, int], T]) -> T:
        """What `find` returns, given a reader of the tiles under the head and its size."""
        for attempt in range(ATTEMPTS):
            size = self.head().size
            try:
                return find(self.folder.reader(size), size)
            except OSError as error:  # a full tile may just have taken the place of a partial one
                if attempt == ATTEMPTS - 1:
                    raise self.unusable(error) from error
        raise AssertionError("every attempt returns or raises")

    def unusable(self, why: object) -> LogUnusable:
        """Strangers read the sentence, so it does not say where the data folder is. Not every `OSError` names a file."""
        if isinstance(why, OSError):
            name = f"{os.path.relpath(why.filename, self.folder.path)}: " if why.filename else ""
            why = f"{name}{why.strerror}"
        return LogUnusable(f"The log {self.origin} cannot be used: {why}.")


def check_tiles(head: Checkpoint, read: Read) -> TileEdge:
    """The right edge of the tree under a head; ValueError if the tiles lead to another root."""
    edge = TileEdge.read(head.size, read)
    if edge.frontier().root() != head.root:
        raise ValueError(f"its tiles are not those of its head of {head.size} leaves")
    return edge


def check_continues(size: int, root: bytes, head: int, read: Read) -> TileEdge:
    """The edge of the tree that the database knows; ValueError if the tree of `head` leaves does not continue it."""
    if head < size:
        raise ValueError(f"it has {head} leaves, and the database knows of {size}")
    edge = TileEdge.read(size, read)
    if edge.frontier().root() != root:
        raise ValueError(f"its first {size} leaves are not those that the database knows")
    return edge
