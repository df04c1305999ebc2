"""The lobby: one row a game, written in the events' transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import orjson

from domain.ruleset import Outcome
from projections.commit import Commit, Sql
from projections.documents.games import GameList, GameSummary, Seat
from projections.paging import Query, one_page
from projections.people import rfc3339, seats_of

UPSERT = """INSERT INTO lobby
    (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint,
    outcome, first_seat, players, bot, imported, imported_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, seats = excluded.seats,
    version = excluded.version, to_act = excluded.to_act, updated_at = excluded.updated_at,
    checkpoint = excluded.checkpoint, outcome = excluded.outcome, first_seat = excluded.first_seat,
    players = excluded.players, bot = excluded.bot"""
MOVE = """UPDATE lobby SET position = ? + (SELECT coalesce(max(position), 0) FROM lobby) WHERE game = ?"""
"""To the end of the order of public games. It counts their events, as if there were no others; writers take turns."""
CHANGED = "SELECT position, {columns} FROM lobby WHERE position > ? ORDER BY position LIMIT ?"
HEAD = "SELECT max(position) FROM lobby"
COLUMNS = """game, created_at, updated_at, ruleset, status, seats, version, to_act,
    outcome, first_seat, imported, imported_at"""
BATCH = 500

SEATS = msgspec.json.Decoder(tuple[Seat, ...])
OUTCOME = msgspec.json.Decoder(Outcome)
TO_ACT = msgspec.json.Decoder(tuple[int, ...])


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection."""
    row = (UPSERT, (*_plain(commit), *_told(commit)))
    return [row] if commit.strange else [row, (MOVE, (commit.events, commit.table.setup.game))]


def _plain(commit: Commit) -> tuple[object, ...]:
    table, setup = commit.table, commit.table.setup
    seats = msgspec.json.encode(seats_of(commit.ruleset, table, commit.players)).decode()
    to_act = orjson.dumps(table.to_act).decode()
    row = (setup.game, setup.ruleset, setup.visibility, table.status, seats, table.version, to_act)
    return (*row, commit.at, commit.at, commit.checkpoint)


def _told(commit: Commit) -> tuple[object, ...]:
    """What games can be looked for by: who began, who played, how it ended, where it was played."""
    outcome, first = commit.table.outcome, commit.table.first
    names = [player.name for _, player in sorted(commit.players.items())]
    return (
        None if outcome is None else msgspec.json.encode(outcome).decode(),
        first[0] if len(first) == 1 else None,
        orjson.dumps(names).decode(),
        int(any(player.bot for player in commit.players.values())),
        int(commit.imported),
        commit.imported_at,
    )


def page(
    query: Query, status: str | None, ruleset: str | None, imported: bool, limit: int, cursor: str | None
) -> GameList:
    """Public games played here, or imported ones, newest first, and the cursor of the next page (None at the end)."""
    wanted = {"visibility": "public", "imported": int(imported), "status": status, "ruleset": ruleset}
    given = {name: value for name, value in wanted.items() if value is not None}
    rows, following = one_page(query, f"SELECT {COLUMNS} FROM lobby", "game", given, limit, cursor)
    return GameList(games=[_summary(row) for row in rows], next=following)


def changed(query: Query, after: int) -> list[tuple[int, GameSummary]]:
    """The next public games played here that changed beyond a position, each once, with the position of its last event."""
    rows = query(CHANGED.format(columns=COLUMNS), (after, BATCH))
    return [(position, _summary(row)) for position, *row in rows]


def head(query: Query) -> int:
    """The position of the last event of the public games played here: how many there are. Nothing else moves it."""
    return query(HEAD, ())[0][0] or 0


def _summary(row: Sequence[Any]) -> GameSummary:
    game, created_at, updated_at, ruleset, status, seats, version, to_act, *told = row
    outcome, first_seat, imported, imported_at = told
    seated = [seat for seat in SEATS.decode(seats) if seat.name is not None]
    return GameSummary(
        id=game,
        ruleset=ruleset,
        status=status,
        seats=SEATS.decode(seats),
        version=version,
        to_act=TO_ACT.decode(to_act),
        outcome=None if outcome is None else OUTCOME.decode(outcome),
        first_seat=first_seat,
        players=tuple(seat.name for seat in seated if seat.name is not None),
        bot=any(seat.bot for seat in seated),
        imported=bool(imported),
        imported_at=None if imported_at is None else rfc3339(imported_at),
        created_at=rfc3339(created_at),
        updated_at=rfc3339(updated_at),
    )
