"""The input of inline projections, which write their rows in the transaction of a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.ruleset import Ruleset
from domain.table.state import Logged, Table
from projections.people import Players

Sql = tuple[str, tuple[object, ...]]
"""A statement with `?` placeholders, and its parameters."""


class InTurn(NamedTuple):
    """A statement that takes the next position in an order of all games.

    `drawn`: its variant for stores with concurrent writers, where a function of the store (`kronika_place`) assigns positions.
    """

    sql: str
    params: tuple[object, ...]
    drawn: Sql


class Commit(NamedTuple):
    """A game after a commit, with its signed head. Times are in milliseconds since the epoch.

    `imported_at` is also None for games that were imported before the time was recorded.
    """

    ruleset: Ruleset[Any]
    table: Table
    players: Players
    at: int
    checkpoint: str
    imported: bool
    imported_at: int | None
    events: int
    """The number of events in the commit; 0 when rows are rebuilt later."""
    began: int = 0
    """The time of the first event."""
    before: Commit | None = None
    """The game before the commit; None for a new game, and when rows are rebuilt later."""
    log: Callable[[], Sequence[Logged]] = tuple
    """Reads the whole log, for async projections; () in a command, which must not take so long."""
    texts: Callable[[int], Mapping[str, Any]] = lambda dispute: {}
    """Reads the texts of a case that have not been erased, by hash; for async projections too."""

    @property
    def unlisted(self) -> bool:
        """Whether public projections leave this game out: it is private or was played elsewhere."""
        return self.imported or self.table.setup.visibility == "private"
