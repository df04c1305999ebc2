"""The names of places in actions, events, views and sentences: columns a, b, c from the left, rows 1, 2, 3 from the top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

Space = Literal["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
"""A space of a temple."""
Line = Literal["1", "2", "3", "a", "b", "c"]
"""A row or a column of a temple."""
Place = Literal["W3", "W2", "W1", "Na", "Nb", "Nc", "E1", "E2", "E3"]
"""A hiding place: left of a row (W), above a column (N) or right of a row (E)."""
Direction = Literal["left", "right", "up", "down"]

SPACES: tuple[Space, ...] = get_args(Space)
"""Row by row from the top left."""
LINES: dict[Line, tuple[int, int, int]] = {
    "1": (0, 1, 2),
    "2": (3, 4, 5),
    "3": (6, 7, 8),
    "a": (0, 3, 6),
    "b": (1, 4, 7),
    "c": (2, 5, 8),
}
"""The spaces of each line by number, from 0 at the top left."""
PLACES: tuple[Place, ...] = get_args(Place)
"""Once around the temple, from below on the left."""


def number(space: Space) -> int:
    """A space by number, from 0 at the top left: where it lies in a temple's `spaces`."""
    return SPACES.index(space)


def names(spaces: Iterable[int]) -> tuple[Space, ...]:
    return tuple(SPACES[space] for space in spaces)
