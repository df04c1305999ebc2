"""The time, as events and tokens have it: one that does not jump when the machine's clock does.

The machine's clock is read when the process starts. From then on time runs as the kernel counts it (while the machine
sleeps, too), and where it differs from the machine's clock it follows slowly. Processes that are forked from one go on
with its time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

FOLLOWED = 0.01
"""Of each second, how much the time gains or loses to meet the machine's clock."""
NS = 1_000_000
HOUR = 3_600_000
DAY = 24 * HOUR
"""In milliseconds, as times are."""


class ClockWrong(Exception):
    """The time cannot be believed; the message is one sentence or two for an operator."""


def _counted() -> int:
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class Clock:
    """Nanoseconds since the epoch, as `now` tells them. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.set()

    def set(self) -> None:
        """Take the time from the machine's clock, as at the start."""
        with self._lock:
            self._counted = _counted()
            self._time = time.time_ns()

    def now(self) -> int:
        with self._lock:
            counted = _counted()
            passed, self._counted = counted - self._counted, counted
            most = int(passed * FOLLOWED)
            behind = time.time_ns() - (self._time + passed)
            self._time += passed + max(-most, min(most, behind))
            return self._time


CLOCK = Clock()


def now() -> int:
    """Milliseconds since the epoch."""
    return CLOCK.now() // NS


def told(at: int) -> str:
    """A time in milliseconds, for people."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at / 1000))


def spending(seconds: float) -> Callable[[], float]:
    """Says what share of so many seconds, which begin now, is gone; it goes on beyond 1.0."""
    began = time.monotonic()
    return lambda: (time.monotonic() - began) / seconds
