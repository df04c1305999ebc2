"""The bridge without a socket: clients that take what they want when they want it, and leave."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from api.server.bridge import Bridge, Wsgi
from api.server.long_polls import LongPolls

PATIENCE = 60.0


def scope(
    path: str = "/", headers: Iterable[tuple[bytes, bytes]] = (), method: str = "GET"
) -> dict[str, Any]:
    """What gunicorn says of a request. `path` is as the client sent it, without a query."""
    return {
        "method": method,
        "raw_path": path.encode("latin-1"),
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "server": ("127.0.0.1", 8000),
        "client": ("203.0.113.7", 50000),
        "headers": [*headers],
        "extensions": {},
    }


class Client:
    """A client of one request. It takes `takes` pieces of its response at once, the others when it is told to.

    Its body `ends`, or it is never whole.
    """

    def __init__(
        self,
        path: str = "/",
        takes: int = sys.maxsize,
        body: Iterable[bytes] = (b"",),
        ends: bool = True,
    ) -> None:
        self.scope = scope(path)
        self._chunks, self._ends = [*body], ends
        self._room = asyncio.Semaphore(takes)
        self._left = asyncio.Event()
        self.status = 0
        self.pieces: list[bytes] = []
        self.complete = False

    @property
    def body(self) -> bytes:
        return b"".join(self.pieces)

    def take(self) -> None:
        self._room.release()

    def leave(self) -> None:
        """End its side of the connection. (When it is gone altogether, its task is cancelled.)"""
        self._left.set()

    async def receive(self) -> dict[str, Any]:
        if self._chunks:
            chunk = self._chunks.pop(0)
            return {"type": "http.request", "body": chunk, "more_body": bool(self._chunks) or not self._ends}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        self.pieces.append(message["body"])
        self.complete = not message["more_body"]
        await self._room.acquire()


@contextmanager
def bridge(threads: int = 1, most_polls: int = 100) -> Iterator[Bridge]:
    polls = LongPolls(most_polls, ())
    made = Bridge(threads, polls, lambda connection, subscription: None)
    try:
        yield made
        assert not [*polls._waiting], "one is still counted"
    finally:
        made.close()


def asks(of: Bridge, application: Wsgi, client: Client) -> asyncio.Task[None]:
    async def call() -> None:
        await of(application, client.scope, client.receive, client.send)

    return asyncio.create_task(call())


async def until(true: Callable[[], object]) -> None:
    """Return when it is true."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.001)


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test in an event loop."""

    async def patient() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(patient())
