"""A circuit breaker for a database server: while it is unreachable, calls fail at once, and threads retry in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from .threads import start_thread
from .types import StoreUnusable

log = logging.getLogger(__name__)
GRACE_SECONDS = 0.3
"""How long calls wait for a lost server before they fail: a shorter absence is not noticed."""
STALL_SECONDS = 1.0
"""A server that accepts no connection for this long counts as lost."""
RETRY_SECONDS = 0.1
"""Pause between two attempts."""


class CircuitBreaker:
    """Closed while the server is reachable, open while it is not. The server may have several hosts, all tried in parallel.

    An attempt raises `StoreUnusable` while its host is unreachable. `reconnect` is called with the number of the first host
    that answered, when the server had been lost.
    """

    def __init__(self, attempts: Sequence[Callable[[], object]], reconnect: Callable[[int], None]) -> None:
        self._attempts, self._reconnect = attempts, reconnect
        self._state = threading.Condition()
        self._trying: threading.Event | None = None
        """Set when the current attempts are over."""
        self._lost_at: float | None = None
        self._error: StoreUnusable | None = None
        self._stopped = False

    @property
    def closed(self) -> bool:
        """Whether calls get through."""
        return self._lost_at is None

    def check(self) -> None:
        """Raise `StoreUnusable` if the server is lost."""
        if self._lost_at is not None:
            self._wait()

    def connection_lost(self) -> None:
        """A caller's connection broke. Raises `StoreUnusable` unless the server is reachable nevertheless."""
        self.open()
        self._wait()

    def open(self) -> None:
        """Count the server as lost until it answers."""
        with self._state:
            self._try()
            self._open()

    def connection_stalled(self) -> None:
        """A caller has waited for long. Raises `StoreUnusable` if the server accepts no new connection either."""
        with self._state:
            self._try()
            if not self._state.wait_for(lambda: self._trying is None or self._lost_at, STALL_SECONDS):
                self._open()
        self.check()

    def _open(self) -> None:
        if self._trying is not None and self._lost_at is None:
            self._lost_at = monotonic()

    def _wait(self) -> None:
        with self._state:
            left = (self._lost_at or 0.0) + GRACE_SECONDS - monotonic()
            if not self._state.wait_for(lambda: self._lost_at is None, max(0.0, left)):
                raise self._error or StoreUnusable("The database does not answer.")

    def _try(self) -> None:
        if self._trying is not None or self._stopped:
            return
        over, self._error = threading.Event(), None
        try:
            for host in range(len(self._attempts)):
                start_thread(partial(self._retry, host, over), "store-reconnect")
        except StoreUnusable:
            over.set()
            raise
        self._trying = over

    def _retry(self, host: int, over: threading.Event) -> None:
        while not over.is_set() and not self._succeeds(host, over):
            over.wait(RETRY_SECONDS)

    def _succeeds(self, host: int, over: threading.Event) -> bool:
        """One attempt. Any error leads to another, even a lack of file descriptors or threads."""
        try:
            self._attempts[host]()
            self._found(host, over)
        except StoreUnusable as error:
            self._error = error
        except Exception as error:
            self._error = StoreUnusable(f"The database cannot be reached: {error}.")
            log.exception("The database cannot be reached, retrying")
        else:
            return True
        return False

    def _found(self, host: int, over: threading.Event) -> None:
        with self._state:
            if over.is_set():
                return
            if self._lost_at is not None:
                self._reconnect(host)
            over.set()
            self._trying = self._lost_at = None
            self._state.notify_all()

    def close(self) -> None:
        with self._state:
            self._stopped = True
            if self._trying is not None:
                self._trying.set()
