"""Linear value functions: how likely each side is to win, from figures of each, with weights that self-play taught.

A ruleset's folder has them in `values.json`, with the command that made them. All sides have the same weights, so sides that
stand alike have the same chance. Weights were learnt for each number of sides, over all setups with that number.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from pathlib import Path

import msgspec

from domain.outlook import shares

Row = Sequence[float]
"""The figures of one side, in the order of their names."""


class Learnt(msgspec.Struct, frozen=True):
    """The weights for one number of sides. `brier` and `brier_even` are of positions that they were not learnt from."""

    games: int
    positions: int
    brier: float
    """The mean squared error of a side's chance."""
    brier_even: float
    """The same if all sides were always given the same chance."""
    weights: dict[str, float]


class ValueFile(msgspec.Struct, frozen=True):
    """`values.json`. `made_by` is the command."""

    made_by: str
    seed: int
    sides: dict[str, Learnt]


class Value:
    """The value function of a ruleset. `names` says what a row has: a file with other names raises KeyError."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.names = names
        file = folder / "values.json"
        learnt = msgspec.json.decode(file.read_bytes(), type=ValueFile).sides if file.exists() else {}
        self._weights = {
            int(sides): tuple(it.weights[name] for name in names) for sides, it in learnt.items()
        }

    def shares(self, rows: Sequence[Row]) -> tuple[float, ...]:
        """Each side's chance to win. Sides that no weights were learnt for, such as a player alone, are even."""
        if (weights := self._weights.get(len(rows))) is None:
            return (1 / len(rows),) * len(rows)
        return shares([sum(map(mul, weights, row)) for row in rows], 1.0)
