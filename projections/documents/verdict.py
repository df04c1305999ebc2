"""Who could have chosen the draws of a game, and what moved chance or its result."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from domain.table.parts.account import KINDS
from projections.documents import Actor, Document, Seats, one_of


class Entropy(Document, frozen=True):
    """Who would have had to work together to choose the draws: the verdict of the ledger's page."""

    seats: Annotated[int, meaning("How many there are.")]
    bots: Annotated[Seats, meaning("Seats that bots took: these never give a seed.")]
    operator_with: Annotated[
        Seats,
        meaning(
            "Seats whose seeds are in the draws (before the start: will be, if all open theirs). "
            "Only the operator together with all of these could have chosen; with none, the operator alone."
        ),
    ]
    signed: Annotated[Seats, meaning("Those of them that have said so under a key of their own.")]
    fresh: Annotated[
        int, meaning("For how many rulings something was drawn: with them, or later from new slots.")
    ]
    provided: Annotated[
        tuple[Annotated[str, one_of(["L3", "L4"])], ...],
        meaning("Levels of verification that the log has not passed here: the verdict holds if it does."),
    ]


class DrawCounts(Document, frozen=True):
    """How much was drawn in the whole log."""

    throws: Annotated[int, meaning("Throws of dice.")]
    shuffles: Annotated[int, meaning("Shuffles.")]
    taken_back: Annotated[int, meaning("How many of both were taken back since.")]


class HumanDecision(Document, frozen=True):
    """A human decision that moved chance or a result."""

    entry: Annotated[int, meaning("The number of the log's entry that records it.")]
    by: Actor
    kind: Annotated[
        str,
        one_of([kind for kind, _, _ in KINDS]),
        meaning("What was decided: the ledger's page explains each kind. There may be more kinds later."),
    ]
    ruling: Annotated[int | UnsetType, meaning("The ruling that it carries out; absent without one.")] = UNSET


class AccountOfChance(Document, frozen=True):
    """What was drawn, and every human decision that moved chance or a result, taken back or not."""

    draws: DrawCounts
    decisions: Annotated[
        tuple[HumanDecision, ...], meaning("In the order of their entries, then of their kinds.")
    ]
