"""The ASGI application of our own server: Flask in threads, and what the event loop does itself."""

from __future__ import annotations

import os
import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, Any

from api.http.connection_quota import MAX_PER_CLIENT
from api.server.long_polls import LongPolls
from service.system.settings import Settings

if TYPE_CHECKING:
    from api.server.bridge import Bridge, Receive, Send
    from api.server.plain_actions import PlainActions
    from wsgi import LazyApp


class Asgi:
    """Our server's way to the application, whose service its worker composes."""

    def __init__(self, application: LazyApp) -> None:
        self.application = application
        self._bridge: Bridge | None = None
        self._plain: PlainActions | None = None

    def open(self, loop: AbstractEventLoop, threads: int, tried: Callable[[], None]) -> None:
        """Begin to compose the service; `tried` is called, in any thread, after every attempt."""
        from api.server.bridge import Bridge  # only now, because it imports Flask

        settings = Settings.from_env(os.environ)
        max_each = sys.maxsize if settings.limits is None else MAX_PER_CLIENT
        self._bridge = Bridge(threads, LongPolls(max_each, settings.proxies), self._stream)
        self.application.open(tried)

    @property
    def ready(self) -> bool:
        return self.application.ready

    def end_waiting(self) -> None:
        """Soon, in a thread of its own, because the store may keep that waiting, and all other threads be busy."""
        Thread(target=self.application.end_waiting, name="end-waiting", daemon=True).start()

    def close(self) -> None:
        if self._bridge is not None:
            self._bridge.close()
        self.application.close()

    def _stream(self, connection: Any, subscription: Any) -> None:
        raise NotImplementedError

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Answer an HTTP request. Our worker sends nothing else: no lifespan, no WebSockets."""
        assert self._bridge is not None, "open comes first"
        plain = self._plain_actions()
        if plain is not None and plain.takes(scope):
            await plain(scope, receive, send)
        else:
            await self._bridge(self.application, scope, receive, send)

    def _plain_actions(self) -> PlainActions | None:
        if self._plain is None and (made := self.application.made) is not None:
            from api.server.plain_actions import PlainActions

            self._plain = PlainActions(*made)
        return self._plain
