"""What inline projections get to make their rows from, in the transaction of a command."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.ruleset import Ruleset
from domain.table.state import Table
from projections.people import Players

Sql = tuple[str, tuple[object, ...]]
"""A statement with `?` placeholders, and its parameters."""


class Commit(NamedTuple):
    """A game after a command, with its signed head. `at` in milliseconds since the epoch."""

    ruleset: Ruleset[Any]
    table: Table
    players: Players
    at: int
    checkpoint: str
