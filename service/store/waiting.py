"""Waiting in synchronous code: a thread blocks; in an event loop the loop continues with other work.

Code that `run_in_loop` runs has a greenlet of its own. Where it waits it switches back to the loop, which resumes it later:
the way of SQLAlchemy's asyncio. A switch costs a few microseconds, and the code is the same in a thread.
"""

from __future__ import annotations

import threading
from asyncio import Future, get_running_loop
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Protocol, TypeVar

from greenlet import getcurrent, greenlet

T = TypeVar("T")
MOST_AT_ONCE = 50
"""So many events may be read and folded in a loop. More take milliseconds."""
MOST_IDLE = 64
"""So many greenlets of a thread wait for further work; each holds about 20 kB."""


class Pending(Protocol):
    """An event that happens once. Its creator waits for it; any thread sets it."""

    @property
    def is_set(self) -> bool: ...

    def set(self) -> None:
        """Let it happen. Any thread may call this."""

    def wait(self, seconds: float) -> bool:
        """Wait until it is set, at most for so long; whether it is set. Only its creator may call this."""

    def before_wait(self, call: Callable[[], None]) -> None:
        """Call this before the wait begins: in a loop, after all that the loop does in this turn."""


def new_pending() -> Pending:
    """One for the caller, which is a thread or runs in a loop."""
    current = getcurrent()
    return LoopPending(current) if isinstance(current, InLoop) else ThreadPending()


def is_in_loop() -> bool:
    """Whether the caller runs in a loop, and must not block."""
    return isinstance(getcurrent(), InLoop)


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


class InLoop(greenlet):
    """Synchronous code that an event loop runs, one piece of work after the other. Its parent is the loop, which resumes it by
    `switch`. A new one for each action would cost a few percent more, because memory is mapped and unmapped for each.
    """

    def run(self) -> None:
        while len(idle.codes) < MOST_IDLE:
            idle.codes.append(self)
            done, work = self.leave()
            _settle(done, work)
            self.gr_context = None  # of this work
            del done, work

    def leave(self) -> Any:
        """Go back to the loop. The loop's next `switch` continues here, with what that passes."""
        assert self.parent is not None, "a loop has started it"
        return self.parent.switch()


class Idle(threading.local):
    """The greenlets of a thread that have no work."""

    def __init__(self) -> None:
        self.codes: list[InLoop] = []


idle = Idle()


class LoopPending:
    """See `Pending`."""

    def __init__(self, code: InLoop) -> None:
        self._code, self._loop = code, get_running_loop()
        self.is_set = self._waits = False

    def set(self) -> None:
        self.is_set = True
        with suppress(RuntimeError):  # the loop is closed, and nobody waits any longer
            self._loop.call_soon_threadsafe(self._resume)

    def wait(self, seconds: float) -> bool:
        if not self.is_set:
            late = self._loop.call_later(seconds, self._resume)
            self._waits = True
            self._code.leave()
            late.cancel()
        return self.is_set

    def before_wait(self, call: Callable[[], None]) -> None:
        self._loop.call_soon(call)

    def _resume(self) -> None:
        if self._waits:
            self._waits = False
            self._code.switch()


def run_in_loop(work: Callable[[], T]) -> Future[T]:
    """Run synchronous code in the running loop. It runs to its end, even if nobody awaits the result any longer."""
    done: Future[T] = get_running_loop().create_future()
    if not idle.codes:
        InLoop().switch()  # arguments of the first switch would be held as long as the greenlet
    idle.codes.pop().switch(done, work)
    return done


def in_thread(work: Callable[[], T]) -> T:
    """Do long work. Code in a loop leaves it to a thread, and the loop continues."""
    code = getcurrent()
    if not isinstance(code, InLoop):
        return work()
    done = get_running_loop().run_in_executor(None, copy_context().run, work)
    done.add_done_callback(lambda _: code.switch())
    code.leave()
    return done.result()


def in_thread_if_many(events: int, work: Callable[[], T]) -> T:
    """Do work on so many events: code in a loop does a few of them itself."""
    return work() if events <= MOST_AT_ONCE else in_thread(work)


def _settle(done: Future[T], work: Callable[[], T]) -> None:
    try:
        result = work()
    except Exception as error:
        if not done.cancelled():
            done.set_exception(error)
    else:
        if not done.cancelled():
            done.set_result(result)
