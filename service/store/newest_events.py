"""The newest events of the log, which one read brings for all followers of a process."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import attrgetter

from eventsourcing.persistence import Notification

from .engine import NO_END
from .following import BATCH

MOST_CACHED = 2 * BATCH
"""Events; a follower that is further behind reads for itself."""

_id = attrgetter("id")

ReadEvents = Callable[[int, int, int], Sequence[Notification]]
"""The events after a position, up to another one, and so many at most."""


class NewestEvents:
    """The events between two positions, both of which go on. Any thread may ask."""

    def __init__(self, read: ReadEvents, settled: Callable[[], int]) -> None:
        self._read, self._settled = read, settled
        self._lock = threading.Lock()
        self._begin_at(0)

    def after(self, position: int, most: int) -> Sequence[Notification] | None:
        """The next settled events after a position: at least one if there is any. None if these begin later."""
        with self._lock:
            if position > self._end:
                self._begin_at(position)
            self._read_on(self._settled())
            if position < self._begin:
                return None
            first = bisect_right(self._events, position, key=_id)
            return self._events[first : first + most]

    def _begin_at(self, position: int) -> None:
        self._begin = self._end = position
        self._events: list[Notification] = []

    def _read_on(self, settled: int) -> None:
        """Positions go back where a standby has taken over that lacks the last of them."""
        if settled < self._end:
            self._begin_at(settled)
        if settled == self._end:
            return
        found = self._read(self._end, settled, BATCH)
        self._events += found
        if len(found) < BATCH and settled != NO_END:
            self._end = settled
        elif found:
            self._end = found[-1].id
        if len(self._events) > MOST_CACHED:
            self._begin = self._events[-BATCH - 1].id
            del self._events[:-BATCH]
