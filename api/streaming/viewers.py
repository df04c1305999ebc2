"""The connections of viewers. Writing to one never waits for it. Only the event loop uses them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from sys import intern
from time import monotonic
from typing import TYPE_CHECKING

from api.http.connection_quota import ConnectionQuota
from api.streaming.frames import LAST_CHUNK
from api.streaming.subscription import Position, Subscription
from api.telemetry.metrics import STREAMS, STREAMS_DROPPED

if TYPE_CHECKING:
    from api.streaming.topics import Audience

STUCK_SECONDS = 20.0
"""A client that has taken nothing for this time is dropped."""
SILENT_MS = 30_000
"""The kernel closes a connection whose peer has acknowledged nothing for this time."""
KERNEL_BYTES = 128 * 1024
UNREAD_BYTES = 4096
"""The kernel's buffer for bytes that a client sends after its request, which are not read."""
LINGER_SECONDS = 2.0
"""How long a client may take to read the end of its stream and close."""


class Viewer(asyncio.Protocol):
    """One connection. `after`: the version, or position in the lobby, up to which it has been sent everything.

    `audience` is None once nothing more is sent to it. `closed` is called when the connection is.
    """

    __slots__ = (
        "_closed",
        "_viewers",
        "address",
        "after",
        "audience",
        "held",
        "new_at",
        "progress",
        "since",
        "transport",
    )
    transport: asyncio.Transport

    def __init__(
        self, viewers: Viewers, audience: Audience, subscription: Subscription, closed: Callable[[], None]
    ) -> None:
        self._viewers, self._closed = viewers, closed
        self.audience: Audience | None = audience
        self.address = intern(subscription.client)
        self.after, self.new_at = subscription.after, subscription.new_at
        self.progress = b""
        """The last progress of an analysis that was sent to it."""
        self.held = 0
        """Bytes that the kernel has not taken yet."""
        self.since = 0.0
        """When the client last took some of them."""

    @property
    def client(self) -> tuple[str, int]:
        return self.address, 0

    @property
    def position(self) -> Position:
        return self.after, self.new_at

    def data_received(self, data: bytes) -> None:
        """A client has nothing to send. While its stream lasts, nothing more is read from it."""
        if self.audience is not None:
            self.transport.pause_reading()

    def pause_writing(self) -> None:
        """With a limit of 0: the kernel did not take all of the last write."""
        self._viewers.slowed(self)

    def resume_writing(self) -> None:
        self._viewers.caught_up(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._viewers.lost(self)
        self._closed()


class Viewers:
    """All connections of a worker: `most` at once, and `most_each` of one address; `resume` is called with each viewer that has
    taken all that it was sent.
    """

    def __init__(self, most: int, most_each: int, resume: Callable[[Viewer], None]) -> None:
        self._most, self._resume = most, resume
        self._quota: ConnectionQuota[Viewer] = ConnectionQuota(most_each)
        self._all: dict[Viewer, bool] = {}
        """Whether they count in the metrics."""
        self._slow: dict[Viewer, None] = {}
        self._lingering: dict[Viewer, float] = {}
        """Those whose streams have ended, with the time when they are closed."""

    def __len__(self) -> int:
        return len(self._all)

    @property
    def any_open(self) -> bool:
        return bool(self._all or self._lingering)

    def add(self, viewer: Viewer, transport: asyncio.Transport, counted: bool) -> None:
        """When places run out, the client with most streams loses its oldest one, and so does an address that has too many."""
        while len(self._all) >= self._most and (oldest := self._quota.oldest_of_largest()) is not None:
            self._drop(oldest)
        viewer.transport = transport
        transport.set_write_buffer_limits(high=0)
        _prepare(transport)
        self._all[viewer] = counted
        self._quota.add(viewer)
        if transport.get_write_buffer_size():  # a transport that has paused HTTP does not pause its successor
            self.slowed(viewer)
        if counted:
            STREAMS.inc()
        if (oldest := self._quota.over_quota(viewer)) is not None:
            self._drop(oldest)

    def is_slow(self, viewer: Viewer) -> bool:
        return viewer in self._slow

    def slowed(self, viewer: Viewer) -> None:
        self._slow[viewer] = None
        viewer.since = monotonic()
        self._hold(viewer, viewer.transport.get_write_buffer_size())
        if viewer.audience is not None:
            viewer.audience.set_aside(viewer)

    def _hold(self, viewer: Viewer, size: int) -> None:
        if viewer in self._all:
            self._quota.add_bytes(size - viewer.held)
        viewer.held = size

    def caught_up(self, viewer: Viewer) -> None:
        self._slow.pop(viewer, None)
        self._hold(viewer, 0)
        if viewer.audience is not None:
            self._resume(viewer)
        elif viewer in self._all:
            self._linger(viewer)

    def finish(self, viewer: Viewer) -> None:
        """End a stream as HTTP does, once its client has taken what it was sent."""
        audience = viewer.audience
        assert audience is not None, "a stream ends once"
        self._part(viewer)
        if viewer.transport.is_closing():
            return
        if audience.kind.chunked:
            viewer.transport.write(LAST_CHUNK)
        with suppress(OSError, RuntimeError):  # the client is gone already
            viewer.transport.write_eof()
        if viewer not in self._slow:
            self._linger(viewer)

    def cut(self, viewer: Viewer) -> None:
        """End a stream now: its client may not have what it has not taken yet."""
        if viewer in self._slow:
            self._abort(viewer)
        else:
            self.finish(viewer)

    def cut_blocked(self, blocked: Callable[[str, str | None], bool]) -> None:
        """End the streams of those whose address or token is blocked."""
        for viewer in list(self._all):
            if viewer.audience is not None and blocked(viewer.address, viewer.audience.kind.token):
                self.cut(viewer)

    def _linger(self, viewer: Viewer) -> None:
        self._forget(viewer)
        viewer.transport.resume_reading()
        self._lingering[viewer] = monotonic() + LINGER_SECONDS

    def make_room(self) -> None:
        """While too many bytes wait for all viewers together, drop the one of the client with most of them."""
        while (heaviest := self._quota.oldest_of_heaviest()) is not None:
            self._drop(heaviest)

    def _drop(self, viewer: Viewer) -> None:
        """It is too slow, or makes room for others; it can resume."""
        STREAMS_DROPPED.inc()
        self._abort(viewer)

    def _abort(self, viewer: Viewer) -> None:
        self.lost(viewer)
        viewer.transport.abort()

    def lost(self, viewer: Viewer) -> None:
        """The connection is closed, or will be."""
        self._part(viewer)
        self._forget(viewer)
        self._slow.pop(viewer, None)
        self._lingering.pop(viewer, None)

    def _part(self, viewer: Viewer) -> None:
        if viewer.audience is not None:
            viewer.audience.remove(viewer)
            viewer.audience = None

    def _forget(self, viewer: Viewer) -> None:
        if viewer not in self._all:
            return
        if self._all.pop(viewer):
            STREAMS.dec()
        self._quota.remove(viewer)

    def sweep(self) -> None:
        """Drop viewers that take nothing, close those that linger."""
        now = monotonic()
        for viewer in list(self._slow):
            size = viewer.transport.get_write_buffer_size()
            if size < viewer.held:
                viewer.since = now
            self._hold(viewer, size)
            if now - viewer.since > STUCK_SECONDS:
                self._drop(viewer)
        for viewer in [one for one, until in self._lingering.items() if until <= now]:
            self._abort(viewer)


def _prepare(transport: asyncio.Transport) -> None:
    sock = transport.get_extra_info("socket")
    with suppress(OSError):  # a connection that is not TCP has none of these
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL_BYTES)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, UNREAD_BYTES)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS)
