"""Events of seats that a bot plays, of resignations and agreements. They count whatever is taken back."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.ruleset import Event
from domain.table.clock.events import Forfeit


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """A `bot` plays this seat until the person is back."""

    seat: int
    bot: Annotated[str, Meta(description="The kind of bot.")]


class SeatExcluded(Event, frozen=True, omit_defaults=True, tag="seat-excluded"):
    """A ruling keeps the person of this seat from playing on: a `bot` plays until the organiser gives the seat to another.

    `game` and `ruling` name the ruling of an earlier game of the tournament. They are absent where it is of this game.
    """

    seat: int
    bot: Annotated[str, Meta(description="The kind of bot.")]
    game: str | None = None
    ruling: int | None = None


class SeatReturned(Event, frozen=True, tag="seat-returned"):
    """The person of this seat is back and plays on."""

    seat: int


class Resigned(Event, frozen=True, omit_defaults=True, tag="resigned"):
    """A seat gives up. `outcome` where that ends the game; otherwise a bot plays on."""

    seat: int
    outcome: Forfeit | None = None


class Agreed(Event, frozen=True, tag="agreed"):
    """A seat agrees that the organiser may suspend (`suspend`), abandon (`abandon`) or reassign seat N (`reassign:N`)."""

    seat: int
    to: Annotated[str, Meta(description="What it agrees to: suspend, abandon, or reassign:N.")]
