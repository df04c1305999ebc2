"""A signal of the store that comes after every commit, as the event loop hears it: not more often than is useful."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress

PAUSE = 0.1
"""Seconds from a commit to the look for what it brought, for all commits meanwhile."""


class CommitSignal:
    """`news` is called in the event loop, some time after each `set`."""

    def __init__(self, loop: AbstractEventLoop, news: Callable[[], None]) -> None:
        self._loop, self._news, self._waiting = loop, news, False

    def set(self) -> None:
        """Called in a thread of the store."""
        if not self._waiting:
            self._waiting = True
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._loop.call_later, PAUSE, self._heard)

    def _heard(self) -> None:
        self._waiting = False
        self._news()
