"""The ASGI application of our own server: Flask in threads, and what the event loop does itself."""

from __future__ import annotations

import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable
from itertools import chain
from threading import Thread
from typing import TYPE_CHECKING, Any

from api.http.connection_quota import MAX_PER_CLIENT
from api.server.long_polls import LongPolls

if TYPE_CHECKING:
    from api.server.bridge import Bridge, Receive, Send
    from api.server.plain_actions import PlainActions
    from api.streaming.blocking import BlockWatch, IsBlocked
    from api.streaming.streams import Streams
    from api.streaming.subscription import Subscription
    from service.system.settings import Settings
    from wsgi import LazyApp


class Asgi:
    """Our server's way to the application, whose service its worker composes."""

    def __init__(self, application: LazyApp) -> None:
        self.application = application
        self._bridge: Bridge | None = None
        self._actions: PlainActions | None = None
        self._streams: Streams | None = None
        self._blocks: BlockWatch | None = None
        self._ending = False

    def open(self, loop: AbstractEventLoop, settings: Settings, tried: Callable[[], None]) -> None:
        """Begin to compose the service; `tried` is called, in any thread, after every attempt."""
        from api.server.bridge import Bridge  # only now, because it imports Flask

        max_each = sys.maxsize if settings.limits is None else MAX_PER_CLIENT
        self._loop = loop
        self._polls = LongPolls(max_each, settings.proxies)
        self._bridge = Bridge(settings.threads, self._polls, self._stream)
        self.application.open(tried)

    @property
    def ready(self) -> bool:
        """Whether the service is composed."""
        return self.application.composed is not None

    def publish_figures(self) -> None:
        """Publish who is connected here, and the clients' usage; to be called several times a second."""
        composed = self.application.composed
        if composed is not None:
            streams = () if self._streams is None else self._streams.connected()
            composed[1].extensions["attendances"].publish(chain(streams, self._polls.connected()))
            composed[1].extensions["load"].publish()

    def end_waiting(self) -> None:
        """End streams, and soon long polls: in a thread of its own, because the store may keep that waiting."""
        self._ending = True
        if self._streams is not None:
            self._streams.end()
        Thread(target=self.application.end_waiting, name="end-waiting", daemon=True).start()

    def leave(self, seconds: float) -> None:
        """End streams one after the other within so many seconds: a successor has the door. Long polls end by themselves."""
        self._ending = True
        if self._streams is not None:
            self._streams.end(seconds)

    def rest(self) -> None:
        """From now on only streams are served: their process acts no more."""
        Thread(target=self.application.rest, name="rest", daemon=True).start()

    def close(self) -> None:
        if self._blocks is not None:
            self._blocks.close()
        if self._streams is not None:
            self._streams.close()
        if self._bridge is not None:
            self._bridge.close()
        self.application.close()

    def _stream(self, connection: Any, subscription: Subscription) -> None:
        if self._streams is None:
            from api.streaming.streams import streams_of  # only now, because it makes its metrics

            assert self.application.composed is not None, "its Flask has answered"
            self._streams = streams_of(self.application.composed[0], self._loop)
            if self._ending:
                self._streams.end()
        self._streams.follow(connection, subscription)

    def _cut_blocked(self, is_blocked: IsBlocked) -> None:
        if self._streams is not None:
            self._streams.cut_blocked(is_blocked)

    def _plain_actions(self) -> PlainActions | None:
        composed = self.application.composed
        if self._actions is None and composed is not None:
            from api.server.plain_actions import PlainActions
            from api.streaming.blocking import BlockWatch

            self._actions = PlainActions(*composed)
            restrictions = composed[0].repository.restrictions
            self._blocks = BlockWatch(restrictions, self._loop, self._cut_blocked, self._polls.wake)
        return self._actions

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer an HTTP request. Our worker sends nothing else: no lifespan, no WebSockets."""
        actions = self._plain_actions()
        if actions is not None and actions.takes(scope):
            await actions(scope, receive, send)
        else:
            assert self._bridge is not None, "open comes first"
            await self._bridge(self.application, scope, receive, send)
