"""How a process learns of commits to an SQLite file.

Its own commits wake the waiter directly. Commits of other processes change `data_version`, which costs no disk access and is
polled only while somebody writes; the kernel (inotify) reports when writing begins, so an idle database is not polled.
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

POLL_SECONDS = 0.005
"""How often commits of other processes are looked for while somebody writes."""
ACTIVE_SECONDS = 1.0
"""How long polling continues after a write nearby: the commit follows a little later."""
IDLE_SECONDS = 1.0
"""How often an idle database is polled, in case the kernel reported nothing."""
IN_MODIFY = 0x2
READ_BYTES = 65536


class Waker:
    """Ends the wait of another thread, or its next one. Its descriptor is closed when it is garbage-collected."""

    def __init__(self) -> None:
        self.fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        weakref.finalize(self, os.close, self.fd)

    def set(self) -> None:
        os.eventfd_write(self.fd, 1)


class SQLiteChanges:
    """See `Changes`."""

    def __init__(self, connection: Connection, committed: Waker, file: OpenedFile) -> None:
        self._connection, self._committed, self._file = connection, committed, file
        self._inotify = watch_folder(file.folder)
        self._active, self._idle = select.poll(), select.poll()
        self._active.register(committed.fd, select.POLLIN)
        self._idle.register(committed.fd, select.POLLIN)
        if self._inotify is not None:
            self._idle.register(self._inotify, select.POLLIN)
        self._active_until = monotonic() + ACTIVE_SECONDS
        self._data_version = -1

    def wait(self, soon: bool) -> bool:
        if self._inotify is None or monotonic() < self._active_until:
            ready = self._active.poll(1000 * POLL_SECONDS)
        else:
            ready = self._idle.poll(1000 * IDLE_SECONDS)
            self._active_until = monotonic() + (ACTIVE_SECONDS if ready else 0)
        for fd, _ in ready:
            with suppress(BlockingIOError):
                os.read(fd, READ_BYTES)
        self._file.check()
        before, self._data_version = self._data_version, self._read_data_version()
        return before != self._data_version

    def _read_data_version(self) -> int:
        version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def wake(self) -> None:
        self._committed.set()

    def close(self) -> None:
        self._connection.close()
        if self._inotify is not None:
            os.close(self._inotify)


def watch_folder(folder: str) -> int | None:
    """A descriptor that becomes readable when a file in the folder is written to; None when the system has none left."""
    libc = ctypes.CDLL(None)
    inotify = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if inotify < 0:
        return None
    if libc.inotify_add_watch(inotify, os.fsencode(folder), IN_MODIFY) < 0:
        os.close(inotify)
        return None
    return int(inotify)
