"""Rows of the seats that bots play for persons who are away, so that a new process finds the games in which one is to act."""

from __future__ import annotations

from collections.abc import Mapping

from domain.table.state import OVER, Table
from projections.commit import Commit, Sql

DELETE = "DELETE FROM away WHERE game = ?"
INSERT = "INSERT INTO away (game, seat, bot) VALUES (?, ?, ?)"


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection. Empty for most commits."""
    now, before = _away(commit.table), {} if commit.before is None else _away(commit.before.table)
    if now == before or commit.imported:
        return []
    game = commit.table.setup.game
    return [(DELETE, (game,)), *((INSERT, (game, *seat)) for seat in now.items())]


def _away(table: Table) -> Mapping[int, str]:
    """The kinds of bots, by seat; none play once the game is over."""
    return {} if table.status in OVER else table.absence.away
