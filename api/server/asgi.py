"""The ASGI application of our own server: Flask in threads, and what the event loop does itself."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from api.server.bridge import Bridge, Receive, Send
from api.streaming.subscription import Subscription

if TYPE_CHECKING:
    from api.streaming.streams import Streams
    from wsgi import LazyApp


class Asgi:
    """SKELETON. Over the application that the worker composes."""

    def __init__(self, application: LazyApp) -> None:
        self.application = application
        self._bridge: Bridge | None = None
        self._streams: Streams | None = None

    def open(self, loop: AbstractEventLoop, threads: int, tried: Callable[[], None]) -> None:
        """Begin to compose the service; `tried` is called, in any thread, after every attempt."""
        self._loop = loop
        self._bridge = Bridge(threads, self._stream)
        self.application.open(tried)

    def end_waiting(self) -> None:
        if self._streams is not None:
            self._streams.end()
        self.application.end_waiting()

    def close(self) -> None:
        if self._streams is not None:
            self._streams.close()
        self.application.close()

    def _stream(self, connection: Any, subscription: Subscription) -> None:
        if self._streams is None:
            from api.streaming.streams import streams_of  # imported late, since it creates its metrics

            self._streams = streams_of(self.application.kronika, self._loop)
        self._streams.follow(connection, subscription)

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            assert self._bridge is not None, "open comes first"
            await self._bridge(self.application, scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # nothing here speaks it


async def _live(receive: Receive, send: Send) -> None:
    """The worker composes the service itself, because the server would not wait long enough for it."""
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})
