"""The connections of viewers: written to without ever waiting for one of them."""

from __future__ import annotations

import os
import select
import socket
from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile
from sys import intern
from time import monotonic

from api.http.connection_quota import ConnectionQuota
from api.streaming.asked import Asked
from api.streaming.frames import LAST_CHUNK
from api.telemetry.metrics import STREAMS_DROPPED

SECONDS_TO_TAKE = 20.0
"""Who has not taken anything of what waits for him after so long is dropped."""
SILENT_MS = 30_000
"""The kernel gives up a connection whose other end has not confirmed what was sent for so long."""
MOST_WAITING = 256 * 1024
"""Bytes that may wait for one viewer, besides those in the kernel; who lets more wait is dropped."""
KERNEL_BYTES = 128 * 1024
UNREAD_BYTES = 4096
"""What the kernel takes of what a client sends after its request: nobody reads it."""
LINGER = 2.0
"""Seconds that a viewer has to read the end of his stream and close."""
CHUNK = 65536
GONE = select.EPOLLRDHUP | select.EPOLLHUP | select.EPOLLERR


class Viewer:
    """One connection. `after` is the version (position in the lobby) up to which he was told, or is about to be."""

    __slots__ = ("after", "behind", "client", "ending", "fd", "kind", "new_at", "since", "waiting")

    def __init__(self, fd: int, asked: Asked) -> None:
        self.fd = fd
        self.kind = asked.kind
        self.client = (intern(asked.client), 0)
        self.after = asked.after
        self.behind = True
        self.ending = False
        """Whether he is told nothing more than what waits for him."""
        self.new_at = asked.new_at
        self.waiting = b""
        self.since = 0.0

    @property
    def held(self) -> int:
        return len(self.waiting)


