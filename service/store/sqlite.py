"""The SQLite engine: WAL, one writer at a time, a read connection for each thread."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from itertools import chain

from .engine import (
    APPLY,
    NO_END,
    OWN_TABLES,
    PROBE,
    Batch,
    ChangeCapture,
    Queries,
    Step,
    Transfer,
    not_applied,
)
from .file_locks import FileLeaderLock, InterProcessLock
from .sqlite_append import WriteConnection
from .sqlite_changes import SQLiteChanges, Waker
from .sqlite_connections import SQLiteConnections
from .sqlite_file import MARK, OpenedFile, check_pages, identity_of, is_large, switch_to_wal
from .sqlite_loading import SQLiteTransfer, check_not_moved
from .sqlite_triggers import SQLiteCapture
from .types import Statement, StoreUnusable
from .write_queue import TakeGroup, WriteQueue

PROBE_BYTES = 65536


class SQLiteEngine:
    """See `Engine`."""

    position = "rowid"
    tracking_table = "tracking"
    in_process = True

    def __init__(self, path: str, synchronous: str, create: bool) -> None:
        """`create`: create the file if it is missing."""
        self._connections = SQLiteConnections(path, synchronous, create)
        self._path, self.name = self._connections.path, self._connections.name
        self.on_commit: Callable[[Sequence[Batch]], None] = lambda committed: None
        self._changed = Waker()
        self._process_lock = InterProcessLock(self._path)
        self._writing = WriteConnection(self._path, synchronous)
        self._queue = WriteQueue(self.name, self._write)
        self.queries: Queries = self._connections
        self.capture: ChangeCapture = SQLiteCapture(self._connections, self._process_lock, self._writing)
        self.transfer: Transfer = SQLiteTransfer(self._connections, self._process_lock)

    def identity(self) -> str:
        return "/".join(map(str, identity_of(self._path)))

    def has_table(self, name: str) -> bool:
        return bool(
            self.queries.read("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,))
        )

    def migrate(self, steps: Sequence[Step]) -> None:
        corrupt, reader = self._connections.corrupt, self._connections.reader
        if corrupt.is_set or not is_large(self._path):
            self.check_pages()
            corrupt.clear()
        with self._connections.explaining(), self._process_lock:
            switch_to_wal(reader())
            reader().execute(MARK).fetchall()
            self._writing.run(map(Statement, OWN_TABLES))
            with self._writing.transaction() as connection:
                self._writing.recorder.make_tables(connection)
            missing = not_applied(steps, self.queries.read)
            for number, name, statements in missing:
                self._writing.run(chain(statements(), [Statement(APPLY, (number, name))]))
            if missing:  # leave no replaced content in the WAL
                reader().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def check_pages(self) -> None:
        with self._connections.explaining():
            check_pages(self._path, self._connections.reader())

    def write(self, batch: Batch) -> float:
        try:
            return self._queue.submit(batch)
        except (sqlite3.Error, StoreUnusable) as error:
            self._connections.explain(error)

    def _write(self, until: float, take: TakeGroup[Batch]) -> None:
        with self._process_lock:
            self._connections.corrupt.check()
            check_not_moved(self._path)
            self.on_commit(self._writing.write(until, take))
        self._changed.set()

    def probe_write(self) -> None:
        """Write as much as a new game: less could fit into pages that SQLite already has, even on a full disk.

        The content is random, because SQLite does not write unchanged pages.
        """
        self.write(Batch(statements=[Statement(PROBE, (os.urandom(PROBE_BYTES),))]))

    def settled(self, lately: bool = False) -> int:
        """Everything is: writers commit one after the other."""
        return NO_END

    def places_settled(self) -> int:
        return NO_END

    def continue_places(self, last: int) -> Sequence[Statement]:
        return ()

    def changes(self) -> SQLiteChanges:
        file = OpenedFile(self._path, lambda: None)  # the notifier reopens its connection after any error
        return SQLiteChanges(self._connections.connect(), self._changed, file)

    def leader_lock(self) -> FileLeaderLock:
        return FileLeaderLock(self._path)

    def close(self) -> None:
        self._connections.begin_closing()  # before the last group is written: no thread begins to read meanwhile
        if self._queue.close():
            self._writing.close()
        self._process_lock.close()
        self._connections.close()
