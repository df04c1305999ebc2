"""The witness's file: the last head that it cosigned of each log, stored outside the database.

If the database is restored from an older copy, only this file shows what was cosigned since. So a lost file is
never replaced by a new one without the operator's word. It is synced at every change, because a head must be known for as long
as its cosignature.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from service.store import StoreUnusable
from service.store.private_files import open_private
from service.store.sqlite_file import explained
from service.store.sqlite_paths import address, is_empty

FILE = "witnessed.db"
LOCK_SECONDS = 10.0
"""Seconds that a request waits for others, also in other processes."""
TABLE = """CREATE TABLE heads (
    origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, stopped INTEGER NOT NULL) WITHOUT ROWID"""
LAST = "SELECT size, root, stopped FROM heads WHERE origin = ?"
RECORD = "INSERT OR REPLACE INTO heads (origin, size, root, stopped) VALUES (?, ?, ?, ?)"


class LastHead(NamedTuple):
    """The last head of a log that is known here. While it is `stopped`, nothing of this log is cosigned."""

    size: int
    root: bytes
    stopped: bool = False


class WitnessFileMissing(StoreUnusable):
    """The file was lost, or never made; only the operator may make a new one."""


class LockedHeads:
    """The file's heads, while no other thread or process can change them."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def last(self, origin: str) -> LastHead | None:
        found = self._connection.execute(LAST, (origin,)).fetchone()
        return None if found is None else LastHead(found[0], found[1], bool(found[2]))

    def record(self, origin: str, head: LastHead) -> None:
        """Replace the head of a log; on the disk when the lock is released."""
        self._connection.execute(RECORD, (origin, *head))


class WitnessFile:
    """A file in the data folder, shared by all processes of a service. Every method may raise `StoreUnusable`."""

    def __init__(self, data: Path) -> None:
        self.path = data / FILE

    @property
    def missing(self) -> bool:
        return is_empty(self.path)

    def create(self, stopped: Sequence[tuple[str, LastHead]] = ()) -> None:
        """Make the file, with these heads; an existing one stays as it is."""
        try:
            if self.missing:
                os.close(open_private(self.path))
            with self._transaction() as connection:
                if not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
                    connection.execute(TABLE)
                    connection.executemany(RECORD, [(origin, *head) for origin, head in stopped])
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    @contextmanager
    def locked(self) -> Iterator[LockedHeads]:
        """Read and change heads under a lock. What was changed is on the disk at the end, and undone if there is an error."""
        if self.missing:
            raise WitnessFileMissing(
                f"The witness's file {self.path} is missing: put it back, or make a new one with `kronika witness new-file`."
            )
        try:
            with self._transaction() as connection:
                yield LockedHeads(connection)
        except sqlite3.Error as error:
            raise self._unusable(error) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A new connection each time, so a file that was put back or replaced is the one that counts."""
        with closing(
            sqlite3.connect(address(self.path), uri=True, timeout=LOCK_SECONDS, isolation_level=None)
        ) as connection:
            connection.execute("PRAGMA synchronous = EXTRA")  # after a power cut, too
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    def _unusable(self, error: OSError | sqlite3.Error) -> StoreUnusable:
        found = explained(str(self.path), error) if isinstance(error, sqlite3.Error) else error
        if isinstance(found, StoreUnusable):
            return found
        return StoreUnusable(f"The witness's file {self.path} cannot be used: {error}.")
