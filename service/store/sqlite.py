"""The store on SQLite: WAL, one writer at a time, a read connection for each thread."""

from __future__ import annotations

import math
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from time import monotonic
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

from .damage import Damage
from .duty import FileDuty
from .engine import APPLIED, APPLY, INSERT_SECRETS, OWN_TABLES, TRY, Batch
from .line import TURN_SECONDS, Line
from .rows import Conflict, Duplicate, Statement, Step, StoreUnusable, Trouble
from .sqlite_file import MARK, check_pages, check_usable, connect, explained, is_large
from .turns import Turns

COPY = "kronika.db"
TICK_SECONDS = 0.005  # how often commits of other processes are looked for while somebody waits

TRIED_BYTES = 65536

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

    def __init__(self, connection: SQLiteConnection, commit: bool, seconds: float) -> None:
        super().__init__(connection, commit=commit)
        self._seconds = seconds

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {math.ceil(self._seconds * 10) * 100}")
        cursor.execute("BEGIN IMMEDIATE" if self.commit else "BEGIN")
        return cursor


class WriteConnection(SQLiteConnection):
    def __init__(self, connection: sqlite3.Connection, pool: Pool) -> None:
        super().__init__(connection, max_age=None)
        self._pool = pool

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        seconds = max(0.0, min(TURN_SECONDS, self._pool.until - monotonic()))
        with WriteTransaction(self, commit, seconds) as cursor, cursor:
            yield cursor


class Pool(SQLiteConnectionPool):
    """Connections that write wait `until` then for a lock."""

    def __init__(self, path: str, synchronous: str) -> None:
        super().__init__(db_name=path, pool_size=2, pool_timeout=TURN_SECONDS)
        self.synchronous = synchronous
        self.until = math.inf

    def _create_connection(self) -> SQLiteConnection:
        connection = connect(self.db_name, self.synchronous, sqlite3.Connection)
        connection.row_factory = sqlite3.Row  # the library reads columns by name
        return WriteConnection(connection, self)


class Datastore(SQLiteDatastore):
    def __init__(self, path: str, synchronous: str) -> None:
        super().__init__(path, originator_id_type="text")
        self.pool: Pool = Pool(path, synchronous)


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
        self._line = Line(self.name, lambda: self._turns)
        self._damage = Damage(self.name, Path(f"{self.path}-damaged"))
        self._datastore = Datastore(self.path, synchronous)
        self._recorder = Recorder(self._datastore)

    def has_table(self, name: str) -> bool:
        return bool(self.read("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def migrate(self, steps: Sequence[Step]) -> None:
        if self._damage.known or not is_large(self.path):
            self.check()
            self._damage.forget()
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
        with self._datastore.transaction(commit=True) as cursor:
            for sql, params in statements:
                cursor.execute(sql, params)

    def check(self) -> None:
        with self._explaining():
            check_pages(self.path, self._reader())

    def write(self, batch: Batch) -> float:
        self._damage.check()
        with self._explaining():
            waited = self._line.do(partial(self._insert, batch))
        self._committed.set()
        return waited

    def _insert(self, batch: Batch, until: float) -> None:
        events, secrets, statements, tracking = batch
        self._datastore.pool.until = until
        self._recorder.insert_events(events, secrets=secrets, statements=statements, tracking=tracking)

    def try_write(self) -> None:
        """As much as a new game is: a little finds room on a full disk, in what SQLite has of it already. Never the same
        twice: SQLite writes no page whose content stays as it is.
        """
        self.write(Batch(statements=[Statement(TRY, (os.urandom(TRIED_BYTES),))]))

    def read(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self._explaining():
            return self._reader().execute(sql, params).fetchall()

    def changes(self) -> SQLiteChanges:
        return SQLiteChanges(self._connect(), self._committed)

    def copy_out(self, folder: Path) -> None:
        self._copy(self.path, str(folder / COPY))

    def copy_in(self, folder: Path) -> None:
        self._copy(str(folder / COPY), self.path)

    def _copy(self, source: str, target: str) -> None:
        with (
            self._explaining(),
            closing(connect(source, self._synchronous, sqlite3.Connection)) as read,
            closing(connect(target, self._synchronous, sqlite3.Connection)) as written,
        ):
            read.backup(written)  # in one step: in several it would begin anew after every commit of others

    def duty(self) -> FileDuty:
        return FileDuty(self.path)

    def close(self) -> None:
        self._closed = True
        self._line.close()
        self._datastore.close()
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
        except (sqlite3.Error, PersistenceError, StoreUnusable) as error:
            told = self._translated(error)
            self._damage.note(told)
            if told is error:
                raise
            raise told from error

    def _translated(self, error: Exception) -> Exception:
        for known in (error, error.__cause__):
            if isinstance(known, sqlite3.Error):
                return explained(self.path, known)
        if isinstance(error, IntegrityError):  # the library's own refusal: the position is not a later one
            return Conflict(str(error))
        if isinstance(error, StoreUnusable):
            return error
        return StoreUnusable(f"{self.name} gives no connection.", Trouble.LOCKED)


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
