"""Fibers: one thread runs several requests and switches between them whenever one has to wait.

Threads that answer short requests would pass the GIL to each other many times per request, each time with cold caches. A fiber
switch costs a few microseconds, stays on its thread, and lets many requests wait together.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from greenlet import getcurrent, greenlet


class Pending(Protocol):
    """An event that happens once. Its creator waits for it; any thread sets it."""

    @property
    def is_set(self) -> bool: ...

    def set(self) -> None:
        """Let it happen. Any thread may call this."""

    def wait(self, seconds: float) -> bool:
        """Wait until it is set, at most for so long; whether it is set. Only its creator may call this."""

    def before_wait(self, call: Callable[[], None]) -> None:
        """Call this before the wait begins: once for all fibers of a thread that begin to wait in the same turn."""


def new_pending() -> Pending:
    """One for the caller: either its thread will wait, or its fiber."""
    current = getcurrent()
    return FiberPending(current) if isinstance(current, Fiber) else ThreadPending()


class ThreadPending:
    """A lock that is held until it is set; an `Event` would cost ten times as much."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lock.acquire()

    @property
    def is_set(self) -> bool:
        return not self._lock.locked()

    def set(self) -> None:
        self._lock.release()

    def wait(self, seconds: float) -> bool:
        acquired = self._lock.acquire(timeout=seconds)
        if acquired:
            self._lock.release()  # it stays set
        return acquired

    def before_wait(self, call: Callable[[], None]) -> None:
        call()


class FiberPending:
    """See `Pending`."""

    def __init__(self, fiber: Fiber) -> None:
        self._fiber, self._fibers = fiber, fiber.fibers
        self.is_set = False
        self.deadline = 0.0

    def set(self) -> None:
        self.is_set = True
        self._fibers.schedule(self)

    def wait(self, seconds: float) -> bool:
        if not self.is_set:
            self.deadline = monotonic() + seconds
            self._fibers.waiting[self] = None
            self._fiber.main.switch()
        return self.is_set

    def before_wait(self, call: Callable[[], None]) -> None:
        self._fibers.end_of_turn[call] = None

    def resume(self) -> None:
        """In the fiber's thread: end its wait, if it is still waiting."""
        if self in self._fibers.waiting:
            del self._fibers.waiting[self]
            self._fiber.switch()


class Fiber(greenlet):
    """One request. When it waits or ends, its thread continues with `main`, the code that started it."""

    def __init__(self, fibers: Fibers, work: Callable[[], None]) -> None:
        super().__init__(work)
        self.fibers, self.main = fibers, getcurrent()


class Fibers:
    """The fibers of one thread. `wake`, which any thread may call, makes this thread call `resume` soon."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._woken = False
        self._ready: deque[FiberPending] = deque()
        self.waiting: dict[FiberPending, None] = {}
        self.end_of_turn: dict[Callable[[], None], None] = {}

    def start(self, work: Callable[[], None]) -> None:
        """Run some work until it waits or ends. Its exceptions are raised here."""
        Fiber(self, work).switch()

    def end_turn(self) -> None:
        """Make the calls that the fibers of this turn registered with `before_wait`, each once."""
        if self.end_of_turn:
            calls, self.end_of_turn = self.end_of_turn, {}
            for call in calls:
                call()

    def schedule(self, pending: FiberPending) -> None:
        self._ready.append(pending)
        if not self._woken:  # `resume` resets this before it takes anything, so nothing is left behind
            self._woken = True
            self._wake()

    def resume(self) -> None:
        """Continue the fibers whose wait is over."""
        self._woken = False
        while self._ready:
            self._ready.popleft().resume()

    def resume_expired(self) -> None:
        """Continue the fibers that have waited long enough."""
        now = monotonic()
        for pending in [one for one in self.waiting if one.deadline <= now]:
            pending.resume()
