"""The store on SQLite: WAL, one writer at a time, a read connection for each thread."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

from eventsourcing.sqlite import SQLiteDatastore, SQLiteProcessRecorder

from service.store.private_files import open_own

from .damage import Damage
from .duty import FileDuty
from .engine import APPLIED, APPLY, NO_END, OWN_TABLES, TRY, Batch
from .line import Line, Take
from .rows import Statement, Step, StoreClosed, StoreUnusable
from .sqlite_append import Writing
from .sqlite_changes import SQLiteChanges, Waker
from .sqlite_file import (
    MARK,
    OpenedFile,
    check_pages,
    check_usable,
    connect,
    explained,
    identity_of,
    is_large,
)
from .turns import Turns

COPY = "kronika.db"

TRIED_BYTES = 65536

# The library's table with its key spelled out: the ids of an implicit rowid may be used again.
EVENTS_TABLE = (
    "CREATE TABLE IF NOT EXISTS stored_events (rowid INTEGER PRIMARY KEY AUTOINCREMENT, "
    "originator_id TEXT NOT NULL, originator_version INTEGER NOT NULL, topic TEXT NOT NULL, "
    "state BLOB NOT NULL, UNIQUE (originator_id, originator_version))"
)


class ReadConnection(sqlite3.Connection):
    """Like its base, but can be referred to weakly, so that it goes when its thread does."""


class Recorder(SQLiteProcessRecorder):
    """The library's recorder, for its tables."""

    def construct_create_table_statements(self) -> list[str]:
        inherited = super().construct_create_table_statements()
        return [EVENTS_TABLE if "stored_events" in sql else sql for sql in inherited]

    def make_tables(self, connection: sqlite3.Connection) -> None:
        """Looks for the tracking table under the lock: another process may have made it by now."""
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'tracking'").fetchone():
            self.tracking_table_exists, self.tracking_migration_previous = True, 1
        self._create_table(connection.cursor())  # type: ignore[arg-type]  # of the library's own kind, and no different


class SQLiteEngine:
    """See `Engine`."""

    position = "rowid"
    tracking_table = "tracking"
    near = True

    def __init__(self, path: str, synchronous: str, create: bool) -> None:
        """`create`: the file is made where there is none."""
        self.path = os.path.abspath(path)
        self.name = f"The database {self.path}"
        check_usable(self.path, create)
        self._file = OpenedFile(self.path, self._forget_readers)
        self.committed: Callable[[Sequence[Batch]], None] = lambda together: None
        self._synchronous = synchronous
        self._mine = threading.local()
        self._readers: weakref.WeakSet[ReadConnection] = weakref.WeakSet()
        self._committed = Waker()
        self._closed = False
        self._turns = Turns(self.path)
        self._writing = Writing(self.path, synchronous)
        self._line = Line(self.name, self._write)
        self._damage = Damage(self.name, Path(f"{self.path}-damaged"))

    def identity(self) -> str:
        return "/".join(map(str, identity_of(self.path)))

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
            with self._writing.transaction() as connection:
                Recorder(SQLiteDatastore(self.path, originator_id_type="text")).make_tables(connection)
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
        with self._writing.transaction() as connection:
            for sql, params in statements:
                connection.execute(sql, params)

    def check(self) -> None:
        with self._explaining():
            check_pages(self.path, self._reader())

    def write(self, batch: Batch) -> float:
        try:
            waited = self._line.do(batch)
        except (sqlite3.Error, StoreUnusable) as error:
            self._explain(error)
        self._committed.set()
        return waited

    def _write(self, until: float, take: Take[Batch]) -> None:
        with self._turns:
            self._damage.check()
            self.committed(self._writing.write(until, take))

    def try_write(self) -> None:
        """As much as a new game is: a little finds room on a full disk, in what SQLite has of it already. Never the same
        twice: SQLite writes no page whose content stays as it is.
        """
        self.write(Batch(statements=[Statement(TRY, (os.urandom(TRIED_BYTES),))]))

    def read(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._reader().execute(sql, params).fetchall()
        except (sqlite3.Error, StoreUnusable) as error:
            self._explain(error)

    def settled(self) -> int:
        """All there is: one writes after the other."""
        return NO_END

    def places_settled(self) -> int:
        return NO_END

    def continue_places(self, last: int) -> Sequence[Statement]:
        return ()

    def changes(self) -> SQLiteChanges:
        file = OpenedFile(self.path, lambda: None)  # who waits opens them anew after any trouble
        return SQLiteChanges(self._connect(), self._committed, file)

    def copy_out(self, folder: Path) -> None:
        os.close(open_own(folder / COPY))
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
        if self._line.close():
            self._writing.close()
        self._turns.close()
        for connection in list(self._readers):
            connection.close()

    def _forget_readers(self) -> None:
        """Those at work end with it; each goes when its thread asks for another one."""
        self._mine = threading.local()

    def _reader(self) -> ReadConnection:
        self._file.check_same()
        connection: ReadConnection | None = getattr(self._mine, "connection", None)
        if connection is None:
            connection = self._mine.connection = self._connect()
        return connection

    def _connect(self) -> ReadConnection:
        if self._closed:
            raise StoreClosed(self.name)
        connection = connect(self.path, self._synchronous, ReadConnection)
        self._readers.add(connection)
        return connection

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, StoreUnusable) as error:
            self._explain(error)

    def _explain(self, error: sqlite3.Error | StoreUnusable) -> NoReturn:
        """Raise it in words for an operator; called where it is handled, for a context manager costs every read."""
        told = explained(self.path, error) if isinstance(error, sqlite3.Error) else error
        if self._closed and isinstance(told, sqlite3.ProgrammingError):
            told = StoreClosed(self.name)
        self._damage.note(told)
        if told is error:
            raise
        raise told from error
