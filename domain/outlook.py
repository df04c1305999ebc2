"""Estimated chances of winning, from how far ahead each seat is."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import TypeVar

T = TypeVar("T")


def shares(ahead: Sequence[float], scale: float) -> tuple[float, ...]:
    """Shares that add up to 1; a seat that is `scale` ahead of another gets e times its share."""
    most = max(ahead)
    weights = [exp((points - most) / scale) for points in ahead]
    return tuple(weight / sum(weights) for weight in weights)


def best_first(things: Sequence[T], worths: Sequence[float], most: int) -> list[T]:
    """At most `most` things, the worthiest first; things of equal worth stay in their order."""
    order = sorted(range(len(things)), key=lambda n: -worths[n])
    return [things[n] for n in order[:most]]
