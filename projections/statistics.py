"""Statistics of each ruleset, from public games played here. Stored, and rebuildable from the log.

One row per game, rewritten whenever its log grows, and totals over the rows marked as `counted`: one transaction subtracts a
game's old contribution and adds the new one. Hidden games are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

import orjson

from domain.rulesets import ruleset_of
from projections.clocks import pace_of
from projections.commit import Commit, Sql
from projections.documents.game_clocks import PACES
from projections.documents.rulesets import Spread, Statistics, TimePerMove
from projections.ends import ends_of
from projections.thinking import thinking

NAME = "statistics"

HOLD: Sequence[Sql] = (("UPDATE service_meta SET value = value WHERE name = 'statistics'", ()),)
"""Takes a row lock, so that concurrent changes of totals are serialised and see each other's results."""
EMPTY: tuple[Sql, ...] = (("DELETE FROM statistics_totals", ()), ("DELETE FROM statistics", ()))
AS_THEY_ARE = """SELECT lobby.game FROM lobby LEFT JOIN statistics ON statistics.game = lobby.game
    WHERE lobby.game IN ({games}) AND CASE WHEN lobby.visibility = 'private' OR lobby.imported = 1
        THEN statistics.game IS NULL
        ELSE lobby.status <> 'finished' AND lobby.outcome IS NULL AND statistics.reason IS NULL
            AND statistics.status = lobby.status AND statistics.counted = 1 END"""
DELETE = "DELETE FROM statistics WHERE game = ?"
UPSERT = """INSERT INTO statistics
    (game, ruleset, status, seats, events, actions, reason, winners, pace, moves, thought)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, events = excluded.events,
    actions = excluded.actions, reason = excluded.reason, winners = excluded.winners,
    moves = excluded.moves, thought = excluded.thought, counted = 0
    WHERE (statistics.status, statistics.events, statistics.actions, coalesce(statistics.reason, ''), statistics.winners)
        <> (excluded.status, excluded.events, excluded.actions, coalesce(excluded.reason, ''), excluded.winners)"""
OUTDATED = """game = ? AND counted = 1
    AND (status, events, actions, coalesce(reason, ''), winners) <> (?, ?, ?, ?, ?)"""
HIDDEN = "EXISTS (SELECT 1 FROM lobby WHERE lobby.game = statistics.game AND hidden > 0)"
ROW_OF_64 = 64
ADD = f"""INSERT INTO statistics_totals (what, ruleset, number, label, amount)
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
        UNION ALL SELECT 'moves', ruleset, seats, pace, moves FROM over WHERE moves > 0
        UNION ALL SELECT 'thought', ruleset, seats, pace, thought FROM over WHERE moves > 0
    ) AS parts WHERE 1 = 1 GROUP BY what, ruleset, number, label
    ON CONFLICT (what, ruleset, number, label) DO UPDATE SET amount = statistics_totals.amount + excluded.amount"""
"""The contribution of some rows. Lengths are also counted in groups of 64, so that the median is found in a few steps."""
MARK = "UPDATE statistics SET counted = {counted} WHERE {where}"
TOTALS = """SELECT what, number, label, amount FROM statistics_totals
    WHERE what IN ('status', 'reason', 'winners', {rows}) AND ruleset = ? AND amount > 0 ORDER BY what, number, label"""
TIMES = """SELECT what, number, label, amount FROM statistics_totals
    WHERE what IN ('moves', 'thought') AND ruleset = ? AND amount > 0"""
IN_ROW = """SELECT number, amount FROM statistics_totals
    WHERE what = ? AND ruleset = ? AND number >= ? AND number < ? AND amount > 0 ORDER BY number"""
OF_ALL = """SELECT what, label, sum(amount) FROM statistics_totals WHERE what IN ('status', 'seats') AND amount > 0
    GROUP BY what, label"""

Query = Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]]


