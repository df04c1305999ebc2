"""Several requests that one thread answers by turns: where one has to wait, its thread goes on with the others.

Threads that answer short requests hand Python's lock to each other many times in each of them, and find a processor that others
have used. A fiber costs a few microseconds, keeps what its thread has at hand, and waits together with its like.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from greenlet import getcurrent, greenlet


class Pending(Protocol):
    """Something that one waits for, once, while another makes it come."""

    @property
    def here(self) -> bool:
        """Whether it has come."""
        ...

    def come(self) -> None:
        """Let it come. Any thread may say so."""

    def wait(self, seconds: float) -> bool:
        """Whether it has come, as soon as it has, or after so long. Only for who made this."""

    def tell(self, told: Callable[[], None]) -> None:
        """Call it before the wait begins: once for all fibers that begin to wait in one turn of their thread."""


def pending() -> Pending:
    """For who asks: its thread waits, or the fiber does."""
    current = getcurrent()
    return OfFiber(current) if isinstance(current, Fiber) else OfThread()


class OfThread:
    """A lock that is held until it has come; an `Event` would cost ten times as much."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lock.acquire()

    @property
    def here(self) -> bool:
        return not self._lock.locked()

    def come(self) -> None:
        self._lock.release()

    def wait(self, seconds: float) -> bool:
        came = self._lock.acquire(timeout=seconds)
        if came:
            self._lock.release()  # it goes on being here
        return came

    def tell(self, told: Callable[[], None]) -> None:
        told()


class OfFiber:
    """See `Pending`."""

    def __init__(self, fiber: Fiber) -> None:
        self._fiber, self._fibers = fiber, fiber.fibers
        self.here = False
        self.until = 0.0

    def come(self) -> None:
        self.here = True
        self._fibers.has_come(self)

    def wait(self, seconds: float) -> bool:
        if not self.here:
            self.until = monotonic() + seconds
            self._fibers.waiting[self] = None
            self._fiber.below.switch()
        return self.here

    def tell(self, told: Callable[[], None]) -> None:
        self._fibers.at_end[told] = None

    def go_on(self) -> None:
        """In the fiber's thread: end its wait, if it still waits."""
        if self in self._fibers.waiting:
            del self._fibers.waiting[self]
            self._fiber.switch()


class Fiber(greenlet):
    """One request. Where it waits, and at its end, its thread goes on with what is `below`: its own work."""

    def __init__(self, fibers: Fibers, work: Callable[[], None]) -> None:
        super().__init__(work)
        self.fibers, self.below = fibers, getcurrent()


class Fibers:
    """The fibers of one thread. `wake` has it call `go_on` soon; any thread may call that."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._woken = False
        self._come: deque[OfFiber] = deque()
        self.waiting: dict[OfFiber, None] = {}
        self.at_end: dict[Callable[[], None], None] = {}

    def begin(self, work: Callable[[], None]) -> None:
        """Do some work as far as it gets without waiting. What it raises is raised here."""
        Fiber(self, work).switch()

    def end_turn(self) -> None:
        """Tell those whom they wait for, once, that they do."""
        if self.at_end:
            told, self.at_end = self.at_end, {}
            for call in told:
                call()

    def has_come(self, pending: OfFiber) -> None:
        self._come.append(pending)
        if not self._woken:  # it is set back before anything is taken, so nothing is left lying
            self._woken = True
            self._wake()

    def go_on(self) -> None:
        """Go on with those for whom it has come."""
        self._woken = False
        while self._come:
            self._come.popleft().go_on()

    def sweep(self) -> None:
        """Go on with those who have waited long enough."""
        now = monotonic()
        for pending in [one for one in self.waiting if one.until <= now]:
            pending.go_on()
