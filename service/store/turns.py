"""Writers of one SQLite file take turns, over all processes.

SQLite's own waiting for the write lock polls at growing intervals of up to 100 ms; a file lock is handed over by the
kernel as soon as it is free. It is a courtesy only: who writes without it is still kept out by SQLite.
"""

from __future__ import annotations

import fcntl
import os
import threading
from types import TracebackType

from service.store.private_files import open_own

from .rows import StoreUnusable

CLOSE_SECONDS = 1.0


class Turns:
    """A context manager; one object a process, shared by its threads."""

    def __init__(self, path: str) -> None:
        self._path = f"{path}-turn"
        self._within = threading.Lock()
        self._file: int | None = None

    def __enter__(self) -> None:
        self._within.acquire()
        try:
            if self._file is None:
                self._file = open_own(self._path)
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            self._within.release()
            raise StoreUnusable(f"The store cannot be written: {self._path}: {error.strerror}.") from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        fcntl.flock(self._file, fcntl.LOCK_UN)
        self._within.release()

    def close(self) -> None:
        """Unless a thread waits for its turn: others may hold that for ever. Then the file goes with the process."""
        if not self._within.acquire(timeout=CLOSE_SECONDS):
            return
        try:
            if self._file is not None:
                os.close(self._file)
                self._file = None
        finally:
            self._within.release()
