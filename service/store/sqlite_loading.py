"""Filling an SQLite file with many rows, and stopping its writers, to move it."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any

from .engine import Load
from .private_files import open_private
from .sqlite_file import connect
from .types import Duplicate, StoreUnusable, Trouble

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


@contextmanager
def exclusive(path: str, synchronous: str) -> Iterator[sqlite3.Connection]:
    """A connection within a transaction that has the write lock; committed at the end, rolled back after an error."""
    with closing(connect(path, synchronous, sqlite3.Connection)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")


def continue_after(load: Load, position: int) -> None:
    """SQLite remembers the last position of a table only once it had a row."""
    for sql in (POSITION, RAISE_POSITION):
        load.execute(sql, (position,))


def is_led(path: str) -> bool:
    """Whether another process holds the lock of a background worker."""
    with open(open_private(f"{path}-keeper"), "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def check_not_moved(path: str) -> None:
    """Raise `StoreUnusable` if the file has a marker: a process that waited while it was moved must not write to it."""
    if os.path.exists(_marker(path)):
        raise StoreUnusable(f"The database {path} was moved to another one.", Trouble.READ_ONLY)


def moved(path: str) -> str | None:
    """The text of the marker beside the file."""
    with suppress(FileNotFoundError), open(_marker(path), encoding="utf-8") as file:
        return file.read()
    return None


def mark_moved(path: str, text: str | None) -> None:
    """Write the marker as a whole, or remove it."""
    marker = _marker(path)
    if text is None:
        os.unlink(marker)
    else:
        with os.fdopen(
            open_private(f"{marker}.draft", os.O_WRONLY | os.O_TRUNC), "w", encoding="utf-8"
        ) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{marker}.draft", marker)
    folder = os.open(os.path.dirname(marker), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _marker(path: str) -> str:
    return f"{path}-moved"
