"""The lobby: one row a game, written in the events' transaction."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any

import orjson

from domain.table.decisions import Refused
from projections.commit import Commit, Sql
from projections.people import rfc3339, seats_of

DDL = (
    """CREATE TABLE IF NOT EXISTS lobby (
        game TEXT PRIMARY KEY, ruleset TEXT NOT NULL, visibility TEXT NOT NULL, status TEXT NOT NULL,
        seats TEXT NOT NULL, version BIGINT NOT NULL, to_act TEXT NOT NULL,
        created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, checkpoint TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS lobby_by_age ON lobby (created_at DESC, game DESC)",
)

UPSERT = """INSERT INTO lobby
    (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, seats = excluded.seats,
    version = excluded.version, to_act = excluded.to_act, updated_at = excluded.updated_at,
    checkpoint = excluded.checkpoint"""
COLUMNS = "game, ruleset, status, seats, version, to_act, created_at, updated_at"

Query = Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]]


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection."""
    table, setup = commit.table, commit.table.setup
    seats = orjson.dumps(seats_of(commit.ruleset, table, commit.players)).decode()
    to_act = orjson.dumps(table.to_act).decode()
    row = (setup.game, setup.ruleset, setup.visibility, table.status, seats, table.version, to_act)
    return [(UPSERT, (*row, commit.at, commit.at, commit.checkpoint))]


def page(
    query: Query, status: str | None, ruleset: str | None, limit: int, cursor: str | None
) -> tuple[list[dict[str, Any]], str | None]:
    """Public games, newest first, and the cursor of the next page (None at the end)."""
    wanted = [("visibility", "public"), ("status", status), ("ruleset", ruleset)]
    given = [(name, value) for name, value in wanted if value is not None]
    where = " AND ".join(f"{name} = ?" for name, _ in given)
    params: tuple[object, ...] = tuple(value for _, value in given)
    if cursor is not None:
        created_at, game = _read_cursor(cursor)
        where += " AND (created_at < ? OR (created_at = ? AND game < ?))"
        params += (created_at, created_at, game)
    sql = f"SELECT {COLUMNS} FROM lobby WHERE {where} ORDER BY created_at DESC, game DESC LIMIT ?"
    rows = query(sql, (*params, limit + 1))
    more = len(rows) > limit
    return [_summary(row) for row in rows[:limit]], _make_cursor(rows[limit - 1]) if more else None


def _summary(row: Sequence[Any]) -> dict[str, Any]:
    game, ruleset, status, seats, version, to_act, created_at, updated_at = row
    return {
        "id": game,
        "ruleset": ruleset,
        "status": status,
        "seats": orjson.loads(seats),
        "version": version,
        "to_act": orjson.loads(to_act),
        "created_at": rfc3339(created_at),
        "updated_at": rfc3339(updated_at),
    }


def _make_cursor(row: Sequence[Any]) -> str:
    return base64.urlsafe_b64encode(orjson.dumps([row[6], row[0]])).decode()


def _read_cursor(cursor: str) -> tuple[int, str]:
    """A cursor that this module made; `Refused` malformed for anything else."""
    try:
        created_at, game = orjson.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
        if type(created_at) is int and type(game) is str and 0 <= created_at < 2**53:
            return created_at, game
    except (ValueError, TypeError, binascii.Error):
        pass
    detail = "This is not a cursor that this service gave out."
    raise Refused("malformed", detail, errors={"cursor": [detail]})
