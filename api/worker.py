"""gunicorn's threaded worker with one fault mended, and with streams that end when it stops.

When a connection ends, gunicorn 27.0.1 half-closes it and then reads on the accept loop for up to two seconds until
the client closes too. A client that never closes so keeps everybody else from being accepted. Here the accept loop
only watches such connections, like any other socket, until they close or their time is over.
"""

from __future__ import annotations

import errno
import selectors
import socket
import time
from collections import deque
from concurrent.futures import Future
from typing import Any, NamedTuple

from gunicorn.workers.gthread import TConn, ThreadWorker

LINGER = 2.0
"""Seconds that a client has to read the end of its answer and close."""
MOST_LINGERING = 1000
"""Beyond this many the oldest is closed at once."""
CHUNK = 65536


class Lingering(NamedTuple):
    sock: socket.socket
    until: float


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """`gthread` whose accept loop never waits for a client to close."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lingering: deque[Lingering] = deque()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """On the way out nobody is kept waiting: the accept loop ends all streams first."""
        self.method_queue.defer(self.app.callable.end_waiting)
        super().handle_exit(sig, frame)

    def finish_request(self, conn: TConn, fs: Future[Any]) -> None:
        """Close ended connections our own way, and leave all others to gunicorn."""
        ended = not fs.cancelled() and fs.exception() is None and fs.result() is False
        if not ended:
            super().finish_request(conn, fs)
            return
        self.nr_conns -= 1
        self._linger(conn.sock)

    def _linger(self, sock: socket.socket) -> None:
        """Send our end, then wait for the client's without blocking."""
        try:
            sock.shutdown(socket.SHUT_WR)
            sock.setblocking(False)
            self.poller.register(sock, selectors.EVENT_READ, self._drain)
        except (OSError, ValueError):
            sock.close()  # the client is gone already
            return
        self._lingering.append(Lingering(sock, time.monotonic() + LINGER))
        if len(self._lingering) > MOST_LINGERING:
            self._end(self._lingering[0])

    def _drain(self, sock: socket.socket) -> None:
        """Throw away what still comes; close at the end of it."""
        try:
            if sock.recv(CHUNK):
                return
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EINTR):
                return
        self._end(next(one for one in self._lingering if one.sock is sock))

    def _end(self, one: Lingering) -> None:
        self._lingering.remove(one)
        self.poller.unregister(one.sock)
        one.sock.close()

    def murder_pending(self) -> None:
        """gunicorn calls this at every turn of its loop: the moment to end what has lingered too long."""
        super().murder_pending()
        while self._lingering and self._lingering[0].until <= time.monotonic():
            self._end(self._lingering[0])
