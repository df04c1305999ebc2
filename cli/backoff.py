"""When a process that ends again and again is started again: at first at once, then less and less often."""

from __future__ import annotations

import math
import time

FIRST = 1.0
"""Seconds between the first two starts; every start that follows soon doubles them."""


class Backoff:
    """Paces the starts of one process: up to `longest` seconds apart, and anew after one that ran for twice as long."""

    def __init__(self, longest: float) -> None:
        self._longest = longest
        self._started = -math.inf
        self._gap = FIRST

    def left(self) -> float:
        """Seconds until it may be started."""
        return max(0.0, self._started + self._gap - time.monotonic())

    def started(self) -> None:
        """It was started just now."""
        now = time.monotonic()
        soon = now - self._started < 2 * self._longest
        self._gap = min(2 * self._gap, self._longest) if soon else FIRST
        self._started = now
