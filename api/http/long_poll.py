"""Waiting without threads: a request that waits gives its thread back, and is asked again when something has happened."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from flask import Response, g

from service.store import Store


class Parked(OSError):
    """The request is put aside: nothing is to be answered yet."""

    def __init__(self) -> None:
        super().__init__(errno.ENOTCONN, "put aside")


class Wait:
    """One request that waits until a moment (`time.monotonic`); `wake` is called when something may have happened."""

    def __init__(self, until: float, wake: Callable[[], None]) -> None:
        self._wake = wake
        self.since, self.until = monotonic(), until
        self.stirred = False
        """Whether something may have happened since anybody looked."""

    @property
    def over(self) -> bool:
        return self.until <= monotonic()

    def set(self) -> None:
        """The word that something may have; in a thread of its own."""
        self.stirred = True
        self._wake()

    def close(self) -> None:
        """It does not wait any more."""


class Poll(Wait):
    """One that waits for a game, of whose commits the store tells it."""

    def __init__(self, store: Store, game: str, until: float, wake: Callable[[], None]) -> None:
        super().__init__(until, wake)
        self._store, self._game = store, game
        self._watching = False

    @property
    def over(self) -> bool:
        return super().over or self._store.waiting_ended

    def watch(self) -> None:
        """From now on be woken. Whoever looks afterwards misses nothing."""
        self.stirred = False
        if not self._watching:
            self._watching = True
            self._store.watch(self._game, self)

    def close(self) -> None:
        if self._watching:
            self._watching = False
            self._store.unwatch(self._game, self)


class _Here(threading.local):
    connection: Any = None


HERE = _Here()
"""The connection whose request this thread answers, for as long as it does; None below another server than ours."""


def resumed() -> bool:
    """Whether this request was put aside before."""
    return HERE.connection is not None and HERE.connection.poll is not None


class Aside(Response):
    """What a handler gives back for a request that is to wait; also for HEAD, whose answers have no bodies otherwise."""

    def get_app_iter(self, environ: Any) -> Iterator[bytes]:
        return _raising()


def put_aside() -> Response:
    g.parked = True
    return Aside(direct_passthrough=True)


def _raising() -> Iterator[bytes]:
    raise Parked
    yield b""
