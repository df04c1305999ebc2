"""Newcomers are shared evenly among the workers of a service, which all accept from the same socket.

Left to the kernel it is chance who accepts whom: often one worker has all connections, and the others' processors do
nothing. So each worker tells in memory that all share how many connections it has, and leaves a newcomer for a moment to
one that has fewer. That one takes him at once if it can. If it has not even looked (it hangs, it is gone, the machine is
crowded), the first takes him after all, and leaves it nothing more until it goes on.

Every place has one writer, and a wrong figure only costs that moment, so nobody needs a lock.
"""

from __future__ import annotations

import mmap
import time
from typing import Any

AWAY = 2**62
"""More connections than anybody has: of a worker that takes nobody."""
LEFT_SECONDS = 0.001
"""So long a worker does not listen that has left a newcomer to another."""
PATIENCE = 0.02
"""Seconds after which a newcomer that nobody has taken is taken by whoever left him."""
COARSE = 16
"""Of the other's connections, one in so many may be had more: a crowd that comes at once is not let in one by one."""


class Newcomers:
    """Who has how many connections. Made in the master; its methods are hooks there."""

    def __init__(self, workers: int) -> None:
        figures = memoryview(mmap.mmap(-1, 2 * 8 * workers)).cast("q")
        self.connections, self.turns = figures[:workers], figures[workers:]
        self.free = list(range(workers))
        for place in self.free:
            self.connections[place] = AWAY

    def give_place(self, server: Any, worker: Any) -> None:
        """Before a worker is born. One too many shares with nobody."""
        worker.place = Place(self if self.free else Newcomers(1))

    def free_place(self, server: Any, worker: Any) -> None:
        """A worker is gone, however it went; it may have been born under another table."""
        worker.place.give_back()


class Place:
    """A worker's own, away until it listens, which it says in each turn of its loop in which it does."""

    def __init__(self, newcomers: Newcomers) -> None:
        self._all, self._own = newcomers, newcomers.free.pop()
        self._away = True
        self._passed_over: dict[int, int] = {}
        """Workers that did not look when it was their turn to take somebody, and the turn in which they are stuck."""
        self._since = 0.0
        self._left = False

    def give_back(self) -> None:
        self.away()
        self._all.free.append(self._own)

    def away(self) -> None:
        """Nobody is taken here until it is said again that this worker listens."""
        self._away = True
        self._all.connections[self._own] = AWAY

    def has(self, connections: int) -> None:
        if not self._away:
            self._all.connections[self._own] = connections

    def listens(self, connections: int) -> None:
        self._all.turns[self._own] += 1
        if not self._left:
            self._since = 0.0  # nobody was at the door in the turn before
        self._left = self._away = False
        self.has(connections)

    def leaves(self, connections: int) -> bool:
        """Whether who is at the door now is for somebody else to take, for a moment."""
        self.has(connections)
        others = self._who_has_fewer(connections)
        if not others:
            return False
        now = time.monotonic()
        self._since = self._since or now
        self._left = now - self._since < PATIENCE
        if not self._left:
            self._passed_over.update((other, self._all.turns[other]) for other in others)
        return self._left

    def _who_has_fewer(self, connections: int) -> list[int]:
        return [
            other
            for other, theirs in enumerate(self._all.connections)
            if connections > theirs + theirs // COARSE
            and self._passed_over.get(other) != self._all.turns[other]
        ]
