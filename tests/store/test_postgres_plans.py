"""On PostgreSQL, too, no request and nothing that the keeper does now and then passes all rows of a table that grows.

What it would do depends on what it knows of the tables, so they are filled with games like those that were asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psycopg
import pytest

from service.accounts.notices.hook_rows import ENDED, removals_of_ended
from service.operation.cleaning import EXPIRY_RULES
from service.store import Store, postgres_append, postgres_connections
from service.store.postgres_append import translated
from tests.api.test_scans import SMALL, ask_everything, prepared

ROWS = 10_000
"""Of each table that grows; from a few hundred on an index is worth its way."""
NAMED = {
    "game",
    "game_id",
    "originator_id",
    "tournament",
    "meeting",
    "day",
    "id",
    "hash",
    "scope",
    "place",
    "code",
    "key",
    "label",
}
"""Columns that tell rows of different games, tournaments, people and days apart, and by which they are joined."""
GROWING = {"created_at", "updated_at", "position", "first_position", "at", "asked_at", "number", "rowid"}
"""Columns that rise from row to row."""
SCAN = re.compile(r"Seq Scan on (\w+)")
FEW = SMALL | {"keys_ahead", "referees", "service_meta", "settled", "store_meta", "notification_tracking"}
"""These do not grow, or so slowly that nobody has many."""
FAR = 4102444800000
"""The year 2100, in milliseconds since the epoch."""
AT_REST = (
    "UPDATE cases SET due = NULL",
    f"UPDATE due SET at = {FAR} + at",
    "UPDATE hook_cursors SET due_at = NULL",
    "UPDATE game_analyses SET status = 'done'",
    "UPDATE lobby SET status = 'finished' WHERE status IN ('playing', 'waiting') AND game > '05'",
    "UPDATE statistics_totals SET what = what || ' by 64' WHERE length(label) = 32",
)
"""Most games are over, most running clocks have time left, webhooks have been sent all, and most totals are of lengths."""
DELETED = {table for rule in EXPIRY_RULES.values() for table in rule.tables}
ENDED_HOOKS = f"SELECT id FROM hooks WHERE {ENDED}"
EXCUSED = {
    *((table, f"DELETE FROM {table} WHERE (") for table in DELETED),  # its search is a query of its own, too
    *((table, ENDED_HOOKS) for table in ("hooks", "accounts", "tokens")),  # once an hour, with whose they are
    ("hook_cursors", "due_at IS NULL AND gap_from IS NULL"),  # the same: those without notices
    ("notice_counts", "SELECT recipient, n FROM notice_counts WHERE n >"),  # the same: one row a recipient
    *((table, "LIMIT 10000") for table in ("rulings", "lobby")),  # until 10,000 are counted
}
"""Where a statement needs a tenth of the rows or one for each webhook, one look at all is less work."""
MADE_UP = {"text": "md5('{name}' || other.nth)", "bytea": "''::bytea"}
"""What a column holds in a row of a table of which the walk has left none; numbers are the row's."""


def columns(database: psycopg.Connection[Any], table: str, empty: bool) -> Iterator[tuple[str, str]]:
    """Each with what it is in another row like one that there is, by the number `other.nth`."""
    found = "SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s"
    for name, kind in database.execute(found, (table,)).fetchall():
        if name == "notification_id":
            continue
        if empty:
            yield name, MADE_UP.get(kind, "other.nth").format(name=name)
        elif kind == "text" and name in NAMED:
            yield name, f"md5({name} || other.nth)"
        else:
            yield name, f"{name} + {ROWS} * other.nth" if name in GROWING else name


def fill(database: psycopg.Connection[Any], tables: set[str]) -> None:
    for table in sorted(tables):
        [(rows,)] = database.execute(f"SELECT count(*) FROM {table}").fetchall()
        names, values = zip(*columns(database, table, empty=not rows), strict=True)
        source = f"{table}, generate_series(1, {ROWS // rows})" if rows else f"generate_series(1, {ROWS})"
        insert = (
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} FROM {source} AS other(nth)"
        )
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


def removal_of_a_hook() -> dict[str, Any]:
    """What the keeper does with a webhook that has ended; the walk leaves none."""
    one = cast(Store, SimpleNamespace(query=lambda sql, params: [("",)]))
    return {sql: params for removal in removals_of_ended(one) for sql, params, *_ in removal}


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
    said |= removal_of_a_hook()
    with closing(
        psycopg.connect(postgres_url, autocommit=True, cursor_factory=psycopg.ClientCursor)
    ) as database:
        found = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        tables = {name for (name,) in database.execute(found)} - FEW
        fill(database, tables)
        met = {one for sql, params in said.items() for one in passed(database, sql, params)}
    assert {one for one in met if one[0] in tables} == set()
