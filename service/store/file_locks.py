"""Locks on files beside an SQLite database. The kernel releases them when their process ends."""

from __future__ import annotations

import fcntl
import os
import threading
from types import TracebackType

from .private_files import open_private
from .types import StoreUnusable

CLOSE_SECONDS = 1.0


class FileLeaderLock:
    """See `LeaderLock`."""

    def __init__(self, path: str) -> None:
        try:
            self._file = open_private(f"{path}-keeper")
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            raise StoreUnusable(
                f"The leader lock cannot be acquired: {path}-keeper: {error.strerror}."
            ) from error

    def check(self) -> None:
        """Do nothing: a process cannot lose this lock."""

    def close(self) -> None:
        os.close(self._file)


class InterProcessLock:
    """A context manager by which the writers of one SQLite file take turns. One object per process, shared by its threads.

    SQLite's own wait for the write lock polls at growing intervals of up to 100 ms; the kernel hands a file lock over as soon
    as it is free. The lock is advisory: SQLite still excludes a writer that does not take it.
    """

    def __init__(self, path: str) -> None:
        self._path = f"{path}-turn"
        self._thread_lock = threading.Lock()
        self._file: int | None = None

    def __enter__(self) -> None:
        self._thread_lock.acquire()
        try:
            if self._file is None:
                self._file = open_private(self._path)
            fcntl.flock(self._file, fcntl.LOCK_EX)
        except OSError as error:
            self._thread_lock.release()
            raise StoreUnusable(f"The store cannot be written: {self._path}: {error.strerror}.") from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        fcntl.flock(self._file, fcntl.LOCK_UN)
        self._thread_lock.release()

    def close(self) -> None:
        """Close the file. If a thread is waiting for the lock, perhaps for ever, the file stays open until the process ends."""
        if not self._thread_lock.acquire(timeout=CLOSE_SECONDS):
            return
        try:
            if self._file is not None:
                os.close(self._file)
                self._file = None
        finally:
            self._thread_lock.release()
