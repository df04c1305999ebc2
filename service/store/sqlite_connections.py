"""Connections to an SQLite file that read it, one for each thread, and what their errors mean."""

from __future__ import annotations

import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from .corruption_flag import CorruptionFlag
from .engine import WithoutStandbys
from .sqlite_file import OpenedFile, check_usable, connect, explained
from .types import Statement, StoreClosed, StoreUnusable


class ReadConnection(sqlite3.Connection):
    """Weakly referenced, so that it is closed when its thread ends."""


class SQLiteConnections(WithoutStandbys):
    """See `Queries`."""

    def __init__(self, path: str, synchronous: str, create: bool) -> None:
        """`create`: create the file if it is missing."""
        self.path, self.synchronous = os.path.abspath(path), synchronous
        self.name = f"The database {self.path}"
        check_usable(self.path, create)
        self._file = OpenedFile(self.path, self._forget_readers)
        self._local = threading.local()
        self._readers: weakref.WeakSet[ReadConnection] = weakref.WeakSet()
        self._closed = False
        self.corrupt = CorruptionFlag(self.name, Path(f"{self.path}-damaged"))

    def read(
        self, sql: str, params: Sequence[Any] = (), fence: Statement | None = None
    ) -> list[tuple[Any, ...]]:
        try:
            return self.reader().execute(sql, params).fetchall()
        except (sqlite3.Error, StoreUnusable) as error:
            self.explain(error)

    def reader(self) -> ReadConnection:
        """This thread's own, which stays open."""
        self._file.check_same()
        connection: ReadConnection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self.connect()
        return connection

    def connect(self) -> ReadConnection:
        """A new one, which the caller closes."""
        if self._closed:
            raise StoreClosed(self.name)
        connection = connect(self.path, self.synchronous, ReadConnection)
        self._readers.add(connection)
        return connection

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Errors within are raised reworded for an operator."""
        try:
            yield
        except (sqlite3.Error, StoreUnusable) as error:
            self.explain(error)

    def explain(self, error: sqlite3.Error | StoreUnusable) -> NoReturn:
        """Raise the error, reworded. Reads call it from `except`, because a context manager would slow each."""
        reworded = explained(self.path, error) if isinstance(error, sqlite3.Error) else error
        if self._closed and isinstance(reworded, sqlite3.ProgrammingError):
            reworded = StoreClosed(self.name)
        self.corrupt.note(reworded)
        if reworded is error:
            raise
        raise reworded from error

    def begin_closing(self) -> None:
        """From now on nobody gets a new connection; those that are open stay so until `close`."""
        self._closed = True

    def close(self) -> None:
        for connection in list(self._readers):
            connection.close()

    def _forget_readers(self) -> None:
        """Threads open new connections for their next read; those in use are closed when their read is over."""
        self._local = threading.local()
