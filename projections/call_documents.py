"""Judge calls as documents: their data from the log, with the texts that the viewer may read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.table.calls.sight import may_read_question
from domain.table.calls.state import Answer, Call
from domain.table.referee.hearing import Hearing
from projections.documents.calls import CallAnswer, CallShown
from projections.documents.disputes import Stretch
from projections.people import rfc3339
from projections.texts import text_shown

Texts = Mapping[str, Any]
"""The texts of all calls of a game that have not been erased, by hash."""


def call_shown(hearing: Hearing, call: Call, texts: Texts, viewer: str) -> CallShown:
    question = text_shown(
        _event(hearing, call.version).question_hash, texts, may_read_question(hearing, call, viewer)
    )
    return CallShown(
        call=call.number,
        seat=call.seat,
        about=None if call.first is None or call.last is None else Stretch(from_=call.first, to=call.last),
        version=call.version,
        at=rfc3339(hearing.at(call.version)),
        question=question,
        answers=tuple(_answer(hearing, it, texts) for it in call.answers),
        closed=call.closed,
        closed_at=None if call.closed is None else rfc3339(hearing.at(call.closed)),
    )


def _answer(hearing: Hearing, answer: Answer, texts: Texts) -> CallAnswer:
    return CallAnswer(
        referee=answer.referee,
        version=answer.version,
        at=rfc3339(hearing.at(answer.version)),
        answer=text_shown(_event(hearing, answer.version).answer_hash, texts, True),
    )


def _event(hearing: Hearing, version: int) -> Any:
    return hearing.log[version - 1].event
