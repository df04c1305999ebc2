"""Precedents: rulings of final cases in public games, and statistics of them."""

from __future__ import annotations

from typing import Annotated

from domain.meaning import meaning
from projections.documents import Document, GameId, RulesetId, Time, one_of
from projections.documents.disputes import KINDS, WANTS, TextShown

DECISIONS = ("upheld", "changed", "undecided")


class RulingAppeal(Document, frozen=True):
    """What an appeal has made of a ruling."""

    decision: Annotated[str, one_of(DECISIONS), meaning("undecided: nobody decided it in time")]
    referee: Annotated[int | None, meaning("Who decided; null if nobody did.")]
    findings: TextShown | None


class RulingFound(Document, frozen=True):
    """A ruling of a final case in a public game."""

    game: GameId
    ruleset: RulesetId
    dispute: int
    ruling: int
    kind: Annotated[str, one_of(KINDS)]
    clauses: tuple[str, ...]
    wants: Annotated[str, one_of(WANTS), meaning("What the opener of the case wanted.")]
    referee: int
    name: Annotated[str | None, meaning("The referee's name; null if the operator has removed it.")]
    at: Time
    took_ms: Annotated[
        int,
        meaning("Milliseconds from the opening of the case; for a ruling on appeal, from the first appeal."),
    ]
    findings: TextShown
    outcome: Annotated[
        str, one_of(["stood", "overturned"]), meaning("overturned: replaced by another on appeal")
    ]
    on_appeal: Annotated[bool, meaning("Whether it was made on appeal, in place of another.")]
    appeal: Annotated[RulingAppeal | None, meaning("null if nobody appealed against it")]


class RulingPage(Document, frozen=True):
    """A page of rulings, newest first."""

    rulings: Annotated[list[RulingFound], meaning("Newest first.")]
    stood: Annotated[
        int,
        meaning("How many of the last 10,000 rulings were found and stood; the same on every page."),
    ]
    overturned: Annotated[int, meaning("The same, of those that were overturned.")]
    next: Annotated[str | None, meaning("The cursor of the next page.")]


class RulingTally(Document, frozen=True):
    """Rulings that have something in common."""

    rulings: Annotated[int, meaning("How many there were.")]
    overturned: Annotated[int, meaning("How many of them were overturned on appeal.")]
    mean_ms: Annotated[int, meaning("The mean of the time to rule, in milliseconds.")]


class RefereeTally(RulingTally, frozen=True):
    """The rulings of one referee of a game, or of all games of a tournament or meeting."""

    place: Annotated[str, meaning("The id of the game, tournament or meeting.")]
    referee: int
    name: Annotated[str | None, meaning("null if the operator has removed it")]


class ClauseTally(RulingTally, frozen=True):
    """The rulings that cite a clause."""

    clause: Annotated[str, meaning("The id of the clause.")]


class WishTally(RulingTally, frozen=True):
    """The rulings in cases whose openers wanted this."""

    wants: Annotated[str, one_of(WANTS)]


class RulingStatistics(Document, frozen=True):
    """How many rulings there were in final cases of public games, how long they took, and how many were overturned.

    Each list has at most 100 members, those with the most rulings first.
    """

    referees: list[RefereeTally]
    clauses: list[ClauseTally]
    wants: list[WishTally]
