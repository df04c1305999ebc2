"""Streams in an event loop of their own, and the other ends of their connections."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from functools import partial
from time import monotonic
from types import SimpleNamespace
from typing import Any

import orjson
import uvloop

from api.streaming.streams import Streams
from api.streaming.subscription import Kind, Subscription
from service.store import Store
from tests.running import until

SECONDS = 240
BEGINNING = re.compile(rb": now \d{13}\nretry: 2000\n")
"""What every stream begins with."""
LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {
    "uvloop": uvloop.new_event_loop,
    "asyncio": asyncio.new_event_loop,
}
"""The second one serves where there is no wheel of the first."""


class Client:
    """The other end of a stream's connection. Nothing that it waits for may take more than `seconds`."""

    def __init__(self, sock: socket.socket, chunked: bool = True, seconds: float = SECONDS) -> None:
        self.sock, self.chunked, self._seconds = sock, chunked, seconds
        self.got = b""
        sock.settimeout(seconds)

    def read(self) -> bool:
        """Whether more has come; not at the end."""
        with suppress(ConnectionResetError):
            more = self.sock.recv(65536)
            self.got += more
            return bool(more)
        return False

    def text(self) -> bytes:
        """What came so far, without the chunks around it."""
        return b"".join(_chunks(self.got)) if self.chunked else self.got

    def events(self, count: int) -> list[Any]:
        """The first messages' data, as soon as they are here."""
        return [orjson.loads(it["data"]) for it in self.messages(count)]

    def messages(self, count: int) -> list[dict[str, str]]:
        """The first messages, and what else is here by then, field by field."""
        self._wait(lambda: self.text().count(b"data: ") >= count)
        blocks = [block.splitlines() for block in self.text().decode().split("\n\n") if "data: " in block]
        return [dict(line.split(": ", 1) for line in block if ": " in line[1:]) for block in blocks]

    def comes(self, text: bytes) -> None:
        self._wait(lambda: text in self.text())

    def beats(self, times: int, last: bool = False) -> None:
        """Heartbeats come, so many in a row; `last`: and nothing after them."""
        beats = rb"(?:: now \d{13}\n){%d}" % times + rb"\Z" * last
        self._wait(lambda: re.search(beats, self.text()) is not None)

    def ends(self) -> bytes:
        """All that came, at the end."""
        by = monotonic() + self._seconds
        while self.read():
            assert monotonic() < by, self.got
        return self.got

    def _wait(self, is_here: Callable[[], bool]) -> None:
        """Heartbeats do not extend the wait."""
        by = monotonic() + self._seconds
        while not is_here():
            assert self.read(), self.got
            assert monotonic() < by, self.got


def _chunks(data: bytes) -> Iterator[bytes]:
    while b"\r\n" in data:
        size, _, rest = data.partition(b"\r\n")
        length = int(size, 16)
        if length == 0 or len(rest) < length + 2:
            return
        yield rest[:length]
        data = rest[length + 2 :]


class Connection:
    """A connection as the server has it, whose response has its head already."""

    def __init__(self, transport: asyncio.Transport, ended: Callable[[], None]) -> None:
        self.transport = transport
        self.worker = SimpleNamespace(connection_ended=ended)

    def hand_over(self, successor: asyncio.Protocol) -> asyncio.Transport:
        self.transport.set_protocol(successor)
        return self.transport


class Hall:
    """An event loop in a thread. `connections` counts those that are open."""

    def __init__(self, loop: str = "uvloop") -> None:
        self.loop = LOOPS[loop]()
        self.connections = 0
        self._thread = threading.Thread(target=self.loop.run_forever)
        self._thread.start()

    def run(self, call: Callable[[], Any]) -> Any:
        """What it returns, in the loop."""

        async def called() -> Any:
            return call()

        return self._await(called())

    def connect(self, sock: socket.socket) -> Connection:
        self.connections += 1

        def ended() -> None:
            self.connections -= 1

        async def connected() -> Connection:
            transport, _ = await self.loop.connect_accepted_socket(asyncio.Protocol, sock)
            return Connection(transport, ended)

        connection = self._await(connected())
        assert isinstance(connection, Connection)
        return connection

    def _await(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(SECONDS)

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(SECONDS)
        self.loop.close()


class StreamsHall(Hall):
    """With the streams of a store."""

    def __init__(self, store: Store, most: int, most_each: int, loop: str = "uvloop", **more: Any) -> None:
        super().__init__(loop)
        self.store = store
        self.streams = Streams(store, self.loop, most, most_each, **more)

    @property
    def viewers(self) -> int:
        return len(self.streams._viewers)

    def follow(
        self,
        game: str,
        token: str | None = None,
        after: int = 0,
        client: str = "192.0.2.1",
        new_at: int = 0,
        seconds: float = SECONDS,
        **how: Any,
    ) -> Client:
        kind = Kind(game, token, **how)
        mine, theirs = socket.socketpair()
        connection = self.connect(theirs)
        self.run(lambda: self.streams.follow(connection, Subscription(kind, after, client, new_at)))
        return Client(mine, kind.chunked, seconds)

    def end(self, seconds: float = 0.0) -> None:
        """As the worker does when it stops, or leaves to a successor within so many seconds."""
        self.run(partial(self.streams.end, seconds))

    def close(self) -> None:
        self.end()
        until(lambda: not self.connections, "all connections to be closed")
        self.run(self.streams.close)
        super().close()
