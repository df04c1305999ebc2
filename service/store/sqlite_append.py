"""How the store writes on SQLite: one connection, and one transaction for each group of queued writes."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from time import monotonic

from eventsourcing.persistence import IntegrityError, StoredEvent, Tracking
from eventsourcing.sqlite import SQLiteDatastore, SQLiteProcessRecorder

from .engine import INSERT_SECRETS, Batch
from .sqlite_file import OpenedFile, connect, explained
from .types import Conflict, Duplicate, OrderedStatement, Statement, StoreUnusable
from .write_queue import QUEUE_SECONDS, TakeGroup, succeeded

INSERT_EVENTS = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES "
LAST_VERSION = "(SELECT max(originator_version) FROM stored_events WHERE originator_id = ?)"
EVENTS_AT_ONCE = 64
"""Rows inserted by one statement: the GIL is released and reacquired around every statement."""
# The library's table with an explicit key: SQLite may reuse the ids of an implicit rowid.
EVENTS_TABLE = (
    "CREATE TABLE IF NOT EXISTS stored_events (rowid INTEGER PRIMARY KEY AUTOINCREMENT, "
    "originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, "
    "state BLOB NOT NULL, UNIQUE (originator_id, originator_version))"
)
EXISTING_KEY = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}


class Recorder(SQLiteProcessRecorder):
    """The library's recorder, for its tables and the positions of projections, on the store's connection."""

    def construct_create_table_statements(self) -> list[str]:
        inherited = super().construct_create_table_statements()
        return [EVENTS_TABLE if "stored_events" in sql else sql for sql in inherited]

    def make_tables(self, connection: sqlite3.Connection) -> None:
        """Looks for the tracking table under the lock: another process may have created it meanwhile."""
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tracking'").fetchone():
            self.tracking_table_exists, self.tracking_migration_previous = True, 1
        self._create_table(connection.cursor())  # type: ignore[arg-type]  # of the library's own kind, and no different

    def track(self, connection: sqlite3.Connection, tracking: Tracking) -> None:
        try:
            self._insert_tracking(connection.cursor(), tracking)  # type: ignore[arg-type]
        except IntegrityError as error:  # the position is not a later one
            raise Conflict(str(error)) from error


class WriteConnection:
    """The connection that writes. For one thread at a time."""

    def __init__(self, path: str, synchronous: str) -> None:
        self._path, self._synchronous = path, synchronous
        self.recorder = Recorder(SQLiteDatastore(path, originator_id_type="text"))
        self._connection: sqlite3.Connection | None = None
        self._busy_timeout = math.nan

    @contextmanager
    def transaction(self, until: float = math.inf) -> Iterator[sqlite3.Connection]:
        """Acquires the write lock at the start, waiting no longer than `until`: SQLite cannot wait for it in mid-transaction."""
        connection = self._connected(max(0.0, min(QUEUE_SECONDS, until - monotonic())))
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # SQLite itself rolls back when the disk is full or fails
                connection.execute("ROLLBACK")
            raise

    def run(self, statements: Iterable[Statement]) -> None:
        """In one transaction."""
        with self.transaction() as connection:
            for sql, params in statements:
                connection.execute(sql, params)

    def write(self, until: float, take: TakeGroup[Batch]) -> list[Batch]:
        """Write a group in one transaction, each batch atomically; returns the committed batches.

        First all batches are written together by few statements. If anything fails, that is rolled back and they are written
        one after the other.
        """
        with self.transaction(until) as connection:
            group = take()
            if len(group) == 1:
                _insert(connection, self.recorder, [group[0].job])
            elif not self._insert_together(connection, [write.job for write in group]):
                for write in group:
                    write.error = self._insert_alone(connection, write.job)
        return succeeded(group)

    def _insert_together(self, connection: sqlite3.Connection, batches: Sequence[Batch]) -> bool:
        """Whether all were written. Batches without events are excluded, because their result may depend on the order."""
        if not all(batch.events and batch.tracking is None for batch in batches):
            return False
        try:
            _insert(connection, self.recorder, batches)
        except Exception as error:
            self._check_usable(error)
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            return False
        return True

    def _insert_alone(self, connection: sqlite3.Connection, batch: Batch) -> Exception | None:
        """Write the batch or nothing of it; returns the batch's own error. Raises an error of the database."""
        own = None
        connection.execute("SAVEPOINT batch")
        try:
            _insert(connection, self.recorder, [batch])
        except Exception as error:
            self._check_usable(error)
            connection.execute("ROLLBACK TO batch")
            own = error
        connection.execute("RELEASE batch")
        return own

    def _check_usable(self, error: Exception) -> None:
        """Raise the error if the database is at fault and not the batch."""
        if isinstance(error, sqlite3.Error) and isinstance(explained(self._path, error), StoreUnusable):
            raise error

    def _connected(self, seconds: float) -> sqlite3.Connection:
        if self._connection is None:
            self._file = OpenedFile(self._path, self.close)
            self._connection = connect(self._path, self._synchronous, sqlite3.Connection)
            self._busy_timeout = math.nan
        self._file.check()  # writes to a moved file would be missing once the right one is back
        timeout = math.ceil(seconds * 10) * 100
        if timeout != self._busy_timeout:
            self._connection.execute(f"PRAGMA busy_timeout = {timeout}")
            self._busy_timeout = timeout
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _insert(connection: sqlite3.Connection, recorder: Recorder, batches: Sequence[Batch]) -> None:
    """All events first, then secrets, then statements, with ordered statements last."""
    _expect_next(connection, [batch.events for batch in batches if batch.events])
    _insert_events(connection, [event for batch in batches for event in batch.events])
    secrets = [sealed for batch in batches for sealed in batch.secrets]
    if secrets:
        connection.executemany(INSERT_SECRETS, secrets)
    statements = [statement for batch in batches for statement in batch.statements]
    _run(connection, sorted(statements, key=_is_ordered))
    for batch in batches:
        if batch.tracking is not None:
            recorder.track(connection, batch.tracking)


def _expect_next(connection: sqlite3.Connection, games: Sequence[Sequence[StoredEvent]]) -> None:
    if not games:
        return
    ids = [events[0].originator_id for events in games]
    found = connection.execute("SELECT " + ", ".join([LAST_VERSION] * len(ids)), ids).fetchone()
    last = {game: version or 0 for game, version in zip(ids, found, strict=True)}
    for game, events in zip(ids, games, strict=True):
        first = events[0].originator_version
        if first != last[game] + 1:
            raise Conflict(f"Game {game} is at version {last[game]}, not {first - 1}.")
        last[game] += len(events)


def _insert_events(connection: sqlite3.Connection, events: Sequence[StoredEvent]) -> None:
    for start in range(0, len(events), EVENTS_AT_ONCE):
        some = events[start : start + EVENTS_AT_ONCE]
        values = [value for e in some for value in (e.originator_id, e.originator_version, e.topic, e.state)]
        connection.execute(INSERT_EVENTS + ", ".join(["(?, ?, ?, ?)"] * len(some)), values)


def _is_ordered(statement: Statement) -> bool:
    return isinstance(statement, OrderedStatement)


def _run(connection: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    """Run them in order; consecutive statements with the same SQL share one call."""
    try:
        for sql, alike in groupby(statements, key=itemgetter(0)):
            connection.executemany(sql, [statement.params for statement in alike])
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in EXISTING_KEY:
            raise Duplicate(str(error)) from error
        raise
