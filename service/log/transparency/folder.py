"""The files of a log of logs: tiles, the head, the checkpoint. What `sync` returns from outlives a power cut."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from domain.ledger.tiles import Tile
from service.store.private_files import open_private

LOCK_FILE = "lock"
DRAFT_FILE = "draft"


class LogFolder:
    """One log's folder. Its writer holds `locked` from reading the head until the head is replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._unsynced: set[Path] = set()

    def create(self) -> None:
        """Make the folder, durably, if it is missing."""
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

    def write(self, name: str, data: bytes) -> None:
        """Replace a file. Its contents reach the disk before its name; `sync` makes sure of the name."""
        path, draft = self.path / name, self.path / DRAFT_FILE
        self._make(path.parent)
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        self._unsynced.add(path.parent)

    def remove_partial(self, tile: Tile, wider_than: int = 0) -> None:
        """Remove the partial tiles of this place in the tree that are wider than so many hashes."""
        folder = self.path / tile._replace(width=1).path
        if wider_than == 0:
            shutil.rmtree(folder.parent, ignore_errors=True)
            return
        for file in folder.parent.glob("*"):
            if int(file.name) > wider_than:
                file.unlink()

    def _make(self, folder: Path) -> None:
        if not folder.is_dir():
            self._make(folder.parent)
            folder.mkdir(exist_ok=True)
            self._unsynced.add(folder.parent)

    def sync(self) -> None:
        """Wait until all names written so far are on the disk."""
        for folder in sorted(self._unsynced):
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
        self._unsynced.clear()
