"""The lobby: one row a game, written in the events' transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import orjson

from projections.commit import Commit, Sql
from projections.documents.games import GameList, GameSummary, Seat
from projections.paging import Query, one_page
from projections.people import rfc3339, seats_of

UPSERT = """INSERT INTO lobby
    (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, seats = excluded.seats,
    version = excluded.version, to_act = excluded.to_act, updated_at = excluded.updated_at,
    checkpoint = excluded.checkpoint"""
COLUMNS = "game, created_at, updated_at, ruleset, status, seats, version, to_act"


SEATS = msgspec.json.Decoder(tuple[Seat, ...])
TO_ACT = msgspec.json.Decoder(tuple[int, ...])


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection."""
    table, setup = commit.table, commit.table.setup
    seats = msgspec.json.encode(seats_of(commit.ruleset, table, commit.players)).decode()
    to_act = orjson.dumps(table.to_act).decode()
    row = (setup.game, setup.ruleset, setup.visibility, table.status, seats, table.version, to_act)
    return [(UPSERT, (*row, commit.at, commit.at, commit.checkpoint))]


def page(query: Query, status: str | None, ruleset: str | None, limit: int, cursor: str | None) -> GameList:
    """Public games, newest first, and the cursor of the next page (None at the end)."""
    wanted = {"visibility": "public", "status": status, "ruleset": ruleset}
    given = {name: value for name, value in wanted.items() if value is not None}
    rows, following = one_page(query, f"SELECT {COLUMNS} FROM lobby", "game", given, limit, cursor)
    return GameList(games=[_summary(row) for row in rows], next=following)


def public_game(query: Query, game: str) -> GameSummary | None:
    """The lobby's summary of one game; None when it is not public."""
    rows = query(f"SELECT {COLUMNS} FROM lobby WHERE game = ? AND visibility = 'public'", (game,))
    return _summary(rows[0]) if rows else None


def _summary(row: Sequence[Any]) -> GameSummary:
    game, created_at, updated_at, ruleset, status, seats, version, to_act = row
    return GameSummary(
        id=game,
        ruleset=ruleset,
        status=status,
        seats=SEATS.decode(seats),
        version=version,
        to_act=TO_ACT.decode(to_act),
        created_at=rfc3339(created_at),
        updated_at=rfc3339(updated_at),
    )
