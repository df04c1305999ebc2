"""Sentences for the table's own events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.rulesets import ruleset_of
from domain.sentence import Seat, Sentence, say
from domain.table import events as t
from domain.table.actors import ORGANISER, TABLE
from projections.call_sentences import CALL_SENTENCES
from projections.clock_sentences import CLOCK_SENTENCES
from projections.dispute_sentences import DISPUTE_SENTENCES


def _created(event: t.GameCreated) -> Sentence:
    return say(
        "A game of {game} is set up for one player.",
        plural="A game of {game} is set up for {n} players.",
        count=event.seats,
        game=ruleset_of(event.ruleset).name,
        n=event.seats,
    )


def _undo_requested(event: t.UndoRequested) -> Sentence:
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

SUSPENDED = {
    None: "The organiser suspends the game: nobody may act until it is resumed.",
    "operator": "The operator of the service suspends the game: nobody may act until it is resumed.",
}
RESUMED = {
    None: "The organiser resumes the game.",
    "operator": "The operator of the service resumes the game.",
}
ON_ANOTHER_DEVICE = "{seat} plays on with another device."
LEFT_SEAT = "The player at seat {n} leaves the table."
RESUMED_BY_SEAT = "The suspension has lasted a day, and a player has ended it: the game is resumed."
ABANDONED = {
    None: "The organiser abandons the game: it ends without a result.",
    "not-started": "What the players add to the draws was not opened in time: the game ends without a result.",
    "agreed": "All players have agreed to abandon the game: it ends without a result.",
    "operator": "The operator of the service abandons the game: it ends without a result.",
}
"""By the `why` of the event."""


SENTENCES: dict[type, Callable[[Any], Sentence]] = {
    t.GameCreated: _created,
    t.SeatTaken: lambda e: say("{seat} takes seat {n}.", seat=Seat(e.seat), n=e.seat),
    t.SeatFreed: lambda e: say("The organiser frees seat {n}.", n=e.seat),
    t.SeatReassigned: lambda e: say("A substitute plays on at seat {n}.", n=e.seat),
    t.SeatClaimed: lambda e: say("{seat} takes seat {n} into an account.", seat=Seat(e.seat), n=e.seat),
    t.SeedRevealed: lambda e: say("What {seat} adds to the draws is opened.", seat=Seat(e.seat)),
    t.GameStarted: lambda e: say("The game begins."),
    t.RulesChanged: lambda e: say("From here on revision {rules} of the rules decides.", rules=e.rules),
    t.Forked: lambda e: say(
        "This is an analysis: it branches off another game at version {version}.", version=e.version
    ),
    t.PositionSet: lambda e: say("Everything is set up as it stood there."),
    t.UndoRequested: _undo_requested,
    t.UndoAnswered: _answered,
    t.Rewound: _rewound,
    t.GameSuspended: lambda e: say(SUSPENDED[e.why]),
    t.GameResumed: lambda e: say(RESUMED[e.why]),
    t.GameAbandoned: lambda e: say(ABANDONED[e.why]),
    **CLOCK_SENTENCES,
    **CALL_SENTENCES,
    **DISPUTE_SENTENCES,
}


def inviting(seats: int, free: int) -> Sentence:
    """What the link to a table says while seats are free."""
    return say(
        "Join the game, at a table for {n}: one seat is free.",
        plural="Join the game, at a table for {n}: {free} seats are free.",
        count=free,
        n=seats,
        free=free,
    )


def narrate(event: Any, actor: str) -> Sentence:
    """The sentence of an event of the table that this actor caused."""
    if type(event) is t.GameResumed and event.why is None and actor == TABLE:
        return say(RESUMED_BY_SEAT)
    if type(event) is t.SeatFreed and actor == TABLE:
        return say(LEFT_SEAT, n=event.seat)
    if type(event) is t.SeatReassigned and actor != ORGANISER:
        return say(ON_ANOTHER_DEVICE, seat=Seat(event.seat))
    return SENTENCES[type(event)](event)
