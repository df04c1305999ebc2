"""What pairs of playouts prove: differences with their errors, and which of them are beyond doubt.

Whether a difference is beyond doubt is decided by the exact sign test (McNemar's test, since most results are won or lost):
pairs that ended alike say nothing; if nothing differs, each other pair goes either way like a fair coin. The test needs no
approximation, so it holds for few pairs, too. When several differences are tested, all tests together err in one of five
hundred analyses at most (Bonferroni's correction). Every test uses fresh pairs: none of those that made us look there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt
from typing import NamedTuple

from domain.by_seat import BySeat, of_seat

DOUBT = 0.002
"""The share of analyses in which a test may err at all."""
Pair = tuple[float, float]
"""A seat's result in two paired playouts: before and after."""


class Difference(NamedTuple):
    """How much more a seat wins after than before."""

    mean: float
    error: float
    """The standard error."""
    likelihood: float
    """How likely at least such an imbalance is if nothing differs."""


def difference(pairs: Sequence[Pair]) -> Difference:
    """The error is never 0: one more pair for each side is assumed, whose weight vanishes with many pairs."""
    steps = [after - before for before, after in pairs]
    count = len(steps) + 2
    mean = sum(steps) / len(steps)
    variance = (sum(step * step for step in steps) + 2) / count - (sum(steps) / count) ** 2
    return Difference(mean, sqrt(variance / count), sign_test(steps))


def sign_test(steps: Sequence[float]) -> float:
    """Two-sided: how likely it is that signs of the steps are as unequal as these, or more so, by chance alone."""
    up, down = sum(step > 0 for step in steps), sum(step < 0 for step in steps)
    tail = sum(comb(up + down, n) for n in range(max(up, down), up + down + 1))
    ways: int = 2 ** (up + down)
    return min(1.0, 2 * tail / ways)


def beyond_doubt(likelihood: float, tests: int) -> bool:
    """`tests` is the number of differences that are tested in this analysis."""
    return likelihood * tests <= DOUBT


def of_seats(pairs: Sequence[tuple[BySeat[float], BySeat[float]]], seats: int) -> list[Difference]:
    """The difference for each seat."""
    return [difference([(of_seat(a, n), of_seat(b, n)) for a, b in pairs]) for n in range(1, seats + 1)]


def standard_error(shares: Sequence[float]) -> float:
    """The standard error of their mean; an added win and loss keep it above 0 if all playouts ended alike."""
    count = len(shares) + 2
    mean = (sum(shares) + 1) / count
    variance = (sum(share * share for share in shares) + 1) / count - mean * mean
    return sqrt(variance / count)
