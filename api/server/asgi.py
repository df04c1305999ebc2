"""The ASGI application of our own server: Flask in threads, and what the event loop does itself."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from api.server.bridge import Bridge, Receive, Send

if TYPE_CHECKING:
    from api.server.plain_actions import PlainActions
    from wsgi import LazyApp


class Asgi:
    """SKELETON. Over the application that the worker composes."""

    def __init__(self, application: LazyApp) -> None:
        self.application = application
        self._bridge: Bridge | None = None
        self._plain: PlainActions | None = None

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
            plain = self._plain_actions()
            if plain is not None and plain.takes(scope):
                return await plain(scope, receive, send)
            await self._bridge(self.application, scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # nothing here speaks it

    def _plain_actions(self) -> PlainActions | None:
        if self._plain is None and self.application._made is not None:
            from api.server.plain_actions import PlainActions

            self._plain = PlainActions(*self.application._made)
        return self._plain


async def _live(receive: Receive, send: Send) -> None:
    """The worker composes the service itself, because the server would not wait long enough for it."""
    for step in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{step}.complete"})
