"""The protocol of the server's connections in a loop of this process, over real sockets, before any ASGI application.

With uvloop and the parser in C, or with what serves where these are not installed: asyncio's loop and gunicorn's own parser.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from types import SimpleNamespace
from typing import Any

import uvloop
from gunicorn.config import Config

from api.http.connection_quota import ConnectionQuota
from api.server.connections import Connections
from api.server.protocol import Protocol, use_c_parser

PATIENCE = 20
SWEEP_SECONDS = 0.02
App = Callable[[Any, Any, Any], Any]


class Door:
    """`connections` are those of its worker; `port` accepts new ones."""

    def __init__(self, app: App, plain: bool, most_each: int) -> None:
        self.loop = asyncio.new_event_loop() if plain else uvloop.new_event_loop()
        self.connections = Connections(ConnectionQuota(most_each))
        config = Config()
        config.set("http_parser", "python" if plain else "auto")
        config.set("asgi_disconnect_grace_period", 0)
        app.ready = True  # type: ignore[attr-defined]
        self.worker: Any = SimpleNamespace(
            cfg=config, log=_Log(), asgi=app, loop=self.loop, connections=self.connections,
            publish=lambda: None, nr_conns=0, nr=0, max_requests=2**31, alive=True, leaving=False, state={},
        )  # fmt: skip
        self.port = 0

    async def open(self) -> None:
        server = await self.loop.create_server(lambda: Protocol(self.worker), "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._sweep()

    def _sweep(self) -> None:
        self.connections.sweep()
        self.loop.call_later(SWEEP_SECONDS, self._sweep)

    def connected(self, said: bytes = b"") -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        sock.sendall(said)
        return sock


class _Log(logging.LoggerAdapter):  # type: ignore[type-arg]
    access_log_enabled = False

    def __init__(self) -> None:
        super().__init__(logging.getLogger("door"), {})


@contextmanager
def door(app: App, plain: bool = False, most_each: int = 256) -> Iterator[Door]:
    use_c_parser()
    opened = Door(app, plain, most_each)
    opened.loop.run_until_complete(opened.open())
    thread = Thread(target=opened.loop.run_forever)
    thread.start()
    try:
        yield opened
    finally:
        opened.loop.call_soon_threadsafe(opened.loop.stop)
        thread.join(PATIENCE)
        _end(opened.loop)


def _end(loop: asyncio.AbstractEventLoop) -> None:
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks))
    loop.close()


async def whole(receive: Any) -> bytes | None:
    """The body; None if the client is gone, or too slow."""
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message["body"]
        if not message["more_body"]:
            return body


async def answer(send: Any, body: bytes, status: int = 200) -> None:
    headers = [(b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def heard(sock: socket.socket) -> bytes:
    """All that comes until the server closes, or resets the connection."""
    got = bytearray()
    with suppress(ConnectionResetError):
        while chunk := sock.recv(65536):
            got += chunk
    return bytes(got)
