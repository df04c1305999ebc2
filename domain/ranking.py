"""Ranks from sort keys; ranks after a shared place skip (1, 1, 3)."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any


def ranked(keys: Mapping[int, Any]) -> tuple[tuple[int, ...], ...]:
    """Seats from the highest key down; seats with equal keys share a rank.

    >>> ranked({1: (5, 2), 2: (7, 1), 3: (5, 2)})
    ((2,), (1, 3))
    """
    order = sorted(keys, key=lambda seat: (keys[seat], -seat), reverse=True)
    return tuple(tuple(group) for _, group in groupby(order, key=lambda seat: keys[seat]))
