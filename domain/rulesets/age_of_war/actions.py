"""What a seat may ask for."""

from typing import Annotated

from msgspec import Meta

from domain.ruleset import Action
from domain.rulesets.age_of_war.components import Face


class RollDice(Action, frozen=True, tag="roll"):
    """Throw all dice that are to be thrown."""


class FillLine(Action, frozen=True, tag="fill-line"):
    """Put dice on one line of a castle.

    `line` is 1, 2, 3 as printed, 0 for the special daimyo line; `dice` stand in the order of the faces.
    """

    castle: str
    line: Annotated[int, Meta(ge=0, le=9)]
    dice: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=7)]


class SetAside(Action, frozen=True, tag="set-aside"):
    """Give one die up for this turn; the rest are to be thrown again."""
