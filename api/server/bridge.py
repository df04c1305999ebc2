"""Flask behind the event loop: a thread gets a request when its body is whole, and never waits for a client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from time import monotonic
from typing import Any

from api.http.continuation import ENVIRON, Continuation
from api.server.environ import environ_of
from api.server.protocol import CONNECTION

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
PIECE = 256 * 1024
"""Bytes of a long response that a thread makes before it hands them over, and is free until the client has taken them."""


class Answer:
    """What a WSGI application answers, piece by piece."""

    def __init__(self, application: Wsgi, environ: dict[str, Any]) -> None:
        """Run in a thread."""
        self.status, self.headers = 500, list[tuple[bytes, bytes]]()
        self._body = application(environ, self._start)
        self._parts: Iterator[bytes] = iter(self._body)
        self.ended = False

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        self.status = int(status[:3])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]

    def piece(self) -> bytes:
        """The next part of the body; run in a thread."""
        found, size = [], 0
        for part in self._parts:
            found.append(part)
            size += len(part)
            if size >= PIECE:
                return b"".join(found)
        self.close()
        return b"".join(found)

    def close(self) -> None:
        """Run in a thread: the response is all made, or nobody wants the rest."""
        if not self.ended:
            self.ended = True
            close = getattr(self._body, "close", None)
            if close is not None:
                close()


class Bridge:
    """SKELETON. `stream` follows a subscription on a connection, after the head of its response."""

    def __init__(self, threads: int, stream: Callable[[Any, Any], None]) -> None:
        self._pool = ThreadPoolExecutor(threads, "request")
        self._stream = stream

    async def __call__(self, application: Wsgi, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        then = Continuation(lambda: loop.call_soon_threadsafe(woken.set))
        body = await _whole(receive)
        while True:
            environ = environ_of(scope, BytesIO(body), len(body)) | {ENVIRON: then}
            answer, first = await loop.run_in_executor(self._pool, _answered, application, environ)
            if then.poll is None:
                break
            woken.clear()
            if not then.poll.notified:
                try:
                    await asyncio.wait_for(woken.wait(), max(0.0, then.poll.until - monotonic()))
                except TimeoutError:
                    pass
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if then.stream is not None:
            self._stream(scope["extensions"][CONNECTION], then.stream)
            return
        await send({"type": "http.response.body", "body": first, "more_body": not answer.ended})
        while not answer.ended:
            part = await loop.run_in_executor(self._pool, answer.piece)
            await send({"type": "http.response.body", "body": part, "more_body": not answer.ended})


def _answered(application: Wsgi, environ: dict[str, Any]) -> tuple[Answer, bytes]:
    answer = Answer(application, environ)
    return answer, answer.piece()


async def _whole(receive: Receive) -> bytes:
    found = bytearray()
    while True:
        message = await receive()
        found += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(found)
