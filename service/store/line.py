"""Writers of a process stand in line, in the order in which they came, and nobody stands there for ever."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial
from time import monotonic
from typing import Generic, TypeVar

from service.store.fibers import pending

from .rows import StoreClosed, StoreUnusable, Trouble
from .threads import started

TURN_SECONDS = 3.0
"""How long a writer waits for its turn."""
DONE_SECONDS = 10.0
"""How long it waits in all. A write that takes longer may still be done; nobody has been told so."""
STALL_SECONDS = 1.0
"""When nobody has been served for so long, only the first few in line go on waiting."""
FIRST_FEW = 8

MOST = 32
"""How many are served at once: nobody who has come first waits for more than so many others."""

Job = TypeVar("Job")


class Writer(Generic[Job]):
    """Somebody in line."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.came = monotonic()
        self.waited = 0.0
        self.begun = False
        self.served = pending()
        self.error: BaseException | None = None
        self.shared = False

    def refuse(self, error: BaseException) -> None:
        """With what others are refused with, too."""
        self.error, self.shared = error, True

    def check(self) -> None:
        """Raise what went wrong: in every thread one of its own, for it gathers where it was raised and what followed."""
        if self.error is None:
            return
        if not self.shared:
            raise self.error
        own = copy(self.error).with_traceback(self.error.__traceback__)
        raise own from self.error.__cause__


Take = Callable[[], Sequence[Writer[Job]]]


def done(writers: Iterable[Writer[Job]]) -> list[Job]:
    """The jobs in which nothing went wrong."""
    return [writer.job for writer in writers if writer.error is None]


class Line(Generic[Job]):
    """One thread serves all writers of the process, in the order in which they came, and together those who wait together.

    `serve(until, take)` waits `until` (`monotonic`) for its turn, has `take` give those who are still there, and does
    their jobs; the `error` of one is his alone. What it raises is for all that it took, or for the first in line when
    there was no turn. `name` is the database's, for messages.
    """

    def __init__(self, name: str, serve: Callable[[float, Take[Job]], None]) -> None:
        self._name, self._write = name, serve
        self._waiting: deque[Writer[Job]] = deque()
        self._state = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False
        self._begun = monotonic()
        self._closed = False

    def do(self, job: Job) -> float:
        """Have something done in turn; gives the seconds that the turn was waited for.

        Raises what went wrong with it, or `StoreUnusable` when the turn does not come.
        """
        writer = Writer(job)
        self._join(writer)
        while not writer.served.wait(self._patience(writer)):
            with self._state:
                if not writer.served.here and self._is_over(writer):
                    if writer in self._waiting:
                        self._waiting.remove(writer)
                    raise self._refusal()
        writer.check()
        return writer.waited

    def _join(self, writer: Writer[Job]) -> None:
        with self._state:
            if self._closed:
                raise StoreClosed(self._name)
            if self._is_stalled() and len(self._waiting) >= FIRST_FEW:
                raise self._refusal()
            if self._thread is None:
                self._thread = started(self._serve, "store-writer")
            self._waiting.append(writer)
        writer.served.tell(self._somebody_waits)

    def _somebody_waits(self) -> None:
        with self._state:
            self._state.notify()

    def _patience(self, writer: Writer[Job]) -> float:
        """Seconds until a writer should look up."""
        wait = DONE_SECONDS if writer.begun else TURN_SECONDS
        return max(0.0, min(STALL_SECONDS, writer.came + wait - monotonic()))

    def _is_over(self, writer: Writer[Job]) -> bool:
        waited = monotonic() - writer.came
        if writer.begun:
            return waited >= DONE_SECONDS
        return waited >= TURN_SECONDS or (self._is_stalled() and self._waiting.index(writer) >= FIRST_FEW)

    def _is_stalled(self) -> bool:
        return self._busy and monotonic() - self._begun > STALL_SECONDS

    def _refusal(self) -> StoreUnusable:
        return StoreUnusable(f"{self._name} has no turn to write in; others hold it.", Trouble.LOCKED)

    def _serve(self) -> None:
        while (first := self._first()) is not None:
            taken: list[Writer[Job]] = []
            try:
                self._write(first.came + TURN_SECONDS, partial(self._take, taken))
            except BaseException as error:
                for writer in taken:  # also who was told of a neighbour's rows: they are not there any more
                    writer.refuse(error)
                if not taken:
                    self._send_away([first], error)
            self._end(taken)

    def _first(self) -> Writer[Job] | None:
        """Who is served next, unless he leaves before; nobody any more once the line is closed."""
        with self._state:
            self._state.wait_for(lambda: self._waiting or self._closed)
            self._busy, self._begun = not self._closed, monotonic()
            return self._waiting[0] if self._busy else None

    def _take(self, taken: list[Writer[Job]]) -> list[Writer[Job]]:
        with self._state:
            while self._waiting and len(taken) < MOST:
                writer = self._waiting.popleft()
                writer.begun, writer.waited = True, monotonic() - writer.came
                taken.append(writer)
        return taken

    def _end(self, taken: Iterable[Writer[Job]]) -> None:
        with self._state:
            self._busy = False
        for writer in taken:
            writer.served.come()

    def _send_away(self, writers: Iterable[Writer[Job]], error: BaseException) -> None:
        with self._state:
            for writer in [one for one in writers if one in self._waiting]:
                self._waiting.remove(writer)
                writer.refuse(error)
                writer.served.come()

    def close(self) -> bool:
        """Send all away who wait; who is being served is waited for, a moment. Whether nobody is served any more."""
        with self._state:
            self._closed = True
            self._send_away(list(self._waiting), StoreClosed(self._name))
            self._state.notify_all()
        if self._thread is not None:
            self._thread.join(STALL_SECONDS)
        return self._thread is None or not self._thread.is_alive()
