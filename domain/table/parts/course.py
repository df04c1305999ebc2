"""The course of a game: what it was created as, whose rules decide, and whether it is being played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.table import events as t
from domain.table.parts.part import Moment, Part

WAITING, PLAYING, ANALYSIS, ABANDONED = "waiting", "playing", "analysis", "abandoned"
IN_PLAY = (PLAYING, ANALYSIS)


def _becomes(value: Any) -> Callable[[Any, Any, Moment], Any]:
    return lambda before, event, moment: value


def _event(before: Any, event: Any, moment: Moment) -> Any:
    return event


def _rules(before: int, event: t.GameCreated | t.RulesChanged, moment: Moment) -> int:
    return event.rules


SETUP = Part({t.GameCreated: _event})
FORKED = Part({t.Forked: _event})
RULES = Part({t.GameCreated: _rules, t.RulesChanged: _rules}, frozenset({t.RulesChanged}))
STAGE = Part(
    {
        t.GameStarted: _becomes(PLAYING),
        t.PositionSet: _becomes(ANALYSIS),
        t.GameAbandoned: _becomes(ABANDONED),
    }
)
HALTED = Part(
    {t.GameSuspended: _becomes(True), t.GameResumed: _becomes(False)},
    frozenset({t.GameSuspended, t.GameResumed}),
)
