"""On PostgreSQL, too, no request and nothing that the keeper does now and then passes all rows of a table that grows.

What it would do depends on what it knows of the tables, so they are filled with games like those that were asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from service.store import postgres_append, postgres_connections
from service.store.postgres_append import translated
from tests.api.test_scans import SMALL, ask_everything, prepared

ROWS = 4000
"""Of each table that grows; from a few hundred on an index is worth its way."""
NAMED = {
    "game",
    "game_id",
    "originator_id",
    "tournament",
    "id",
    "hash",
    "scope",
    "place",
    "code",
    "key",
    "label",
}
"""Columns that tell rows of different games, tournaments and people apart, and by which they are joined."""
GROWING = {"created_at", "updated_at", "position", "first_position", "at", "asked_at"}
"""Columns that rise from row to row."""
SCAN = re.compile(r"Seq Scan on (\w+)")
FEW = SMALL | {"keys_ahead", "referees", "service_meta", "store_meta", "notification_tracking"}
"""These do not grow, or so slowly that nobody has many."""
AT_REST = (
    "UPDATE cases SET due = NULL",
    "UPDATE game_analyses SET status = 'done'",
    "UPDATE lobby SET status = 'finished' WHERE status IN ('playing', 'waiting') AND game > '05'",
    "UPDATE statistics_totals SET what = what || ' by 64' WHERE length(label) = 32",
)
"""Most games are over, and most totals are of lengths."""
EXCUSED = {("idempotency", "LIMIT 1000"), ("rematches", "LIMIT 1000")}
"""A thousand are deleted at a time: where there are only some times as many, one look at all is less work."""
MADE_UP = {"text": "md5('{name}' || nth)", "bytea": "''::bytea"}
"""What a column holds in row `nth` of a table of which the walk has left none; numbers are `nth`."""


def columns(database: psycopg.Connection[Any], table: str, empty: bool) -> Iterator[tuple[str, str]]:
    """Each with what it is in another row like one that there is, number `nth`."""
    found = "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s"
    for name, kind in database.execute(found, (table,)).fetchall():
        if name == "notification_id":
            continue
        if empty:
            yield name, MADE_UP.get(kind, "nth").format(name=name)
        elif kind == "text" and name in NAMED:
            yield name, f"md5({name} || nth)"
        else:
            yield name, f"{name} + nth" if name in GROWING else name


def fill(database: psycopg.Connection[Any], tables: set[str]) -> None:
    for table in sorted(tables):
        [(rows,)] = database.execute(f"SELECT count(*) FROM {table}").fetchall()
        names, values = zip(*columns(database, table, empty=not rows), strict=True)
        source = f"{table}, generate_series(1, {ROWS // rows})" if rows else f"generate_series(1, {ROWS})"
        insert = f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {source} AS nth"
        assert database.execute(f"{insert} ON CONFLICT DO NOTHING").rowcount > ROWS / 2, table
    for sql in AT_REST:
        database.execute(sql)
    database.execute("VACUUM ANALYZE")


def asked(url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Every statement, with the values that it had first."""
    settings = prepared(folder, url)
    said: dict[str, Any] = {}
    read, run = postgres_connections.PostgresConnections.read, postgres_append._run

    def reading(self: Any, sql: str, params: Any = (), fence: Any = None) -> Any:
        said.setdefault(sql, params)
        return read(self, sql, params, fence)

    def writing(curs: Any, statements: Any) -> None:
        asked = list(statements)
        said.update({sql: params for sql, params, *_ in asked if sql not in said})
        run(curs, asked)

    monkeypatch.setattr(postgres_connections.PostgresConnections, "read", reading)
    monkeypatch.setattr(postgres_append, "_run", writing)
    ask_everything(settings)
    return said


def passed(database: psycopg.Connection[Any], sql: str, params: Any) -> Iterator[tuple[str, str, str]]:
    """Each table that the statement would pass, with its plan."""
    if re.match("SELECT|WITH|INSERT|UPDATE|DELETE", sql):
        plan = "\n".join(line for (line,) in database.execute(f"EXPLAIN {translated(sql)}", params))
        for table in SCAN.findall(plan):
            if not any(table == of and text in sql for of, text in EXCUSED):
                yield table, sql, plan


@pytest.mark.soak
def test_postgresql_passes_no_table_that_grows(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = asked(postgres_url, tmp_path, monkeypatch)
    assert len(said) > 100
    with closing(
        psycopg.connect(postgres_url, autocommit=True, cursor_factory=psycopg.ClientCursor)
    ) as database:
        found = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        tables = {name for (name,) in database.execute(found)} - FEW
        fill(database, tables)
        met = {one for sql, params in said.items() for one in passed(database, sql, params)}
    assert {one for one in met if one[0] in tables} == set()
