"""Copying a PostgreSQL database, filling it with many rows, and stopping its writers, to move it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from .engine import Load
from .postgres_append import CONTINUE_PLACES, LAST, LOCK_KEY, POSITIONS, translated
from .postgres_connections import PostgresConnections
from .postgres_copy import copy_in, copy_out
from .postgres_leader_lock import LEADER_KEY
from .postgres_triggers import CHANGES_KEY, table_name
from .types import Duplicate, Statement

TYPES = """SELECT column_name::text, udt_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = %s"""
CONTINUE_POSITIONS = f"SELECT setval('{POSITIONS}', greatest(({LAST.format(POSITIONS)}), ?, 1))"
LED = f"""SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = {LEADER_KEY} AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
MOVED = "SELECT value FROM store_meta WHERE name = 'moved'"
MARK = "INSERT INTO store_meta (name, value) VALUES ('moved', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
UNMARK = "DELETE FROM store_meta WHERE name = 'moved'"
KEYS_AT_ONCE = 1000


class PostgresLoad:
    """See `Load`."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        table = table_name(table)
        types = dict(self._connection.execute(TYPES, (table,)).fetchall())
        names = sql.SQL(", ").join(map(sql.Identifier, columns))
        copied = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT binary)").format(sql.Identifier(table), names)
        try:
            with self._connection.cursor().copy(copied) as copy:
                copy.set_types([types[column] for column in columns])
                for row in rows:
                    copy.write_row(row)
        except psycopg.errors.UniqueViolation as error:
            raise Duplicate(str(error.diag.message_primary)) from error

    def delete(self, table: str, key: Sequence[str], keys: Sequence[Sequence[Any]]) -> None:
        for start in range(0, len(keys), KEYS_AT_ONCE):
            some = keys[start : start + KEYS_AT_ONCE]
            marks = ", ".join([f"({', '.join('?' * len(key))})"] * len(some))
            values = [value for one in some for value in one]
            self.execute(
                f"DELETE FROM {table_name(table)} WHERE ({', '.join(key)}) IN (VALUES {marks})", values
            )

    def delete_all(self, table: str) -> None:
        self.execute(f"DELETE FROM {table_name(table)}", ())

    def execute(self, sql: str, params: Sequence[Any]) -> None:
        self._connection.execute(translated(sql), params)


class PostgresTransfer:
    """See `Transfer`."""

    def __init__(self, connections: PostgresConnections) -> None:
        self._connections = connections

    def copy_out(self, folder: Path) -> None:
        with self._connections.session() as connection:
            copy_out(connection, folder)

    def copy_in(self, folder: Path) -> None:
        with self._connections.session() as connection:
            copy_in(connection, folder)

    @contextmanager
    def loading(self) -> Iterator[PostgresLoad]:
        with self._connections.session() as connection, connection.transaction():
            yield PostgresLoad(connection)

    def continue_after(self, load: Load, position: int, place: int) -> None:
        load.execute(CONTINUE_POSITIONS, (position,))
        load.execute(CONTINUE_PLACES, (place,))

    @contextmanager
    def stop_writers(self) -> Iterator[None]:
        """The locks are taken in the order in which writers of events take them."""
        with self._connections.session() as connection, connection.transaction():
            for key in (LOCK_KEY, CHANGES_KEY):
                connection.execute(f"SELECT pg_advisory_xact_lock({key})")
            yield

    def is_led(self) -> bool:
        return bool(self._connections.read(LED)[0][0])

    def moved(self) -> str | None:
        return next((bytes(text).decode() for (text,) in self._connections.read(MOVED)), None)

    def mark_moved(self, to: str | None) -> None:
        statement = Statement(UNMARK) if to is None else Statement(MARK, (to.encode(),))
        self._connections.run([statement])
