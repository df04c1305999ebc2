"""What the log has made of the operator's closing or abandoning the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from domain.ruleset import Event
from domain.table import events as t
from domain.table.parts.part import Moment, Part

OPERATOR: t.ByOperator = "operator"
"""The `why` of the events of the operator."""


class Closing(msgspec.Struct, frozen=True):
    """`closed`: whether nobody may act until the operator reopens the game.

    `reason_hash` is the hash of the sentence with which it was closed or abandoned; None while neither is so.
    """

    closed: bool = False
    reason_hash: str | None = None


def _by_operator(fold: Callable[[Any], Closing]) -> Callable[[Closing, Any, Moment], Closing]:
    return lambda closing, event, moment: fold(event) if event.why == OPERATOR else closing


_LASTING: dict[type[Event], Callable[[Closing, Any, Moment], Closing]] = {
    t.GameSuspended: _by_operator(lambda event: Closing(True, event.reason_hash)),
    t.GameResumed: _by_operator(lambda event: Closing()),
}
CLOSING = Part(
    {**_LASTING, t.GameAbandoned: _by_operator(lambda event: Closing(False, event.reason_hash))},
    frozenset(_LASTING),
)
