"""gunicorn's threaded worker, in which no thread ever waits for a client's request, and which leaves without a reset.

gunicorn 27.0.1 gives each connection to a thread, which reads from it until a request is whole: a few hundred clients
that send a byte now and then hold all threads. Here the accept loop itself reads what comes, without waiting, and a
thread gets a request when it is whole, unless it is so short that the loop answers it by itself, in a fiber. Whoever
takes too long, or has too many connections open that say nothing, loses them (see `ConnectionQuota`). And when a connection ends,
gunicorn reads on the accept loop for up to two seconds until the client closes too; here such connections
linger beside the others.
"""

from __future__ import annotations

import errno
import os
import resource
import selectors
import signal
import socket
import sys
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.workers.gthread import ThreadWorker

from api.http import problems
from api.http.connection_quota import MAX_PER_CLIENT, ConnectionQuota
from api.http.long_poll import CURRENT, Parked
from api.http.problem_kinds import Fault
from api.server.accept_balance import LEFT_SECONDS, Place
from api.server.connections import Connection, gathered
from api.server.drain import turn_newcomers_away
from api.server.inline_requests import ShortRequests
from api.server.lingering_close import Lingering
from api.server.parked import Parking
from api.server.request_buffer import Stage
from api.streaming.handing import Handed
from service.system.settings import Settings

