"""Statistics of each ruleset, from the public games that were played here. Kept, and rebuilt from nothing.

One row a game, made anew whenever its log has more; adding up is left to the reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Any

import orjson

from projections.commit import Commit, Sql
from projections.documents.rulesets import Spread, Statistics

NAME = "statistics"

DELETE = "DELETE FROM statistics WHERE game = ?"
EMPTY: tuple[Sql, ...] = (("DELETE FROM statistics", ()),)
UPSERT = """INSERT INTO statistics (game, ruleset, status, seats, events, actions, reason, winners)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, events = excluded.events,
    actions = excluded.actions, reason = excluded.reason, winners = excluded.winners"""
NOT_HIDDEN = "game NOT IN (SELECT game FROM lobby WHERE hidden > 0)"
SELECT = f"SELECT status, events, actions, reason, winners FROM statistics WHERE ruleset = ? AND {NOT_HIDDEN}"

Query = Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]]


def rows_for(commit: Commit) -> list[Sql]:
    """The row of one game as it is now; private games, analyses among them, and imported ones have none."""
    table, setup = commit.table, commit.table.setup
    if commit.strange:
        return [(DELETE, (setup.game,))]
    outcome = table.outcome
    winners = orjson.dumps(outcome.winners if outcome else ()).decode()
    reason = outcome.reason if outcome else None
    row = (setup.game, setup.ruleset, table.status, setup.seats, table.version, table.action, reason, winners)
    return [(UPSERT, row)]


def document(query: Query, ruleset: str) -> Statistics:
    """Games by status; of the finished ones lengths, end reasons and wins by seat (a shared win counts for each)."""
    rows = query(SELECT, (ruleset,))
    finished = [row for row in rows if row[0] == "finished"]
    wins = Counter(seat for row in finished for seat in orjson.loads(row[4]))
    return Statistics(
        ruleset=ruleset,
        games=dict(Counter(row[0] for row in rows)),
        events=_spread([row[1] for row in finished]),
        actions=_spread([row[2] for row in finished]),
        end_reasons=dict(Counter(row[3] for row in finished)),
        wins_by_seat={str(seat): wins[seat] for seat in sorted(wins)},
    )


def _spread(values: list[int]) -> Spread | None:
    return Spread(min=min(values), median=median(values), max=max(values)) if values else None
