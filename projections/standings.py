"""Tournament standings: the results of every finished game by side. Stored, and rebuildable from the log.

One row per game, rewritten from the game whenever its log grows; readers add up the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.ruleset import Outcome, Ruleset
from domain.table.fold import options_of
from domain.table.state import Table
from projections.commit import Commit, Sql
from projections.documents.tournaments import Standing

NAME = "standings"

HOLD: Sequence[Sql] = ()
EMPTY: tuple[Sql, ...] = (("DELETE FROM standings", ()),)
AS_THEY_ARE = """SELECT game FROM lobby WHERE game IN ({games}) AND (status <> 'finished'
    OR NOT EXISTS (SELECT 1 FROM tournament_games WHERE tournament_games.game = lobby.game))
    AND NOT EXISTS (SELECT 1 FROM standings WHERE standings.game = lobby.game)"""
DELETE = "DELETE FROM standings WHERE game = ?"
UPSERT = """INSERT INTO standings (game, version, sides)
    SELECT game, ?, ? FROM tournament_games WHERE game = ?
    ON CONFLICT (game) DO UPDATE SET version = excluded.version, sides = excluded.sides"""

Sides = Sequence[tuple[str | None, tuple[int, ...]]]
"""Each side's name and seats, in the order of first seats; a seat without a side is one by itself, without a name."""


class Result(msgspec.Struct, frozen=True):
    """One side in one finished game. `place` counts sides; places after a shared one skip (1, 1, 3)."""

    seats: tuple[int, ...]
    place: int
    points: int
    won: bool
    details: Mapping[str, int]


def sides_at(ruleset: Ruleset[Any], seats: int, options: dict[str, Any]) -> Sides:
    found: dict[str | int, list[int]] = {}
    for seat, side in enumerate(ruleset.sides(seats, options_of(ruleset, options)), 1):
        found.setdefault(side or seat, []).append(seat)
    return [(key if isinstance(key, str) else None, tuple(of_side)) for key, of_side in found.items()]


def rows_for(commit: Commit) -> list[Sql]:
    """The stored row of a game: none unless it is finished, was played here and belongs to a tournament."""
    table, game = commit.table, commit.table.setup.game
    if table.status != "finished" or commit.imported:
        return [(DELETE, (game,))]
    results = msgspec.json.encode(results_of(commit.ruleset, table)).decode()
    return [(UPSERT, (table.version, results, game))]


def results_of(ruleset: Ruleset[Any], table: Table) -> list[Result]:
    """The results of a finished game by side; one that was not played out has no details."""
    outcome, setup = table.outcome, table.setup
    assert outcome is not None, "a finished game has an outcome"
    sides = sides_at(ruleset, setup.seats, setup.options)
    points = ruleset.tournament_points(outcome)
    played_out = outcome.reason in ruleset.end_reasons
    details = ruleset.tournament_details(outcome) if played_out else {}
    ranks = [_rank(outcome, seats[0]) for _, seats in sides]
    return [
        Result(
            seats,
            1 + sum(other < rank for other in ranks),
            points[seats[0]],
            seats[0] in outcome.winners,
            details.get(side or "", {}),
        )
        for (side, seats), rank in zip(sides, ranks, strict=True)
    ]


def _rank(outcome: Outcome, seat: int) -> int:
    return next(rank for rank, seats in enumerate(outcome.ranking) if seat in seats)


def read_results(text: str) -> list[Result]:
    return msgspec.json.decode(text, type=list[Result])


def table_of(
    sides: Sides, games: Sequence[Sequence[Result]], scale: Mapping[str, int] | None
) -> list[Standing]:
    """The standings, best first; sides with equal points share a place. `scale` is points by place in a game,
    None for the ruleset's own points.
    """
    lines = [_line(side, seats, games, scale) for side, seats in sides]
    placed = [replace(line, place=1 + sum(other.points > line.points for other in lines)) for line in lines]
    return sorted(placed, key=lambda line: (line.place, line.seats))


def _line(
    side: str | None,
    seats: tuple[int, ...],
    games: Sequence[Sequence[Result]],
    scale: Mapping[str, int] | None,
) -> Standing:
    """One side's line, as if it were alone."""
    own = [result for game in games for result in game if result.seats == seats]
    details: Counter[str] = Counter()
    for result in own:
        details.update(result.details)
    return Standing(
        place=1,
        side=side,
        seats=seats,
        points=sum(r.points if scale is None else scale.get(str(r.place), 0) for r in own),
        wins=sum(result.won for result in own),
        details=dict(sorted(details.items())),
    )