def rows_for(commit: Commit) -> list[Sql]:
    """The rows of one game; private games, including analyses, and imported ones have none.

    The length counts only for finished games, so actions in running games change nothing.
    """
    table, setup = commit.table, commit.table.setup
    if commit.unlisted:
        return [*_subtracted("game = ? AND counted = 1", (setup.game,)), (DELETE, (setup.game,))]
    outcome = table.outcome
    winners = orjson.dumps(outcome.winners if outcome else ()).decode()
    reason = outcome.reason if outcome else None
    length = (table.version, table.action) if table.status == "finished" else (0, 0)
    row = (setup.game, setup.ruleset, table.status, setup.seats, *length, reason, winners, *_thought(commit))
    outdated = (setup.game, table.status, *length, reason or "", winners)
    put = ADD.format(where=OUTDATED, sign="-"), outdated
    return [put, (UPSERT, row), *_added("game = ?", (setup.game,))]


def _thought(commit: Commit) -> tuple[object, ...]:
    """The pace of a game, and the time that the moves of a finished one took; 0 without a clock."""
    table = commit.table
    timed = table.setup.clock is not None and table.status == "finished"
    return pace_of(table.setup.clock), *(thinking(commit.log()) if timed else (0, 0))


def visibility_rows(games: str, params: tuple[object, ...]) -> list[Sql]:
    """Statements after hiding or restoring games: `games` is a condition on the column `game`."""
    return [
        *HOLD,
        *_subtracted(f"({games}) AND counted = 1 AND {HIDDEN}", params),
        *_added(f"({games})", params),
    ]


def _subtracted(where: str, params: tuple[object, ...]) -> list[Sql]:
    return [(ADD.format(where=where, sign="-"), params), (MARK.format(where=where, counted=0), params)]


def _added(games: str, params: tuple[object, ...]) -> list[Sql]:
    where = f"{games} AND counted = 0 AND NOT {HIDDEN}"
    return [(ADD.format(where=where, sign="+"), params), (MARK.format(where=where, counted=1), params)]


def by_status(query: Query) -> tuple[dict[str, int], dict[str, int]]:
    """Games and their seats by status, over all rulesets."""
    rows = query(OF_ALL, ())
    games, seats = (
        {label: int(n) for what, label, n in rows if what == which} for which in ("status", "seats")
    )
    return games, seats


def document(query: Query, ruleset: str) -> Statistics:
    """Games by status; for finished ones lengths, end reasons and wins by seat (a shared win counts for each)."""
    totals = _totals(query, ruleset)
    return Statistics(
        ruleset=ruleset,
        games=totals.get("status", {}),
        events=_spread(query, ruleset, "events", totals),
        actions=_spread(query, ruleset, "actions", totals),
        end_reasons=totals.get("reason", {}),
        ends=ends_of(ruleset_of(ruleset)),
        wins_by_seat=_wins(totals.get("winners", {})),
        time_per_move=_time_per_move(query, ruleset),
    )


def _time_per_move(query: Query, ruleset: str) -> tuple[TimePerMove, ...]:
    """By seats and clock, of finished games with one."""
    amounts = {(what, seats, pace): int(amount) for what, seats, pace, amount in query(TIMES, (ruleset,))}
    kinds = sorted((seats, PACES.index(pace)) for what, seats, pace in amounts if what == "moves")
    return tuple(_mean_time(amounts, seats, PACES[pace]) for seats, pace in kinds)


def _mean_time(amounts: Mapping[tuple[str, int, str], int], seats: int, pace: str) -> TimePerMove:
    moves = amounts["moves", seats, pace]
    mean = round(amounts.get(("thought", seats, pace), 0) / moves)
    return TimePerMove(seats=seats, clock=pace, moves=moves, mean_ms=mean)


def _totals(query: Query, ruleset: str) -> dict[str, dict[Any, int]]:
    """What -> label -> amount; for lengths the label is the number of a group."""
    totals: dict[str, dict[Any, int]] = {}
    rows = ", ".join(f"'{what} by {ROW_OF_64}'" for what in ("events", "actions"))
    for what, number, label, amount in query(TOTALS.format(rows=rows), (ruleset,)):
        totals.setdefault(what, {})[number if " by " in what else label] = int(amount)
    return totals


def _wins(winners: dict[str, int]) -> dict[str, int]:
    """Wins by seat, in order; `winners` counts the games won by each set of seats, as JSON."""
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
        """The length of the game at this rank in the order of lengths, from 0."""
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
        return first  # the counts have changed meanwhile

    middle = [nth(count // 2)] if count % 2 else [nth(count // 2 - 1), nth(count // 2)]
    return Spread(min=nth(0), median=median(middle), max=nth(count - 1))
