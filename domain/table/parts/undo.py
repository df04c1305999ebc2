"""What can be taken back at a table, and the pending request to take something back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.draws import Slots
from domain.ruleset import Event
from domain.table import events as t
from domain.table.absence.events import Resigned, SeatExcluded, SeatReturned
from domain.table.absence.state import brings_back
from domain.table.actors import seat_of
from domain.table.clock.events import ClockRow, TimeRanOut
from domain.table.clock.stints import Stints
from domain.table.parts.part import Moment, Part
from domain.table.referee import events as e

START, DRAWN, SHOWN, RULED, AWAY = "start", "drawn", "shown", "ruled", "away"
"""Why nothing before a step can be taken back."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """An action that can still be taken back, with the game as it was before it."""

    version: int
    """The version before the action: what an undo request names."""
    actor: str
    game: Any
    slots: Slots
    at: int = 0
    """When the action was, in milliseconds since the epoch."""
    stints: Stints = Stints()
    rows: Mapping[int, ClockRow] = {}
    """The rows of the clocks as they were before it."""

    @property
    def seat(self) -> int:
        return seat_of(self.actor)


class UndoRequest(msgspec.Struct, frozen=True):
    """A pending request: the seats in `needs` still have to accept it."""

    number: int
    seat: int
    to_version: int
    needs: tuple[int, ...]


class UndoState(msgspec.Struct, frozen=True, gc=False):
    """What can be taken back, oldest first, and what is requested."""

    steps: tuple[Step, ...] = ()
    barrier: str = START
    """Why nothing before `steps` can be taken back: `START`, `DRAWN`, `SHOWN`, `RULED` or `AWAY`."""
    request: UndoRequest | None = None
    requests: int = 0
    """The number of undo requests so far."""

    def acted(self, step: Step) -> UndoState:
        """With one more step. A seat that acts does not want to go back."""
        return UndoState((*self.steps, step), self.barrier, None, self.requests)

    def barred(self, barrier: str) -> UndoState:
        """With nothing left to take back."""
        return UndoState((), barrier, self.request, self.requests)

    def counted(self, event: t.UndoRequested) -> UndoState:
        """With one more request, which is not pending."""
        return replace(self, requests=event.request)


def _requested(undo: UndoState, event: t.UndoRequested, moment: Moment) -> UndoState:
    request = UndoRequest(event.request, event.seat, event.to_version, event.needs)
    return replace(undo.counted(event), request=request)


def _answered(undo: UndoState, event: t.UndoAnswered, moment: Moment) -> UndoState:
    request = undo.request
    if request is not None and event.accept:
        needs = tuple(seat for seat in request.needs if seat != event.seat)
        return replace(undo, request=replace(request, needs=needs))
    return replace(undo, request=None)


def _rewound(undo: UndoState, event: t.Rewound, moment: Moment) -> UndoState:
    steps = tuple(step for step in undo.steps if step.version < event.to_version)
    return replace(undo, steps=steps, request=None)


def _ruling_final(undo: UndoState, event: e.RulingFinal, moment: Moment) -> UndoState:
    """No seat takes back what a ruling has judged; after one with a remedy, nothing before it."""
    desk, request = moment.parts.desk, undo.request
    remedies = desk.rulings[event.ruling - 1].remedies
    reach = moment.version if remedies else desk.cases[event.dispute - 1].last
    steps = tuple(step for step in undo.steps if step.version >= reach)
    return replace(
        undo,
        steps=steps,
        barrier=RULED if remedies or len(steps) < len(undo.steps) else undo.barrier,
        request=None if request is not None and request.to_version < reach else request,
    )


def _left_or_returned(undo: UndoState, event: Event, moment: Moment) -> UndoState:
    """A person leaves the table, or is back: what was before is as it was, and a pending request falls."""
    return replace(undo.barred(AWAY), request=None)


def _reassigned(undo: UndoState, event: t.SeatReassigned, moment: Moment) -> UndoState:
    return _left_or_returned(undo, event, moment) if brings_back(event, moment) else undo


UNDO = Part(
    {
        t.UndoRequested: _requested,
        t.UndoAnswered: _answered,
        t.Rewound: _rewound,
        e.DisputeOpened: lambda undo, event, moment: replace(undo, request=None),
        e.RulingFinal: _ruling_final,
        e.StackReshuffled: lambda undo, event, moment: undo.barred(RULED),
        **dict.fromkeys((TimeRanOut, Resigned, SeatExcluded, SeatReturned), _left_or_returned),
        t.SeatReassigned: _reassigned,
    },
    taken_back={t.UndoRequested: lambda undo, event, moment: undo.counted(event)},
)
