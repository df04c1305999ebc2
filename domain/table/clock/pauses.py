"""When the clocks of a game were paused, and for how much of that its open case alone halted it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event
from domain.table import events as t
from domain.table.clock.events import TimeHeld
from domain.table.clock.state import REST
from domain.table.parts.part import Moment, Part
from domain.table.referee import events as e

Interval = tuple[int, int]
"""From when until when, in milliseconds since the epoch."""


class Pauses(msgspec.Struct, frozen=True):
    """`intervals` ascend and do not overlap; the last one may end in the future. A halt that has not ended began at `counted`.

    `case` is how many milliseconds until `counted` the open case has halted the game, and neither organiser nor operator beside
    it; `payer` the seat that opened it, if its clock ran when that halt began.
    """

    intervals: tuple[Interval, ...] = ()
    counted: int = 0
    case: int = 0
    payer: int | None = None

    @property
    def end(self) -> int:
        """The end of the last interval; 0 before the first one."""
        return self.intervals[-1][1] if self.intervals else 0

    def with_interval(self, start: int, end: int) -> Pauses:
        start = max(start, self.end)
        return self if end <= start else replace(self, intervals=(*self.intervals, (start, end)))


def paused_time(pauses: Pauses, start: int, end: int) -> int:
    """How many milliseconds from `start` to `end` the game was halted, held or before rest. Every halt has ended."""
    return sum(max(0, min(to, end) - max(from_, start)) for from_, to in pauses.intervals)


def _counted(pauses: Pauses, moment: Moment) -> Pauses:
    """With the time since it was last counted, in which the game was as it is before this event."""
    parts, at = moment.parts, moment.at
    if parts.halts:
        pauses = pauses.with_interval(pauses.counted, at)
    alone = parts.halted_by_case and not parts.suspended
    return replace(pauses, counted=at, case=pauses.case + (at - pauses.counted if alone else 0))


def _begun(pauses: Pauses, moment: Moment, opener: int | None) -> Pauses:
    """After the event with which a case halts the game."""
    row = None if opener is None else moment.parts.clock.rows.get(opener)
    ran = row is not None and row.since is not None
    return replace(_counted(pauses, moment), case=0, payer=opener if ran else None)


def _opened(pauses: Pauses, event: e.DisputeOpened, moment: Moment) -> Pauses:
    terms = moment.parts.setup.disputes
    halts = terms is not None and terms.pause
    return _begun(pauses, moment, event.seat if halts else None)


def _ruled(pauses: Pauses, event: e.Ruled, moment: Moment) -> Pauses:
    """Where a case did not halt the game before, it does so from here on if it is to have a remedy."""
    if moment.parts.halted_by_case:
        return _counted(pauses, moment)
    case = moment.parts.desk.case
    return _begun(pauses, moment, None if case is None else case.seat)


def _final(pauses: Pauses, event: e.RulingFinal, moment: Moment) -> Pauses:
    counted, at = _counted(pauses, moment), moment.at
    remedies = moment.parts.desk.rulings[event.ruling - 1].remedies
    return counted.with_interval(at, at + REST) if remedies else counted


_LASTING: dict[type[Event], Callable[[Pauses, Any, Moment], Pauses]] = {
    **dict.fromkeys(
        (t.GameSuspended, t.GameResumed, e.DisputeWithdrawn, e.DisputeExpired),
        lambda pauses, event, moment: _counted(pauses, moment),
    ),
    e.DisputeOpened: _opened,
    e.Ruled: _ruled,
    e.RulingFinal: _final,
    TimeHeld: lambda pauses, event, moment: pauses.with_interval(event.from_, event.to),
}
PAUSES = Part(_LASTING, frozenset(_LASTING))
