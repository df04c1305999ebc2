"""HTTP/1.1 over connections to addresses that were checked before: one request, one answer, no redirects, no proxy."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Mapping
from typing import NamedTuple

import h11

from service.accounts.notices.addresses import Address, Target

MOST_BYTES = 65_536
"""Read of one answer, its head included."""
LONGEST_HEAD = 16_384
IDLE_SECONDS = 10.0
MOST_IDLE = 256


class Reply(NamedTuple):
    """What was read of an answer."""

    status: int
    body: bytes
    retry_after: str | None


class Closed(ConnectionError):
    """The other side closed the connection before it answered."""


class NotConnected(ConnectionError):
    """Nothing was sent."""


class Connection:
    """One connection to a receiver."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._http = h11.Connection(h11.CLIENT, max_incomplete_event_size=LONGEST_HEAD)
        self._left = MOST_BYTES
        self.used_at, self.reused = time.monotonic(), False

    async def post(self, target: Target, body: bytes, headers: Mapping[str, str]) -> Reply:
        """`Closed`, `OSError`, or `h11.ProtocolError` if there is no answer that can be read."""
        given = {"Host": target.authority, "Content-Length": str(len(body)), **headers}
        request = h11.Request(method="POST", target=target.path, headers=list(given.items()))
        parts = (request, h11.Data(data=body), h11.EndOfMessage())
        self._writer.write(b"".join(self._http.send(part) or b"" for part in parts))
        await self._writer.drain()
        head = await self._next()
        while not isinstance(head, h11.Response):
            head = await self._next()
        after = next(
            (value.decode("latin-1") for name, value in head.headers if name == b"retry-after"), None
        )
        return Reply(head.status_code, await self._body(), after)

    async def _next(self) -> h11.Event | None:
        """The next part of the answer; None when as much was read as is read of any answer."""
        while (event := self._http.next_event()) is h11.NEED_DATA:
            if self._left <= 0:
                self._check_head()
                return None
            data = await self._reader.read(min(self._left, 16_384))
            self._left -= len(data)
            self._http.receive_data(data)
        if isinstance(event, h11.ConnectionClosed):
            raise Closed
        assert not isinstance(event, type), "a client has nothing to pause"
        return event

    def _check_head(self) -> None:
        if self._http.their_state is h11.SEND_RESPONSE:
            raise Closed

    async def _body(self) -> bytes:
        read = bytearray()
        while isinstance(event := await self._next(), h11.Data):
            read += event.data
        return bytes(read)

    def reusable(self) -> bool:
        """Whether another request may follow; then it is prepared for that."""
        if (self._http.our_state, self._http.their_state) != (h11.DONE, h11.DONE) or self._reader.at_eof():
            return False
        self._http.start_next_cycle()
        self._left, self.used_at = MOST_BYTES, time.monotonic()
        return True

    def close(self) -> None:
        self._writer.transport.abort()


class Connections:
    """Opens connections, and keeps those that are idle for some seconds. For one event loop."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self._context = context
        self._idle: dict[tuple[Target, Address], list[Connection]] = {}
        self._dropped_at = float("-inf")

    async def open(self, target: Target, address: Address, fresh: bool = False) -> Connection:
        """A connection to this address for one request; an idle one, unless it is to be `fresh`.

        Certificate and Host are those of the target's host. Raises `NotConnected`, `ssl.SSLError`.
        """
        idle = None if fresh else self._pop((target._replace(path=""), address))
        if idle is not None:
            idle.reused = True
            return idle
        context = self._context if target.scheme == "https" else None
        name = target.host.strip("[]") if context else None
        try:
            streams = await asyncio.open_connection(
                str(address), target.port, ssl=context, server_hostname=name
            )
        except ssl.SSLError:
            raise
        except OSError as error:
            raise NotConnected from error
        return Connection(*streams)

    def release(self, connection: Connection, target: Target, address: Address) -> None:
        """Keep it for another request, if it is good for one."""
        if self._room() and connection.reusable():
            self._idle.setdefault((target._replace(path=""), address), []).append(connection)
        else:
            connection.close()

    def _pop(self, key: tuple[Target, Address]) -> Connection | None:
        if time.monotonic() - self._dropped_at > 1.0:
            self._drop_old()
        connections = self._idle.get(key)
        if not connections:
            return None
        connection = connections.pop()
        if not connections:
            del self._idle[key]
        return connection

    def _room(self) -> bool:
        return sum(map(len, self._idle.values())) < MOST_IDLE

    def _drop_old(self, older: float = IDLE_SECONDS) -> None:
        self._dropped_at = time.monotonic()
        limit = self._dropped_at - older
        for key, connections in list(self._idle.items()):
            fresh = [one for one in connections if one.used_at > limit]
            for old in set(connections).difference(fresh):
                old.close()
            if fresh:
                self._idle[key] = fresh
            else:
                del self._idle[key]

    def close(self) -> None:
        self._drop_old(older=-1.0)
