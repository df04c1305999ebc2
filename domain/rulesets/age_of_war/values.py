"""How likely the player who is to begin a turn is to win against the greedy bot, for two, if they play as well as possible.

A small neural network, fitted to the exact chances of all 4.8 million ways to hold fourteen castles. `values.json` has its
weights, how far it is off, and the command that made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain
from math import exp
from operator import mul
from pathlib import Path

import msgspec

from domain.by_seat import of_seat
from domain.rulesets.age_of_war.state import State, standings

LEAD = 46
"""The largest lead that has an input of its own. A point counts three, a lead in castles or clans, which break ties, one."""


class Layer(msgspec.Struct, frozen=True):
    """Weights by output, then input. In the first layer, whose inputs are 0 or 1, by input, then output."""

    weights: list[list[float]]
    bias: list[float]


class Network(msgspec.Struct, frozen=True):
    """`values.json`. `error`: root mean square difference from the exact chances, at positions of games not learnt from."""

    made_by: str
    seed: int
    edition: str
    error: float
    first: Layer
    second: Layer
    last: Layer


@cache
def network() -> Network:
    return msgspec.json.decode(Path(__file__).with_suffix(".json").read_bytes(), type=Network)


def chance(state: State, seat: int) -> float:
    """The chance to win, in 0..1, of the seat that is to begin, before it throws. Of games for two."""
    return _chance(inputs(state, seat))


@lru_cache(maxsize=1 << 14)
def _chance(numbers: Sequence[int]) -> float:
    net = network()
    first = _rectified(
        map(sum, zip(net.first.bias, *map(net.first.weights.__getitem__, numbers), strict=True))
    )
    second = _rectified(_sums(net.second, first))
    (logit,) = _sums(net.last, second)
    return 1 / (1 + exp(-logit))


def inputs(state: State, seat: int) -> tuple[int, ...]:
    """The numbers of the inputs that are 1: one for each clan, for the castles left, and for the lead."""
    other = 3 - seat
    own, theirs = castles_of(state, seat), castles_of(state, other)
    numbers, begin = [], 0
    for clan in state.box.clans:
        castles = [castle.id for castle in state.box.castles if castle.clan == clan.id]
        digits = [(castle in own) + 2 * (castle in theirs) for castle in castles]
        numbers.append(begin + sum(digit * 3**place for place, digit in enumerate(digits)))
        begin += 3 ** len(castles)
    left = begin + len(state.centre)
    lead = begin + len(state.box.castles) + 1 + LEAD + _lead(state, seat, other)
    return (*numbers, left, lead)


def castles_of(state: State, seat: int) -> set[str]:
    """The castles of a seat, face up and in stacks."""
    stacked = chain.from_iterable(state.box.castles_of[clan] for clan in of_seat(state.stacks, seat))
    return {*of_seat(state.castles, seat), *stacked}


def _lead(state: State, seat: int, other: int) -> int:
    """By points, then castles, then clans (war.score.2)."""
    ranks = standings(state)
    points, castles, clans = (own - its for own, its in zip(ranks[seat], ranks[other], strict=True))
    ahead = castles or clans
    return max(-LEAD, min(LEAD, 3 * points + (ahead > 0) - (ahead < 0)))


def _rectified(sums: Iterable[float]) -> list[float]:
    return [max(0.0, it) for it in sums]


def _sums(layer: Layer, values: Sequence[float]) -> list[float]:
    return [begin + sum(map(mul, values, row)) for begin, row in zip(layer.bias, layer.weights, strict=True)]
