"""Rulesets, and what their games came to."""

from __future__ import annotations

from typing import Annotated, Any

from projections.documents import Document, RulesetId, meaning, one_of
from projections.documents.games import BothLanguages

JsonSchema = Annotated[dict[str, Any], meaning("JSON Schema.")]


class SeatRange(Document, frozen=True):
    """How many may play."""

    min: Annotated[int, meaning("The fewest.")]
    max: Annotated[int, meaning("The most.")]


class RulesetSummary(Document, frozen=True):
    """A game that can be played here."""

    id: RulesetId
    name: Annotated[BothLanguages, meaning("What the game is called.")]
    seats: Annotated[SeatRange, meaning("How many may play.")]
    editions: Annotated[
        tuple[str, ...], meaning("Editions of its components; the last one is used for new games.")
    ]


class RulesetList(Document, frozen=True):
    """All games that can be played here."""

    rulesets: Annotated[tuple[RulesetSummary, ...], meaning("All of them.")]


class Clause(Document, frozen=True):
    """One clause of the rules, in this project's words."""

    id: Annotated[str, meaning("What events and refusals cite.")]
    text: Annotated[BothLanguages, meaning("What it says.")]
    source: Annotated[
        str,
        one_of(["rulebook", "ruling", "addition"]),
        meaning("The rulebook's, a ruling where the rulebook is silent, or an addition of this service."),
    ]
    where: Annotated[str, meaning("Page or paragraph of the rulebook; may be empty.")]


class RulesetDocument(RulesetSummary, frozen=True):
    """`options`, `view`, and `actions` and `events` by type, are JSON Schemas; `components` have their provenance."""

    edition: Annotated[str, meaning("The edition of new games, and of `components`.")]
    options: JsonSchema
    actions: Annotated[
        dict[str, dict[str, Any]], meaning("By type: JSON Schemas of what a seat may ask for.")
    ]
    events: Annotated[dict[str, dict[str, Any]], meaning("By type: JSON Schemas of an event's `data`.")]
    view: Annotated[JsonSchema, meaning("JSON Schema of a game document's `view`.")]
    components: Annotated[dict[str, Any], meaning("What is in the box, each figure with its provenance.")]
    clauses: Annotated[tuple[Clause, ...], meaning("The ruleset's own, then the table's.")]
    texts: Annotated[
        dict[str, BothLanguages],
        meaning("What pieces do, by their id or kind, where `components` do not say it themselves."),
    ]
    view_words: Annotated[
        dict[str, BothLanguages],
        meaning(
            "What the view's fields are called, for boards that show it as it is; of games made for that."
        ),
    ]


class Spread(Document, frozen=True):
    """Of the finished games."""

    min: Annotated[float, meaning("The least.")]
    median: Annotated[float, meaning("The middle one.")]
    max: Annotated[float, meaning("The most.")]


class Statistics(Document, frozen=True):
    """What the games of a ruleset came to, a moment ago."""

    ruleset: RulesetId
    games: Annotated[dict[str, int], meaning("By status.")]
    events: Annotated[Spread | None, meaning("null without a finished game")]
    actions: Annotated[Spread | None, meaning("null without a finished game")]
    end_reasons: Annotated[dict[str, int], meaning("Of the finished games.")]
    wins_by_seat: Annotated[dict[str, int], meaning("A shared win counts for each.")]
