"""Playouts that meet the same luck, so that their difference shows what was done and not what was drawn.

Two playouts with the same name are *paired*. Each turn of a seat has luck of its own there, determined by the name, the seat
and the number of the turn. So a seat's tenth turn has the same dice in both, even if an earlier turn took fewer throws in one.
This lowers the variance of a difference to about a fifth (`bench/results.md`); a common generator alone hardly lowers it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from domain.redraw import Choose
from domain.ruleset import Action, Ruleset
from engine.playout import Trial

Turns = Mapping[int, int]
"""By seat: how many turns it has completed."""


class PairedTrial(Trial):
    """A trial whose luck follows from its name, and from the turns before its position. A turn ends when another seat acts."""

    __slots__ = ("_acting", "_choices", "_name", "_turns")

    def __init__(self, ruleset: Ruleset[Any], state: Any, name: str, turns: Turns) -> None:
        super().__init__(ruleset, state, random.Random())
        self._name, self._turns, self._acting = name, dict(turns), 0
        self._choices = random.Random()

    def act(self, seat: int, action: Action) -> None:
        self._begin(seat)
        super().act(seat, action)

    def _go_on(self, seat: int) -> None:
        self._begin(seat)
        super()._go_on(seat)

    def choice(self, seat: int) -> Choose:
        """Choices do not use up draws: bots that choose more often still meet the same dice."""
        self._begin(seat)
        return self._choices.randrange

    def _begin(self, seat: int) -> None:
        if seat == self._acting:
            return
        self._acting, turn = seat, self._turns.get(seat, 0)
        self._turns[seat] = turn + 1
        self._rng.seed(f"{self._name} {seat} {turn} draws")
        self._choices.seed(f"{self._name} {seat} {turn} choices")
