"""The connections of a worker: how long each may take, and which one gives way when there are too many."""

from __future__ import annotations

from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING

from api.http.connection_quota import ConnectionQuota

if TYPE_CHECKING:
    from api.server.protocol import Protocol


class Stage(Enum):
    """How much of a request has arrived."""

    IDLE = "nothing"
    HEAD = "a part of its head"
    BODY = "its head, and not yet all of its body"
    WHOLE = "everything; it is being answered"
    LAST = "everything that is read: the client has its last response, or is still to take it, and to close"


SECONDS = {Stage.IDLE: 15.0, Stage.HEAD: 10.0, Stage.BODY: 60.0, Stage.LAST: 2.0}
"""The maximum time of a connection at each stage at which its client is waited for."""
WRITE_SECONDS = 20.0
"""A client that takes nothing for so long gets no more of its response."""


class Connections:
    """Those that wait for their clients: for a request, for the end after the last response, or for clients that read slowly."""

    def __init__(self, waiting: ConnectionQuota[Protocol]) -> None:
        self._waiting = waiting
        self._unread: dict[Protocol, tuple[int, float]] = {}
        """Bytes that were left to send when the client last took some, and the deadline for taking more."""
        self.overdue_from = float("inf")
        """From this moment (`monotonic`) on, every connection is overdue that waits for a request."""

    def wait(self, connection: Protocol, stage: Stage) -> None:
        """More of a request is to arrive, or the client is to close."""
        is_new = connection.stage is Stage.WHOLE
        connection.stage = stage
        connection.until = monotonic() + SECONDS[stage]
        if is_new:
            connection.held = 0
            self._waiting.add(connection)
            self._give_up(self._waiting.over_quota(connection))

    def hold(self, connection: Protocol, count: int) -> None:
        """So many bytes more of its request are in memory."""
        connection.held += count
        self._waiting.add_bytes(count)
        self._give_up(self._waiting.oldest_of_heaviest())

    def complete(self, connection: Protocol) -> None:
        """Its request has arrived."""
        if connection.stage is not Stage.WHOLE:
            self._waiting.remove(connection)
            connection.stage = Stage.WHOLE

    def linger(self, connection: Protocol) -> None:
        """Its last response is being sent. Closed at once, with bytes still arriving, it would reset that response away."""
        self.complete(connection)
        self.wait(connection, Stage.LAST)
        self.watch_writing(connection)

    def watch_writing(self, connection: Protocol) -> None:
        self._unread[connection] = (connection.unsent, monotonic() + WRITE_SECONDS)

    def unwatch_writing(self, connection: Protocol) -> None:
        if connection.stage is not Stage.LAST:
            self._unread.pop(connection, None)

    def forget(self, connection: Protocol) -> None:
        """It is closed, or follows another protocol."""
        self.complete(connection)
        self._unread.pop(connection, None)

    def make_room(self) -> bool:
        """Whether a connection gives way: the oldest of the client with the most that wait."""
        one = self._waiting.oldest_of_largest()
        self._give_up(one)
        return one is not None

    def _give_up(self, connection: Protocol | None) -> None:
        if connection is not None:
            self.forget(connection)
            connection.transport.abort()

    def sweep(self) -> None:
        """End those whose time is over; several times a second."""
        now = monotonic()
        for connection in self._waiting:
            if connection.stage is Stage.LAST:
                if connection.until <= now and not connection.unsent:
                    self._give_up(connection)
            elif min(connection.until, self.overdue_from) <= now:
                connection.time_out()
        for connection, (left, until) in list(self._unread.items()):
            if connection.unsent != left:
                self.watch_writing(connection)
            elif until <= now and left:
                self._give_up(connection)
