"""How a process learns of commits to an SQLite file.

Its own wake whoever waits. Those of other processes show in `data_version`, which costs no reading and is looked at all the
time while somebody writes; that somebody does is told by the kernel (inotify), so at rest nothing is looked at.
"""

from __future__ import annotations

import ctypes
import os
import select
import weakref
from contextlib import suppress
from sqlite3 import Connection
from time import monotonic

from .sqlite_file import OpenedFile

TICK_SECONDS = 0.005  # how often commits of other processes are looked for while somebody writes
LIVELY_SECONDS = (
    1.0  # so long after something was written nearby: what is written is committed a little later
)
CALM_SECONDS = 1.0  # how often it is looked at rest, should the kernel have told nothing
IN_MODIFY = 0x2
TOLD_BYTES = 65536


class Waker:
    """Ends the wait of another thread, or its next one. Its descriptor is closed when nobody can use it any more."""

    def __init__(self) -> None:
        self.fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        weakref.finalize(self, os.close, self.fd)

    def set(self) -> None:
        os.eventfd_write(self.fd, 1)


class SQLiteChanges:
    """See `Changes`."""

    def __init__(self, connection: Connection, committed: Waker, file: OpenedFile) -> None:
        self._connection, self._committed, self._file = connection, committed, file
        self._told = watched(file.folder)
        self._lively, self._calm = select.poll(), select.poll()
        self._lively.register(committed.fd, select.POLLIN)
        self._calm.register(committed.fd, select.POLLIN)
        if self._told is not None:
            self._calm.register(self._told, select.POLLIN)
        self._lively_until = monotonic() + LIVELY_SECONDS
        self._seen = -1

    def wait(self, soon: bool) -> bool:
        if self._told is None or monotonic() < self._lively_until:
            ready = self._lively.poll(1000 * TICK_SECONDS)
        else:
            ready = self._calm.poll(1000 * CALM_SECONDS)
            self._lively_until = monotonic() + (LIVELY_SECONDS if ready else 0)
        for fd, _ in ready:
            with suppress(BlockingIOError):
                os.read(fd, TOLD_BYTES)
        self._file.check()
        before, self._seen = self._seen, self._connection.execute("PRAGMA data_version").fetchone()[0]
        return before != self._seen

    def wake(self) -> None:
        self._committed.set()

    def close(self) -> None:
        self._connection.close()
        if self._told is not None:
            os.close(self._told)


def watched(folder: str) -> int | None:
    """A descriptor that can be read when something in the folder has been written to; None when there are no more of them."""
    libc = ctypes.CDLL(None)
    told = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if told < 0:
        return None
    if libc.inotify_add_watch(told, os.fsencode(folder), IN_MODIFY) < 0:
        os.close(told)
        return None
    return int(told)
