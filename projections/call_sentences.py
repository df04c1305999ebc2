"""Sentences for the events of judge calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.sentence import Seat, Sentence, say
from domain.table.calls import events as e
from projections.dispute_sentences import stretch


def _called(event: e.JudgeCalled) -> Sentence:
    if event.from_ is None:
        return say("{seat} calls a judge (call {n}).", seat=Seat(event.seat), n=event.call)
    return say(
        "{seat} calls a judge about event {first} (call {n}).",
        plural="{seat} calls a judge about events {first} to {last} (call {n}).",
        seat=Seat(event.seat),
        n=event.call,
        **stretch(event.from_, event.to or event.from_),
    )


CALL_SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    e.JudgeCalled: _called,
    e.CallAnswered: lambda it: say("Referee {n} answers call {call}.", n=it.referee, call=it.call),
    e.CallClosed: lambda it: say("Call {n} is closed.", n=it.call),
}
