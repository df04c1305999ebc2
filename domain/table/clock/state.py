"""What the log has made of the clocks of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event
from domain.table import events as t
from domain.table.absence.events import Resigned, SeatExcluded, SeatLeft, SeatReturned
from domain.table.absence.state import brings_back
from domain.table.clock import events as e
from domain.table.parts.part import Moment, Part
from domain.table.referee.events import RulingFinal

REST = 30_000
"""Milliseconds that clocks rest after a ruling with a remedy, and after the service is back (clock.stop, clock.outage)."""


class Clock(msgspec.Struct, frozen=True):
    """`rows` has the last row of each seat that has had one; `outages` the numbers of the outages held so far.

    `ended` is the version of the last row that ended a stint of a seat: that took it off the clock while nothing halted the
    game, or began another. Times in milliseconds since the epoch, 0 where there is none.
    """

    rows: Mapping[int, e.ClockRow] = {}
    outages: tuple[int, ...] = ()
    ended: Mapping[int, int] = {}
    moved: Mapping[int, int] = {}
    """The version at which the person of a seat last left or came back."""
    rest: int = 0
    """No clock starts before: the latest of the ends of all holds, and of the rests after rulings with a remedy."""
    forfeit: e.Forfeit | None = None
    """The outcome where seats lost by time or resigned, and the game ended with that."""
    seated: int = 0
    """When the last seat was taken."""
    suspended: int = 0
    """When the organiser suspended the game; 0 while it is not suspended by them."""

    deadline: int | None = None
    """The earliest of all running clocks; None while none runs."""


def _set(clock: Clock, event: e.ClockSet, moment: Moment) -> Clock:
    ended = {row.seat: moment.version for row in event.seats if _ends(clock.rows.get(row.seat), row, moment)}
    rows = {**clock.rows, **{row.seat: row for row in event.seats}}
    running = (row.deadline for row in rows.values())
    deadline = min((it for it in running if it is not None), default=None)
    return replace(
        clock, rows=rows, deadline=deadline, ended={**clock.ended, **ended} if ended else clock.ended
    )


def _ends(before: e.ClockRow | None, row: e.ClockRow, moment: Moment) -> bool:
    if before is None or before.since is None:
        return False
    return row.stint != before.stint or (row.since is None and not moment.parts.halts)


def _held(clock: Clock, event: e.TimeHeld, moment: Moment) -> Clock:
    return replace(clock, outages=(*clock.outages, event.outage), rest=max(clock.rest, event.to))


def _final(clock: Clock, event: RulingFinal, moment: Moment) -> Clock:
    parts = moment.parts
    if not parts.clocked or not parts.desk.rulings[event.ruling - 1].remedies:
        return clock
    return replace(clock, rest=max(clock.rest, moment.at + REST))


def _ended(clock: Clock, event: e.TimeRanOut | Resigned, moment: Moment) -> Clock:
    return clock if event.outcome is None else replace(clock, forfeit=event.outcome)


def _suspended(clock: Clock, event: t.GameSuspended, moment: Moment) -> Clock:
    return replace(clock, suspended=moment.at) if moment.parts.clocked and event.why is None else clock


def _resumed(clock: Clock, event: t.GameResumed, moment: Moment) -> Clock:
    return replace(clock, suspended=0) if clock.suspended and event.why is None else clock


def _seated(clock: Clock, event: t.SeatTaken, moment: Moment) -> Clock:
    return replace(clock, seated=moment.at) if moment.parts.clocked else clock


def _moved(
    clock: Clock, event: SeatExcluded | SeatLeft | SeatReturned | t.SeatReassigned, moment: Moment
) -> Clock:
    return replace(clock, moved={**clock.moved, event.seat: moment.version})


def _reassigned(clock: Clock, event: t.SeatReassigned, moment: Moment) -> Clock:
    return _moved(clock, event, moment) if brings_back(event, moment) else clock


_LASTING: dict[type[Event], Callable[[Clock, Any, Moment], Clock]] = {
    e.ClockSet: _set,
    e.TimeHeld: _held,
    e.TimeRanOut: _ended,
    Resigned: _ended,
    RulingFinal: _final,
    SeatExcluded: _moved,
    SeatLeft: _moved,
    SeatReturned: _moved,
    t.SeatReassigned: _reassigned,
    t.GameSuspended: _suspended,
    t.GameResumed: _resumed,
}
CLOCK = Part({**_LASTING, t.SeatTaken: _seated}, frozenset(_LASTING))
