"""Long polls: requests that wait for a game in the event loop, where they hold no thread."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from api.http.client_address import Networks
from api.http.connection_quota import ConnectionQuota
from api.streaming.connected import Connected

if TYPE_CHECKING:
    from api.http.continuation import LongPoll
    from api.server.bridge import Handling, Receive


class WaitingRequest:
    """A long poll and the address and port of its client."""

    held = 0

    def __init__(self, client: tuple[str, int], poll: LongPoll) -> None:
        self.client, self.poll = client, poll


class LongPolls:
    """Those of a worker. If a client has more than `max_each`, its oldest one ends; `proxies` have no limit."""

    def __init__(self, max_each: int, proxies: Networks) -> None:
        self._waiting: ConnectionQuota[WaitingRequest] = ConnectionQuota(max_each, proxies)

    def connected(self) -> Iterator[Connected]:
        """Those who wait."""
        for waiting in self._waiting:
            if (poll := waiting.poll).role is not None:
                yield Connected(poll.game, poll.role, poll.token, 1)

    def wake(self) -> None:
        """Have all requests handled again: some may be refused now."""
        for waiting in self._waiting:
            waiting.poll.set()

    async def wait(self, handling: Handling, client: tuple[str, int], receive: Receive) -> bool:
        """Return True when a request has its response, which any request without a long poll has already.

        False: the client left. `receive` is called once, because after a cancelled call it only says that the client left.
        """
        if not handling.then.waits:
            return True
        left = asyncio.ensure_future(receive())
        left.add_done_callback(lambda _: handling.woken.set())
        try:
            while handling.then.waits and not left.done():
                await self._wait(handling, client)
                if not left.done():
                    await handling.handle()
            return not left.done()
        finally:
            left.cancel()

    async def _wait(self, handling: Handling, client: tuple[str, int]) -> None:
        """Until the request is woken or its time is over."""
        poll = handling.then.poll
        assert poll is not None
        waiting = WaitingRequest(client, poll)
        self._waiting.add(waiting)
        try:
            self._end_oldest(waiting)
            with suppress(TimeoutError):
                await asyncio.wait_for(handling.woken.wait(), max(0.0, poll.until - monotonic()))
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)

    def _end_oldest(self, newest: WaitingRequest) -> None:
        oldest = self._waiting.over_quota(newest)
        if oldest is not None:
            self._waiting.remove(oldest)  # at once, or the next one would end it a second time, and no other
            oldest.poll.end()
