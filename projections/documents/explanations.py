"""Explanations: why an event happened, and why an action is legal or not."""

from __future__ import annotations

from typing import Annotated, Any

from domain.meaning import meaning
from projections.documents import (
    BothLanguages,
    Document,
    EventType,
    GameId,
    Part,
    RulesetId,
    SeatNumber,
    Version,
    Viewer,
    part,
)
from projections.documents.history import Rules


class ArgumentStep(Document, frozen=True):
    """One step of an argument, as people say it at the table."""

    clause: Annotated[str, meaning("The clause that it is based on, of the ruleset or of the table.")]
    text: BothLanguages
    numbers: Annotated[
        dict[str, int], meaning("The figures in it; one named as a field of the event is equal to it.")
    ]


Steps = tuple[ArgumentStep, ...]


class Explanation(Document, frozen=True):
    """The argument behind one event, from the state before it, as this viewer may know both."""

    game: GameId
    ruleset: RulesetId
    version: Annotated[int, meaning("The event's.")]
    type: EventType
    rules: Rules
    viewer: Viewer
    steps: Annotated[Steps, meaning("Empty for events that decide nothing.")]


class ActionExplanation(Document, frozen=True):
    """Why an action of a seat is legal at a version or not, from what the seat itself may know."""

    game: GameId
    ruleset: RulesetId
    version: Version
    seat: SeatNumber
    action: Annotated[dict[str, Any], part(Part.ACTION, "The action in question, as the ruleset reads it.")]
    legal: Annotated[bool, meaning("Whether it may be done.")]
    steps: Annotated[Steps, meaning("At least one; of an illegal action the first says what forbids it.")]
