"""Copies all tables of a PostgreSQL database, consistently and while it is in use, to files; and back into the same tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import psycopg
from psycopg import sql

from .postgres_append import CONTINUE_PLACES, LAST_PLACE, translated
from .types import StoreUnusable

TABLES = "tables.json"
PLACES_FILE = "places.json"
CHUNK = 2**20
COLUMNS = """SELECT table_name::text, column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"""
SEQUENCE = """SELECT setval(pg_get_serial_sequence('stored_events', 'notification_id'),
    (SELECT coalesce(max(notification_id), 1) FROM stored_events))"""


def copy_out(connection: psycopg.Connection, folder: Path) -> None:
    with connection.transaction():
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        tables = _tables(connection)
        for table, columns in tables.items():
            rows = sql.SQL("COPY {} ({}) TO STDOUT (FORMAT binary)").format(*_names(table, columns))
            with connection.cursor().copy(rows) as copy, (folder / f"{table}.rows").open("wb") as file:
                for chunk in copy:
                    file.write(chunk)
        last = connection.execute(
            LAST_PLACE
        ).fetchone()  # the current value, never older than the copied rows
    (folder / TABLES).write_text(json.dumps(tables))
    (folder / PLACES_FILE).write_text(json.dumps(last))


def copy_in(connection: psycopg.Connection, folder: Path) -> None:
    """Replace the rows that creating the tables wrote, in one transaction."""
    with connection.transaction():
        tables = _tables(connection)
        if json.loads((folder / TABLES).read_text()) != tables:
            raise StoreUnusable(
                "The back-up has other tables than its layout; it was made by another program."
            )
        for table, columns in tables.items():
            name, listed = _names(table, columns)
            connection.execute(sql.SQL("DELETE FROM {}").format(name))
            rows = sql.SQL("COPY {} ({}) FROM STDIN (FORMAT binary)").format(name, listed)
            with connection.cursor().copy(rows) as copy, (folder / f"{table}.rows").open("rb") as file:
                while chunk := file.read(CHUNK):
                    copy.write(chunk)
        connection.execute(SEQUENCE)
        places = folder / PLACES_FILE
        if places.exists():  # missing before layout 24, whose migration sets it
            connection.execute(translated(CONTINUE_PLACES), json.loads(places.read_text()))


def _tables(connection: psycopg.Connection) -> dict[str, list[str]]:
    tables: dict[str, list[str]] = {}
    for table, column in connection.execute(COLUMNS):
        tables.setdefault(table, []).append(column)
    return tables


def _names(table: str, columns: Sequence[str]) -> tuple[sql.Identifier, sql.Composed]:
    return sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
