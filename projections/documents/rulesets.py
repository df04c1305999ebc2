"""Rulesets, and statistics of their games."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar, get_args

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.package import Package
from domain.meaning import meaning
from domain.ruleset import Hint
from projections.documents import BothLanguages, Document, RulesetId, one_of
from projections.documents.game_clocks import PACES

Localized = TypeVar("Localized")
JsonSchema = Annotated[dict[str, Any], meaning("JSON Schema.")]


def localized(words: Any, wanted: type[Localized]) -> Localized:
    """Words of a ruleset's folder (`domain.contract.words`), as documents have them."""
    return msgspec.convert(words, wanted, from_attributes=True)


class SeatRange(Document, frozen=True):
    """How many may play."""

    min: Annotated[int, meaning("The fewest.")]
    max: Annotated[int, meaning("The most.")]


class PackageName(Document, frozen=True):
    """The Python package that a ruleset comes from, as entry 0 of a game names it."""

    name: Annotated[str, meaning("Its name.")]
    version: Annotated[str, meaning("Its version.")]
    hash: Annotated[
        str, meaning("SHA-256 of its code (section 14 of the ledger format), 64 hexadecimal digits.")
    ]


def package_name(package: Package | None) -> PackageName | UnsetType:
    """The document of a ruleset's package."""
    if package is None:
        return UNSET
    return PackageName(name=package.name, version=package.version, hash=package.hash)


class RulesetSummary(Document, frozen=True):
    """A game that can be played here."""

    id: RulesetId
    name: Annotated[BothLanguages, meaning("What the game is called.")]
    seats: Annotated[SeatRange, meaning("How many may play.")]
    about: Annotated[
        tuple[BothLanguages, ...], meaning("What it is about; how long and how heavy it is. A sentence each.")
    ]
    minutes: Annotated[
        int | None, meaning("About how long a game takes; null where the ruleset does not say.")
    ]
    weight: Annotated[
        int | None,
        meaning("How much there is to think about, from 1 (light) to 4 (heavy); null where it does not say."),
    ]
    editions: Annotated[
        tuple[str, ...], meaning("Editions of its components; the last one is used for new games.")
    ]
    package: Annotated[PackageName | None, meaning("The package that it comes from; null for Kronika's own.")]


class RulesetList(Document, frozen=True):
    """All games that can be played here."""

    rulesets: Annotated[tuple[RulesetSummary, ...], meaning("All of them.")]


class ClausePart(Document, frozen=True):
    """What one source says of a clause."""

    text: Annotated[BothLanguages, meaning("What it says.")]
    source: Annotated[
        str, one_of(["rulebook", "ruling", "addition"]), meaning("Whose this part of the clause is.")
    ]
    where: Annotated[str, meaning("Page or paragraph of the rulebook; may be empty.")]


class Clause(Document, frozen=True):
    """One clause of the rules, in this project's words."""

    id: Annotated[str, meaning("What events and refusals cite.")]
    text: Annotated[BothLanguages, meaning("What it says.")]
    source: Annotated[
        str,
        one_of(["rulebook", "ruling", "addition"]),
        meaning(
            "The rulebook's, a ruling where the rulebook is silent, or an addition of this service. "
            "A clause of which a part is a ruling is called a ruling: its parts say which half is whose."
        ),
    ]
    where: Annotated[str, meaning("Page or paragraph of the rulebook; may be empty.")]
    parts: Annotated[
        tuple[ClausePart, ...],
        meaning("The clause by its sources: what the rulebook says first, then what is ruled beside it."),
    ]


class OptionWords(Document, frozen=True):
    """An option, for people."""

    name: Annotated[BothLanguages, meaning("What it is called.")]
    text: Annotated[BothLanguages, meaning("What it means.")]
    values: Annotated[
        dict[str, BothLanguages], meaning("What its values, or the kinds that it counts, are called.")
    ]


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
    words: Annotated[
        dict[str, BothLanguages],
        meaning(
            "What a board of the game says beside sentences, by name; `{member}` is for the board to fill."
        ),
    ]
    option_words: Annotated[dict[str, OptionWords], meaning("What there is to agree on, by option.")]
    marks: Annotated[dict[str, BothLanguages], meaning("What the marks of its events are called, by mark.")]
    ends: Annotated[dict[str, BothLanguages], meaning("What its end reasons are called, by reason.")]
    score_parts: Annotated[
        dict[str, BothLanguages], meaning("What the `parts` of an outcome are called, by part.")
    ]
    view_words: Annotated[
        dict[str, BothLanguages],
        meaning(
            "What the view's fields are called, for boards that show it as it is; of games made for that."
        ),
    ]
    view_hints: Annotated[
        dict[str, Annotated[str, one_of(list(get_args(Hint)))]],
        meaning("How such boards show fields of the view, by name; the others are lists and tables."),
    ]


class Section(Document, frozen=True):
    """A part of the rules, explained for newcomers."""

    name: Annotated[str, meaning("The section's own name, the same for good.")]
    title: Annotated[BothLanguages, meaning("Its heading.")]
    text: Annotated[BothLanguages, meaning("What it tells.")]


class Lesson(Document, frozen=True):
    """What is said in a first game when its moment has come."""

    name: Annotated[str, meaning("The lesson's own name, the same for good.")]
    clause: Annotated[str, meaning("The clause that is behind it.")]
    title: Annotated[BothLanguages, meaning("Its heading.")]
    text: Annotated[BothLanguages, meaning("What it tells.")]


class Primer(Document, frozen=True):
    """How a game is learned. Both lists are empty for a ruleset that has no primer."""

    id: RulesetId
    sections: Annotated[tuple[Section, ...], meaning("The rules for newcomers, in order.")]
    lessons: Annotated[tuple[Lesson, ...], meaning("Those of a first game, in order.")]


class Spread(Document, frozen=True):
    """Of the finished games."""

    min: Annotated[float, meaning("The least.")]
    median: Annotated[float, meaning("The middle one.")]
    max: Annotated[float, meaning("The most.")]


class TimePerMove(Document, frozen=True):
    """How long moves took in finished games with so many seats and such a clock."""

    seats: Annotated[int, meaning("How many play.")]
    clock: Annotated[str, one_of(PACES), meaning("The games that the lobby's filter finds under this name.")]
    moves: Annotated[int, meaning("How many moves people made, those taken back included.")]
    mean_ms: Annotated[
        int,
        meaning("How long a move took on average, in milliseconds, while the clock ran: halts do not count."),
    ]


class Statistics(Document, frozen=True):
    """What the games of a ruleset came to, a moment ago."""

    ruleset: RulesetId
    games: Annotated[dict[str, int], meaning("By status.")]
    events: Annotated[Spread | None, meaning("null without a finished game")]
    actions: Annotated[Spread | None, meaning("null without a finished game")]
    end_reasons: Annotated[dict[str, int], meaning("Of the finished games.")]
    ends: Annotated[dict[str, BothLanguages], meaning("What end reasons are called, by reason.")]
    wins_by_seat: Annotated[dict[str, int], meaning("A shared win counts for each.")]
    time_per_move: Annotated[
        tuple[TimePerMove, ...], meaning("Of the finished games with a clock, by seats and clock.")
    ]
