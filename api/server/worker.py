"""gunicorn's ASGI worker, with what gunicorn 27.0.1 lacks: limits, an even share of connections, and an end without a reset."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import signal
import socket
import sys
from time import monotonic
from typing import Any

from gunicorn.workers.gasgi import ASGIWorker

from api.http.connection_quota import MAX_PER_CLIENT, ConnectionQuota
from api.server.accept_balance import AWAY, Place
from api.server.connections import Connections
from api.server.drain import LEAVE, LEAVE_SECONDS, STREAM_SECONDS, turn_newcomers_away
from api.server.protocol import Protocol
from service.system.settings import Settings

SWEEP_SECONDS = 0.25
"""Between two looks at deadlines and at what the worker is to do."""
LEFT_SECONDS = 0.002
"""How long a new connection is left to another worker."""
PAUSE_SECONDS = 0.1
"""After no connection could be accepted."""
BOOT_SECONDS = 30.0
"""A worker whose service is not composed after so long answers 503, if no other worker is ready."""
ARRIVING_SECONDS = 0.3
"""When the worker stops: for connections that are half made, a round trip to anywhere."""
LAST_SECONDS = 1.0
"""When the worker stops: for a request that is on its way on an open connection."""
LAST_SECONDS_BESIDE = 8.0
"""The same when there is a successor, and no hurry."""
CLOSING_SECONDS = 2.0
"""How long before the master kills the worker it stops to wait for clients, and closes its service."""
RESERVED, RESERVED_A_THREAD = 64, 4
"""Descriptors that are not for connections: databases, files, the worker's own."""
SWITCH_SECONDS = 0.001
"""How long a thread may keep Python's lock while the event loop wants it."""
NOTHING_THERE = (errno.EAGAIN, errno.EINTR, errno.ECONNABORTED)


