"""Connections that have had their last answer: whoever closes first, with bytes still coming, would reset it away.

So our end is sent, what still comes is thrown away, and the socket is closed when the client has closed his, or has had
time enough to.
"""

from __future__ import annotations

import errno
import selectors
import socket
from time import monotonic

LINGER = 2.0
"""Seconds that a client has to read the end of its answer and close."""
MOST = 1000
"""Beyond this many the oldest is closed at once."""
CHUNK = 65536


class Lingering:
    """For the accept loop, which gives its poller when it begins."""

    poller: selectors.BaseSelector

    def __init__(self) -> None:
        self._until: dict[socket.socket, float] = {}

    def __bool__(self) -> bool:
        return bool(self._until)

    def add(self, sock: socket.socket) -> None:
        """Send our end, then wait for the client's without blocking."""
        try:
            sock.shutdown(socket.SHUT_WR)
            sock.setblocking(False)
            self.poller.register(sock, selectors.EVENT_READ, self._drain)
        except (OSError, ValueError):
            sock.close()  # the client is gone already
            return
        self._until[sock] = monotonic() + LINGER
        if len(self._until) > MOST:
            self.make_room()

    def make_room(self) -> bool:
        """Whether one has given up its place: the oldest."""
        if self._until:
            self._end(next(iter(self._until)))
            return True
        return False

    def sweep(self, overdue_from: float) -> None:
        """Close those whose time is over; from a moment (`monotonic`) on, all."""
        now = monotonic()
        while self._until and min(next(iter(self._until.values())), overdue_from) <= now:
            self.make_room()

    def _drain(self, sock: socket.socket) -> None:
        """Throw away what still comes; close at the end of it."""
        try:
            if sock.recv(CHUNK):
                return
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EINTR):
                return
        if sock in self._until:  # it may have been closed in this very turn
            self._end(sock)

    def _end(self, sock: socket.socket) -> None:
        del self._until[sock]
        self.poller.unregister(sock)
        sock.close()
