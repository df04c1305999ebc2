"""Copying an SQLite file, filling it with many rows, and stopping its writers, to move it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from .engine import Load
from .file_locks import InterProcessLock
from .private_files import open_private
from .sqlite_connections import SQLiteConnections
from .sqlite_file import connect
from .types import Duplicate, StoreUnusable, Trouble

COPY = "kronika.db"
POSITION = """INSERT INTO sqlite_sequence (name, seq)
    SELECT 'stored_events', ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'stored_events')"""
RAISE_POSITION = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'stored_events'"


class SQLiteLoad:
    """See `Load`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        marks = ", ".join("?" * len(columns))
        try:
            self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)
        except sqlite3.IntegrityError as error:
            raise Duplicate(str(error)) from error

    def delete(self, table: str, key: Sequence[str], keys: Sequence[Sequence[Any]]) -> None:
        where = " AND ".join(f"{column} = ?" for column in key)
        self._connection.executemany(f"DELETE FROM {table} WHERE {where}", keys)

    def delete_all(self, table: str) -> None:
        self.execute(f"DELETE FROM {table}", ())

    def execute(self, sql: str, params: Sequence[Any]) -> None:
        self._connection.execute(sql, params)


class SQLiteTransfer:
    """See `Transfer`."""

    def __init__(self, connections: SQLiteConnections, process_lock: InterProcessLock) -> None:
        self._connections, self._process_lock = connections, process_lock

    def copy_out(self, folder: Path) -> None:
        os.close(open_private(folder / COPY))
        self._copy(self._connections.path, str(folder / COPY))

    def copy_in(self, folder: Path) -> None:
        self._copy(str(folder / COPY), self._connections.path)

    def _copy(self, source: str, target: str) -> None:
        """In one step: in several it would restart after every commit of another connection."""
        synchronous = self._connections.synchronous
        with (
            self._connections.explaining(),
            closing(connect(source, synchronous, sqlite3.Connection)) as read,
            closing(connect(target, synchronous, sqlite3.Connection)) as written,
        ):
            read.backup(written)

    @contextmanager
    def loading(self) -> Iterator[SQLiteLoad]:
        with self._exclusive() as connection:
            yield SQLiteLoad(connection)

    def continue_after(self, load: Load, position: int, place: int) -> None:
        """SQLite remembers the last position of a table only once it had a row."""
        for sql in (POSITION, RAISE_POSITION):
            load.execute(sql, (position,))

    @contextmanager
    def stop_writers(self) -> Iterator[None]:
        with self._process_lock, self._exclusive():
            yield

    @contextmanager
    def _exclusive(self) -> Iterator[sqlite3.Connection]:
        """A transaction that has the write lock; committed at the end, rolled back after an error."""
        path, synchronous = self._connections.path, self._connections.synchronous
        with (
            self._connections.explaining(),
            closing(connect(path, synchronous, sqlite3.Connection)) as connection,
        ):
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    def is_led(self) -> bool:
        with open(open_private(f"{self._connections.path}-keeper"), "rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def moved(self) -> str | None:
        with suppress(FileNotFoundError), open(_marker(self._connections.path), encoding="utf-8") as file:
            return file.read()
        return None

    def mark_moved(self, to: str | None) -> None:
        marker = _marker(self._connections.path)
        if to is None:
            os.unlink(marker)
        else:
            with os.fdopen(
                open_private(f"{marker}.draft", os.O_WRONLY | os.O_TRUNC), "w", encoding="utf-8"
            ) as file:
                file.write(to)
                file.flush()
                os.fsync(file.fileno())
            os.replace(f"{marker}.draft", marker)
        folder = os.open(os.path.dirname(marker), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def check_not_moved(path: str) -> None:
    """Raise `StoreUnusable` if the file has a marker: whoever waited while it was moved must not write to it."""
    if os.path.exists(_marker(path)):
        raise StoreUnusable(f"The database {path} was moved to another one.", Trouble.READ_ONLY)


def _marker(path: str) -> str:
    return f"{path}-moved"
