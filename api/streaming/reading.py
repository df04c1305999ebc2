"""The thread that reads the store for all streams of a worker."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

import structlog

from api.streaming.looks import Found, Looks, Query
from service.store import Store, StoreUnusable, only_reading

log = structlog.get_logger()
Finds = Sequence[Found | None] | None
"""What was found for the first of some queries; None: the store is unavailable."""
Then = Callable[[Finds], None]


class StreamReader:
    """Answers one after the other, and in its own time: meanwhile the event loop continues."""

    def __init__(self, store: Store, loop: AbstractEventLoop) -> None:
        self._store, self._loop = store, loop
        self._jobs = SimpleQueue[tuple[Sequence[Query], Then] | None]()
        Thread(target=self._run, name="streams", daemon=True).start()

    def ask(self, queries: Sequence[Query], then: Then) -> None:
        """`then` is called in the event loop."""
        self._jobs.put((queries, then))

    def close(self) -> None:
        """Stop, except for a read that already hangs."""
        self._jobs.put(None)

    def _run(self) -> None:
        looks = Looks(self._store)
        while (job := self._jobs.get()) is not None:
            queries, then = job
            found = _found(looks, queries)
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(then, found)


def _found(looks: Looks, queries: Sequence[Query]) -> Finds:
    try:
        with only_reading():
            return looks.look(queries)
    except StoreUnusable as error:  # the look of the next second tries again
        log.warning("streams-wait", reason=str(error))
        return None
