"""How the store writes on SQLite: one connection, and one transaction for all who wait."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from eventsourcing.persistence import StoredEvent, Tracking

from .engine import INSERT_SECRETS, Batch
from .line import TURN_SECONDS, Take
from .rows import Conflict, Duplicate, Statement, StoreUnusable
from .sqlite_file import connect, explained

INSERT_EVENT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
LAST_VERSION = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
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

    def write(self, until: float, take: Take[Batch]) -> None:
        """All who wait in one transaction, each whole or not at all."""
        with self.transaction(until) as connection:
            taken = take()
            if len(taken) == 1:
                _insert(connection, taken[0].job)
            else:
                for writer in taken:
                    writer.error = self._tried(connection, writer.job)

    def _tried(self, connection: sqlite3.Connection, batch: Batch) -> Exception | None:
        """What is wrong with this one alone, of which nothing is left then. Raises what is wrong with the database."""
        own = None
        connection.execute("SAVEPOINT batch")
        try:
            _insert(connection, batch)
        except Exception as error:
            if isinstance(error, sqlite3.Error) and isinstance(explained(self._path, error), StoreUnusable):
                raise
            connection.execute("ROLLBACK TO batch")
            own = error
        connection.execute("RELEASE batch")
        return own

    def _waiting(self, seconds: float) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = connect(self._path, self._synchronous, sqlite3.Connection)
        patience = math.ceil(seconds * 10) * 100
        if patience != self._patience:
            self._connection.execute(f"PRAGMA busy_timeout = {patience}")
            self._patience = patience
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _insert(connection: sqlite3.Connection, batch: Batch) -> None:
    events, secrets, statements, tracking = batch
    if events:
        _expect_next(connection, events[0])
        connection.executemany(INSERT_EVENT, map(_event, events))
    if secrets:
        connection.executemany(INSERT_SECRETS, secrets)
    for statement in statements:
        _run(connection, statement)
    if tracking is not None:
        _track(connection, tracking)


def _event(event: StoredEvent) -> Sequence[object]:
    return event.originator_id, event.originator_version, event.topic, event.state


def _expect_next(connection: sqlite3.Connection, first: StoredEvent) -> None:
    game = first.originator_id
    last = connection.execute(LAST_VERSION, (game,)).fetchone()[0] or 0
    if first.originator_version != last + 1:
        raise Conflict(f"Game {game} is at version {last}, not {first.originator_version - 1}.")


def _run(connection: sqlite3.Connection, statement: Statement) -> None:
    try:
        connection.execute(statement.sql, statement.params)
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in TAKEN:
            raise Duplicate(str(error)) from error
        raise


def _track(connection: sqlite3.Connection, tracking: Tracking) -> None:
    position = (tracking.application_name, tracking.notification_id)
    if connection.execute(TRACK, position).rowcount == 0:
        raise Conflict("The projection {} has come to {} or beyond before.".format(*position))
