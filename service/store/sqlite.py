"""The SQLite engine: WAL, one writer at a time, a read connection for each thread."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

from .changes_tables import Tables
from .corruption_flag import CorruptionFlag
from .engine import (
    APPLY,
    NO_END,
    OWN_TABLES,
    PROBE,
    Batch,
    Load,
    Read,
    Step,
    WithoutStandbys,
    not_applied,
)
from .file_locks import FileLeaderLock, InterProcessLock
from .private_files import open_private
from .sqlite_append import WriteConnection
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
    switch_to_wal,
)
from .sqlite_loading import SQLiteLoad, check_not_moved, continue_after, exclusive, is_led, mark_moved, moved
from .sqlite_triggers import EXISTING, definitions
from .types import Statement, StoreClosed, StoreUnusable
from .write_queue import TakeGroup, WriteQueue

COPY = "kronika.db"

PROBE_BYTES = 65536
LAST = """SELECT coalesce((SELECT max(rowid) FROM stored_events), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0)"""


class ReadConnection(sqlite3.Connection):
    """Weakly referenced, so that it is closed when its thread ends."""


class SQLiteEngine(WithoutStandbys):
    """See `Engine`."""

    position = "rowid"
    tracking_table = "tracking"
    in_process = True

    def __init__(self, path: str, synchronous: str, create: bool) -> None:
        """`create`: create the file if it is missing."""
        self.path = os.path.abspath(path)
        self.name = f"The database {self.path}"
        check_usable(self.path, create)
        self._file = OpenedFile(self.path, self._forget_readers)
        self.on_commit: Callable[[Sequence[Batch]], None] = lambda committed: None
        self._synchronous = synchronous
        self._local = threading.local()
        self._readers: weakref.WeakSet[ReadConnection] = weakref.WeakSet()
        self._changed = Waker()
        self._closed = False
        self._process_lock = InterProcessLock(self.path)
        self._writing = WriteConnection(self.path, synchronous)
        self._queue = WriteQueue(self.name, self._write)
        self._corrupt = CorruptionFlag(self.name, Path(f"{self.path}-damaged"))

    def identity(self) -> str:
        return "/".join(map(str, identity_of(self.path)))

    def has_table(self, name: str) -> bool:
        return bool(self.read("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def migrate(self, steps: Sequence[Step]) -> None:
        if self._corrupt.is_set or not is_large(self.path):
            self.check_pages()
            self._corrupt.clear()
        with self._explaining(), self._process_lock:
            switch_to_wal(self._reader())
            self._reader().execute(MARK).fetchall()
            self._run([Statement(sql) for sql in OWN_TABLES])
            with self._writing.transaction() as connection:
                self._writing.recorder.make_tables(connection)
            missing = not_applied(steps, self.read)
            for number, name, statements in missing:
                self._run(chain(statements(), [Statement(APPLY, (number, name))]))
            if missing:  # leave no replaced content in the WAL
                self._reader().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def _run(self, statements: Iterable[Statement]) -> None:
        with self._writing.transaction() as connection:
            for sql, params in statements:
                connection.execute(sql, params)

    def check_pages(self) -> None:
        with self._explaining():
            check_pages(self.path, self._reader())

    def write(self, batch: Batch) -> float:
        try:
            return self._queue.submit(batch)
        except (sqlite3.Error, StoreUnusable) as error:
            self._explain(error)

    def _write(self, until: float, take: TakeGroup[Batch]) -> None:
        with self._process_lock:
            self._corrupt.check()
            check_not_moved(self.path)
            self.on_commit(self._writing.write(until, take))
        self._changed.set()

    def probe_write(self) -> None:
        """Write as much as a new game: less could fit into pages that SQLite already has, even on a full disk.

        The content is random, because SQLite does not write unchanged pages.
        """
        self.write(Batch(statements=[Statement(PROBE, (os.urandom(PROBE_BYTES),))]))

    def read(
        self, sql: str, params: Sequence[Any] = (), fence: Statement | None = None
    ) -> list[tuple[Any, ...]]:
        try:
            return self._reader().execute(sql, params).fetchall()
        except (sqlite3.Error, StoreUnusable) as error:
            self._explain(error)

    def settled(self, lately: bool = False) -> int:
        """Everything is: writers commit one after the other."""
        return NO_END

    def places_settled(self) -> int:
        return NO_END

    def continue_places(self, last: int) -> Sequence[Statement]:
        return ()

    def columns(self, table: str) -> list[str]:
        return [name for (name,) in self.read("SELECT name FROM pragma_table_info(?)", (table,))]

    def record_changes(self, tables: Tables) -> None:
        wanted = definitions(tables)
        with self._explaining(), self._process_lock:
            existing = {name for (name,) in self.read(EXISTING)}
            drop = [f"DROP TRIGGER {name}" for name in existing - wanted.keys()]
            self._run(map(Statement, [*drop, *(wanted[name] for name in wanted if name not in existing)]))

    @contextmanager
    def snapshot(self) -> Iterator[tuple[Read, int, int]]:
        with self._explaining(), closing(self._connect()) as connection:
            connection.execute("BEGIN")
            [(position, place)] = connection.execute(LAST).fetchall()
            yield partial(_rows, connection), position, place

    @contextmanager
    def loading(self) -> Iterator[SQLiteLoad]:
        with self._explaining(), exclusive(self.path, self._synchronous) as connection:
            yield SQLiteLoad(connection)

    def continue_after(self, load: Load, position: int, place: int) -> None:
        continue_after(load, position)

    @contextmanager
    def stop_writers(self) -> Iterator[None]:
        with self._explaining(), self._process_lock, exclusive(self.path, self._synchronous):
            yield

    def is_led(self) -> bool:
        return is_led(self.path)

    def moved(self) -> str | None:
        return moved(self.path)

    def mark_moved(self, to: str | None) -> None:
        mark_moved(self.path, to)

    def changes(self) -> SQLiteChanges:
        file = OpenedFile(self.path, lambda: None)  # the notifier reopens its connection after any error
        return SQLiteChanges(self._connect(), self._changed, file)

    def copy_out(self, folder: Path) -> None:
        os.close(open_private(folder / COPY))
        self._copy(self.path, str(folder / COPY))

    def copy_in(self, folder: Path) -> None:
        self._copy(str(folder / COPY), self.path)

    def _copy(self, source: str, target: str) -> None:
        with (
            self._explaining(),
            closing(connect(source, self._synchronous, sqlite3.Connection)) as read,
            closing(connect(target, self._synchronous, sqlite3.Connection)) as written,
        ):
            read.backup(
                written
            )  # in one step: in several it would restart after every commit of another connection

    def leader_lock(self) -> FileLeaderLock:
        return FileLeaderLock(self.path)

    def close(self) -> None:
        self._closed = True
        if self._queue.close():
            self._writing.close()
        self._process_lock.close()
        for connection in list(self._readers):
            connection.close()

    def _forget_readers(self) -> None:
        """Threads open new connections for their next read; those in use are closed when their read is over."""
        self._local = threading.local()

    def _reader(self) -> ReadConnection:
        self._file.check_same()
        connection: ReadConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
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
        """Raise the error, reworded for an operator. Reads call it from `except`, because a context manager would slow each."""
        reworded = explained(self.path, error) if isinstance(error, sqlite3.Error) else error
        if self._closed and isinstance(reworded, sqlite3.ProgrammingError):
            reworded = StoreClosed(self.name)
        self._corrupt.note(reworded)
        if reworded is error:
            raise
        raise reworded from error


def _rows(connection: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    return connection.execute(sql, params).fetchall()
