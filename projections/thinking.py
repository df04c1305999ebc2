"""How long seats take for their moves, in games with a clock: from when the clock runs, so without halts and outages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domain.table.actors import seat_of
from domain.table.clock.events import ClockSet
from domain.table.parts.registry import TABLE_EVENTS
from domain.table.state import Logged


class Thinking(NamedTuple):
    """The number of moves, and the milliseconds that they took in all."""

    moves: int
    milliseconds: int


def thinking(log: Sequence[Logged]) -> Thinking:
    """Of a whole log; what was taken back counts as well. Moves of bots have no clock."""
    times = list(_times(log))
    return Thinking(len(times), sum(times))


def _times(log: Sequence[Logged]) -> Iterator[int]:
    """The time of each move: since the seat's clock began to run, or since its last move if that was later."""
    since: dict[int, int | None] = {}
    action = 0
    for logged in log:
        begins, action = logged.action != action, logged.action
        if isinstance(logged.event, ClockSet):
            since.update({row.seat: row.since for row in logged.event.seats})
        elif begins and type(logged.event) not in TABLE_EVENTS and logged.actor.startswith("seat:"):
            seat = seat_of(logged.actor)
            if (began := since.get(seat)) is not None:
                since[seat] = max(began, logged.at)
                yield max(0, logged.at - began)
