"""The course of a game: what it was created as, whose rules decide, and whether it is being played."""

from __future__ import annotations

from domain.table import events as t
from domain.table.parts.part import Part

WAITING, PLAYING, ANALYSIS, ABANDONED = "waiting", "playing", "analysis", "abandoned"
IN_PLAY = (PLAYING, ANALYSIS)

SETUP = Part({t.GameCreated: lambda setup, event, moment: event})
FORKED = Part({t.Forked: lambda forked, event, moment: event})
RULES = Part(
    dict.fromkeys((t.GameCreated, t.RulesChanged), lambda rules, event, moment: event.rules),
    frozenset({t.RulesChanged}),
)
STAGE = Part(
    {
        t.GameStarted: lambda stage, event, moment: PLAYING,
        t.PositionSet: lambda stage, event, moment: ANALYSIS,
        t.GameAbandoned: lambda stage, event, moment: ABANDONED,
    }
)
HALTED = Part(
    {
        t.GameSuspended: lambda halted, event, moment: halted or event.why is None,
        t.GameResumed: lambda halted, event, moment: halted and event.why is not None,
    },
    frozenset({t.GameSuspended, t.GameResumed}),
)
