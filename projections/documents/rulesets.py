"""Rulesets, and what their games came to."""

from __future__ import annotations

from typing import Annotated, Any

from projections.documents import Document, meaning, one_of
from projections.documents.games import BothLanguages

JsonSchema = Annotated[dict[str, Any], meaning("JSON Schema.")]


class SeatRange(Document, frozen=True):
    """How many may play."""

    min: int
    max: int


class RulesetSummary(Document, frozen=True):
    """A game that can be played here."""

    id: str
    name: BothLanguages
    seats: SeatRange
    editions: tuple[str, ...]


class RulesetList(Document, frozen=True):
    """All games that can be played here."""

    rulesets: tuple[RulesetSummary, ...]


class Clause(Document, frozen=True):
    """One clause of the rules, in this project's words."""

    id: str
    text: BothLanguages
    source: Annotated[
        str,
        one_of(["rulebook", "ruling", "addition"]),
        meaning("The rulebook's, a ruling where the rulebook is silent, or an addition of this service."),
    ]
    where: Annotated[str, meaning("Page or paragraph of the rulebook; may be empty.")]


class RulesetDocument(RulesetSummary, frozen=True):
    """`options`, and `actions` and `events` by type, are JSON Schemas; `components` have their provenance."""

    edition: Annotated[str, meaning("The edition of new games, and of `components`.")]
    options: JsonSchema
    actions: dict[str, dict[str, Any]]
    events: Annotated[dict[str, dict[str, Any]], meaning("Of an event's `data`.")]
    components: dict[str, Any]
    clauses: tuple[Clause, ...]
    view_words: Annotated[
        dict[str, BothLanguages],
        meaning(
            "What the view's fields are called, for boards that show it as it is; of games made for that."
        ),
    ]


class Spread(Document, frozen=True):
    """Of the finished games."""

    min: float
    median: float
    max: float


class Statistics(Document, frozen=True):
    """What the games of a ruleset came to, a moment ago."""

    ruleset: str
    games: Annotated[dict[str, int], meaning("By status.")]
    events: Annotated[Spread | None, meaning("null without a finished game")]
    actions: Annotated[Spread | None, meaning("null without a finished game")]
    end_reasons: Annotated[dict[str, int], meaning("Of the finished games.")]
    wins_by_seat: Annotated[dict[str, int], meaning("A shared win counts for each.")]