SECONDS = {Stage.IDLE: 15.0, Stage.HEAD: 10.0, Stage.BODY: 60.0}
"""How long a connection may stay at each stage of a request."""
LAST_SECONDS = 1.0
"""When the worker stops: for a request that is on its way on an open connection, and to linger."""
ARRIVING_SECONDS = 0.3
"""When the worker stops: for connections that are half made, a round trip to anywhere."""
BOOT_SECONDS = 30.0
"""A worker whose service is not composed after so long, which is long on a busy machine too, takes requests to answer 503."""
SWEEP_SECONDS = 0.25
"""Between two looks at who has overstayed."""
PAUSE_SECONDS = 0.1
"""After no connection could be accepted."""
KEPT_FREE, KEPT_FREE_A_THREAD = 64, 4
"""Descriptors that are not for connections: databases, files, the worker's own."""
SWITCH_SECONDS = 0.001
"""How long a thread may keep Python's lock while others want it. The accept loop lets go of it in each word with the kernel."""
CHUNK = 65536
NOTHING_THERE = (errno.EAGAIN, errno.EINTR, errno.ECONNABORTED)
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Worker(ThreadWorker):  # type: ignore[misc]
    """`gthread` whose accept loop reads requests and never waits, and whose threads only answer."""

    place: Place
    """Among those that share newcomers; the master gives it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        settings = Settings.from_env(os.environ)
        most_each = MAX_PER_CLIENT if settings.limits is not None else self.cfg.worker_connections
        self._crowd: ConnectionQuota[Any] = ConnectionQuota(most_each, settings.proxies)
        self._parking = Parking(most_each, settings.proxies, self.enqueue_req, self._close)
        self._lingering = Lingering()
        self._welcome_from = time.monotonic() + BOOT_SECONDS
        self._short = ShortRequests(self.handle, self.finish_request, self.method_queue.defer)
        self._swept = 0.0
        self._overdue_from = float("inf")

    def init_process(self) -> None:
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        kept = KEPT_FREE + KEPT_FREE_A_THREAD * self.cfg.threads
        self.worker_connections = min(self.cfg.worker_connections, max(soft - kept, soft // 4))
        sys.setswitchinterval(SWITCH_SECONDS)
        super().init_process()

    def welcome(self) -> None:
        """From now on requests are taken; any thread may say so."""
        self.method_queue.defer(partial(setattr, self, "_welcome_from", 0.0))

    def wake(self, conn: Any) -> None:
        """Have a request that was put aside asked again."""
        self._parking.wake(conn)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to leave. Nobody is kept waiting: the accept loop ends all streams first."""
        if self.alive:
            self.method_queue.defer(self.app.callable.end_waiting)
            signal.alarm(self.cfg.graceful_timeout + 1)  # if no master is there to lose patience
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Ctrl-C in a terminal, which says it to all processes there: nobody is cut off by that either."""
        self.handle_exit(sig, frame)

    # The loop

    def run(self) -> None:
        self._parking.poller = self._lingering.poller = self.poller
        self.poller.register(
            self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks
        )
        while self.alive:
            self._listen()
            self._turn(1.0 if self._accepting else min(PAUSE_SECONDS, self._welcome_from - time.monotonic()))
            if not self.is_parent_alive():
                self.handle_exit(signal.SIGTERM, None)
        self._leave()

    def _turn(self, seconds: float) -> None:
        """Do what is to be done now, or wait for it."""
        idle = not (self._crowd or self._parking or self._lingering or self._short)
        patience = seconds if idle else min(seconds, SWEEP_SECONDS)
        self.wait_for_and_dispatch_events(0.0 if self._short.pressing else patience)
        self._short.end_turn()
        if time.monotonic() - self._swept > SWEEP_SECONDS:
            self._swept = time.monotonic()
            self.notify()
            self._end_overdue()

    def _leave(self) -> None:
        """Turn newcomers away, answer everybody who is in, and close."""
        patience = time.monotonic() + self.cfg.graceful_timeout - LAST_SECONDS
        self._take_the_last()
        self._overdue_from = time.monotonic() + LAST_SECONDS
        while (self.nr_conns or self._lingering) and time.monotonic() < patience:
            self._turn(SWEEP_SECONDS)
        self.tpool.shutdown(wait=False)
        self.poller.close()
        self.method_queue.close()

    def _take_the_last(self) -> None:
        """Close the door so that whoever has a foot in it comes in. (The master has turned all others away; other
        workers, which go on when only this one leaves, have the same door.)
        """
        if not self.is_parent_alive():
            turn_newcomers_away(self.sockets)
        self.place.away()
        self.set_accept_enabled(True)
        closing = time.monotonic() + ARRIVING_SECONDS
        while time.monotonic() < closing:
            self._turn(closing - time.monotonic())
        for listener in self.sockets:
            for _ in range(self.cfg.backlog):
                if not self._accept_one(listener):
                    break
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()

    # Newcomers

    def _listen(self) -> None:
        """Listen for them, unless nobody is welcome now, or one is left to another worker."""
        self.set_accept_enabled(time.monotonic() >= self._welcome_from)
        if self._accepting:
            self.place.listens(self.nr_conns)

    def accept(self, listener: socket.socket) -> None:
        if self.alive and self.place.leaves(self.nr_conns):
            self._welcome_from = time.monotonic() + LEFT_SECONDS
        else:
            self._accept_one(listener)

    def _accept_one(self, listener: socket.socket) -> bool:
        """Whether somebody came in."""
        if self.nr_conns >= self.worker_connections and not self._make_room():
            self._pause()
            return False
        try:
            sock, client = listener.accept()
        except OSError as error:
            if error.errno not in NOTHING_THERE and not self._make_room():
                self._pause()
            return False
        self._count(1)
        self._await(Connection(self, sock, client, listener.getsockname()))
        return True

    def _count(self, more: int) -> None:
        self.nr_conns += more
        self.place.has(self.nr_conns)

    def _make_room(self) -> bool:
        """Whether a place has become free: somebody lingered, or waited and had most company."""
        if self._lingering.make_room():
            return True
        one = self._crowd.oldest_of_largest()
        if one is not None:
            self._drop(one)
            return True
        return self._parking.make_room()

    def _pause(self) -> None:
        self.place.away()
        self._welcome_from = time.monotonic() + PAUSE_SECONDS

    # Requests that arrive

    def _await(self, conn: Any) -> None:
        """Have a connection wait for its next request, of which something may be here already."""
        conn.sock.setblocking(False)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._read, conn))
        self._crowd.add(conn)
        self._give_time(conn)
        too_old = self._crowd.over_quota(conn)
        if too_old is not None:
            self._drop(too_old)
        self._take(conn, conn.parser.unreader.take_buffered())

    def _read(self, conn: Any, sock: socket.socket) -> None:
        if conn not in self._crowd:
            return  # it was dropped in this very turn
        try:
            chunk = sock.recv(CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            chunk = b""
        if chunk:
            self._take(conn, chunk)
        else:
            self._drop(conn)

    def _take(self, conn: Any, chunk: bytes) -> None:
        """More of a request: a thread gets it when it is whole."""
        before = conn.arriving.stage
        conn.arriving.add(chunk)
        self._crowd.add_bytes(len(chunk))
        if conn.arriving.stage is Stage.WHOLE:
            self._unlisten(conn)
            self.enqueue_req(conn)
        elif conn.arriving.stage is not before:
            self._give_time(conn)
            if conn.arriving.expects_continue:
                self._say(conn.sock, CONTINUE)
        too_much = self._crowd.oldest_of_heaviest()
        if too_much is not None:
            self._drop(too_much)

    def _give_time(self, conn: Any) -> None:
        conn.until = time.monotonic() + SECONDS[conn.arriving.stage]

    def _unlisten(self, conn: Any) -> None:
        self._crowd.remove(conn)
        self.poller.unregister(conn.sock)

    def _drop(self, conn: Any) -> None:
        self._unlisten(conn)
        self._close(conn)

    def _close(self, conn: Any) -> None:
        self._count(-1)
        conn.close()

    def _say(self, sock: socket.socket, answer: bytes) -> None:
        with suppress(OSError):  # the client is gone, or takes nothing
            sock.send(answer)

    def _end_overdue(self) -> None:
        now = time.monotonic()
        for conn in self._crowd:
            if min(conn.until, self._overdue_from) <= now:
                self._unlisten(conn)
                if conn.held:
                    self._say(conn.sock, problems.raw_problem(Fault.REQUEST_TIMEOUT))
                self._part_from(conn)
        self._parking.sweep()
        self._short.sweep()
        self._lingering.sweep(self._overdue_from + LAST_SECONDS)

    # Requests that are answered

    def enqueue_req(self, conn: Any) -> None:
        """A request is whole: have it answered, by the loop itself or by a thread."""
        conn.in_fiber = self.app.callable.is_short(conn.arriving)
        if conn.in_fiber:
            self._short.add(conn)
        else:
            super().enqueue_req(conn)

    def handle_request(self, req: Any, conn: Any) -> Any:
        conn.parser.unreader.in_head = False
        req._expected_100_continue = False  # the body is here, or nobody wants it
        if conn.in_fiber:
            return self._handle_in_fiber(req, conn)
        CURRENT.connection = conn
        try:
            return super().handle_request(req, conn)
        except Handed:
            conn.handed = True
            return False
        except Parked:
            conn.parked = True
            return False
        finally:
            CURRENT.connection = None

    def _handle_in_fiber(self, req: Any, conn: Any) -> Any:
        with gathered(conn, self.poller):
            return super().handle_request(req, conn)

    def _keepalive_after(self, conn: Any, keepalive: Any) -> bool:
        return bool(super()._keepalive_after(conn, keepalive)) and not conn.parser.unreader.short

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer what never became a request for the application, or could not be answered by it."""
        kind = _fault(exc)
        if kind is Fault.INTERNAL_ERROR:
            self.log.exception("unexpected")
        self._say(client, problems.raw_problem(kind, str(exc) if isinstance(exc, ParseException) else ""))

    # Connections that have ended

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """A request is answered: its connection waits for the next one, or ends."""
        if conn.handed:
            self._close(conn)
            return
        if conn.parked:
            self._parking.park(conn)
            return
        if conn.poll is not None:  # it was asked again, and refused
            conn.poll.close()
            conn.poll = None
        if not fs.cancelled() and fs.exception() is None and fs.result():
            self._await(conn)
        else:
            self._part_from(conn)

    def _part_from(self, conn: Any) -> None:
        self._count(-1)
        self._lingering.add(conn.sock)


def _fault(error: BaseException) -> Fault:
    if isinstance(error, LimitRequestLine):
        return Fault.URI_TOO_LONG
    if isinstance(error, LimitRequestHeaders):
        return Fault.HEADERS_TOO_LARGE
    return Fault.BAD_REQUEST if isinstance(error, ParseException) else Fault.INTERNAL_ERROR