class Wire:
    """All connections: so many at `most`, and `most_each` of one address. `left` is called with each viewer who is gone,
    `taken` with each who has taken all that waited.
    """

    def __init__(
        self,
        most: int,
        left: Callable[[Viewer], None],
        taken: Callable[[Viewer], None],
        most_each: int | None = None,
    ) -> None:
        self.poll = select.epoll()
        self.viewers: dict[int, Viewer] = {}
        self._most, self._left, self._taken = most, left, taken
        self._crowd: ConnectionQuota[Viewer] = ConnectionQuota(most if most_each is None else most_each)
        self._slow: set[Viewer] = set()
        self._lingering: dict[int, float] = {}
        """Connections whose streams have ended, each with when it is closed at the latest; the next one first."""

    def add(self, fd: int, asked: Asked) -> Viewer:
        """A connection that was handed over; `OSError` if it is closed. When places run out, who has most gives one, and
        of an address that has too many the oldest: whoever is dropped resumes where he was.
        """
        while len(self.viewers) >= self._most and (oldest := self._crowd.oldest_of_largest()) is not None:
            self._drop(oldest)
        try:
            _prepare(fd)
            self.poll.register(fd, GONE)
        except OSError:
            os.close(fd)
            raise
        viewer = self.viewers[fd] = Viewer(fd, asked)
        self._crowd.add(viewer)
        if (oldest := self._crowd.over_quota(viewer)) is not None:
            self._drop(oldest)
        return viewer

    def send(self, viewer: Viewer, data: bytes) -> None:
        """Send it now, or as soon as he takes it; nothing after the end."""
        if viewer.ending:
            return
        if viewer.waiting:
            self._keep(viewer, viewer.waiting + data)
            if len(viewer.waiting) > MOST_WAITING:
                self._drop(viewer)
            return
        self._write(viewer, data)

    def _write(self, viewer: Viewer, data: bytes) -> None:
        try:
            sent = os.write(viewer.fd, data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.forget(viewer)
            return
        if sent < len(data):
            self._keep(viewer, data[sent:])
            viewer.since = monotonic()
            self._slow.add(viewer)
            self.poll.modify(viewer.fd, GONE | select.EPOLLOUT)

    def _keep(self, viewer: Viewer, waiting: bytes) -> None:
        self._crowd.add_bytes(len(waiting) - len(viewer.waiting))
        viewer.waiting = waiting

    def make_room(self) -> None:
        """Drop who holds most while too much waits for all of them together."""
        while (heaviest := self._crowd.oldest_of_heaviest()) is not None:
            self._drop(heaviest)

    def happened(self, fd: int, what: int) -> None:
        """Something has happened on a connection."""
        viewer = self.viewers.get(fd)
        if viewer is None:
            self._drain(fd)
        elif what & GONE:
            self.forget(viewer)
        else:
            self._go_on(viewer)

    def _go_on(self, viewer: Viewer) -> None:
        data = viewer.waiting
        self._keep(viewer, b"")
        self._write(viewer, data)
        if viewer.fd not in self.viewers:
            return
        if len(viewer.waiting) < len(data):
            viewer.since = monotonic()
        if not viewer.waiting:
            self._slow.discard(viewer)
            self.poll.modify(viewer.fd, GONE)
            if viewer.ending:
                self._part_from(viewer)
            else:
                self._taken(viewer)

    def finish(self, viewer: Viewer) -> None:
        """End his stream as HTTP does, once he has taken what waits for him, and give him time to read it."""
        if viewer.kind.chunked:
            self.send(viewer, LAST_CHUNK)
        viewer.ending = True
        if not viewer.waiting and self.viewers.get(viewer.fd) is viewer:
            self._part_from(viewer)

    def cut(self, viewer: Viewer) -> None:
        """End his stream now: what waits for him is not for him any more."""
        if viewer.waiting:
            self.forget(viewer)
        else:
            self.finish(viewer)

    def _part_from(self, viewer: Viewer) -> None:
        fd = viewer.fd
        self._remove(viewer)
        try:
            _end_sending(fd)
            self.poll.modify(fd, select.EPOLLIN | GONE)
        except OSError:
            self._let_go(fd)
            return
        self._lingering[fd] = monotonic() + LINGER

    def forget(self, viewer: Viewer) -> None:
        """He is gone."""
        self._remove(viewer)
        self._let_go(viewer.fd)

    def _drop(self, viewer: Viewer) -> None:
        """He is too slow, or has to make room."""
        STREAMS_DROPPED.inc()
        self.forget(viewer)

    def _remove(self, viewer: Viewer) -> None:
        del self.viewers[viewer.fd]
        self._crowd.remove(viewer)
        self._slow.discard(viewer)
        self._left(viewer)

    def _drain(self, fd: int) -> None:
        """Throw away what a client still sends after his stream; close at the end of it."""
        if fd not in self._lingering:
            return
        try:
            if os.read(fd, CHUNK):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._close(fd)

    def _close(self, fd: int) -> None:
        del self._lingering[fd]
        self._let_go(fd)

    def _let_go(self, fd: int) -> None:
        """Close it. While the worker has the connection, too, closing alone would leave it in the poller, under a number that
        is the next viewer's.
        """
        self.poll.unregister(fd)
        os.close(fd)

    def sweep(self) -> None:
        """Drop who takes nothing, close who lingers."""
        now = monotonic()
        for viewer in [one for one in self._slow if now - one.since > SECONDS_TO_TAKE]:
            self._drop(viewer)
        for fd in list(takewhile(lambda fd: self._lingering[fd] <= now, self._lingering)):
            self._close(fd)

    @property
    def quiet(self) -> bool:
        """Whether every connection is closed."""
        return not self.viewers and not self._lingering


def _prepare(fd: int) -> None:
    os.set_blocking(fd, False)
    sock = socket.socket(fileno=fd)
    with suppress(OSError):  # a connection that is not TCP has none of these
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS)
    sock.detach()


def _end_sending(fd: int) -> None:
    sock = socket.socket(fileno=fd)
    try:
        sock.shutdown(socket.SHUT_WR)
    finally:
        sock.detach()
