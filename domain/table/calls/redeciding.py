"""Deciding again how a judge was called, answered, and was needed no more (L4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.table.actors import seat_of
from domain.table.calls import calling, events
from domain.table.fold import Fold
from domain.table.referee.hearing import Hearing
from domain.table.state import Logged


def _called(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    event: Any = group[0].event
    return calling.call_judge(
        hearing, event.seat, calling.Question(event.question_hash, event.from_, event.to)
    )


def _answered(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    event: Any = group[0].event
    return calling.answer_call(hearing, event.referee, event.call, event.answer_hash)


def _closed(hearing: Hearing, group: Sequence[Logged]) -> Fold:
    event: Any = group[0].event
    return calling.close_call(hearing, seat_of(group[0].actor), event.call)


CALL_DECISIONS: Mapping[type, Callable[[Hearing, Any], Fold]] = {
    events.JudgeCalled: _called,
    events.CallAnswered: _answered,
    events.CallClosed: _closed,
}
