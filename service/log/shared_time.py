"""The time by which all processes of one database reckon clocks.

On PostgreSQL it is the server's: each process measures how far the server's clock is ahead of its own boot-time counter. Half the
round trip is the error. On SQLite all processes are on one machine, and the machine's clock is the time. A correction never
makes the time jump: it drifts.
"""

from __future__ import annotations

from service.log.clock_check import check_clock_of_table
from service.store import Store
from service.system.clock import CLOCK, NS, Clock, ClockWrong, counted

MEASURE_EVERY = 10.0
"""Seconds between two measurements."""
ERROR = 250
"""Milliseconds that the time of a process may be wrong for it to write to games with a clock."""
TRIES = 3
"""Measurements at once, of which the one with the shortest round trip counts: a busy process answers itself late."""
SERVER_CLOCK = "SELECT /*! (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + */ 0"
"""Microseconds since the epoch; 0 where there is no server."""


class SharedTime:
    """The time of this process and how sure it is. Any thread may use it."""

    def __init__(self, store: Store, clock: Clock = CLOCK) -> None:
        self._store, self._clock = store, clock
        self._error: int | None = 0 if store.in_process else None
        """Of the last measurement in nanoseconds; None before it."""

    def now(self) -> int:
        """Milliseconds since the epoch."""
        return self._clock.now() // NS

    def start(self) -> None:
        """Measure and set the time at once, before anything is written with it."""
        if not self._store.in_process:
            self.measure()
            self._clock.set()

    def measure(self) -> None:
        """Follow the server's clock from now on; `StoreUnusable` if it does not answer."""
        if not self._store.in_process:
            self._error, ahead = min(self._measured() for _ in range(TRIES))
            self._clock.follow(ahead)

    def _measured(self) -> tuple[int, int]:
        """The error, and how far the server's clock is ahead of the boot-time counter, in nanoseconds."""
        began = counted()
        [(microseconds,)] = self._store.query(SERVER_CLOCK)
        ended = counted()
        return (ended - began) // 2, microseconds * 1000 - (began + ended) // 2

    def check(self, last: int, now: int) -> None:
        """`ClockWrong` if this process is not sure that it is `now` for a game with a clock whose last event is of `last`."""
        if self._error is None:
            raise ClockWrong(
                "This process has not compared its time with the database server's yet. Try again."
            )
        off = 0 if self._store.in_process else abs(self._clock.reading()[1])
        if (error := (self._error + off) // NS) > ERROR:
            raise ClockWrong(
                f"This process knows the time to {error} ms only, and a game with a clock needs {ERROR} ms. Try again."
            )
        check_clock_of_table(last, now)
