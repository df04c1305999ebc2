"""The time of events and tokens: a clock that does not jump when the machine's clock does.

It reads the machine's clock when the process starts. From then on it advances by the kernel's boot-time counter, which also
runs while the machine sleeps, and drifts slowly towards the machine's clock, or towards that of a database server
(`service.log.shared_time`). Forked processes continue with the parent's time.
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


def counted() -> int:
    """Nanoseconds of the kernel's boot-time counter, which nobody sets."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class Clock:
    """Nanoseconds since the epoch. Any thread may use it."""

    def __init__(self, machine: Callable[[], int] = lambda: time.time_ns()) -> None:
        """`machine`: the machine's clock."""
        self._lock, self._machine = Lock(), machine
        self._ahead: int | None = None
        """How far another clock is ahead of the boot-time counter, if that clock is followed."""
        self.set()

    def set(self) -> None:
        """Set the time to the clock that is followed, as at the start."""
        with self._lock:
            self._counted = counted()
            self._time = self._aim(self._counted)

    def follow(self, ahead: int) -> None:
        """Follow a clock that is so many nanoseconds ahead of the boot-time counter, instead of the machine's clock."""
        with self._lock:
            self._ahead = ahead

    def _aim(self, count: int) -> int:
        return self._machine() if self._ahead is None else count + self._ahead

    def now(self) -> int:
        return self.reading()[0]

    def reading(self) -> tuple[int, int]:
        """The time, and how far it still is from the clock that is followed; both in nanoseconds."""
        with self._lock:
            count = counted()
            passed, self._counted = count - self._counted, count
            most = int(passed * DRIFT)
            behind = self._aim(count) - (self._time + passed)
            drift = max(-most, min(most, behind))
            self._time += passed + drift
            return self._time, behind - drift


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
