"""The events of a dispute and everything since, with times, for referees."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import BothLanguages, Document, RulesetId, Seats, Time
from projections.documents.disputes import Stretch
from projections.documents.history import Rules


class Known(Document, frozen=True):
    """A hidden place that became known: never its value."""

    place: Annotated[str, meaning("Where it was committed, such as 4/d/order/7.")]
    to: Annotated[Seats, meaning("0 means everybody.")]


class Moment(Document, frozen=True):
    """One event, when and by whom."""

    version: int
    at: Time
    type: str
    actor: Annotated[str, meaning("seat:N, referee:N, organiser or table")]
    action: int
    think_ms: Annotated[
        int | None, meaning("How long its seat took: since the event before its action. null for all others.")
    ]
    text: BothLanguages
    rules: Rules
    disputed: Annotated[bool, meaning("Whether it is part of the disputed stretch.")]
    taken_back: bool
    known: Annotated[tuple[Known, ...], meaning("Who came to know what by it.")]


class Timeline(Document, frozen=True):
    """From the beginning of the disputed stretch to the end of the case."""

    game: str
    ruleset: RulesetId
    dispute: int
    about: Stretch
    version: Annotated[int, meaning("The last event included.")]
    viewer: str
    moments: tuple[Moment, ...]
