"""What inline projections get to make their rows from, in the transaction of a command."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.ruleset import Ruleset
from domain.table.state import Table
from projections.people import Players

Sql = tuple[str, tuple[object, ...]]
"""A statement with `?` placeholders, and its parameters."""


class InTurn(NamedTuple):
    """Such a statement which takes the next place in an order of all games.

    `drawn`: the same where several write at once, and places are given out by a function of the store (`kronika_place`).
    """

    sql: str
    params: tuple[object, ...]
    drawn: Sql


class Commit(NamedTuple):
    """A game after a command, with its signed head. Times in milliseconds since the epoch.

    `imported_at` is None also for a game that was imported before that was written down.
    """

    ruleset: Ruleset[Any]
    table: Table
    players: Players
    at: int
    checkpoint: str
    imported: bool
    imported_at: int | None
    events: int
    """How many events the command wrote; 0 for who looks afterwards."""
    began: int = 0
    """When the first event was committed."""
    before: Commit | None = None
    """The game as the command found it; None when it begins, and for who looks afterwards."""

    @property
    def strange(self) -> bool:
        """Whether it is nobody's business (private) or was played elsewhere: what all see does not count such games."""
        return self.imported or self.table.setup.visibility == "private"
