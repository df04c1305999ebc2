"""The time of events and tokens: a clock that does not jump when the machine's clock does.

It reads the machine's clock when the process starts. From then on it advances by the kernel's boot-time counter, which also
runs while the machine sleeps, and drifts slowly towards the machine's clock. Forked processes continue with the parent's
time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock

DRIFT = 0.01
"""How much the time may gain or lose per second to approach the machine's clock."""
NS = 1_000_000
HOUR = 3_600_000
DAY = 24 * HOUR
"""In milliseconds, as times are."""


class ClockWrong(Exception):
    """The clock is implausible; the message is one sentence or two for an operator."""


def _counted() -> int:
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class Clock:
    """Nanoseconds since the epoch. Any thread may use it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.set()

    def set(self) -> None:
        """Set the time to the machine's clock, as at the start."""
        with self._lock:
            self._counted = _counted()
            self._time = time.time_ns()

    def now(self) -> int:
        with self._lock:
            counted = _counted()
            passed, self._counted = counted - self._counted, counted
            most = int(passed * DRIFT)
            behind = time.time_ns() - (self._time + passed)
            self._time += passed + max(-most, min(most, behind))
            return self._time


CLOCK = Clock()


def now() -> int:
    """Milliseconds since the epoch."""
    return CLOCK.now() // NS


def format_time(at: int) -> str:
    """A time in milliseconds, as text for people."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at / 1000))


def time_spent(seconds: float) -> Callable[[], float]:
    """A function that returns the elapsed share of so many seconds from now; it grows beyond 1.0."""
    began = time.monotonic()
    return lambda: (time.monotonic() - began) / seconds
