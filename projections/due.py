"""When the background worker has to look at a game with a clock: one row per game, written in the transaction of its events.

The row is never later than what comes next. It may be earlier: most actions put that off, which is not written; the worker
corrects the row when it looks at the game and nothing has come.

Deadlines of cases are in the table of cases. The outages that a game holds are written beside it.
"""

from __future__ import annotations

from domain.table.arrival import due_at
from projections.commit import Commit, Sql

UPSERT = "INSERT INTO due (game, at) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET at = excluded.at"
DELETE = "DELETE FROM due WHERE game = ?"
PUT_OFF = """UPDATE due SET at = ? WHERE game = ? AND at = ?
    AND EXISTS (SELECT 1 FROM lobby WHERE lobby.game = due.game AND version = ?)"""
"""Corrects the row of a game at this version, unless somebody has written to it since then."""
HELD = "INSERT INTO outages_held (n, game, version) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
LIST_DUE = """INSERT INTO leaf_lists_due (log, witnessed, size, place)
    SELECT log_leaves.log, witnessed, log_leaves.place + 1, log_places.place FROM log_leaves, log_places
    WHERE log_leaves.log = ? AND log_leaves.id = '' AND k = 'outage' AND n = ? AND log_places.place = ?
    ON CONFLICT DO NOTHING"""
"""If the leaf of the outage is in the log already; otherwise the list becomes due when it gets there."""


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection; no rows for a game without a clock."""
    setup = commit.table.setup
    if setup.clock is None or commit.imported:
        return []
    return [*_due(commit), *_held(commit)]


def _due(commit: Commit) -> list[Sql]:
    """Most actions only put it off, because another clock runs afterwards."""
    due, before = due_at(commit.table), None if commit.before is None else due_at(commit.before.table)
    game = commit.table.setup.game
    if due == before or (due is not None and before is not None and due > before):
        return []
    return [(DELETE, (game,)) if due is None else (UPSERT, (game, due))]


def _held(commit: Commit) -> list[Sql]:
    before = () if commit.before is None else commit.before.table.clock.outages
    setup, rows = commit.table.setup, list[Sql]()
    for n in commit.table.clock.outages[len(before) :]:
        rows.append((HELD, (n, setup.game, commit.table.version)))
        rows.append((LIST_DUE, (setup.log, n, setup.game)))
    return rows
