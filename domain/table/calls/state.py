"""What the log has made of judge calls."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.ruleset import Event
from domain.table.calls import events as e
from domain.table.parts.part import Moment, Part


class Answer(msgspec.Struct, frozen=True):
    referee: int
    version: int


class Call(msgspec.Struct, frozen=True):
    """`version` is that of the call, `closed` that of its end; `first` to `last` are the events it is about, if any."""

    number: int
    seat: int
    version: int
    first: int | None = None
    last: int | None = None
    answers: tuple[Answer, ...] = ()
    closed: int | None = None


Calls = tuple[Call, ...]
"""All calls of the game, numbered from 1, in order."""


def _called(calls: Calls, event: e.JudgeCalled, moment: Moment) -> Calls:
    return (*calls, Call(event.call, event.seat, moment.version, event.from_, event.to))


def _changed(calls: Calls, number: int, changed: Call) -> Calls:
    return (*calls[: number - 1], changed, *calls[number:])


def _answered(calls: Calls, event: e.CallAnswered, moment: Moment) -> Calls:
    call = calls[event.call - 1]
    answers = (*call.answers, Answer(event.referee, moment.version))
    return _changed(calls, event.call, replace(call, answers=answers))


def _closed(calls: Calls, event: e.CallClosed, moment: Moment) -> Calls:
    return _changed(calls, event.call, replace(calls[event.call - 1], closed=moment.version))


_LASTING: dict[type[Event], object] = {
    e.JudgeCalled: _called,
    e.CallAnswered: _answered,
    e.CallClosed: _closed,
}
CALL_EVENTS: tuple[type[Event], ...] = (*_LASTING,)
CALLS = Part(_LASTING, frozenset(_LASTING))  # type: ignore[arg-type]
"""Judge calls. They count whatever is taken back."""
