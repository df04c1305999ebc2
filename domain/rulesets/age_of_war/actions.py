"""What a seat may ask for."""

from typing import Annotated

from msgspec import Meta

from domain.ruleset import Action, Unordered
from domain.rulesets.age_of_war.components import FACES, Face


class RollDice(Action, frozen=True, tag="roll"):
    """Throw all dice that are to be thrown."""


class FillLine(Action, frozen=True, tag="fill-line"):
    """Put dice on one line of a castle.

    `line` is 1, 2, 3 as printed, 0 for the special daimyo line. `dice` are named in any order; they are listed in that of
    the faces.
    """

    unordered = (Unordered(("dice",), FACES),)

    castle: str
    line: Annotated[int, Meta(ge=0, le=9)]
    dice: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=7)]


class SetAside(Action, frozen=True, tag="set-aside"):
    """Give one die up for this turn; the rest are to be thrown again."""
