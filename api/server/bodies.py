"""The bodies of requests. Each is whole, in memory, before a thread is taken; together they are bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from api.http.connection_quota import ConnectionQuota

if TYPE_CHECKING:
    from api.server.bridge import Receive

MAX_BYTES = 17 * 2**20
"""Of one body. More than any operation takes (a game file of 16 MiB), so that the operation itself refuses what is longer."""


class Body:
    """The body of a request of the current task. `client`: address and port; `held`: how many bytes have arrived."""

    def __init__(self, client: tuple[str, int]) -> None:
        self.client, self.held = client, 0
        self.data = BytesIO()
        self._task = asyncio.current_task()

    def add(self, chunk: bytes) -> None:
        self.held += len(chunk)
        self.data.write(chunk)

    def end(self) -> None:
        """End the request. The server closes the connection of a cancelled one."""
        if self._task is not None:
            self._task.cancel()


class Bodies:
    """Those that do not arrive in one piece, until their requests are answered.

    When they exceed the quota, the oldest one of the client with the most bytes loses its connection.
    """

    def __init__(self) -> None:
        self._quota: ConnectionQuota[Body] = ConnectionQuota()

    async def receive(self, body: Body, scope: Mapping[str, Any], receive: Receive) -> bool:
        """Fill a body. False if the client left, or sent nothing for too long.

        A body that is too long is cut off; a client that announces one is not asked to send it.
        """
        if _announced(scope["headers"]) > MAX_BYTES:
            return True
        more = True
        while more and body.held <= MAX_BYTES:
            message = await receive()
            if message["type"] != "http.request":
                return False
            more = message["more_body"]
            self._add(body, message["body"], more)
        return True

    def _add(self, body: Body, chunk: bytes, more: bool) -> None:
        if more and body not in self._quota:
            self._quota.add(body)
        body.add(chunk)
        if body in self._quota:
            self._quota.add_bytes(len(chunk))
            self._end_heaviest()

    def _end_heaviest(self) -> None:
        heaviest = self._quota.oldest_of_heaviest()
        if heaviest is not None:
            self._quota.remove(heaviest)
            heaviest.end()

    def forget(self, body: Body) -> None:
        """Its request has been answered, or never will be."""
        if body in self._quota:
            self._quota.remove(body)


def _announced(headers: Iterable[tuple[bytes, bytes]]) -> int:
    """Bytes of body, by Content-Length, which the server has checked; 0 without one."""
    return next((int(value) for name, value in headers if name == b"content-length"), 0)
