"""The SQLite file itself: opens it, checks that it is ours, and explains errors in one sentence."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import TypeVar

from .private_files import OWNER_ONLY, open_private
from .sqlite_paths import (
    address,
    has_wal_entries,
    identity,
    is_empty,
    was_replaced,
    why_missing,
)
from .types import StoreUnreachable, StoreUnusable, Trouble

LOCK_SECONDS = 3  # how long a statement waits for a lock of another process
RETRY_SECONDS = 0.01
CHECKED_BYTES = 256 * 2**20  # up to this size every page is checked on start (below a second)
APPLICATION_ID = int.from_bytes(b"KRON", "big")
MARK = f"PRAGMA application_id = {APPLICATION_ID}"

_LOCKED = f"was locked by another process for {LOCK_SECONDS} seconds"
_FULL = "cannot grow; the disk is full"
_EXPLANATIONS: dict[int, tuple[str, Trouble]] = {
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
    """A connection in autocommit mode, for any thread but one at a time. `StoreUnreachable`: the file does not exist."""
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
    connection.execute("PRAGMA secure_delete = ON")  # overwrite deleted content in the file
    return connection


def switch_to_wal(connection: sqlite3.Connection) -> None:
    """Wait for the write lock of another process, which may be opening the new file: SQLite itself fails at once here."""
    deadline = monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(RETRY_SECONDS)


def check_there(path: str) -> None:
    """Raise `StoreUnreachable` if the file does not exist."""
    why = why_missing(path)
    if why is not None:
        raise StoreUnreachable(why)


def identity_of(path: str) -> tuple[int, int]:
    """Distinguishes this file from one that replaces it; `StoreUnreachable` if the file does not exist."""
    check_there(path)
    try:
        return identity(path)
    except OSError as error:  # it has just been removed
        raise StoreUnreachable(f"The database {path} cannot be found: {error.strerror}.") from error


class OpenedFile:
    """The file behind a group of open connections, which keep using it after it is moved away or replaced.

    `forget` discards these connections. Connections that are opened and discarded together share one object.
    """

    def __init__(self, path: str, forget: Callable[[], None]) -> None:
        self._path, self._forget = path, forget
        self.folder = os.path.dirname(path)
        self._identity = identity_of(path)

    def check_same(self) -> None:
        """The check for reads, which continue while the file is missing: fails only if another file replaced it."""
        if was_replaced(self._path, self._identity):
            self.check()

    def check(self) -> None:
        """Raise `StoreUnreachable` unless the file is still at its path. Later connections open the file that replaced it."""
        found = identity_of(self._path)
        if found != self._identity:
            self._forget()
            self._identity = found
            raise StoreUnreachable(f"Another file replaced the database {self._path}; try again.")


def check_usable(path: str, create: bool) -> None:
    """Raise `StoreUnusable` unless `path` is one of our stores, or can become one, and is writable.

    `create`: create a missing file, unless its `-wal` exists.
    """
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise StoreUnusable(f"There is no folder {folder} for the database.")
    has_wal = has_wal_entries(path)
    if is_empty(path):
        _create(path, create and not has_wal)
    try:
        connection = connect(path, "FULL", sqlite3.Connection)
        try:
            _check_ours(path, connection)
            connection.execute("BEGIN IMMEDIATE").execute("ROLLBACK")
            restrict_to_owner(path)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise explained(path, error) from error


def _create(path: str, allowed: bool) -> None:
    """Create the file; `StoreUnreachable` if that is not allowed."""
    if not allowed:
        check_there(path)
        raise StoreUnreachable(
            f"The database {path} is empty: put the right file back, or correct its address."
        )
    try:
        os.close(open_private(path))
    except OSError as error:
        raise StoreUnusable(f"The database {path} cannot be opened or created: {error.strerror}.") from error


def restrict_to_owner(path: str) -> None:
    """Make an existing database readable by its owner only. SQLite creates the files beside it with the same mode."""
    for file in (path, f"{path}-wal", f"{path}-shm"):
        with suppress(OSError):  # missing, or owned by somebody else
            os.chmod(file, os.stat(file).st_mode & OWNER_ONLY)


def is_large(path: str) -> bool:
    """Whether checking every page would delay the start."""
    return os.path.getsize(path) > CHECKED_BYTES


def check_pages(path: str, connection: sqlite3.Connection) -> None:
    """Raise `StoreUnusable` if pages or indexes are corrupt. Reads the whole file, table by table."""
    tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    for (table,) in tables:
        first = connection.execute(f"PRAGMA quick_check('{table}')").fetchone()[0]
        if first != "ok":
            raise StoreUnusable(
                f"The database {path} is damaged ({first.splitlines()[-1]}); restore it from a backup.",
                Trouble.DAMAGED,
            )


def explained(path: str, error: sqlite3.Error) -> Exception:
    """`StoreUnusable` with one sentence, or `error` itself if the SQL is wrong."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code == sqlite3.SQLITE_IOERR_WRITE and _turned_read_only(os.path.dirname(path) or "."):
        code = sqlite3.SQLITE_READONLY
    explanation = _EXPLANATIONS.get(code) or _EXPLANATIONS.get(code & _PRIMARY)
    if explanation is not None:
        return StoreUnusable(f"The database {path} {explanation[0]}.", explanation[1])
    if re.search("no such table: (stored_events|migrations)", str(error)):
        return StoreUnusable(f"The database {path} has no tables yet; migrate it first.")
    return error


def _turned_read_only(folder: str) -> bool:
    """File systems turn read-only under open files when the disk fails. The file created to find out is unnamed."""
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
