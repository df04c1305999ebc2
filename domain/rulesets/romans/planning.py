"""What a clan can hope for in the clashes to come, and the line that promises most against clans that nothing is known of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from typing import NamedTuple

from domain.rulesets.romans.components import (
    AXX,
    BOXES,
    CHARIOTT,
    DECK,
    DRUHID,
    FILCHY,
    FORTHECA,
    FORTUNA,
    HORSIE,
    KOMFORT,
    QWEEN,
    WALL,
    Fort,
)
from domain.rulesets.romans.rounds import fortheca_held
from domain.rulesets.romans.state import Clan, State

SPREAD = 2.3
"""How uncertain another clan's sum is: the scale of a logistic curve."""
SEDUCTION = 5.0
"""About what Qween gains from a warrior of another clan."""
HORSIES_VICTIM = 3.0
THE_GAME, THREAT = 60.0, 120.0
Forts = tuple[str, ...]


@lru_cache(maxsize=1 << 12)
def planned(edition: str, cards: tuple[str, ...], worths: tuple[float, ...], others: int) -> tuple[str, ...]:
    """Six warriors from the left and the one to do without: swaps for the better until there are none."""
    strength = BOXES[edition].strength
    mean = sum(strength[w] for w in BOXES[edition].deck) / DECK
    order = sorted(range(WALL), key=lambda i: worths[i])
    cards = tuple(sorted(cards, key=lambda w: (strength[w], w)))
    line = [*cards[1:], cards[0]]
    for place, warrior in zip(order, cards[1:], strict=True):
        line[place] = warrior
    clashes = _Clashes(strength, worths, mean, others)
    course = clashes.play(line, [(0.0, 0.0, 0.0)], 0)
    improved = True
    while improved:
        improved = False
        for i, j in combinations(range(len(line)), 2):
            line[i], line[j] = line[j], line[i]
            now = clashes.play(line, course, i)
            if now[-1][-1] > course[-1][-1] + 1e-9:
                course, improved = now, True
            else:
                line[i], line[j] = line[j], line[i]
    return tuple(line)


class _Clashes(NamedTuple):
    """The clashes of a round: what their forts are worth, and rivals of whom the mean card is all that is known."""

    strength: Mapping[str, int]
    worths: tuple[float, ...]
    mean: float
    others: int

    def play(self, line: Sequence[str], course: _Course, first: int) -> _Course:
        """The course with these warriors from clash `first` on; before it nothing has changed.

        It follows `prospects` with one sum for all rivals, since they are alike: a plan takes some eighty courses.
        """
        strength, worths, mean, others = self
        course = course[: first + 1]
        total, held, value = course[first]
        for place in range(first, len(worths)):
            warrior, worth = line[place], worths[place]
            total += mean
            mine = held + strength[warrior]
            chance = _chance(warrior, held, mine, (total,) * others)
            if warrior == DRUHID:
                worth = max(worths[place:])
            value += chance * worth
            held = _held_next(warrior, held, mine, chance, strength[AXX])
            total *= 1 - (1 - chance) / others
            course.append((total, held, value))
        return course


_Course = list[tuple[float, float, float]]
"""Before each clash and after the last: the sum of every rival, the strength held, and what the clashes were worth."""


def prospects(
    strength: Mapping[str, int],
    line: tuple[str, ...],
    worths: tuple[float, ...],
    held: float,
    rivals: Sequence[tuple[float, float]],
) -> float:
    """What the clashes to come are worth with these warriors, `held` strength in the line, and rivals of (sum, mean card)."""
    sums = [total for total, _ in rivals]
    value = 0.0
    for place, worth in enumerate(worths):
        warrior = line[place]
        sums = [total + mean for total, (_, mean) in zip(sums, rivals, strict=True)]
        mine = held + strength[warrior]
        chance = _chance(warrior, held, mine, sums)
        if warrior == DRUHID:
            worth = max(worths[place:])
        value += chance * worth
        held = _held_next(warrior, held, mine, chance, strength[AXX])
        loss = 1 - (1 - chance) / len(sums)
        sums = [total * loss for total in sums]
    return value


def _chance(warrior: str, held: float, mine: float, sums: Sequence[float]) -> float:
    """How likely this sum is the highest."""
    if warrior == FILCHY:
        return 0.0
    if warrior == QWEEN:
        return _beats(mine + SEDUCTION, sums)
    if warrior == CHARIOTT:
        cancelled = 1 - (7 / 9) ** len(sums)
        return (1 - cancelled) * _beats(mine, sums) + cancelled * _beats(held, sums)
    return _beats(mine, sums)


def _beats(mine: float, sums: Sequence[float]) -> float:
    chance = 1.0
    for total in sums:
        chance /= 1 + exp((total - mine) / SPREAD)
    return chance


def _held_next(warrior: str, held: float, mine: float, chance: float, axx: int) -> float:
    """The strength in the line after the clash, on average."""
    if warrior == HORSIE:
        mine = mine - min(HORSIES_VICTIM, held) if held else 0.0
    stays = axx if warrior == AXX else 0.0
    return (1 - chance) * mine + chance * stays


def worths(state: State, clan: Clan) -> tuple[float, ...]:
    """What the forts of the wall are worth to this clan."""
    others = [fortheca_held(state, other) for other in state.players if other is not clan]
    return _worths_of(state.edition, state.wall, clan.forts, max(others, default=0), len(state.clans) - 1)


@lru_cache(maxsize=1 << 12)
def _worths_of(edition: str, wall: Forts, held: Forts, theirs: int, others: int) -> tuple[float, ...]:
    """`theirs`: the most FortHeca that another player holds. Remembered, because orders are given one by one."""
    box = BOXES[edition]
    at_hand = sum(box.fort[fort].kind == FORTHECA for fort in wall)
    mine = 3 - sum(box.fort[fort].kind == FORTHECA for fort in held)
    heca = _hopes_of_fortheca(mine, 3 - theirs, others, at_hand)
    least = min((box.value[fort] for fort in held), default=None)
    return tuple(_worth(box.fort[fort], least, heca) for fort in wall)


def _worth(fort: Fort, least: int | None, heca: float) -> float:
    """A fort's points, and what else it does. `least`: the points of the least fort held."""
    if fort.kind == FORTUNA:
        return 0 if least is None else fort.value - least
    return fort.value + (heca if fort.kind == FORTHECA else fort.kind == KOMFORT)


def _hopes_of_fortheca(mine: int, theirs: int, others: int, at_hand: int) -> float:
    """The third wins the game, and denying another player their third is worth something, while this wall has enough of them."""
    hope = THE_GAME / mine**3 if mine <= at_hand else 0.0
    threat = THREAT / theirs**3 / others**2 if theirs <= at_hand else 0.0
    return hope + threat
