"""Whether a server can be reached. Nobody waits for one that is away: a thread tries until it is back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from itertools import chain, repeat
from time import monotonic

from .rows import StoreUnusable
from .threads import started

log = logging.getLogger(__name__)
PATIENCE_SECONDS = 0.3
"""A server that is back after so short a time was not away."""
PAUSES = (0.05, 0.1, 0.2, 0.4)
"""Seconds between tries; the last one again and again."""


class Reach:
    """`attempt` raises `StoreUnusable` while the server is away; `renew` is called once it is back."""

    def __init__(self, attempt: Callable[[], None], renew: Callable[[], None]) -> None:
        self._attempt, self._renew = attempt, renew
        self._state = threading.Condition()
        self._trying = False
        self._lost_at = 0.0
        self._why: StoreUnusable | None = None
        self._closed = threading.Event()

    def check(self) -> None:
        """Raise `StoreUnusable` if the server is away."""
        if self._trying:
            self._await()

    def lost(self) -> None:
        """Somebody's connection broke. Raises `StoreUnusable` unless the server is there all the same."""
        with self._state:
            if not self._trying and not self._closed.is_set():
                self._lost_at, self._why = monotonic(), None
                started(self._try, "store-reach")
                self._trying = True
        self._await()

    def _await(self) -> None:
        with self._state:
            left = self._lost_at + PATIENCE_SECONDS - monotonic()
            if not self._state.wait_for(lambda: not self._trying, max(0.0, left)):
                raise self._why or StoreUnusable("The database does not answer.")

    def _try(self) -> None:
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            if self._has_worked() or self._closed.wait(pause):
                break
        with self._state:
            self._trying = False
            self._state.notify_all()

    def _has_worked(self) -> bool:
        """Whatever goes wrong, such as that there are no descriptors or threads at the moment, it is tried again."""
        try:
            self._attempt()
            self._renew()
        except StoreUnusable as error:
            self._why = error
        except Exception as error:
            self._why = StoreUnusable(f"The database cannot be reached: {error}.")
            log.exception("The database cannot be reached, trying again")
        else:
            return True
        return False

    def close(self) -> None:
        self._closed.set()
