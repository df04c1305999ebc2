"""What the log has made of the clocks of a table."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event
from domain.table.clock import events as e
from domain.table.parts.part import Moment, Part


class Clock(msgspec.Struct, frozen=True):
    """`rows` has the last row of each seat that has had one; `outages` the numbers of the outages held so far.

    `ended` is the version of the last row that ended a stint of a seat: that took it off the clock while nothing halted the
    game, or began another.
    """

    rows: Mapping[int, e.ClockRow] = {}
    outages: tuple[int, ...] = ()
    ended: Mapping[int, int] = {}


def _set(clock: Clock, event: e.ClockSet, moment: Moment) -> Clock:
    ended = {row.seat: moment.version for row in event.seats if _ends(clock.rows.get(row.seat), row, moment)}
    rows = {**clock.rows, **{row.seat: row for row in event.seats}}
    return replace(clock, rows=rows, ended={**clock.ended, **ended})


def _ends(before: e.ClockRow | None, row: e.ClockRow, moment: Moment) -> bool:
    if before is None or before.since is None:
        return False
    return row.stint != before.stint or (row.since is None and not moment.parts.halts)


def _held(clock: Clock, event: e.TimeHeld, moment: Moment) -> Clock:
    return replace(clock, outages=(*clock.outages, event.outage))


_LASTING: dict[type[Event], object] = {
    e.ClockSet: _set,
    e.TimeHeld: _held,
    e.TimeRanOut: lambda clock, event, moment: clock,
}
CLOCK = Part(_LASTING, frozenset(_LASTING))  # type: ignore[arg-type]
