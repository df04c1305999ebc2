"""Long polls without threads: a waiting request is parked, gives its thread back, and is handled again after a commit."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from flask import Response, g

from service.store import Store


class Parked(OSError):
    """The request is parked: no response is sent yet."""

    def __init__(self) -> None:
        super().__init__(errno.ENOTCONN, "parked")


class Wait:
    """A request that waits until a deadline (`time.monotonic`). `wake` is called when there may be something to send."""

    def __init__(self, until: float, wake: Callable[[], None]) -> None:
        self._wake = wake
        self.since, self.until = monotonic(), until
        self.notified = False
        """Whether there may be something new since the last check."""

    @property
    def over(self) -> bool:
        return self.until <= monotonic()

    def set(self) -> None:
        """Notify the request. Called from another thread."""
        self.notified = True
        self._wake()

    def close(self) -> None:
        """End the wait."""


class LongPoll(Wait):
    """A request that waits for a game. The store notifies it of commits."""

    def __init__(self, store: Store, game: str, until: float, wake: Callable[[], None]) -> None:
        super().__init__(until, wake)
        self._store, self._game = store, game
        self._watching = False

    @property
    def over(self) -> bool:
        return super().over or self._store.waiting_ended

    def watch(self) -> None:
        """Subscribe to commits. A caller that reads the game afterwards misses none."""
        self.notified = False
        if not self._watching:
            self._watching = True
            self._store.watch(self._game, self)

    def close(self) -> None:
        if self._watching:
            self._watching = False
            self._store.unwatch(self._game, self)


class _Current(threading.local):
    connection: Any = None


CURRENT = _Current()
"""The connection whose request this thread handles; None under any other server."""


def resumed() -> bool:
    """Whether this request was parked before."""
    return CURRENT.connection is not None and CURRENT.connection.poll is not None


class ParkedResponse(Response):
    """What a handler returns to park its request. It raises for HEAD too, which has no body otherwise."""

    def get_app_iter(self, environ: Any) -> Iterator[bytes]:
        return _raise_parked()


def park() -> Response:
    g.parked = True
    return ParkedResponse(direct_passthrough=True)


def _raise_parked() -> Iterator[bytes]:
    raise Parked
    yield b""
