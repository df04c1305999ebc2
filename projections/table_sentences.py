"""Sentences for the table's own events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rulesets import registry
from domain.sentence import Seat, Sentence, say
from domain.table import events as t
from projections.dispute_sentences import DISPUTE_SENTENCES


def _created(event: t.GameCreated) -> Sentence:
    return say(
        "A game of {game} is set up for one player.",
        plural="A game of {game} is set up for {n} players.",
        count=event.seats,
        game=registry()[event.ruleset].name,
        n=event.seats,
    )


def _asked(event: t.UndoRequested) -> Sentence:
    return say(
        "{seat} asks to go back to version {version}.", seat=Seat(event.seat), version=event.to_version
    )


def _answered(event: t.UndoAnswered) -> Sentence:
    if event.accept:
        return say("{seat} agrees to the undo.", seat=Seat(event.seat))
    return say("{seat} refuses the undo.", seat=Seat(event.seat))


def _rewound(event: t.Rewound) -> Sentence:
    text = WAYS_BACK[event.ruling is not None, event.rng == "fresh"]
    return say(text, ruling=event.ruling, version=event.to_version)


WAYS_BACK = {
    (False, False): "The game goes back to version {version}.",
    (False, True): "The game goes back to version {version}; from here on draws are made anew.",
    (True, False): "By ruling {ruling} the game goes back to version {version}.",
    (
        True,
        True,
    ): "By ruling {ruling} the game goes back to version {version}; from here on draws are made anew.",
}
"""Whether by a ruling, and whether draws are made anew."""


SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    t.GameCreated: _created,
    t.SeatTaken: lambda e: say("{seat} takes seat {n}.", seat=Seat(e.seat), n=e.seat),
    t.SeatFreed: lambda e: say("The organiser frees seat {n}.", n=e.seat),
    t.SeatReassigned: lambda e: say("A substitute plays on at seat {n}.", n=e.seat),
    t.SeedRevealed: lambda e: say("What {seat} adds to the draws is opened.", seat=Seat(e.seat)),
    t.GameStarted: lambda e: say("The game begins."),
    t.RulesChanged: lambda e: say("From here on revision {rules} of the rules decides.", rules=e.rules),
    t.Forked: lambda e: say(
        "This is an analysis: it branches off another game at version {version}.", version=e.version
    ),
    t.PositionSet: lambda e: say("Everything is set up as it stood there."),
    t.UndoRequested: _asked,
    t.UndoAnswered: _answered,
    t.Rewound: _rewound,
    t.GameSuspended: lambda e: say("The organiser suspends the game: nobody may act until it is resumed."),
    t.GameResumed: lambda e: say("The organiser resumes the game."),
    t.GameAbandoned: lambda e: say("The organiser abandons the game: it ends without a result."),
    **DISPUTE_SENTENCES,
}


def narrate(event: Any) -> Sentence:
    return SENTENCES[type(event)](event)
