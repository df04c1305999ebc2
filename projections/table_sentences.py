"""Sentences for the table's own events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.sentence import Seat, Sentence, Term, say
from domain.table import events as t


def _answered(event: t.UndoAnswered) -> Sentence:
    if event.accept:
        return say("{seat} agrees to the undo.", seat=Seat(event.seat))
    return say("{seat} refuses the undo.", seat=Seat(event.seat))


SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    t.GameCreated: lambda e: say("A table is set for {game}.", game=Term(e.ruleset)),
    t.SeatTaken: lambda e: say("{seat} takes a seat.", seat=Seat(e.seat)),
    t.SeedRevealed: lambda e: say("The random seed of {seat} is opened.", seat=Seat(e.seat)),
    t.EpochAborted: lambda e: say("Not every seed was opened in time; the next committed draws are used."),
    t.GameStarted: lambda e: say("The game begins."),
    t.RulesChanged: lambda e: say("From here on revision {rules} of the rules decides.", rules=e.rules),
    t.Forked: lambda e: say(
        "This is an analysis: it branches off another game at version {version}.", version=e.version
    ),
    t.PositionSet: lambda e: say("Everything is set up as it stood there."),
    t.UndoRequested: lambda e: say("{seat} asks to take back.", seat=Seat(e.seat)),
    t.UndoAnswered: _answered,
    t.Rewound: lambda e: say("The game goes back to version {version}.", version=e.to_version),
    t.GameSuspended: lambda e: say("The game is suspended."),
    t.GameResumed: lambda e: say("The game goes on."),
    t.GameAbandoned: lambda e: say("The game is abandoned."),
}


def narrate(event: Any) -> Sentence:
    return SENTENCES[type(event)](event)
