"""A client's connection: the request that is next, who waits for it, and how an answer gets to a client who takes his time."""

from __future__ import annotations

import errno
import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Protocol

from gunicorn.http.parser import RequestParser
from gunicorn.workers.gthread import TConn

from api.http.long_poll import Wait
from api.server.request_buffer import Arriving, Held
from service.store.fibers import new_pending

SECONDS_TO_TAKE = 20.0
"""A client that has not taken a piece of its answer after so long gets no more of it."""


class Loop(Protocol):
    """What a connection needs of the worker whose it is."""

    cfg: Any
    method_queue: Any

    def wake(self, conn: Any) -> None: ...


class Connection(TConn):  # type: ignore[misc]  # gunicorn has no types
    """A client's connection; in `arriving` the request that is next."""

    def __init__(self, worker: Loop, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(worker.cfg, sock, client, server)
        self.worker = worker
        cfg = worker.cfg
        self.parser = RequestParser(cfg, iter(()), client)
        self.parser.unreader = Held()
        self.initialized = True
        self.arriving = Arriving()
        self.until = 0.0
        self.handed = False
        """Whether it is another process's now."""
        self.asked = b""
        """The request that is being answered, for who may have to be asked again."""
        self.poll: Wait | None = None
        """What the request waits for, if it was put aside."""
        self.parked = False
        self.in_fiber = False
        """Whether its request is answered by the accept loop itself, in a fiber."""

    @property
    def held(self) -> int:
        return len(self.arriving.data)

    def init(self) -> None:
        """gunicorn calls this in the thread or fiber, before it has the request parsed."""
        self.sock.settimeout(0.0 if self.in_fiber else SECONDS_TO_TAKE)
        data = bytes(self.arriving.data)
        self.asked = data if data.startswith((b"GET ", b"HEAD ")) else b""
        self.parser.unreader.hold(data)
        self.arriving = Arriving()

    def end_after_this(self) -> None:
        """Say in the answer that no other request is taken after it."""
        self.parser.mesg.force_close()

    def wake(self) -> None:
        """Have the request asked again, soon; for any thread."""
        self.worker.method_queue.defer(self.worker.wake, self)

    def ask_again(self) -> None:
        """Begin with the same request anew."""
        self.parser = RequestParser(self.cfg, iter(()), self.client)
        self.parser.unreader = Held()
        self.arriving.data = bytearray(self.asked)


class Gathered:
    """In place of a socket: takes what gunicorn sends in pieces."""

    def __init__(self) -> None:
        self.data = bytearray()

    def sendall(self, data: bytes) -> None:
        self.data += data

    def shutdown(self, how: int) -> None:
        """gunicorn gives up in the midst of an answer."""
        raise OSError(errno.ENOTCONN, "Nothing is sent yet.")

    def close(self) -> None:
        """What has come is sent, and whose connection it is ends it."""


@contextmanager
def gathered(conn: Connection, poller: selectors.BaseSelector) -> Iterator[None]:
    """Send the answer in one piece when it is whole. For fibers."""
    sock, conn.sock = conn.sock, Gathered()
    try:
        yield
    finally:
        answer, conn.sock = conn.sock.data, sock
        _send_all(sock, answer, poller)


def _send_all(sock: socket.socket, data: bytearray, poller: selectors.BaseSelector) -> None:
    """As much as the client takes at once; for the rest the fiber waits."""
    left, until = memoryview(data), monotonic() + SECONDS_TO_TAKE
    while left:
        try:
            left = left[sock.send(left) :]
        except BlockingIOError:
            _wait_to_send(sock, poller, until - monotonic())


def _wait_to_send(sock: socket.socket, poller: selectors.BaseSelector, seconds: float) -> None:
    free = new_pending()
    poller.register(sock, selectors.EVENT_WRITE, lambda _: free.set())
    try:
        if not free.wait(seconds):
            raise ConnectionResetError(errno.ECONNRESET, "The client does not take its answer.")
    finally:
        poller.unregister(sock)
