"""The SQLite file itself: opening it, knowing it for ours, and saying plainly what is wrong with it."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from service.store.private_files import OWNERS_ONLY, open_own
from service.store.sqlite_files import (
    address,
    identity,
    is_empty,
    is_wal_left,
    was_replaced,
    why_missing,
)

from .rows import StoreAway, StoreUnusable, Trouble

LOCK_SECONDS = 3  # how long is waited for a lock of another process
CHECKED_BYTES = 256 * 2**20  # a file up to this size has every page checked at the start (below a second)
APPLICATION_ID = int.from_bytes(b"KRON", "big")
MARK = f"PRAGMA application_id = {APPLICATION_ID}"

_LOCKED = f"was locked by another process for {LOCK_SECONDS} seconds"
_FULL = "cannot grow; the disk is full"
_TOLD: dict[int, tuple[str, Trouble]] = {
    sqlite3.SQLITE_BUSY: (_LOCKED, Trouble.LOCKED),
    sqlite3.SQLITE_LOCKED: ("is locked by this process", Trouble.LOCKED),
    sqlite3.SQLITE_NOTADB: ("is not an SQLite database", Trouble.DAMAGED),
    sqlite3.SQLITE_CORRUPT: ("is damaged; restore it from a backup", Trouble.DAMAGED),
    sqlite3.SQLITE_READONLY: ("or its folder cannot be written to", Trouble.READ_ONLY),
    sqlite3.SQLITE_PERM: ("may not be opened", Trouble.UNAVAILABLE),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened or created", Trouble.UNAVAILABLE),
    sqlite3.SQLITE_FULL: (_FULL, Trouble.DISK_FULL),
    sqlite3.SQLITE_IOERR_WRITE: ("cannot be written; the disk is full or fails", Trouble.DISK_FULL),
    sqlite3.SQLITE_IOERR_SHMSIZE: (_FULL, Trouble.DISK_FULL),
    sqlite3.SQLITE_IOERR: ("could not be read or written by the system", Trouble.UNAVAILABLE),
}
_PRIMARY = 0xFF  # the low byte of an extended result code

C = TypeVar("C", bound=sqlite3.Connection)


def connect(path: str, synchronous: str, kind: type[C]) -> C:
    """A connection in autocommit mode that any thread may use, one at a time. `StoreAway`: there is no such file."""
    check_there(path)
    connection = sqlite3.connect(
        address(path),
        uri=True,
        timeout=LOCK_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
        factory=kind,
    )
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA secure_delete = ON")  # what was replaced or deleted is not left in the file
    return connection


def check_there(path: str) -> None:
    """Raise `StoreAway` if there is no such file."""
    why = why_missing(path)
    if why is not None:
        raise StoreAway(why)


def identity_of(path: str) -> tuple[int, int]:
    """Another one for a file that took the place of this one; `StoreAway` if there is none."""
    check_there(path)
    try:
        return identity(path)
    except OSError as error:  # it has just gone
        raise StoreAway(f"The database {path} cannot be found: {error.strerror}.") from error


class OpenedFile:
    """The file behind connections that are open: they go on with it when it was moved away, or another one took its place.

    `forget` gives these connections up; connections that come and go together have an object of their own.
    """

    def __init__(self, path: str, forget: Callable[[], None]) -> None:
        self._path, self._forget = path, forget
        self.folder = os.path.dirname(path)
        self._identity = identity_of(path)

    def check_same(self) -> None:
        """For reads, which go on while the file is away: as `check`, but only if another one took its place."""
        if was_replaced(self._path, self._identity):
            self.check()

    def check(self) -> None:
        """Raise `StoreAway` unless it is where it was; new connections are made to the one that took its place."""
        found = identity_of(self._path)
        if found != self._identity:
            self._forget()
            self._identity = found
            raise StoreAway(f"Another file took the place of the database {self._path}; ask again.")


def check_usable(path: str, create: bool) -> None:
    """Raise `StoreUnusable` unless `path` is a store of ours, or can become one, and can be written.

    `create`: a file that is missing is made, unless its `-wal` is there.
    """
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise StoreUnusable(f"There is no folder {folder} to keep the database in.")
    has_wal = is_wal_left(path)
    if is_empty(path):
        _begin(path, create and not has_wal)
    try:
        connection = connect(path, "FULL", sqlite3.Connection)
        try:
            _check_ours(path, connection)
            connection.execute("BEGIN IMMEDIATE").execute("ROLLBACK")
            close_to_others(path)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise explained(path, error) from error


def _begin(path: str, create: bool) -> None:
    """`StoreAway` unless it may be made, or is."""
    if not create:
        check_there(path)
        raise StoreAway(f"The database {path} is empty: put the right file back, or correct its address.")
    try:
        os.close(open_own(path))
    except OSError as error:
        raise StoreUnusable(f"The database {path} cannot be opened or created: {error.strerror}.") from error


def close_to_others(path: str) -> None:
    """Nobody but its owner reads a database that is there already. SQLite gives its mode to the files beside it."""
    for file in (path, f"{path}-wal", f"{path}-shm"):
        with suppress(OSError):  # it is not there, or not ours to close
            os.chmod(file, os.stat(file).st_mode & OWNERS_ONLY)


def is_large(path: str) -> bool:
    """Whether checking every page would keep a start waiting."""
    return os.path.getsize(path) > CHECKED_BYTES


def check_pages(path: str, connection: sqlite3.Connection) -> None:
    """Raise `StoreUnusable` if pages or indexes are damaged. Reads all of the file, table by table."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        first = connection.execute(f"PRAGMA quick_check('{table}')").fetchone()[0]
        if first != "ok":
            raise StoreUnusable(
                f"The database {path} is damaged ({first.splitlines()[-1]}); restore it from a backup.",
                Trouble.DAMAGED,
            )


def explained(path: str, error: sqlite3.Error) -> Exception:
    """`StoreUnusable` with one sentence; but `error` itself if it tells of a mistake in the SQL."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code == sqlite3.SQLITE_IOERR_WRITE and _turned_read_only(os.path.dirname(path) or "."):
        code = sqlite3.SQLITE_READONLY
    told = _TOLD.get(code) or _TOLD.get(code & _PRIMARY)
    if told is not None:
        return StoreUnusable(f"The database {path} {told[0]}.", told[1])
    if re.search("no such table: (stored_events|migrations)", str(error)):
        return StoreUnusable(f"The database {path} has no tables yet; migrate it first.")
    return error


def _turned_read_only(folder: str) -> bool:
    """As file systems do under files that are open, when the disk fails. What is tried has no name and leaves nothing."""
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError as error:
        return error.errno == errno.EROFS
    return False


def _check_ours(path: str, connection: sqlite3.Connection) -> None:
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if mark != APPLICATION_ID and not (empty and mark == layout == 0):
        raise StoreUnusable(f"The database {path} belongs to another program.")
