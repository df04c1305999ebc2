"""Statistics of each ruleset, from the public games that were played here. Kept, and rebuilt from nothing.

One row a game, made anew whenever its log has more, and totals that count the rows which say so (`counted`): what a game
was worth before is taken from them, and what it is worth now is put to them, in one transaction. Hidden games count nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import orjson

from domain.rulesets import registry
from projections.commit import Commit, Sql
from projections.documents.games import BothLanguages
from projections.documents.rulesets import Spread, Statistics, converted

NAME = "statistics"

HOLD: Sequence[Sql] = (("UPDATE service_meta SET value = value WHERE name = 'statistics'", ()),)
"""Whoever changes totals comes after whoever changes them now, and sees what he wrote."""
EMPTY: tuple[Sql, ...] = (("DELETE FROM statistics_totals", ()), ("DELETE FROM statistics", ()))
AS_THEY_ARE = """SELECT lobby.game FROM lobby LEFT JOIN statistics ON statistics.game = lobby.game
    WHERE lobby.game IN ({games}) AND CASE WHEN lobby.visibility = 'private' OR lobby.imported = 1
        THEN statistics.game IS NULL
        ELSE lobby.status <> 'finished' AND lobby.outcome IS NULL AND statistics.reason IS NULL
            AND statistics.status = lobby.status AND statistics.counted = 1 END"""
DELETE = "DELETE FROM statistics WHERE game = ?"
UPSERT = """INSERT INTO statistics (game, ruleset, status, seats, events, actions, reason, winners)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, events = excluded.events,
    actions = excluded.actions, reason = excluded.reason, winners = excluded.winners, counted = 0
    WHERE (statistics.status, statistics.events, statistics.actions, coalesce(statistics.reason, ''), statistics.winners)
        <> (excluded.status, excluded.events, excluded.actions, coalesce(excluded.reason, ''), excluded.winners)"""
OUTDATED = """game = ? AND counted = 1
    AND (status, events, actions, coalesce(reason, ''), winners) <> (?, ?, ?, ?, ?)"""
HIDDEN = "EXISTS (SELECT 1 FROM lobby WHERE lobby.game = statistics.game AND hidden > 0)"
ROW_OF_64 = 64
PUT = f"""INSERT INTO statistics_totals (what, ruleset, number, label, amount)
    WITH rows AS (SELECT * FROM statistics WHERE {{where}}),
    over AS (SELECT * FROM rows WHERE status = 'finished')
    SELECT what, ruleset, number, label, sum({{sign}} amount) FROM (
        SELECT 'status' AS what, ruleset, 0 AS number, status AS label, 1 AS amount FROM rows
        UNION ALL SELECT 'seats', ruleset, 0, status, seats FROM rows
        UNION ALL SELECT 'reason', ruleset, 0, coalesce(reason, ''), 1 FROM over
        UNION ALL SELECT 'winners', ruleset, 0, winners, 1 FROM over
        UNION ALL SELECT 'events', ruleset, events, '', 1 FROM over
        UNION ALL SELECT 'events by {ROW_OF_64}', ruleset, events / {ROW_OF_64}, '', 1 FROM over
        UNION ALL SELECT 'actions', ruleset, actions, '', 1 FROM over
        UNION ALL SELECT 'actions by {ROW_OF_64}', ruleset, actions / {ROW_OF_64}, '', 1 FROM over
    ) AS parts WHERE 1 = 1 GROUP BY what, ruleset, number, label
    ON CONFLICT (what, ruleset, number, label) DO UPDATE SET amount = statistics_totals.amount + excluded.amount"""
"""What some rows are worth. Lengths are counted in rows of 64, too, so that the middle of all is found in a few steps."""
MARK = "UPDATE statistics SET counted = {counted} WHERE {where}"
TOTALS = """SELECT what, number, label, amount FROM statistics_totals
    WHERE what IN ('status', 'reason', 'winners', {rows}) AND ruleset = ? AND amount > 0 ORDER BY what, number, label"""
IN_ROW = """SELECT number, amount FROM statistics_totals
    WHERE what = ? AND ruleset = ? AND number >= ? AND number < ? AND amount > 0 ORDER BY number"""
OF_ALL = """SELECT what, label, sum(amount) FROM statistics_totals WHERE what IN ('status', 'seats') AND amount > 0
    GROUP BY what, label"""

Query = Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]]


def rows_for(commit: Commit) -> list[Sql]:
    """The row of one game as it is now; private games, analyses among them, and imported ones have none.

    How long a game is counts when it is over, so one that goes on changes nothing.
    """
    table, setup = commit.table, commit.table.setup
    if commit.strange:
        return [*_taken("game = ? AND counted = 1", (setup.game,)), (DELETE, (setup.game,))]
    outcome = table.outcome
    winners = orjson.dumps(outcome.winners if outcome else ()).decode()
    reason = outcome.reason if outcome else None
    length = (table.version, table.action) if table.status == "finished" else (0, 0)
    row = (setup.game, setup.ruleset, table.status, setup.seats, *length, reason, winners)
    outdated = (setup.game, table.status, *length, reason or "", winners)
    put = PUT.format(where=OUTDATED, sign="-"), outdated
    return [put, (UPSERT, row), *_put("game = ?", (setup.game,))]


def shown_or_not(games: str, params: tuple[object, ...]) -> list[Sql]:
    """After games have been hidden or shown again: `games` is a condition of the column `game`."""
    return [*HOLD, *_taken(f"({games}) AND counted = 1 AND {HIDDEN}", params), *_put(f"({games})", params)]


def _taken(where: str, params: tuple[object, ...]) -> list[Sql]:
    return [(PUT.format(where=where, sign="-"), params), (MARK.format(where=where, counted=0), params)]


def _put(games: str, params: tuple[object, ...]) -> list[Sql]:
    where = f"{games} AND counted = 0 AND NOT {HIDDEN}"
    return [(PUT.format(where=where, sign="+"), params), (MARK.format(where=where, counted=1), params)]


def by_status(query: Query) -> tuple[dict[str, int], dict[str, int]]:
    """Of all rulesets together: games, and their seats."""
    rows = query(OF_ALL, ())
    games, seats = (
        {label: int(n) for what, label, n in rows if what == which} for which in ("status", "seats")
    )
    return games, seats


def document(query: Query, ruleset: str) -> Statistics:
    """Games by status; of the finished ones lengths, end reasons and wins by seat (a shared win counts for each)."""
    totals = _totals(query, ruleset)
    return Statistics(
        ruleset=ruleset,
        games=totals.get("status", {}),
        events=_spread(query, ruleset, "events", totals),
        actions=_spread(query, ruleset, "actions", totals),
        end_reasons=totals.get("reason", {}),
        ends=converted(registry()[ruleset].words.ends, dict[str, BothLanguages]),
        wins_by_seat=_wins(totals.get("winners", {})),
    )


def _totals(query: Query, ruleset: str) -> dict[str, dict[Any, int]]:
    """What -> label -> amount; of lengths the label is the number of a row."""
    totals: dict[str, dict[Any, int]] = {}
    rows = ", ".join(f"'{what} by {ROW_OF_64}'" for what in ("events", "actions"))
    for what, number, label, amount in query(TOTALS.format(rows=rows), (ruleset,)):
        totals.setdefault(what, {})[number if " by " in what else label] = int(amount)
    return totals


def _wins(winners: dict[str, int]) -> dict[str, int]:
    """By seat, in their order; `winners` is how many games these seats have won together, by JSON."""
    wins: Counter[int] = Counter()
    for seats, amount in winners.items():
        wins.update(dict.fromkeys(orjson.loads(seats), amount))
    return {str(seat): wins[seat] for seat in sorted(wins)}


def _spread(query: Query, ruleset: str, what: str, totals: dict[str, dict[Any, int]]) -> Spread | None:
    by_row = totals.get(f"{what} by {ROW_OF_64}", {})
    count = sum(by_row.values())
    if not count:
        return None

    def nth(place: int) -> int:
        """The length of the game at this place in the order of lengths, from 0."""
        first = 0
        for row, amount in by_row.items():
            first = row * ROW_OF_64
            if place < amount:
                break
            place -= amount
        for number, amount in query(IN_ROW, (what, ruleset, first, first + ROW_OF_64)):
            if place < amount:
                return int(number)
            place -= amount
        return first  # what was counted has changed meanwhile

    middle = [nth(count // 2)] if count % 2 else [nth(count // 2 - 1), nth(count // 2)]
    return Spread(min=nth(0), median=median(middle), max=nth(count - 1))
