"""The store on SQLite: WAL, one writer at a time, a read connection for each thread."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteProcessRecorder,
    SQLiteTransaction,
)

from .duty import FileDuty
from .engine import APPLIED, APPLY, INSERT_SECRETS, OWN_TABLES, Batch
from .rows import Conflict, Duplicate, Statement, Step, StoreUnusable
from .sqlite_file import LOCK_SECONDS, MARK, check_pages, check_usable, connect, explained
from .turns import Turns

TICK_SECONDS = 0.005  # how often commits of other processes are looked for while somebody waits

# The library's table with its key spelled out: the ids of an implicit rowid may be used again.
EVENTS_TABLE = (
    "CREATE TABLE IF NOT EXISTS stored_events (rowid INTEGER PRIMARY KEY AUTOINCREMENT, "
    "originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, "
    "state BLOB NOT NULL, UNIQUE (originator_id, originator_version))"
)
INSERT_EVENT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"
LAST_VERSION = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
TAKEN = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}


class ReadConnection(sqlite3.Connection):
    """Like its base, but can be referred to weakly, so that it goes when its thread does."""


class WriteTransaction(SQLiteTransaction):
    """Takes the write lock at the start: a lock wanted half-way cannot be waited for."""

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE" if self.commit else "BEGIN")
        return cursor


class WriteConnection(SQLiteConnection):
    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        with WriteTransaction(self, commit=commit) as cursor, cursor:
            yield cursor


class Pool(SQLiteConnectionPool):
    def __init__(self, path: str, synchronous: str) -> None:
        super().__init__(db_name=path, pool_size=2, pool_timeout=LOCK_SECONDS)
        self.synchronous = synchronous

    def _create_connection(self) -> SQLiteConnection:
        connection = connect(self.db_name, self.synchronous, sqlite3.Connection)
        connection.row_factory = sqlite3.Row  # the library reads columns by name
        return WriteConnection(connection, max_age=None)


class Datastore(SQLiteDatastore):
    def __init__(self, path: str, synchronous: str) -> None:
        super().__init__(path, originator_id_type="text")
        self.pool = Pool(path, synchronous)


class Recorder(SQLiteProcessRecorder):
    """The library's recorder, which also writes secrets and statements in the events' transaction."""

    def __init__(self, datastore: Datastore) -> None:
        super().__init__(datastore)
        self.insert_events_statement = INSERT_EVENT

    def construct_create_table_statements(self) -> list[str]:
        inherited = super().construct_create_table_statements()
        return [EVENTS_TABLE if "stored_events" in sql else sql for sql in inherited]

    def _create_table(self, c: SQLiteCursor) -> None:
        """Looks for the tracking table under the lock: another process may have made it by now."""
        c.execute("SELECT count(*) FROM sqlite_master WHERE name = 'tracking'")
        if c.fetchone()[0]:
            self.tracking_table_exists, self.tracking_migration_previous = True, 1
        super()._create_table(c)

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        secrets: Sequence[tuple[str, int, bytes]] = (),
        statements: Sequence[Statement] = (),
        **kwargs: Any,
    ) -> Sequence[int] | None:
        if stored_events:
            _expect_next(c, stored_events[0])
        ids = super()._insert_events(c, stored_events, **kwargs)
        if secrets:
            c.executemany(INSERT_SECRETS, secrets)
        for statement in statements:
            _run(c, statement)
        return ids


class SQLiteEngine:
    """See `Engine`."""

    position = "rowid"
    tracking_table = "tracking"

    def __init__(self, path: str, synchronous: str) -> None:
        self.path = os.path.abspath(path)
        self.name = f"The database {self.path}"
        check_usable(self.path)
        self._synchronous = synchronous
        self._mine = threading.local()
        self._readers: weakref.WeakSet[ReadConnection] = weakref.WeakSet()
        self._committed = threading.Event()
        self._closed = False
        self._turns = Turns(self.path)
        self._recorder = Recorder(Datastore(self.path, synchronous))

    def has_table(self, name: str) -> bool:
        return bool(self.read("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def migrate(self, steps: Sequence[Step]) -> None:
        with self._explaining():
            check_pages(self.path, self._reader())
        with self._explaining(), self._turns:  # changing to WAL does not wait for others by itself
            for pragma in ("PRAGMA journal_mode = WAL", MARK):
                self._reader().execute(pragma).fetchall()
            self._run([Statement(sql) for sql in OWN_TABLES])
            self._recorder.create_table()
            ran = [self._run_once(step) for step in steps]
            if any(ran):  # what a step replaced is not left in the WAL
                self._reader().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _run_once(self, step: Step) -> bool:
        """Whether it had to be run."""
        number, name, statements = step
        missing = (number,) not in self.read(APPLIED)
        if missing:
            self._run(chain(statements, [Statement(APPLY, (number, name))]))
        return missing

    def _run(self, statements: Iterable[Statement]) -> None:
        with self._recorder.datastore.transaction(commit=True) as cursor:
            for sql, params in statements:
                cursor.execute(sql, params)

    def write(self, batch: Batch) -> None:
        events, secrets, statements, tracking = batch
        with self._explaining(), self._turns:
            self._recorder.insert_events(events, secrets=secrets, statements=statements, tracking=tracking)
        self._committed.set()

    def read(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._reader().execute(sql, params).fetchall()
        except sqlite3.Error as error:
            raise explained(self.path, error) from error

    def changes(self) -> SQLiteChanges:
        return SQLiteChanges(self._connect(), self._committed)

    def duty(self) -> FileDuty:
        return FileDuty(self.path)

    def close(self) -> None:
        self._closed = True
        self._recorder.datastore.close()
        self._turns.close()
        for connection in list(self._readers):
            connection.close()

    def _reader(self) -> ReadConnection:
        connection: ReadConnection | None = getattr(self._mine, "connection", None)
        if connection is None:
            connection = self._mine.connection = self._connect()
        return connection

    def _connect(self) -> ReadConnection:
        if self._closed:
            raise StoreUnusable(f"The store on {self.path} is closed.")
        connection = connect(self.path, self._synchronous, ReadConnection)
        self._readers.add(connection)
        return connection

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise explained(self.path, error) from error
        except PersistenceError as error:
            raise self._translated(error) from error

    def _translated(self, error: PersistenceError) -> Exception:
        if isinstance(error.__cause__, sqlite3.Error):
            return explained(self.path, error.__cause__)
        if isinstance(error, IntegrityError):  # the library's own refusal: the position is not a later one
            return Conflict(str(error))
        return StoreUnusable(f"The database {self.path} had no turn to write in {LOCK_SECONDS} seconds.")


class SQLiteChanges:
    """Commits of this process wake it; those of others show in `data_version`, which costs no reading."""

    def __init__(self, connection: ReadConnection, committed: threading.Event) -> None:
        self._connection = connection
        self._committed = committed
        self._seen = -1

    def wait(self) -> bool:
        self._committed.wait(TICK_SECONDS)
        self._committed.clear()
        before, self._seen = self._seen, self._connection.execute("PRAGMA data_version").fetchone()[0]
        return before != self._seen

    def close(self) -> None:
        self._connection.close()


def _expect_next(c: SQLiteCursor, first: StoredEvent) -> None:
    c.execute(LAST_VERSION, (first.originator_id,))
    last = c.fetchone()[0] or 0
    if first.originator_version != last + 1:
        game = first.originator_id
        raise Conflict(f"Game {game} is at version {last}, not {first.originator_version - 1}.")


def _run(c: SQLiteCursor, statement: Statement) -> None:
    try:
        c.execute(statement.sql, statement.params)
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode in TAKEN:
            raise Duplicate(str(error)) from error
        raise
