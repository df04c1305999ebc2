"""History: events, and the replay."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType, field

from domain.meaning import meaning
from domain.ruleset import Outcome
from projections.documents import (
    Actor,
    AgreedOptions,
    BothLanguages,
    Document,
    EventType,
    GameId,
    Part,
    RulesetId,
    Time,
    Version,
    Viewer,
    part,
)
from projections.documents.game_clocks import SeatClock
from projections.documents.games import Edition, Origin, Status
from projections.documents.seats import Chairs

Rules = Annotated[tuple[str, ...], meaning("Clauses applied.")]


OtherGame = Annotated[
    GameId | UnsetType,
    meaning(
        "In an analysis, of what went before it: the game that it is of, whose version this is. Else absent."
    ),
]


class Event(Document, frozen=True):
    """What happened; the same in a list, a stream and a line. What the viewer may not know is absent from `data`."""

    ruleset: RulesetId
    version: Version
    type: EventType
    at: Time
    actor: Actor
    action: Annotated[int, meaning("The number of the action that caused it.")]
    data: Annotated[dict[str, Any], part(Part.EVENT_DATA, "What happened, by its type.")]
    rules: Rules
    text: Annotated[
        BothLanguages | UnsetType, meaning("With `labels=true`: what happened, in a sentence.")
    ] = UNSET


class EventList(Document, frozen=True):
    """A page of a game's events."""

    ruleset: RulesetId
    events: Annotated[list[Event], meaning("The oldest first.")]
    version: Annotated[int, meaning("The game's version now.")]
    next: Annotated[int | None, meaning("The `after` of the next page.")]


class Frame(Document, frozen=True):
    """One event of a replay, in words."""

    version: Version
    action: Annotated[int, meaning("The number of the action that caused it.")]
    actor: Actor
    type: EventType
    text: Annotated[
        str | BothLanguages, meaning("What happened, in a sentence; with `labels=true` in both languages.")
    ]
    rules: Rules
    marks: Annotated[tuple[str, ...], meaning("What a viewer marks: conquest, undo, taken-back ...")]
    turn: Annotated[
        int | UnsetType,
        meaning(
            "The seat whose turn begins with it; 0: a part of the game begins that is nobody's own turn. Else absent."
        ),
    ] = UNSET
    headline: Annotated[
        bool | UnsetType,
        meaning(
            "true: part of the one-line summary of its turn. Otherwise absent; the last event sums up a turn without any."
        ),
    ] = UNSET
    game: OtherGame = UNSET
    clock: Annotated[
        tuple[SeatClock, ...] | UnsetType,
        meaning("The clocks of the seats after this event; absent where the game is played without a clock."),
    ] = UNSET


class Chapter(Document, frozen=True):
    """A round, clash or turn."""

    version: Annotated[int, meaning("Where it begins.")]
    title: Annotated[str, meaning("What it is called.")]
    text: Annotated[
        BothLanguages | UnsetType, meaning("With `labels=true`: what it is called in both languages.")
    ] = UNSET
    game: OtherGame = UNSET


class Replay(Document, frozen=True):
    """A game event by event: the whole replay, or what is new to a client that holds the replay of an earlier version."""

    game: GameId
    ruleset: RulesetId
    edition: Edition
    options: AgreedOptions
    seats: Chairs
    status: Status
    version: Version
    viewer: Viewer
    lang: Annotated[str, meaning("The language of its sentences: en or pl.")]
    forked: Annotated[
        Origin | None,
        meaning("What an analysis begins from: its frames and chapters up to there come first."),
    ]
    from_: Annotated[
        int,
        meaning(
            "Frames and chapters of this game up to this version are left out, since they are unchanged since the version given "
            "as `after`; 0: all are included."
        ),
    ] = field(name="from")
    document_revision: Annotated[
        int,
        meaning(
            "As in the game document. Ask for the whole replay when it is another one than in what you hold."
        ),
    ]
    frames: Annotated[tuple[Frame, ...], meaning("One for each event.")]
    chapters: Annotated[tuple[Chapter, ...], meaning("On the line of play that counts.")]
    outcome: Annotated[Outcome | None, meaning("null while the game is not over")]
    verdict: Annotated[tuple[str, ...], meaning("The game document's `entropy` in sentences.")]


class LineOfPlay(Document, frozen=True):
    """A stretch that was played on from one version, until somebody went back."""

    from_: Annotated[int, meaning("The version that it branches off after.")] = field(name="from")
    first: Annotated[int, meaning("The first version of its own; beyond `to` while it has none.")]
    to: Annotated[int, meaning("Its last version.")]
    current: Annotated[bool, meaning("Whether the game continues at the end of it.")]


class LineList(Document, frozen=True):
    """The tree of what was played, in the order of the log."""

    version: Version
    lines: Annotated[tuple[LineOfPlay, ...], meaning("The first begins with the first position.")]
