"""Triggers that record changed rows on SQLite (`ChangeLog`)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import Any

from .changes_tables import Tables, recorded
from .engine import Read
from .file_locks import InterProcessLock
from .sqlite_append import WriteConnection
from .sqlite_connections import SQLiteConnections
from .types import Statement

EXISTING = r"SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'changed\_%' ESCAPE '\'"
RECORD = "INSERT INTO changes (relation, key) VALUES ('{table}', json_array({key}));"

LAST = """SELECT coalesce((SELECT max(rowid) FROM stored_events), 0),
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'changes'), 0)"""


class SQLiteCapture:
    """See `ChangeCapture`."""

    def __init__(
        self, connections: SQLiteConnections, process_lock: InterProcessLock, writing: WriteConnection
    ) -> None:
        self._connections, self._process_lock, self._writing = connections, process_lock, writing

    def columns(self, table: str) -> list[str]:
        found = self._connections.read("SELECT name FROM pragma_table_info(?)", (table,))
        return [name for (name,) in found]

    def record(self, tables: Tables) -> None:
        wanted = _definitions(tables)
        with self._connections.explaining(), self._process_lock:
            existing = {name for (name,) in self._connections.read(EXISTING)}
            drop = [f"DROP TRIGGER {name}" for name in existing - wanted.keys()]
            make = [sql for name, sql in wanted.items() if name not in existing]
            self._writing.run(map(Statement, [*drop, *make]))

    @contextmanager
    def snapshot(self) -> Iterator[tuple[Read, int, int]]:
        with self._connections.explaining(), closing(self._connections.connect()) as connection:
            connection.execute("BEGIN")
            [(position, place)] = connection.execute(LAST).fetchall()
            yield partial(_rows, connection), position, place


def _rows(connection: sqlite3.Connection, sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    return connection.execute(sql, params).fetchall()


def _definitions(tables: Tables) -> dict[str, str]:
    """The statements that make the triggers, by their names."""
    return {
        f"changed_{table}_{name}": sql
        for table, (key, on, _) in recorded(tables).items()
        for name, sql in _of_table(table, key, on)
    }


def _of_table(table: str, key: Sequence[str], on: Sequence[str]) -> Iterator[tuple[str, str]]:
    for change in on:
        name = change.lower()
        yield (
            name,
            _trigger(table, name, change, "", _record(table, "OLD" if change == "DELETE" else "NEW", key)),
        )
    if "UPDATE" in on:  # a new key: the row with the old one is gone
        other = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in key)
        yield (
            "key",
            _trigger(
                table, "key", f"UPDATE OF {', '.join(key)}", f"WHEN {other} ", _record(table, "OLD", key)
            ),
        )


def _trigger(table: str, name: str, change: str, when: str, record: str) -> str:
    return f"CREATE TRIGGER changed_{table}_{name} AFTER {change} ON {table} {when}BEGIN {record} END"


def _record(table: str, row: str, key: Sequence[str]) -> str:
    return RECORD.format(table=table, key=", ".join(f"{row}.{column}" for column in key))
