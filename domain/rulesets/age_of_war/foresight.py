"""What a search hopes for, for two: exact chances of this turn, played for the best, and of the bot's next turn.

The position in which the player who searches is to begin again is judged by its learnt value.
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
    by_turn,
    conquered,
    of_castle,
    passed,
    to_conquer,
    winning,
)
from domain.rulesets.age_of_war.state import State, targets

PROGRESS = 0.0005
"""What each castle in the centre costs: a player who is about to win whatever happens would else wait for ever."""


class Aim(NamedTuple):
    """A castle that the bot may attack."""

    castle: str
    taken: bool
    """It lies in front of a player."""
    worth: float
    """To the bot."""
    gain: float
    """What its conquest brings the other player, in chances to win."""


@lru_cache(maxsize=1 << 10)
def prospect(state: State, seat: int) -> float | None:
    """Of `seat`, in its own turn when dice are to be thrown, and when the other one is to begin a turn.

    None otherwise, and in games that the network was not taught.
    """
    if state.seats != 2 or state.edition != values.network().edition:
        return None
    if state.seat == seat:
        return of_seat(by_turn(state, _waiting), seat)
    return of_seat(_waiting(state), seat) if state.to_throw == DICE else None


@lru_cache(maxsize=1 << 10)
def _waiting(state: State) -> Shares:
    """When the thoughtful bot is to begin a turn, and the other one will choose for the best again after it."""
    missed = _begins(passed(state))
    aims = [
        Aim(castle, castle not in state.centre, worth, _taken(state, castle) - missed)
        for castle in targets(state)
        if (worth := worth_of(state, castle)) > 0
    ]
    share = missed
    for dice in range(1, DICE + 1) if aims else ():
        share = _thrown(state.edition, aims, missed, share, dice)
    return by_seat(1 - share if seat == state.seat else share for seat in (1, 2))


def _begins(state: State) -> float:
    """When the player who looks ahead is to begin."""
    return max(0.0, values.chance(state, state.seat) - PROGRESS * len(state.centre))


def _taken(state: State, castle: str) -> float:
    """When the bot has conquered this castle."""
    after = conquered(state, castle)
    if after.centre:
        return _begins(passed(after))
    winners = winning(after)
    return sum(seat != state.seat for seat in winners) / len(winners)


def _thrown(edition: str, aims: Sequence[Aim], missed: float, waiting: float, dice: int) -> float:
    """Before the bot throws so many dice with nothing under siege. `missed`: if no castle falls; `waiting`: with one die less."""
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
