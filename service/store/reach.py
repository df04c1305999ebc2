"""Whether a server can be reached. Nobody waits for one that is away: threads try until it is back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from .rows import StoreUnusable
from .threads import started

log = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.3
"""A server that is back after so short a time was not away."""
DOUBT_SECONDS = 1.0
"""One that lets nobody in for so long is away."""
PAUSE_SECONDS = 0.1
"""Between two tries."""


class Reach:
    """Of a server with several places, each of which is tried by itself, all at once.

    An attempt raises `StoreUnusable` while the server is not there; `renew` is called with the number of the one that
    worked first, once a server that was away is back.
    """

    def __init__(self, attempts: Sequence[Callable[[], None]], renew: Callable[[int], None]) -> None:
        self._attempts, self._renew = attempts, renew
        self._state = threading.Condition()
        self._trying: threading.Event | None = None
        """Set when these tries are over."""
        self._lost_at: float | None = None
        self._why: StoreUnusable | None = None
        self._closed = False

    def check(self) -> None:
        """Raise `StoreUnusable` if the server is away."""
        if self._lost_at is not None:
            self._await()

    def lost(self) -> None:
        """Somebody's connection broke. Raises `StoreUnusable` unless the server is there all the same."""
        with self._state:
            self._try()
            self._lose()
        self._await()

    def doubt(self) -> None:
        """Somebody has waited for long. Raises `StoreUnusable` if nobody else is let in either."""
        with self._state:
            self._try()
            if not self._state.wait_for(lambda: self._trying is None or self._lost_at, DOUBT_SECONDS):
                self._lose()
        self.check()

    def _lose(self) -> None:
        if self._trying is not None and self._lost_at is None:
            self._lost_at = monotonic()

    def _await(self) -> None:
        with self._state:
            left = (self._lost_at or 0.0) + PATIENCE_SECONDS - monotonic()
            if not self._state.wait_for(lambda: self._lost_at is None, max(0.0, left)):
                raise self._why or StoreUnusable("The database does not answer.")

    def _try(self) -> None:
        if self._trying is not None or self._closed:
            return
        over, self._why = threading.Event(), None
        try:
            for nth in range(len(self._attempts)):
                started(partial(self._go_on_trying, nth, over), "store-reach")
        except StoreUnusable:
            over.set()
            raise
        self._trying = over

    def _go_on_trying(self, nth: int, over: threading.Event) -> None:
        while not over.is_set() and not self._has_worked(nth, over):
            over.wait(PAUSE_SECONDS)

    def _has_worked(self, nth: int, over: threading.Event) -> bool:
        """Whatever goes wrong, such as that there are no descriptors or threads at the moment, it is tried again."""
        try:
            self._attempts[nth]()
            self._found(nth, over)
        except StoreUnusable as error:
            self._why = error
        except Exception as error:
            self._why = StoreUnusable(f"The database cannot be reached: {error}.")
            log.exception("The database cannot be reached, trying again")
        else:
            return True
        return False

    def _found(self, nth: int, over: threading.Event) -> None:
        with self._state:
            if over.is_set():
                return
            if self._lost_at is not None:
                self._renew(nth)
            over.set()
            self._trying = self._lost_at = None
            self._state.notify_all()

    def close(self) -> None:
        with self._state:
            self._closed = True
            if self._trying is not None:
                self._trying.set()
