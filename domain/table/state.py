"""The table: one game with its seats, undo requests and ending, as folded from its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.draws import Used
from domain.ledger.entry import Seen, Sig
from domain.ruleset import Event, Outcome
from domain.table.events import Forked, GameCreated, SeatTaken, SeedRevealed
from domain.table.referee.anew import Anew
from domain.table.referee.state import NO_DESK, Desk

TABLE, ORGANISER = "table", "organiser"
PLAYING, ANALYSIS = "playing", "analysis"
OVER = ("finished", "abandoned")
"""Statuses of a game that nobody can play on."""


def seat_actor(seat: int) -> str:
    return f"seat:{seat}"


def seat_of(actor: str) -> int:
    """The seat that an actor is."""
    return int(actor.removeprefix("seat:"))


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


class Step(msgspec.Struct, frozen=True, gc=False):
    """An action that can still be taken back, with the game as it was before it."""

    version: int
    """The version before the action: what an undo request names."""
    actor: str
    game: Any
    epoch: int
    slot: int

    @property
    def seat(self) -> int:
        return seat_of(self.actor)


class UndoRequest(msgspec.Struct, frozen=True):
    """A pending request: seats in `accepted` have said yes, those in `needs` still have to."""

    number: int
    seat: int
    to_version: int
    needs: tuple[int, ...]


class Table(msgspec.Struct, frozen=True):
    """A game at one version. Immutable; `domain.table.fold` makes the next one."""

    setup: GameCreated
    version: int
    action: int
    """The number of the last action."""
    status: str
    """waiting, playing, analysis, suspended (by the organiser, by a case, or both), finished or abandoned."""
    seats: tuple[SeatTaken, ...]
    seeds: tuple[SeedRevealed, ...]
    """Those opened so far, in the log's order."""
    keys: Mapping[int, str]
    """The Ed25519 keys of the seats that have one, whatever was taken back since they came."""
    game: Any
    """The ruleset's state; None before the start."""
    epoch: int
    slot: int
    """The next committed draw that has not been used on the surviving line."""
    used: Used
    to_act: tuple[int, ...]
    outcome: Outcome | None
    steps: tuple[Step, ...]
    """What can be taken back, oldest first."""
    barrier: str
    """Why nothing before `steps` can be taken back: start, drawn, shown or ruled."""
    request: UndoRequest | None
    requests: int
    """How many undo requests there have been."""
    rules: int
    """The revision of the ruleset's code that decided last."""
    forked: Forked | None = None
    """Where an analysis comes from; None for a game of its own."""
    first: tuple[int, ...] = ()
    """The seats that had the first decision; () before the start."""
    desk: Desk = NO_DESK
    halted: bool = False
    """Whether the organiser has suspended the game, whatever a case does beside it."""
    anew: Anew = Anew()
    """What rulings had drawn."""

    @property
    def in_play(self) -> bool:
        """Whether seats may act and take back."""
        return self.status in (PLAYING, ANALYSIS)

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """Seats whose seeds the start waits for; () as long as a seat is free."""
        if self.status != "waiting" or len(self.seats) < self.setup.seats:
            return ()
        opened = {s.seat for s in self.seeds}
        return tuple(s.seat for s in self.seats if s.seed_commitment and s.seat not in opened)

    @property
    def taken(self) -> frozenset[int]:
        return frozenset(s.seat for s in self.seats)
