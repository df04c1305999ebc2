"""Streams: what happens, told as it happens. Readers wait for the store's bus and read the log."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import NamedTuple

import orjson
import structlog

from domain.table.decisions import Refused
from projections import lobby
from service.queries.opened_keys import OVER
from service.queries.reading import BATCH, Reading
from service.store import StoreUnusable

log = structlog.get_logger()
HEARTBEAT = 15.0
"""Seconds after which a stream says that it is still there."""


class Happening(NamedTuple):
    """Something to tell: `id` resumes after it, `type` is an event's type, or "game" in the lobby; `data` is JSON."""

    id: int
    type: str
    data: bytes


Told = Iterator[Happening | None]
"""None is a heartbeat."""


class Streaming(Reading):
    def stream(self, game: str, token: str | None, after: int) -> Told | None:
        """Every event beyond version `after` as the caller may see it; None when there will never be one.

        Who may see the game is asked again whenever something happens, and at every heartbeat. Ends with the game.
        """
        loaded, _ = self.seen(game, token)
        if loaded.table.status in OVER and after >= loaded.version:
            return None
        return self._ending(self._events_of(game, token, after))

    def lobby_stream(self, after: int | None) -> Told:
        """Public games as they change: each change beyond position `after` (by default from now on)."""
        start = self.repository.store.head() if after is None else after
        return self._ending(self._changes_after(start))

    def _ending(self, told: Told) -> Told:
        """A stream that cannot go on ends, as it does when a connection is lost: its reader comes back and is told why."""
        try:
            yield from told
        except Refused as refused:
            log.info("stream-ended", reason=refused.kind)
        except StoreUnusable as error:
            log.warning("stream-ended", reason=str(error))

    def _events_of(self, game: str, token: str | None, after: int) -> Told:
        store = self.repository.store
        while not store.waiting_ended:
            loaded, caller = self.seen(game, token)
            for event in self._events(loaded, caller, after, min(after + BATCH, loaded.version)):
                after = event["version"]
                yield Happening(after, event["type"], orjson.dumps(event))
            if after < loaded.version:
                continue
            if loaded.table.status in OVER:
                return
            if store.wait_for(game, after, HEARTBEAT) <= after:
                yield None

    def _changes_after(self, after: int) -> Told:
        store, told_at = self.repository.store, monotonic()
        while not store.waiting_ended:
            for position, game in store.changed(after):
                after = position
                summary = lobby.public_game(store.query, game)
                if summary is not None:
                    told_at = monotonic()
                    yield Happening(after, "game", orjson.dumps(summary))
            left = told_at + HEARTBEAT - monotonic()
            if left <= 0:
                told_at = monotonic()
                yield None
            else:
                store.wait_for_any(after, left)
