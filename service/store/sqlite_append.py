"""How the store writes on SQLite: one connection, and one transaction for all who wait."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from time import monotonic

from eventsourcing.persistence import StoredEvent, Tracking

from .engine import INSERT_SECRETS, Batch
from .line import TURN_SECONDS, Take, done
from .rows import Conflict, Duplicate, InTurn, Statement, StoreUnusable
from .sqlite_file import OpenedFile, connect, explained

INSERT_EVENTS = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES "
LAST_VERSION = "(SELECT max(originator_version) FROM stored_events WHERE originator_id = ?)"
EVENTS_AT_ONCE = 64
"""Rows of one statement: each statement that is run has Python hand its lock to other threads, and wait for it."""
TRACK = (
    "INSERT INTO tracking (application_name, notification_id) VALUES (?, ?) ON CONFLICT (application_name) "
    "DO UPDATE SET notification_id = excluded.notification_id WHERE notification_id < excluded.notification_id"
)
TAKEN = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}


class Writing:
    """The connection that writes. For one thread at a time."""

    def __init__(self, path: str, synchronous: str) -> None:
        self._path, self._synchronous = path, synchronous
        self._connection: sqlite3.Connection | None = None
        self._patience = math.nan

    @contextmanager
    def transaction(self, until: float = math.inf) -> Iterator[sqlite3.Connection]:
        """Takes the write lock at the start, or waits `until` for it: a lock wanted half-way cannot be waited for."""
        connection = self._waiting(max(0.0, min(TURN_SECONDS, until - monotonic())))
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if (
                connection.in_transaction
            ):  # SQLite itself has rolled back what met a full disk, or one that fails
                connection.execute("ROLLBACK")
            raise

    def write(self, until: float, take: Take[Batch]) -> list[Batch]:
        """All who wait in one transaction, each whole or not at all; gives those that are committed.

        Games are written together by few statements, as if nothing could go wrong. If something does, nothing of that is
        kept, and they are written one after the other.
        """
        with self.transaction(until) as connection:
            taken = take()
            if len(taken) == 1:
                _insert(connection, [taken[0].job])
            elif not self._together(connection, [writer.job for writer in taken]):
                for writer in taken:
                    writer.error = self._tried(connection, writer.job)
        return done(taken)

    def _together(self, connection: sqlite3.Connection, batches: Sequence[Batch]) -> bool:
        """Whether all are written. What changes no game may depend on the order, so it is not written like this."""
        if not all(batch.events and batch.tracking is None for batch in batches):
            return False
        try:
            _insert(connection, batches)
        except Exception as error:
            self._check_usable(error)
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            return False
        return True

    def _tried(self, connection: sqlite3.Connection, batch: Batch) -> Exception | None:
        """What is wrong with this one alone, of which nothing is left then. Raises what is wrong with the database."""
        own = None
        connection.execute("SAVEPOINT batch")
        try:
            _insert(connection, [batch])
        except Exception as error:
            self._check_usable(error)
            connection.execute("ROLLBACK TO batch")
            own = error
        connection.execute("RELEASE batch")
        return own

    def _check_usable(self, error: Exception) -> None:
        """Raise it if it tells of the database, and not of what was to be written."""
        if isinstance(error, sqlite3.Error) and isinstance(explained(self._path, error), StoreUnusable):
            raise error

    def _waiting(self, seconds: float) -> sqlite3.Connection:
        if self._connection is None:
            self._file = OpenedFile(self._path, self.close)
            self._connection = connect(self._path, self._synchronous, sqlite3.Connection)
            self._patience = math.nan
        self._file.check()  # what is written elsewhere would be missing as soon as the file is back
        patience = math.ceil(seconds * 10) * 100
        if patience != self._patience:
            self._connection.execute(f"PRAGMA busy_timeout = {patience}")
            self._patience = patience
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _insert(connection: sqlite3.Connection, batches: Sequence[Batch]) -> None:
    """These, the statements behind all events and secrets, and those in turn last."""
    _expect_next(connection, [batch.events for batch in batches if batch.events])
    _insert_events(connection, [event for batch in batches for event in batch.events])
    secrets = [sealed for batch in batches for sealed in batch.secrets]
    if secrets:
        connection.executemany(INSERT_SECRETS, secrets)
    statements = [statement for batch in batches for statement in batch.statements]
    _run(connection, sorted(statements, key=_in_turn))
    for batch in batches:
        if batch.tracking is not None:
            _track(connection, batch.tracking)


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


def _in_turn(statement: Statement) -> bool:
    return isinstance(statement, InTurn)


def _run(connection: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    """One after the other; those that say the same of several rows by one call."""
    try:
        for sql, alike in groupby(statements, key=itemgetter(0)):
            connection.executemany(sql, [statement.params for statement in alike])
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in TAKEN:
            raise Duplicate(str(error)) from error
        raise


def _track(connection: sqlite3.Connection, tracking: Tracking) -> None:
    position = (tracking.application_name, tracking.notification_id)
    if connection.execute(TRACK, position).rowcount == 0:
        raise Conflict("The projection {} has come to {} or beyond before.".format(*position))
