"""From who is how far ahead to about how likely each seat is to win."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TypeVar

T = TypeVar("T")


def shares(ahead: Sequence[float], scale: float) -> tuple[float, ...]:
    """Shares that add up to 1; who is `scale` ahead of another gets e times as much."""
    most = max(ahead)
    weights = [exp((points - most) / scale) for points in ahead]
    return tuple(weight / sum(weights) for weight in weights)


def best_first(things: Sequence[T], worths: Sequence[float], most: int) -> list[T]:
    """At most so many things, the worthiest first; those of the same worth in the order in which they come."""
    order = sorted(range(len(things)), key=lambda n: -worths[n])
    return [things[n] for n in order[:most]]
