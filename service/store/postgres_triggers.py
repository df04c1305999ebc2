"""Triggers that record changed rows on PostgreSQL (`ChangeLog`).

Places of changes come from a sequence and are bounded like the positions of events (`postgres_append`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import psycopg

from .changes_tables import EVENTS, TRACKING, Followed, Tables, recorded
from .engine import Read
from .postgres_append import LAST, MASK, SETTLED_FUNCTION, translated
from .postgres_connections import PostgresConnections
from .types import Statement

CHANGES = "kronika_changes"
CHANGES_KEY = int.from_bytes(b"CHNG", "big")
LAST_CHANGE = LAST.format(CHANGES)
STOP_WRITERS = f"SELECT pg_advisory_lock({CHANGES_KEY})"
"""Until this session ends, every transaction that changes a recorded row, or appends events, waits."""
MOVED = "the database was moved"
# Once per transaction. A writer that waited while the database was moved must not write to it any more.
BOUND_FUNCTION = f"""
CREATE OR REPLACE FUNCTION kronika_change() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('kronika.changing', true), '') = '' THEN
    PERFORM pg_advisory_xact_lock_shared({CHANGES_KEY});
    IF EXISTS (SELECT 1 FROM store_meta WHERE name = 'moved') THEN
      RAISE read_only_sql_transaction USING MESSAGE = '{MOVED}';
    END IF;
    PERFORM pg_advisory_xact_lock_shared({CHANGES_KEY}, (({LAST_CHANGE}) & {MASK})::int);
    PERFORM set_config('kronika.changing', 'yes', true);
  END IF;
END $$
"""
APPENDED_FUNCTION = """
CREATE OR REPLACE FUNCTION kronika_appended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM kronika_change(); RETURN NULL; END $$
"""
FUNCTIONS = (
    f"CREATE SEQUENCE IF NOT EXISTS {CHANGES}",
    BOUND_FUNCTION,
    APPENDED_FUNCTION,
    SETTLED_FUNCTION.format(
        name="kronika_changes_settled", last=LAST_CHANGE, key=CHANGES_KEY, gate=CHANGES_KEY
    ),
)
APPENDED = f"CREATE TRIGGER kronika_appended AFTER INSERT ON {EVENTS} EXECUTE FUNCTION kronika_appended()"
"""So that appending alone waits, too, where writers are stopped."""
EXISTING = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'kronika_changed'"
COLUMNS_OF = """SELECT column_name::text FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position"""
SETTLED_BOTH = "SELECT kronika_settled(), kronika_changes_settled()"
TRACKING_TABLE = "notification_tracking"


def table_name(name: str) -> str:
    """What a table that followers know by `name` is called here."""
    return TRACKING_TABLE if name == TRACKING else name


class PostgresCapture:
    """See `ChangeCapture`."""

    def __init__(self, connections: PostgresConnections) -> None:
        self._connections = connections

    def columns(self, table: str) -> list[str]:
        return [name for (name,) in self._connections.read(COLUMNS_OF, (table,))]

    def record(self, tables: Tables) -> None:
        """In one transaction for each table, because writers lock tables in any order.

        Making a trigger waits for all who are writing to its table.
        """
        run, wanted = self._connections.run, {table_name(name): name for name in recorded(tables)}
        with self._connections.translating():
            existing = {name for (name,) in self._connections.read(EXISTING)}
            for table in sorted(existing - wanted.keys()):
                run(map(Statement, _removal(table)))
            for table in sorted(wanted.keys() - existing):
                run(map(Statement, _definition(wanted[table], table, tables[wanted[table]])))

    @contextmanager
    def snapshot(self) -> Iterator[tuple[Read, int, int]]:
        """The settled position is read before the view begins, so that the view contains all of it."""
        with self._connections.session() as connection:
            [(position, place)] = connection.execute(SETTLED_BOTH).fetchall()
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                yield partial(_rows, connection), position, place


def _rows(connection: psycopg.Connection[Any], sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor(binary=True) as cursor:
        return cursor.execute(translated(sql), params).fetchall()


def _definition(name: str, table: str, followed: Followed) -> list[str]:
    """The statements that make the triggers of a table; `name` is how followers know it."""
    function = f"kronika_changed_{name}"
    trigger = (
        f"CREATE TRIGGER kronika_changed AFTER {' OR '.join(followed.on)} ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {function}()"
    )
    body = BODY.format(
        function=function,
        old=_record(name, "OLD", followed.key),
        new=_record(name, "NEW", followed.key),
        other=_other(followed.key),
    )
    return [body, trigger, *([APPENDED] if name == EVENTS else [])]


def _removal(table: str) -> list[str]:
    """The statements that remove them."""
    appended = [f"DROP TRIGGER kronika_appended ON {table}"] if table == EVENTS else []
    return [f"DROP TRIGGER kronika_changed ON {table}", *appended]


BODY = """
CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM kronika_change();
  IF TG_OP = 'DELETE' THEN
    {old};
  ELSE
    {new};
    IF TG_OP = 'UPDATE' AND {other} THEN
      {old};
    END IF;
  END IF;
  RETURN NULL;
END $$
"""


def _record(name: str, row: str, key: Sequence[str]) -> str:
    columns = ", ".join(f"{row}.{column}" for column in key)
    return f"INSERT INTO changes (relation, key) VALUES ('{name}', json_build_array({columns}))"


def _other(key: Sequence[str]) -> str:
    """Whether an update changed the key: then the row with the old one is gone."""
    old, new = (", ".join(f"{row}.{column}" for column in key) for row in ("OLD", "NEW"))
    return f"({old}) IS DISTINCT FROM ({new})"
