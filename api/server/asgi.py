"""The ASGI application of our own server: Flask in threads, and what the event loop does itself."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from api.server.bridge import Bridge, Receive, Send
from api.server.plain_actions import answer, is_plain

if TYPE_CHECKING:
    from wsgi import LazyApp


class Asgi:
    """SKELETON. Over the application that the worker composes."""

    def __init__(self, application: LazyApp) -> None:
        self.application = application
        self._bridge: Bridge | None = None

    def open(self, loop: AbstractEventLoop, threads: int, tried: Callable[[], None]) -> None:
        """Begin to compose the service; `tried` is called, in any thread, after every attempt."""
        self._bridge = Bridge(threads, self._stream)
        self.application.open(tried)

    def end_waiting(self) -> None:
        self.application.end_waiting()

    def close(self) -> None:
        self.application.close()

    def _stream(self, connection: Any, subscription: Any) -> None:
        raise NotImplementedError

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            assert self._bridge is not None, "open comes first"
            made = self.application._made
            if made is not None and is_plain(scope, made[0]):
                return await answer(made[1], scope, receive, send)
            await self._bridge(self.application, scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # nothing here speaks it


async def _live(receive: Receive, send: Send) -> None:
    """The worker composes the service itself, because the server would not wait long enough for it."""
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})
