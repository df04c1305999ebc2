"""The luck of playouts: chance that follows from a name, so that two playouts with one name meet the same.

Such playouts are *paired*: their difference shows what was done and not what was drawn. Each turn of a seat has luck of its
own, determined by the name, the seat and the number of the turn. So a seat's tenth turn has the same dice in both, even if an
earlier turn took fewer throws in one. This lowers the variance of a difference to about a fifth (`bench/results.md`); a common
generator alone hardly lowers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

Turns = Mapping[int, int]
"""By seat: how many turns it has completed."""


class Digits:
    """Numbers taken as digits from hashes of 512 bits, which follow from the parts of a seed: cheaper than a seeded generator."""

    __slots__ = ("_blocks", "_left", "_seed")

    def __init__(self, *seed: object) -> None:
        self._seed, self._blocks, self._left = seed, 0, 0

    @property
    def used(self) -> bool:
        return self._blocks > 0

    def below(self, n: int) -> int:
        """The next number in 0..n-1, uniform but for one part of 2**64."""
        left = self._left
        if left < n << 64:
            self._blocks += 1
            block = " ".join(map(str, (*self._seed, self._blocks)))
            left = int.from_bytes(blake2b(block.encode()).digest(), "big")
        self._left, digit = divmod(left, n)
        return digit


class Luck:
    """Implements `domain.contract.programs.Luck`. A turn ends when another seat acts; what is drawn before anybody acts
    has luck of its own, too."""

    __slots__ = ("_acting", "_choices", "_draws", "_name", "_turns", "_used")

    def __init__(self, name: str, turns: Turns | None = None) -> None:
        self._name, self._turns, self._acting, self._used = name, dict(turns or {}), 0, False
        self._draws, self._choices = Digits(name, "draws"), Digits(name, "choices")

    def begin(self, seat: int) -> None:
        if seat != self._acting:
            self._used = self.used
            self._acting, turn = seat, self._turns.get(seat, 0)
            self._turns[seat] = turn + 1
            self._draws = Digits(self._name, seat, turn, "draws")
            self._choices = Digits(self._name, seat, turn, "choices")

    @property
    def used(self) -> bool:
        """Whether anything was drawn or chosen: without that, the playout ends alike with any other luck."""
        return self._used or self._draws.used or self._choices.used

    def below(self, n: int) -> int:
        return self._draws.below(n)

    def choose(self, n: int) -> int:
        return self._choices.below(n) if n > 1 else 0

    def shuffle(self, items: list[Any]) -> None:
        """Fisher-Yates from the last place down."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
