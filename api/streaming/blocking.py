"""Cuts the streams and long polls of clients whom the operator blocks, within a second."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Event, Thread

import structlog

from service.identity.tokens import digest
from service.log.restrictions import FRESH_SECONDS, Restrictions

log = structlog.get_logger()
IsBlocked = Callable[[str, str | None], bool]
"""Whether an address, or a token if there is one, is blocked."""


class BlockWatch:
    """Looks for blocks in a thread of its own, because that may wait for the store.

    In the event loop, `cut` is called while anybody is blocked, and `changed` once after each act of the operator.
    """

    def __init__(
        self,
        restrictions: Restrictions,
        loop: AbstractEventLoop,
        cut: Callable[[IsBlocked], None],
        changed: Callable[[], None],
    ) -> None:
        self._restrictions, self._loop, self._cut, self._changed = restrictions, loop, cut, changed
        self._last_act = -1
        self._closed = Event()
        Thread(target=self._run, name="blocks", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.wait(FRESH_SECONDS):
            try:
                self._look()
            except Exception:
                log.exception("blocks-not-read")

    def _look(self) -> None:
        self._restrictions.refresh()
        if not self._restrictions.blocks_any:
            return
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._cut, cache(self._is_blocked))
            if self._restrictions.last_act != self._last_act:
                self._last_act = self._restrictions.last_act
                self._loop.call_soon_threadsafe(self._changed)

    def _is_blocked(self, client: str, token: str | None) -> bool:
        return self._restrictions.known_until(client, None if token is None else digest(token)) is not None
