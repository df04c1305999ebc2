"""Writers of a process stand in line, in the order in which they came, and nobody stands there for ever."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from time import monotonic

from .rows import StoreUnusable, Trouble
from .threads import started

TURN_SECONDS = 3.0
"""How long a writer waits for its turn."""
DONE_SECONDS = 10.0
"""How long it waits in all. A write that takes longer may still be done; nobody has been told so."""
STALL_SECONDS = 1.0
"""When nobody has been served for so long, only the first few in line go on waiting."""
FIRST_FEW = 8

Work = Callable[[float], None]
"""What a writer wants done in its turn; called with the moment (`monotonic`) until which it waits for locks."""


class Writer:
    """Somebody in line."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.came = monotonic()
        self.waited = 0.0
        self.begun = False
        self.done = threading.Event()
        self.error: BaseException | None = None

    def serve(self) -> None:
        try:
            self.work(self.came + TURN_SECONDS)
        except BaseException as error:
            self.error = error
        finally:
            self.done.set()


class Line:
    """One thread serves all writers of the process, one after the other, each within `turn`, which may have to wait
    for other processes. `name` is the database's, for messages.
    """

    def __init__(self, name: str, turn: Callable[[], AbstractContextManager[None]]) -> None:
        self._name, self._turn = name, turn
        self._waiting: deque[Writer] = deque()
        self._state = threading.Condition()
        self._thread: threading.Thread | None = None
        self._busy = False
        self._moved = monotonic()
        self._closed = False

    def do(self, work: Work) -> float:
        """Have something done in turn; gives the seconds that the turn was waited for.

        Raises what `work` raises, or `StoreUnusable` when the turn does not come.
        """
        writer = Writer(work)
        self._join(writer)
        while not writer.done.wait(self._patience(writer)):
            with self._state:
                if not writer.done.is_set() and self._is_over(writer):
                    if writer in self._waiting:
                        self._waiting.remove(writer)
                    raise self._refusal()
        if writer.error is not None:
            raise writer.error
        return writer.waited

    def _join(self, writer: Writer) -> None:
        with self._state:
            if self._closed:
                raise StoreUnusable(f"{self._name} is closed.")
            if self._is_stalled() and len(self._waiting) >= FIRST_FEW:
                raise self._refusal()
            if self._thread is None:
                self._thread = started(self._serve, "store-writer")
            if not self._busy and not self._waiting:
                self._moved = writer.came
            self._waiting.append(writer)
            self._state.notify()

    def _patience(self, writer: Writer) -> float:
        """Seconds until a writer should look up."""
        wait = DONE_SECONDS if writer.begun else TURN_SECONDS
        return max(0.0, min(STALL_SECONDS, writer.came + wait - monotonic()))

    def _is_over(self, writer: Writer) -> bool:
        waited = monotonic() - writer.came
        if writer.begun:
            return waited >= DONE_SECONDS
        return waited >= TURN_SECONDS or (self._is_stalled() and self._waiting.index(writer) >= FIRST_FEW)

    def _is_stalled(self) -> bool:
        return (self._busy or bool(self._waiting)) and monotonic() - self._moved > STALL_SECONDS

    def _refusal(self) -> StoreUnusable:
        return StoreUnusable(f"{self._name} has no turn to write in; others hold it.", Trouble.LOCKED)

    def _serve(self) -> None:
        while (first := self._first()) is not None:
            try:
                with self._turn():
                    writer = self._next()
                    if writer is not None:
                        writer.serve()
            except BaseException as error:  # there was no turn
                self._send_away([first], error)
            with self._state:
                self._busy, self._moved = False, monotonic()

    def _first(self) -> Writer | None:
        """Who is served next, unless he leaves before; nobody any more once the line is closed."""
        with self._state:
            self._state.wait_for(lambda: self._waiting or self._closed)
            self._busy = not self._closed
            return self._waiting[0] if self._busy else None

    def _next(self) -> Writer | None:
        with self._state:
            if not self._waiting:
                return None
            writer = self._waiting.popleft()
            writer.begun, writer.waited = True, monotonic() - writer.came
            return writer

    def _send_away(self, writers: Iterable[Writer], error: BaseException) -> None:
        with self._state:
            for writer in [one for one in writers if one in self._waiting]:
                self._waiting.remove(writer)
                writer.error = error
                writer.done.set()

    def close(self) -> None:
        """Send all away who wait; who is being served is waited for, a moment."""
        with self._state:
            self._closed = True
            self._send_away(list(self._waiting), StoreUnusable(f"{self._name} is closed."))
            self._state.notify_all()
        if self._thread is not None:
            self._thread.join(STALL_SECONDS)
