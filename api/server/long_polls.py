"""Long polls: requests that wait for a game in the event loop, where they hold no thread."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from api.http.client_address import Networks
from api.http.connection_quota import ConnectionQuota

if TYPE_CHECKING:
    from api.http.continuation import LongPoll


class WaitingRequest:
    """A long poll and the address and port of its client."""

    held = 0

    def __init__(self, client: tuple[str, int], poll: LongPoll) -> None:
        self.client, self.poll = client, poll


class LongPolls:
    """Those of a worker. If a client has more than `max_each`, its oldest one ends; `proxies` have no limit."""

    def __init__(self, max_each: int, proxies: Networks) -> None:
        self._waiting: ConnectionQuota[WaitingRequest] = ConnectionQuota(max_each, proxies)

    async def wait(self, client: tuple[str, int], poll: LongPoll, woken: asyncio.Event) -> None:
        """Return when the poll has been woken, or its time is over."""
        waiting = WaitingRequest(client, poll)
        self._waiting.add(waiting)
        try:
            oldest = self._waiting.over_quota(waiting)
            if oldest is not None:
                oldest.poll.end()
            with suppress(TimeoutError):
                await asyncio.wait_for(woken.wait(), max(0.0, poll.until - monotonic()))
        finally:
            self._waiting.remove(waiting)
