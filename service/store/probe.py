"""Tells at any time whether a database accepts writes, or answers reads, without making the caller wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

from .threads import start_thread
from .types import StoreUnusable, Trouble

FRESH_SECONDS = 2.0
"""How long a successful write proves that writing works. A failed write proves nothing about now."""
WAIT_SECONDS = 0.5
CLOSE_SECONDS = 5.0
"""How long the end of a service waits for an attempt that a database does not answer."""


class Probe:
    """`attempt` is a harmless write or read, called in a thread of its own, at most one at a time.

    A success counts for `fresh` seconds. `expected` names in messages what the database is expected to have done.
    """

    def __init__(self, expected: str, attempt: Callable[[], None], fresh: float | None = None) -> None:
        self._expected, self._attempt, self._fresh = expected, attempt, fresh
        self._state = threading.Condition()
        self._running = self._closed = False
        self._recorded_at = float("-inf")
        self._error: StoreUnusable | None = None

    def record(self, error: StoreUnusable | None = None) -> None:
        """Record the outcome of an ordinary write, or of an attempt."""
        with self._state:
            self._recorded_at, self._error = monotonic(), error
            self._state.notify_all()

    def check(self) -> None:
        """Raise `StoreUnusable` unless it has worked recently, or works within `WAIT_SECONDS`."""
        with self._state:
            now = monotonic()
            fresh = FRESH_SECONDS if self._fresh is None else self._fresh
            if self._error is not None or now - self._recorded_at > fresh:
                self._start()
                if not self._state.wait_for(lambda: self._recorded_at >= now, WAIT_SECONDS):
                    raise StoreUnusable(
                        f"The database has not {self._expected} within {WAIT_SECONDS} seconds.",
                        Trouble.LOCKED,
                    )
            if self._error is not None:
                raise self._error

    def _start(self) -> None:
        if not self._running and not self._closed:
            start_thread(self._try, "store-probe")  # it waits until this caller releases the lock
            self._running = True

    def _try(self) -> None:
        error: StoreUnusable | None = None
        try:
            self._attempt()
        except StoreUnusable as caught:
            error = caught
        finally:
            with self._state:
                self._running = False
                self._state.notify_all()
        self.record(error)

    def close(self) -> None:
        """Wait for an attempt under way, and begin no more: a connection that is closed while it reads crashes the process."""
        with self._state:
            self._closed = True
            self._state.wait_for(lambda: not self._running, CLOSE_SECONDS)
