"""The streaming process: connections come in from the workers, commits are watched for, viewers are told."""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from collections import deque
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import msgspec
import structlog

from api.streaming.asked import MOST_BYTES, decode
from api.streaming.telling import Telling
from service.store import Store, StoreUnusable

log = structlog.get_logger()
TICK_SECONDS = 1.0
INTAKE = 64
"""Connections taken from a worker before others get a turn."""
PAUSE_SECONDS = 0.25
STOP_SECONDS = 6.0
"""In which viewers have to have read the end of their streams."""
END_SECONDS = 1.0
"""In which who watches for commits has to have ended."""


class Watch:
    """Collects which games have been committed to, in a thread, for as long as somebody follows one."""

    def __init__(self, store: Store, wake: int) -> None:
        self._store, self._wake = store, wake
        self._wanted = Event()
        self._games: deque[str] = deque()
        self._thread = Thread(target=self._run, name="stream-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """From then on it leaves the store alone; one that hangs is not waited for any longer."""
        self._store.end_waiting()
        self._wanted.set()
        self._thread.join(END_SECONDS)

    def want(self, wanted: bool) -> None:
        if wanted != self._wanted.is_set():
            (self._wanted.set if wanted else self._wanted.clear)()

    def found(self) -> set[str]:
        """Games with commits that were not told of yet."""
        return {self._games.popleft() for _ in range(len(self._games))}

    def _run(self) -> None:
        while self._wanted.wait() and not self._store.waiting_ended:
            try:
                self._follow(self._store.head())
            except StoreUnusable as error:
                log.warning("streams-wait", reason=str(error))
                time.sleep(PAUSE_SECONDS)
            except Exception:  # the look that comes every second goes on meanwhile
                log.exception("not-followed")
                time.sleep(PAUSE_SECONDS)

    def _follow(self, position: int) -> None:
        """What was committed before this began is seen by the look that comes every second."""
        while self._wanted.is_set() and not self._store.waiting_ended:
            if self._store.wait_for_any(position, TICK_SECONDS) <= position:
                continue
            while found := self._store.changed(position):
                position = found[-1][0]
                self._games.extend(game for _, game in found)
                os.eventfd_write(self._wake, 1)


class Process:
    """`listener`: where workers connect. Ends after `stop`, when all viewers have read the end of their streams."""

    def __init__(self, store: Store, listener: socket.socket, most: int, **more: Any) -> None:
        self._store = store
        self._telling = Telling(store, most, **more)
        self._poll = self._telling.wire.poll
        self._wake = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._watch = Watch(store, self._wake)
        self._listener = listener
        self._links: dict[int, socket.socket] = {}
        self._stopping = False

    def stop(self, *_: Any) -> None:
        """From any thread, or a handler of signals."""
        self._stopping = True
        os.eventfd_write(self._wake, 1)

    def run(self) -> None:
        self._listener.setblocking(False)
        for fd in (self._listener.fileno(), self._wake):
            self._poll.register(fd, select.EPOLLIN)
        self._watch.start()
        tick = time.monotonic()
        while not self._stopping:
            self._turn(-1 if self._telling.wire.quiet else max(0.0, tick - time.monotonic()))
            if time.monotonic() >= tick:
                self._telling.tick()
                tick = time.monotonic() + TICK_SECONDS
        self._leave()

    def _leave(self) -> None:
        """End all streams; whoever a worker that is stopping, too, still hands over has his ended at once."""
        self._telling.end()
        patience = time.monotonic() + STOP_SECONDS
        while (self._links or not self._telling.wire.quiet) and time.monotonic() < patience:
            self._turn(0.1)
            self._telling.wire.sweep()
        self._watch.end()
        self._store.close()

    def _turn(self, seconds: float) -> None:
        """Do what is to be done now, or wait for it. Newcomers last: they may get the descriptors of who has left."""
        own = []
        for fd, what in self._poll.poll(seconds if self._telling.idle else 0):
            if fd in self._links or fd in (self._wake, self._listener.fileno()):
                own.append(fd)
            else:
                self._telling.wire.happened(fd, what)
        for fd in own:
            self._own(fd)
        self._watch.want(self._telling.followed and not self._stopping)
        if games := self._watch.found():
            self._telling.news(games)
        self._telling.work()

    def _own(self, fd: int) -> None:
        if fd == self._wake:
            with suppress(BlockingIOError):
                os.eventfd_read(fd)
        elif fd in self._links:
            self._take_from(self._links[fd])
        else:
            self._accept()

    def _accept(self) -> None:
        with suppress(OSError):
            link, _ = self._listener.accept()
            link.setblocking(False)
            self._links[link.fileno()] = link
            self._poll.register(link.fileno(), select.EPOLLIN)
            link.send(b"+")  # somebody is here, which the kernel does not tell who connects

    def _take_from(self, link: socket.socket) -> None:
        for _ in range(INTAKE):
            try:
                data, fds, _, _ = socket.recv_fds(link, MOST_BYTES, 1)
            except BlockingIOError:
                return
            except ConnectionResetError:  # said once, of a worker that died; what it has sent is here still
                continue
            except OSError:
                data, fds = b"", []
            if not data:
                self._forget(link)
                return
            self._take(data, fds)

    def _take(self, data: bytes, fds: list[int]) -> None:
        try:
            asked = decode(data)
            (fd,) = fds
        except (msgspec.DecodeError, ValueError):  # out of descriptors, or of another version
            log.warning("not-taken")
            for fd in fds:
                os.close(fd)
            return
        try:
            self._telling.take(fd, asked)
        except OSError:  # the client is gone already
            log.info("not-taken")

    def _forget(self, link: socket.socket) -> None:
        del self._links[link.fileno()]
        self._poll.unregister(link)
        link.close()


def run(store: Store, listener: socket.socket, most: int, most_each: int | None = None) -> None:
    """Serve until SIGTERM."""
    process = Process(store, listener, most, most_each=most_each)
    signal.signal(signal.SIGTERM, process.stop)
    process.run()
