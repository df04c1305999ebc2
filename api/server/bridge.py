"""Flask behind the event loop: a thread gets a request when its body is whole, and never waits for a client."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from http import HTTPStatus
from io import BytesIO
from time import monotonic
from typing import Any

from gunicorn.asgi.protocol import _REASON_PHRASES

from api.http.continuation import ENVIRON, Continuation
from api.http.problem_kinds import Fault
from api.server.environ import environ_of
from api.server.long_polls import LongPolls
from api.server.protocol import CONNECTION

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
PIECE_BYTES = 256 * 1024
PIECE_SECONDS = 0.05
"""A thread makes so many bytes of a long response, or for so long; then it is free until the client has taken them."""
for _status in HTTPStatus:  # gunicorn calls all others "Unknown"
    _REASON_PHRASES.setdefault(_status.value, _status.phrase)
MOST_BYTES = 256 * 2**20
"""Of all bodies whose requests wait for a thread or are being handled."""
TOO_MANY = "This worker has too many long requests at once. Try again soon."
SHORT_BYTES = 16 * 1024
"""Bodies up to so many bytes are taken beyond that: there are no more of them than connections."""
IN_LOOP = ("/health/live",)
"""Paths whose requests Flask handles in the event loop, because they wait for nothing. They get their responses even if all
threads are busy.
"""


def encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    """Headers of a response, from WSGI to ASGI. Their names keep their case, which gunicorn allows."""
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


class Answer:
    """What a WSGI application answers. Its methods may run in different threads, one at a time."""

    def __init__(self, application: Wsgi, environ: dict[str, Any]) -> None:
        self.status, self.headers = 500, list[tuple[bytes, bytes]]()
        self._body = application(environ, self._start)
        self._parts: Iterator[bytes] = iter(self._body)
        self.ended = False

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        self.status = int(status[:3])
        self.headers = encoded(headers)

    def piece(self) -> bytes:
        """The next piece of the body."""
        found, size, until = [], 0, monotonic() + PIECE_SECONDS
        for part in self._parts:
            found.append(part)
            size += len(part)
            if size >= PIECE_BYTES or monotonic() > until:
                break
        else:
            self.close()
        return b"".join(found)

    def close(self) -> None:
        """The response is complete, or nobody wants the rest."""
        if not self.ended:
            self.ended = True
            close = getattr(self._body, "close", None)
            if close is not None:
                close()


class Handling:
    """A request that a WSGI application handles step by step, each step in whichever thread is free.

    All steps have the same context variables. If a request ends before its turn, it needs no thread.
    """

    def __init__(self, pool: ThreadPoolExecutor, application: Wsgi, environ: dict[str, Any]) -> None:
        self._pool, self._application, self._environ = pool, application, environ
        self._context = copy_context()
        self._last: Future[None] | None = None
        self.woken = asyncio.Event()
        self.then = Continuation(_setter(self.woken))
        self.answer: Answer | None = None
        self.piece = b""
        """The piece of the answer that was made last."""

    async def handle(self) -> None:
        """Make the answer's head and its first piece. The second time there is no body: only reads wait."""
        self.woken.clear()
        self.then.waits = False
        if self._environ["PATH_INFO"] in IN_LOOP:
            self._context.run(self._handle)
        else:
            await self._in_thread(self._handle)

    async def go_on(self) -> None:
        """Make the next piece."""
        await self._in_thread(self._go_on)

    def end(self) -> None:
        """Close everything once the last step has ended, which nobody may wait for any more. Closing takes no time."""
        if self._last is not None:
            self._last.add_done_callback(self._close)

    async def _in_thread(self, step: Callable[[], None]) -> None:
        self._last = self._pool.submit(self._context.run, step)
        await asyncio.wrap_future(self._last)

    def _handle(self) -> None:
        try:
            self.answer = Answer(self._application, self._environ | {ENVIRON: self.then})
            self._go_on()
        finally:  # werkzeug makes a cycle with the environment, which stays until garbage is collected
            self._environ["wsgi.input"].truncate(0)

    def _go_on(self) -> None:
        assert self.answer is not None
        self.piece = self.answer.piece()

    def _close(self, last: Future[None]) -> None:
        self.then.close()
        if self.answer is not None:
            self._context.run(self.answer.close)


class Bridge:
    """Has a WSGI application answer in threads. Requests wait for a thread in their order: one of each connection at most.

    `stream` follows a subscription on a connection, after the head of its response.
    """

    def __init__(self, threads: int, polls: LongPolls, stream: Callable[[Any, Any], None]) -> None:
        self._pool = ThreadPoolExecutor(threads, "request")
        self._polls, self._stream = polls, stream
        self._bytes = 0

    def close(self) -> None:
        """No more requests are handled. Nobody waits for those that are."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, application: Wsgi, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        body = await whole_body(receive)
        if body is None:
            return
        size = len(body.getbuffer())
        if size > SHORT_BYTES and self._bytes + size > MOST_BYTES:
            scope["extensions"][CONNECTION].refuse(Fault.UNAVAILABLE, TOO_MANY)
            return
        handling = Handling(self._pool, application, environ_of(scope, body))
        try:
            await self._handle(handling, size)
            if await self._polls.wait(handling, scope["client"], receive):
                await self._send(handling, scope, send)
        finally:
            handling.end()

    async def _handle(self, handling: Handling, size: int) -> None:
        self._bytes += size
        try:
            await handling.handle()
        finally:
            self._bytes -= size

    async def _send(self, handling: Handling, scope: dict[str, Any], send: Send) -> None:
        answer, stream = handling.answer, handling.then.stream
        assert answer is not None
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if stream is not None and answer.status == 200 and scope["method"] != "HEAD":
            self._stream(scope["extensions"][CONNECTION], stream)
            return
        await send({"type": "http.response.body", "body": handling.piece, "more_body": not answer.ended})
        while not answer.ended:
            await handling.go_on()
            await send({"type": "http.response.body", "body": handling.piece, "more_body": not answer.ended})


def _setter(event: asyncio.Event) -> Callable[[], None]:
    """Sets an event of this loop from any thread."""
    loop = asyncio.get_running_loop()

    def set_event() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(event.set)

    return set_event


async def whole_body(receive: Receive) -> BytesIO | None:
    """A request's body; None if the client left, or was too slow. (The connections bound the memory of bodies on their way.)"""
    body = BytesIO()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body.write(message["body"])
        if not message["more_body"]:
            body.seek(0)
            return body
