"""Restart backoff for a process that ends repeatedly: restarts are immediate at first, then increasingly delayed."""

from __future__ import annotations

import math
import time

FIRST = 1.0
"""Seconds between the first two starts; doubled for each start that follows soon."""


class Backoff:
    """Paces the starts of one process: up to `longest` seconds apart; resets after a run of twice that length."""

    def __init__(self, longest: float) -> None:
        self._longest = longest
        self._started = -math.inf
        self._gap = FIRST

    def left(self) -> float:
        """Seconds until the next start is allowed."""
        return max(0.0, self._started + self._gap - time.monotonic())

    def started(self) -> None:
        """Record a start."""
        now = time.monotonic()
        soon = now - self._started < 2 * self._longest
        self._gap = min(2 * self._gap, self._longest) if soon else FIRST
        self._started = now
