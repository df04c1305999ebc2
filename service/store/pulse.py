"""Whether a database takes writes, or answers reads, as anybody may ask at any time without waiting for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

from .rows import StoreUnusable, Trouble
from .threads import started

FRESH_SECONDS = 2.0
"""A write that has worked counts for so long; one that has not says nothing about now."""
WAIT_SECONDS = 0.5


class Pulse:
    """`attempt` writes or reads something that does no harm; it is called in a thread of its own, one at a time. One that has
    worked counts for `fresh` seconds. `does` says what the database does then.
    """

    def __init__(self, does: str, attempt: Callable[[], None], fresh: float | None = None) -> None:
        self._does, self._attempt, self._fresh = does, attempt, fresh
        self._state = threading.Condition()
        self._trying = False
        self._felt_at = float("-inf")
        self._error: StoreUnusable | None = None

    def felt(self, error: StoreUnusable | None = None) -> None:
        """A write has worked, or has not."""
        with self._state:
            self._felt_at, self._error = monotonic(), error
            self._state.notify_all()

    def take(self) -> None:
        """Raise `StoreUnusable` unless it has worked just now, or works at once."""
        with self._state:
            asked = monotonic()
            fresh = FRESH_SECONDS if self._fresh is None else self._fresh
            if self._error is not None or asked - self._felt_at > fresh:
                self._begin()
                if not self._state.wait_for(lambda: self._felt_at >= asked, WAIT_SECONDS):
                    raise StoreUnusable(
                        f"The database has not {self._does} within {WAIT_SECONDS} seconds.", Trouble.LOCKED
                    )
            if self._error is not None:
                raise self._error

    def _begin(self) -> None:
        if not self._trying:
            started(self._try, "store-pulse")  # which waits for this turn of ours to end
            self._trying = True

    def _try(self) -> None:
        error: StoreUnusable | None = None
        try:
            self._attempt()
        except StoreUnusable as caught:
            error = caught
        finally:
            with self._state:
                self._trying = False
        self.felt(error)
