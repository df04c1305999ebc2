"""The files of a log of logs: tiles, the head, the checkpoint. What is written before `sync` returns outlives a power cut."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.ledger.tiles import (
    ENTRIES,
    HASH_BYTES,
    WIDTH,
    Read,
    Tile,
    from_bundle,
    levels_of,
    row_size,
    tile_at,
    to_bundle,
)
from service.store.private_files import open_private

LOCK_FILE = "lock"
DRAFT_FILE = "draft"


class LogFolder:
    """One log's folder. Its writer holds `locked` from reading the head until the head is replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._unsynced: set[Path] = set()

    def create(self) -> None:
        """Make the folder if it is missing."""
        self._make(self.path)
        self.sync()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Wait for the lock; the kernel releases it when its process ends. `OSError` if the folder is missing."""
        file = open_private(self.path / LOCK_FILE)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)

    def read(self, name: str) -> bytes:
        """A file's contents; `OSError` if it cannot be read."""
        return (self.path / name).read_bytes()

    def reader(self, size: int) -> Read:
        """Reads the tiles of the tree of `size` leaves, and of smaller ones; `IndexError` for others, `OSError`, `ValueError`.

        A narrower tile is cut from the one under this head: a partial file of that width may never have been written, or be
        gone, or be left of an attempt whose head never came.
        """

        def read(tile: Tile) -> bytes:
            widest = tile_at(tile.level, tile.number, size)
            if widest is None or widest.width < tile.width:
                raise IndexError(f"{tile.path} is not in a tree of {size} leaves")
            return _cut(tile, self.read(widest.path))

        return read

    def write(self, name: str, data: bytes) -> None:
        """Replace a file. Its contents reach the disk before its name does; `sync` waits for the name."""
        path, draft = self.path / name, self.path / DRAFT_FILE
        self._make(path.parent)
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        self._unsynced.add(path.parent)

    def sync(self) -> None:
        """Wait until all names written so far are on the disk."""
        for folder in sorted(self._unsynced):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
        self._unsynced.clear()

    def adopt(self, size: int) -> None:
        """Wait for the names of the head and of its last tiles: who wrote them may have been killed before it did.

        Folders are included that a killed attempt made for the next tiles.
        """
        for level in levels_of(WIDTH * max(size, 1)):
            below = Path(Tile(level, row_size(level, size) // WIDTH, 1).path).parents
            self._unsynced.update(filter(Path.is_dir, (self.path / folder for folder in below)))
        self.sync()

    def remove_partial(self, tile: Tile) -> None:
        """Remove all partial tiles in this tile's place."""
        shutil.rmtree(self._partial(tile), ignore_errors=True)

    def remove_beyond(self, size: int) -> None:
        """Remove what lies beyond a head in the places of its last tiles: left of an attempt whose head never came."""
        for level in levels_of(size):
            tile = Tile(level, row_size(level, size) // WIDTH)
            (self.path / tile.path).unlink(missing_ok=True)
            current = tile_at(level, tile.number, size)
            for file in self._partial(tile).glob("*"):
                if current is None or int(file.name) > current.width:
                    file.unlink()

    def _partial(self, tile: Tile) -> Path:
        return self.path / f"{tile._replace(width=WIDTH).path}.p"

    def _make(self, folder: Path) -> None:
        if not folder.is_dir():
            self._make(folder.parent)
            folder.mkdir(exist_ok=True)
            self._unsynced.add(folder.parent)


def _cut(tile: Tile, data: bytes) -> bytes:
    """The first `tile.width` parts of a tile that is at least as wide."""
    if tile.level == ENTRIES:
        return to_bundle(from_bundle(data)[: tile.width])
    return data[: HASH_BYTES * tile.width]