class Worker(ASGIWorker):  # type: ignore[misc]  # gunicorn has no types
    """It accepts connections itself, once its service is composed."""

    place: Place
    """Among those that share connections; the master gives it."""
    sockets: list[Any]

    def init_process(self) -> None:
        self._settings = settings = Settings.from_env(os.environ)
        most_each = MAX_PER_CLIENT if settings.limits is not None else self.cfg.worker_connections
        self.connections = Connections(ConnectionQuota(most_each, settings.proxies))
        self._most = _most_connections(self.cfg.worker_connections, settings.threads)
        self._accepts_from, self._accepting, self._arriving = monotonic() + BOOT_SECONDS, False, 0
        self._until, self._succeeded = float("inf"), False
        self.leaving = False
        """Instead of gunicorn's `alive`, which closes connections that a response has promised to keep open."""
        sys.setswitchinterval(SWITCH_SECONDS)
        super().init_process()

    def connection_ended(self) -> None:
        """A connection that was handed over is lost."""
        self.nr_conns -= 1
        self.publish()

    def init_signals(self) -> None:
        super().init_signals()
        self.loop.add_signal_handler(LEAVE, self.handle_leave_signal)

    def handle_exit_signal(self) -> None:
        """Begin to leave; or, with a successor, wait no longer for streams."""
        if self._succeeded or not self.leaving:
            if self.leaving:
                self.asgi.end_waiting()
            self._succeeded = False
            self._leave_within(self.cfg.graceful_timeout)

    def handle_leave_signal(self) -> None:
        """Begin to leave to a successor, which lets newcomers in."""
        if not self.leaving:
            self._succeeded = True
            self._leave_within(LEAVE_SECONDS)

    def _leave_within(self, seconds: int) -> None:
        self.leaving = True
        self._until = monotonic() + seconds - CLOSING_SECONDS
        signal.alarm(seconds + 1)  # if there is no master to lose patience

    handle_quit_signal = handle_exit_signal
    """Ctrl-C in a terminal reaches all processes there, and must cut nobody off either."""

    async def _serve(self) -> None:
        self.asgi.open(self.loop, self._settings, self._tried)
        while not self.leaving and self.ppid == os.getppid():
            self._sweep()
            self._listen()
            await asyncio.sleep(SWEEP_SECONDS)
        await self._leave()

    def _sweep(self) -> None:
        self.notify()
        self.connections.sweep()
        self.asgi.publish_figures()

    def _tried(self) -> None:
        """An attempt to compose the service has succeeded or failed. Called in any thread."""
        self._accepts_from = 0.0

    # New connections

    def publish(self) -> None:
        """Tell the other workers how many connections this one has."""
        accepts = not self.leaving and self.asgi.ready
        self.place.publish(self.nr_conns + self._arriving if accepts else AWAY)

    def _listen(self) -> None:
        """Listen for connections, once it was tried to compose the service."""
        self._set_accepting(monotonic() >= self._accepts_from)
        self.publish()

    def _set_accepting(self, accepting: bool) -> None:
        if accepting == self._accepting:
            return
        self._accepting = accepting
        for listener in self.sockets:
            if accepting:
                self.loop.add_reader(listener.fileno(), self._newcomer, listener.sock)
            else:
                self.loop.remove_reader(listener.fileno())

    def _pause(self, seconds: float) -> None:
        self._set_accepting(False)
        self.loop.call_later(seconds, self._listen)

    def _newcomer(self, listener: socket.socket) -> None:
        """There is a connection to accept, by any worker."""
        if not self.asgi.ready and self.place.others_accept():
            self._set_accepting(False)  # until the next sweep
        elif not self.leaving and self.place.leaves():
            self._pause(LEFT_SECONDS)
        else:
            self._accept(listener)

    def _accept(self, listener: socket.socket) -> bool:
        """Whether a connection was accepted."""
        if self.nr_conns + self._arriving >= self._most:
            self._make_room()
            return False
        try:
            sock, _ = listener.accept()
        except OSError as error:
            if error.errno not in NOTHING_THERE:
                self._make_room()
            return False
        self._arriving += 1
        self.publish()
        self.loop.create_task(self._let_in(sock))
        return True

    async def _let_in(self, sock: socket.socket) -> None:
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio's own loop does not
            await self.loop.connect_accepted_socket(lambda: Protocol(self), sock)
        except OSError:
            sock.close()  # the client is gone already
        finally:
            self._arriving -= 1

    def _make_room(self) -> None:
        """There are too many connections: one gives way, or nobody is accepted for a moment."""
        if not self.leaving and not self.connections.make_room():
            self._pause(PAUSE_SECONDS)

    # The end

    async def _leave(self) -> None:
        """Accept those who are at the door, turn away all others, complete what is under way, and close."""
        if not self.leaving:  # the master is gone
            self._leave_within(self.cfg.graceful_timeout)
        if self._succeeded:
            self.asgi.leave(STREAM_SECONDS)
            self.loop.call_later(self.cfg.graceful_timeout - CLOSING_SECONDS, self.asgi.rest)
        else:
            self.asgi.end_waiting()
        if not self.place.shares_socket:
            await self._take_the_last()
        self._close_door()
        self.connections.overdue_from = monotonic() + (
            LAST_SECONDS_BESIDE if self._succeeded else LAST_SECONDS
        )
        while self.nr_conns + self._arriving and monotonic() < self._until:
            self._sweep()
            await asyncio.sleep(SWEEP_SECONDS)

    async def _take_the_last(self) -> None:
        """The master has turned newcomers away. When only this worker leaves, others accept from the same socket."""
        if self.ppid != os.getppid():
            turn_newcomers_away(self.sockets)
        self._set_accepting(True)
        self.publish()
        await asyncio.sleep(ARRIVING_SECONDS)
        if self._accepting:
            for listener in self.sockets:
                while self._accept(listener.sock):
                    pass

    def _close_door(self) -> None:
        self._set_accepting(False)
        for listener in self.sockets:
            listener.close()
        self.sockets = []


def _most_connections(most: int, threads: int) -> int:
    """As many as there are descriptors for, and no more than `most`."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(most, max(soft - RESERVED - RESERVED_A_THREAD * threads, soft // 4))
