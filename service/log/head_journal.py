"""The journal of signed heads: the last head that this service has signed of each game, stored outside the database.

A head is recorded here before it is sent. If the database is restored from an older copy, its logs are shorter than what was
signed, and only this file shows it. Signing other entries in their place would fork the logs.

A killed process loses nothing. A power cut may lose the last heads, because this file is not synced at each commit, as the
database is; but then the database still has them. The loss goes unnoticed only if an older copy of the database is restored
after a power cut, and only for those few heads.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from copy import copy
from functools import partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from service.store import StoreUnreachable, StoreUnusable, Trouble
from service.store.private_files import open_private
from service.store.sqlite_file import explained
from service.store.sqlite_paths import (
    address,
    has_wal_entries,
    identity,
    is_empty,
    was_replaced,
    why_missing,
)
from service.store.waiting import in_thread

FILE, ADOPTED = "heads.db", "heads.adopted"
LOST = 2**53 - 1
"""The size of the head of a game that was given up as lost: no log ever has so many entries, so it stays closed."""
LOCK_SECONDS = 3.0
"""Seconds that a writer waits for the other threads, and then again for other processes."""
TABLE = """CREATE TABLE IF NOT EXISTS heads
    (game TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL) WITHOUT ROWID"""
LAST = "SELECT size, root FROM heads WHERE game = ?"
ALL = "SELECT game, size, root FROM heads WHERE instr(game, '/') = 0 ORDER BY game"
"""Beside games there is the operator's log, by its origin (`service.operation.moderation.log`)."""
COUNT = "SELECT count(*) FROM heads WHERE instr(game, '/') = 0"
RECORD = """INSERT INTO heads (game, size, root) VALUES {}
    ON CONFLICT (game) DO UPDATE SET size = excluded.size, root = excluded.root WHERE excluded.size > heads.size"""


class SignedHead(NamedTuple):
    """The size of a log and the root of its Merkle tree."""

    size: int
    root: bytes


class HeadNotRecorded(StoreUnusable):
    """A head cannot be recorded at the moment; recorded ones can still be read."""


class PendingHead:
    """A head to be recorded once its log is committed, and the outcome."""

    def __init__(self, game: str, head: SignedHead) -> None:
        self.game, self.head = game, head
        self.recorded = False
        self.error: HeadNotRecorded | None = None


def _flat(heads: Mapping[str, SignedHead]) -> list[object]:
    return [value for game, head in heads.items() for value in (game, *head)]


