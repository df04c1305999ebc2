"""The past: events, and the replay."""

from __future__ import annotations

from typing import Annotated, Any

from domain.ruleset import Outcome
from projections.documents import Document, Time, meaning
from projections.documents.games import Seat, Status

Rules = Annotated[tuple[str, ...], meaning("Clauses applied.")]


class Event(Document, frozen=True):
    """What happened. `data` is described by the ruleset's `events`; what the viewer may not know is absent."""

    version: int
    type: str
    at: Time
    actor: Annotated[str, meaning("seat:N, table, organiser or referee")]
    action: Annotated[int, meaning("The number of the action that caused it.")]
    data: dict[str, Any]
    rules: Rules


class SingleEvent(Event, frozen=True):
    """An event that stands by itself, in a stream or a line, and so names its game's ruleset."""

    ruleset: str


class EventList(Document, frozen=True):
    """A page of a game's events."""

    ruleset: str
    events: list[Event]
    version: Annotated[int, meaning("The game's version now.")]
    next: Annotated[int | None, meaning("The `after` of the next page.")]


class Frame(Document, frozen=True):
    """One event of a replay, in words."""

    version: int
    action: int
    actor: str
    type: str
    text: str
    rules: Rules
    marks: Annotated[tuple[str, ...], meaning("What a viewer marks: conquest, undo, taken-back ...")]


class Chapter(Document, frozen=True):
    """A round, clash or turn."""

    version: Annotated[int, meaning("Where it begins.")]
    title: str


class Replay(Document, frozen=True):
    """A game told event by event."""

    game: str
    ruleset: str
    edition: str
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    status: Status
    version: int
    viewer: str
    lang: str
    frames: tuple[Frame, ...]
    chapters: tuple[Chapter, ...]
    outcome: Outcome | None
    verdict: Annotated[tuple[str, ...], meaning("The game document's `entropy` in sentences.")]
