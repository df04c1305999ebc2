"""A person leaves a seat, and a bot plays on."""

from __future__ import annotations

from collections.abc import Iterable

from domain.table.absence.events import SeatLeft
from domain.table.actors import TABLE
from domain.table.fold import Fold

BOT = "greedy"
"""The kind of bot that plays for a person who is away."""


def leave(fold: Fold, seats: Iterable[int]) -> None:
    """Record, by the table, in the action that is being recorded, that a bot plays these seats from now on."""
    fold.actor = TABLE
    for seat in sorted(seats):
        fold.record(SeatLeft(seat, BOT), ("clock.bot",))
