"""New connections are shared evenly among the workers of a service, which all accept from the same socket.

Left to the kernel, one worker often has nearly all of them. So each worker publishes in shared memory how many it has, and leaves
a new connection for a moment to one that has fewer. A worker that does not react in that time is passed over until it does.

Every figure has one writer, and a wrong one costs that moment only, so there is no lock.
"""

from __future__ import annotations

import mmap
from time import monotonic
from typing import Any

AWAY = 2**32 - 1
"""The connections of a worker that accepts none."""
PATIENCE = 0.02
"""The seconds for which a connection is left to a worker that does not react."""
ALONE, HELD, SERVED = range(3)
"""Who else has the listening socket: nobody, systemd, or another master whose workers accept from it."""
COARSE = 16
"""A worker may have a 16th more connections than another, so that a crowd is not let in one by one."""


def _figures(count: int) -> memoryview:
    return memoryview(mmap.mmap(-1, 4 * count)).cast("I")


class AcceptBalance:
    """The places of all workers. Made in the master; its methods are hooks there."""

    def __init__(self, workers: int, sharing: memoryview | None = None) -> None:
        figures = _figures(2 * workers)
        self._sharing = _figures(1) if sharing is None else sharing
        self._places = [
            Place(figures[:workers], figures[workers:], self._sharing, own) for own in range(workers)
        ]

    def share(self, sharing: int) -> None:
        """Tell the workers who else has the listening socket."""
        self._sharing[0] = sharing

    def give_place(self, server: Any, worker: Any) -> None:
        """Before a worker is forked. That may fail, so only living ones have places. One too many shares with nobody."""
        taken = [living.place for living in server.WORKERS.values()]
        free = [place for place in self._places if place not in taken]
        [worker.place, *_] = free or AcceptBalance(1, self._sharing)._places

    def free_place(self, server: Any, worker: Any) -> None:
        """A worker has ended, however it did."""
        worker.place.publish(AWAY)


class Place:
    """One worker's. The figures are those of all."""

    def __init__(self, connections: memoryview, turns: memoryview, sharing: memoryview, own: int) -> None:
        self._connections, self._turns, self._sharing, self._own = connections, turns, sharing, own
        self._left_to: dict[int, tuple[int, float]] = {}
        """When a connection was first left to a worker in a turn of its."""
        self.publish(AWAY)

    def publish(self, connections: int) -> None:
        """Several times a second, and whenever the number changes."""
        self._connections[self._own] = connections
        self._turns[self._own] = (self._turns[self._own] + 1) % 2**32

    @property
    def accepts(self) -> bool:
        return self._connections[self._own] != AWAY

    @property
    def shares_socket(self) -> bool:
        """Whether those who are at the door when this service leaves it are let in by another one."""
        return self._sharing[0] != ALONE

    def others_accept(self) -> bool:
        others = (theirs for other, theirs in enumerate(self._connections) if other != self._own)
        return self._sharing[0] == SERVED or any(theirs != AWAY for theirs in others)

    def leaves(self) -> bool:
        """Whether the next connection is left to another worker for a moment."""
        own, now = self._connections[self._own], monotonic()
        return any(
            own > theirs + theirs // COARSE and self._is_awaited(other, now)
            for other, theirs in enumerate(self._connections)
        )

    def _is_awaited(self, other: int, now: float) -> bool:
        turn = self._turns[other]
        known, since = self._left_to.get(other, (None, now))
        if known != turn:
            self._left_to[other] = (turn, now)
        return known != turn or now - since < PATIENCE