class HeadJournal:
    """A file in the data folder, shared by all processes of a service.

    Every method may raise `StoreUnusable`; those that write, `HeadNotRecorded` with the file's `trouble`.
    """

    def __init__(self, data: Path, create: bool = False) -> None:
        """`create`: make the file if it is missing, unless its `-wal` exists."""
        self.path, self._adopted = data / FILE, data / ADOPTED
        self._reading, self._writing, self._waiting = Lock(), Lock(), Lock()
        self._queued: dict[str, SignedHead] = {}
        self._requested = self._written = 0
        self._error: HeadNotRecorded | None = None
        try:
            if create and is_empty(self.path) and not has_wal_entries(self.path):
                os.close(open_private(self.path))
            self._open()
            self._writer.execute("PRAGMA journal_mode = WAL").fetchall()
            self._writer.execute(TABLE)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def _open(self) -> None:
        self._reader, self._writer = self._connect(), self._connect()
        self._identity = identity(self.path)

    def _connect(self) -> sqlite3.Connection:
        self._check_there()
        connection = sqlite3.connect(
            address(self.path), uri=True, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    def last(self, game: str) -> SignedHead | None:
        """The largest head of a game that was signed, if any."""
        try:
            with self._reading:
                if was_replaced(self.path, self._identity):
                    self._open()
                found = self._reader.execute(LAST, (game,)).fetchone()
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error
        return None if found is None else SignedHead(*found)

    def all(self) -> Iterator[tuple[str, SignedHead]]:
        """Every game with its last head."""
        try:
            with closing(self._connect()) as connection:
                for game, size, root in connection.execute(ALL):
                    yield game, SignedHead(size, root)
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def count(self) -> int:
        """How many games have a head."""
        try:
            with closing(self._connect()) as connection:
                return int(connection.execute(COUNT).fetchone()[0])
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def record(self, game: str, head: SignedHead) -> None:
        """Record a head; when this returns it outlives the process. Threads that wait are served by one statement."""
        in_thread(partial(self._record, [(game, head)]))

    def adopt(self, game: str, head: SignedHead) -> None:
        """Record a head that no process of this service has signed here: all of them look at their games anew."""
        self.record(game, head)
        with (
            suppress(OSError),
            os.fdopen(open_private(self._adopted, os.O_WRONLY | os.O_APPEND), "wb") as file,
        ):
            file.write(b".")

    def adoptions(self) -> int:
        """How often that has happened; one look at a file."""
        try:
            return os.stat(self._adopted).st_size
        except OSError:
            return 0

    def pending(self, game: str, head: SignedHead) -> PendingHead | None:
        """A head for `Store.append`, which passes all that were committed together to `record_pending`."""
        return PendingHead(game, head)

    def record_pending(self, pending: Sequence[PendingHead]) -> None:
        """Record heads by one statement, in the thread that has committed their logs. `confirm` raises the errors."""
        error = None
        try:
            self._record([(it.game, it.head) for it in pending])
        except HeadNotRecorded as found:
            error = found
        for it in pending:
            it.recorded, it.error = error is None, error

    def confirm(self, pending: PendingHead) -> None:
        """Make sure that a pending head is recorded."""
        if pending.error is not None:
            raise copy(pending.error)  # several threads raise it, and each adds its own traceback
        if not pending.recorded:
            self.record(pending.game, pending.head)

    def _record(self, heads: Sequence[tuple[str, SignedHead]]) -> None:
        with self._waiting:
            for game, head in heads:
                self._queued[game] = max(head, self._queued.get(game, head))
            self._requested += 1
            mine = self._requested
        if not self._writing.acquire(timeout=LOCK_SECONDS):
            raise HeadNotRecorded(
                f"The signed heads in {self.path} cannot be written: the file has been locked for too long.",
                Trouble.LOCKED,
            )
        try:
            if self._written < mine:
                self._write()
        finally:
            self._writing.release()

    def check(self) -> None:
        """Raise `HeadNotRecorded` while earlier heads cannot be recorded: no further head could be sent, either."""
        error = self._error  # another thread may clear it
        if error is not None:
            in_thread(partial(self._try_again, error))

    def _try_again(self, error: HeadNotRecorded) -> None:
        if not self._writing.acquire(blocking=False):
            raise copy(error)
        try:
            self._write()
        finally:
            self._writing.release()

    def _write(self) -> None:
        with self._waiting:
            queued, upto = dict(self._queued), self._requested
        try:
            self._check_file()
            if queued:  # another thread may have written them
                self._writer.execute(RECORD.format(", ".join(["(?, ?, ?)"] * len(queued))), _flat(queued))
        except (OSError, sqlite3.Error) as error:
            unusable = self._unusable(error)
            self._error = HeadNotRecorded(str(unusable), unusable.trouble)
            raise copy(self._error) from error
        self._written, self._error = upto, None
        with self._waiting:
            self._queued = {game: head for game, head in self._queued.items() if queued.get(game) != head}

    def _check_there(self) -> None:
        why = why_missing(self.path)
        if why is not None:
            raise FileNotFoundError(why.rstrip("."))

    def _check_file(self) -> None:
        """Reopen a file that was replaced: heads written to the old one would be lost."""
        self._check_there()
        if was_replaced(self.path, self._identity):
            self._open()

    def _unusable(self, error: OSError | sqlite3.Error) -> StoreUnusable:
        found = explained(str(self.path), error) if isinstance(error, sqlite3.Error) else error
        if isinstance(found, StoreUnusable):
            return found
        kind = StoreUnreachable if isinstance(error, FileNotFoundError) else StoreUnusable
        return kind(f"The signed heads in {self.path} cannot be used: {error}.")

    def close(self) -> None:
        self._reader.close()
        self._writer.close()
