"""The table: one game with its seats, undo requests and ending, as folded from its log."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.ledger.entry import Seen, Sig
from domain.ruleset import Event, Outcome
from domain.table.parts.course import IN_PLAY, WAITING
from domain.table.parts.registry import Parts

OVER = ("finished", "abandoned")
"""Statuses of a game that nobody can play on."""


class Logged(msgspec.Struct, frozen=True, gc=False):
    """One event of the log as the domain sees it: who caused it, in which action, under which clauses, signed or not.

    `at` is when it was committed, in milliseconds since the epoch; 0 before that, and where nobody needs to know.
    """

    version: int
    event: Event
    actor: str
    action: int
    rules: tuple[str, ...] = ()
    sig: Sig | None = None
    seen: Seen | None = None
    at: int = 0


class Table(Parts, frozen=True):  # type: ignore[misc]  # unlike its parts in a fold
    """A game at one version: its parts, and what the rules say of it. `domain.table.fold` makes the next one."""

    version: int = 0
    action: int = 0
    """The number of the last action."""
    game: Any = None
    """The ruleset's state; None before the start."""
    first: tuple[int, ...] = ()
    """The seats that had the first decision; () before the start."""
    status: str = WAITING
    """waiting, playing, analysis, suspended (by the organiser, the operator, a case, or several), finished or abandoned."""
    to_act: tuple[int, ...] = ()
    outcome: Outcome | None = None
    time: int = 0
    """When something is decided here, in milliseconds since the epoch, not before the last entry; 0 outside decisions."""

    def at(self, time: int) -> Table:
        """This table, to decide something at a time."""
        return replace(self, time=time)

    @property
    def notice_hash(self) -> str | None:
        """The hash of the sentence with which the operator has closed or abandoned this game; None without one."""
        ended_by_it = self.status == "abandoned" and not self.closing.closed
        return self.closing.reason_hash if self.is_closed or ended_by_it else None

    @property
    def is_closed(self) -> bool:
        """Whether the operator of the service has closed this game, which is not over."""
        return self.closing.closed and self.status == "suspended"

    @property
    def in_play(self) -> bool:
        """Whether seats may act and take back."""
        return self.status in IN_PLAY

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """Seats whose seeds the start waits for; () as long as a seat is free."""
        full = len(self.seats.taken) == self.setup.seats
        return self.seats.to_reveal if self.status == WAITING and full else ()
