"""How likely a searching player of two is to win: this turn and the bot's next one by exact chances, what follows by a network.

In their own turns the player is assumed to maximise their chance, from throw to throw.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from domain.by_seat import by_seat, of_seat
from domain.rulesets.age_of_war import values
from domain.rulesets.age_of_war.bot import worth_of
from domain.rulesets.age_of_war.chances import throws
from domain.rulesets.age_of_war.components import DICE
from domain.rulesets.age_of_war.prospects import (
    Shares,
    after_conquest,
    by_turn,
    of_castle,
    passed,
    to_conquer,
)
from domain.rulesets.age_of_war.state import State, targets

PROGRESS = 0.0005
"""What each castle in the centre costs. Without this, a player who wins whatever happens could wait for ever."""

DIGITS = 9


class Aim(NamedTuple):
    """A castle that the bot may attack."""

    castle: str
    taken: bool
    """Whether it lies in front of a player."""
    worth: float
    """To the bot, in points."""
    gain: float
    """How much its conquest changes the other player's chance to win, in -1..1."""


@lru_cache(maxsize=1 << 10)
def prospect(state: State, seat: int) -> float | None:
    """The chance of `seat` to win: before any throw of its own turn, and when the other player is to begin a turn.

    None otherwise, with more than two players, and in editions that the network was not fitted to. Rounded, so that chances
    which are equal by arithmetic are equal on every machine.
    """
    least = 1 if state.seat == seat else DICE
    if state.seats != 2 or state.to_throw < least or state.edition != values.network().edition:
        return None
    shares = by_turn(state, _waiting) if state.seat == seat else _waiting(state)
    return round(of_seat(shares, seat), DIGITS)


@lru_cache(maxsize=1 << 10)
def _waiting(state: State) -> Shares:
    """When the greedy bot is to begin a turn, and the other player will maximise their chance after it."""
    begins = passed(state)
    missed = of_seat(_begins(begins), begins.seat)
    aims = [
        Aim(
            castle,
            castle not in state.centre,
            worth,
            of_seat(after_conquest(state, castle, _begins), begins.seat) - missed,
        )
        for castle in targets(state)
        if (worth := worth_of(state, castle)) > 0
    ]
    share = missed
    for dice in range(1, DICE + 1) if aims else ():
        share = _thrown(state.edition, aims, missed, share, dice)
    return by_seat(1 - share if seat == state.seat else share for seat in (1, 2))


def _begins(state: State) -> Shares:
    """When the searching player is to begin a turn."""
    share = max(0.0, values.chance(state, state.seat) - PROGRESS * len(state.centre))
    return by_seat(share if seat == state.seat else 1 - share for seat in (1, 2))


def _thrown(edition: str, aims: Sequence[Aim], missed: float, waiting: float, dice: int) -> float:
    """The searching player's chance before the bot throws so many dice with nothing under siege.

    `missed`: the chance if no castle falls; `waiting`: with one die fewer. Of equal castles the bot takes the first here.
    """
    least = max(it.worth * to_conquer(edition, it.castle, it.taken, (), dice - 1) for it in aims)
    falls = [of_castle(edition, it.castle, it.taken, dice) for it in aims]
    hopes = [[it.worth * fall for fall in by_throw] for it, by_throw in zip(aims, falls, strict=True)]
    total = 0.0
    for n, ((_, probability), hoped) in enumerate(zip(throws(dice), zip(*hopes, strict=True), strict=True)):
        best = max(hoped)
        if best <= 0 or best < least:
            total += probability * waiting
        else:
            aim = hoped.index(best)
            total += probability * (missed + aims[aim].gain * falls[aim][n])
    return total
