"""The worker's side: connections are handed over through a socket of the machine, each with what is asked for."""

from __future__ import annotations

import errno
import math
import socket
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from fcntl import ioctl
from itertools import count, islice, takewhile
from select import POLLHUP, POLLIN, POLLOUT, poll
from termios import TIOCOUTQ
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Protocol

from api.streaming.asked import Asked, encode
from api.streaming.frames import BEGINNING

SECONDS = 1.0
"""How long a streaming process that takes nobody, or has not accepted its way yet, is believed to be only busy; and how long a
request waits for one in any case."""
PATIENCE = 30.0
"""How long a request waits for one that takes others."""
CALLED = 64
"""So many of those who wait are called at once; as many as a process takes in a turn."""
PAUSE = 0.02


class Handed(OSError):
    """The connection is another process's now: nothing more is to be sent on it here, and it is to be left open."""

    def __init__(self) -> None:
        super().__init__(errno.ENOTCONN, "handed over")


class Lost(OSError):
    """The streaming process has died, or has no room any more, in this very moment; the client comes back."""

    def __init__(self) -> None:
        super().__init__(errno.ECONNRESET, "the streaming process is gone")


class Link(socket.socket):
    """One end of a way, which knows whether the other one takes what is sent."""

    def __init__(self) -> None:
        super().__init__(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.setblocking(False)
        self._looking = Lock()
        self._made_at = monotonic()
        self._lay, self._taken_at = 0, self._made_at
        """How much lay there at the last look, and when it was seen to be less than before, or nothing."""

    @property
    def open(self) -> bool:
        """Whether the process takes connections at this moment."""
        return self._accepted and _is(self, POLLOUT) and not self._stands_still()

    @property
    def hopeless(self) -> bool:
        """Whether for `SECONDS` nobody has accepted it, or taken anything."""
        return self._stands_still() if self._accepted else monotonic() - self._made_at > SECONDS

    def hand(self, data: bytes, fd: int) -> None:
        with self._looking:
            self._look()
            socket.send_fds(self, [data], [fd])
            self._lay = _untaken(self)

    @property
    def _accepted(self) -> bool:
        return _is(self, POLLIN)

    def _stands_still(self) -> bool:
        """Whether for `SECONDS` something has lain there and nothing was taken."""
        with self._looking:
            self._look()
            return monotonic() - self._taken_at > SECONDS

    def _look(self) -> None:
        before, self._lay = self._lay, _untaken(self)
        if self._lay < before or not self._lay:
            self._taken_at = monotonic()


class Signal(Protocol):
    def set(self) -> None:
        """Look again; any thread may say so."""


class Way:
    """The way to one streaming process. When that has accepted it, it says a byte, which stays unread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._link: Link | None = None
        self._lock = Lock()

    def now(self) -> Link | None:
        """It, if the process takes connections at this moment."""
        with self._lock:
            try:
                link = self._linked()
            except OSError:  # more than enough wait to be accepted
                self._link = None
                return None
            return link if link.open else None

    @property
    def hopeless(self) -> bool:
        """Whether the process has taken nobody for so long that it has died, or hangs."""
        with self._lock:
            return self._link is None or self._link.hopeless

    def close(self) -> None:
        with self._lock:
            if self._link is not None:
                self._link.close()
                self._link = None

    def _linked(self) -> Link:
        if self._link is None or _is(self._link, POLLHUP):
            made = Link()
            made.connect(self._path)
            self._link = made  # the one before is closed when no thread has it any more
        return self._link


class Handing:
    """The ways to the streaming processes, which listen at these paths. For all threads of a worker."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._ways = [Way(path) for path in paths]
        self._turn = count()
        self._lock = Lock()
        self._line: deque[tuple[float, Signal]] = deque()
        self._calling = False

    def begin(self, seconds: float) -> None:
        """Give them so long to accept their ways; not for a thread that answers requests."""
        until = monotonic() + seconds
        while None in [way.now() for way in self._ways] and monotonic() < until:
            sleep(PAUSE)

    def link(self) -> Link | None:
        """A way to the next streaming process that takes connections now; None: there is none."""
        first = next(self._turn) % len(self._ways)
        ways = self._ways[first:] + self._ways[:first]
        return next((link for way in ways if (link := way.now()) is not None), None)

    @property
    def hopeless(self) -> bool:
        return all(way.hopeless for way in self._ways)

    def watch(self, signal: Signal) -> None:
        """Where there was no way: set `signal` once, when there is one, or after `SECONDS` and without hope. One thread looks for
        all who wait.
        """
        with self._lock:
            self._line.append((monotonic(), signal))
            if not self._calling:
                self._calling = True
                Thread(target=self._call, name="way", daemon=True).start()

    def _call(self) -> None:
        more = True
        while more:
            called, more = self._next()
            for signal in called:
                signal.set()
            sleep(PAUSE)

    def _next(self) -> tuple[list[Signal], bool]:
        """A few of those who wait: others come meanwhile, and whoever is called in vain has cost something. And whether more do;
        if not, this thread ends, whoever comes.
        """
        there = any(way.now() for way in self._ways)
        since = math.inf if there else monotonic() - SECONDS if self.hopeless else -math.inf
        with self._lock:
            first = takewhile(lambda waiting: waiting[0] <= since, islice(self._line, CALLED))
            called = [self._line.popleft()[1] for _ in list(first)]
            self._calling = bool(self._line)
            return called, self._calling

    def close(self) -> None:
        """Let the streaming processes know that nobody comes this way any more."""
        for way in self._ways:
            way.close()


def _is(link: socket.socket, what: int) -> bool:
    """Whether the kernel says so of it."""
    asking = poll()
    asking.register(link, what)
    return any(event & what for _, event in asking.poll(0))


def _untaken(link: socket.socket) -> int:
    """Bytes of the kernel's that hold what was sent and not yet received."""
    return int.from_bytes(ioctl(link, TIOCOUTQ, bytes(4)), sys.byteorder)


def handed_over(link: Link, asked: Asked, client: socket.socket) -> Iterator[bytes]:
    """The body of an answer that somebody else goes on with: its beginning, then the connection is theirs."""
    yield BEGINNING
    try:
        link.hand(encode(asked), client.fileno())
    except OSError as error:
        raise Lost from error
    raise Handed
