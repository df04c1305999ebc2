"""The worker's side: connections are handed over through a socket of the machine, each with what is asked for."""

from __future__ import annotations

import errno
import socket
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from fcntl import ioctl
from itertools import count
from select import POLLHUP, POLLIN, POLLOUT, poll
from termios import TIOCOUTQ
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Protocol

from api.streaming.asked import Asked, encode
from api.streaming.frames import BEGINNING

SECONDS = 1.0
"""How long a streaming process that takes nobody, or has not accepted its way yet, is believed to be only busy."""
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
        self._lay, self._taken_at = 0, monotonic()
        self._made_at = self._taken_at
        """How much lay there at the last look, and when it was seen to be less than before, or nothing."""

    @property
    def accepted(self) -> bool:
        return _is(self, POLLIN)

    @property
    def hopeless(self) -> bool:
        """Whether for `SECONDS` nobody has accepted it, or taken anything."""
        return self.stands_still() if self.accepted else monotonic() - self._made_at > SECONDS

    def sent(self) -> None:
        """Something was."""
        with self._looking:
            if not self._lay:
                self._taken_at = monotonic()
            self._lay = _untaken(self)

    def stands_still(self) -> bool:
        """Whether for `SECONDS` something has lain there and nothing was taken."""
        with self._looking:
            now, before, self._lay = monotonic(), self._lay, _untaken(self)
            if self._lay < before or not self._lay:
                self._taken_at = now
            return now - self._taken_at > SECONDS


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
            return link if link.accepted and _is(link, POLLOUT) and not link.stands_still() else None

    def opening(self) -> tuple[Link, int] | None:
        """What the kernel will tell of it once the process takes somebody; None: that is not to be waited for."""
        with self._lock:
            link = self._link
            if link is None or link.hopeless:
                return None
            return link, POLLOUT if link.accepted else POLLIN

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
        self._line: deque[Signal] = deque()
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

    def watch(self, signal: Signal) -> bool:
        """Where there was no way: set `signal` once, when there may be one or no hope is left; one thread waits for all. False:
        there is no hope now.
        """
        if not self._openings():
            return False
        with self._lock:
            self._line.append(signal)
            if not self._calling:
                self._calling = True
                Thread(target=self._call, name="way", daemon=True).start()
        return True

    def _openings(self) -> list[tuple[Link, int]]:
        return [found for way in self._ways if (found := way.opening()) is not None]

    def _call(self) -> None:
        """Call those who wait, a few at a time, for others come meanwhile, and who is called in vain has cost something."""
        while self._calling:
            openings = self._openings()
            if openings and not _any(openings, SECONDS):
                continue
            for signal in self._next():
                signal.set()
            sleep(PAUSE)

    def _next(self) -> list[Signal]:
        with self._lock:
            called = [self._line.popleft() for _ in range(min(CALLED, len(self._line)))]
            self._calling = bool(self._line)
            return called

    def close(self) -> None:
        """Let the streaming processes know that nobody comes this way any more."""
        for way in self._ways:
            way.close()


def _is(link: socket.socket, what: int) -> bool:
    """Whether the kernel says so of it."""
    return any(event & what for event in _any([(link, what)], 0))


def _any(asked: Sequence[tuple[socket.socket, int]], seconds: float) -> list[int]:
    """What the kernel says of some of these, as soon as it says anything."""
    asking = poll()
    for link, what in asked:
        asking.register(link, what)
    return [event for _, event in asking.poll(seconds * 1000)]


def _untaken(link: socket.socket) -> int:
    """Bytes of the kernel's that hold what was sent and not yet received."""
    return int.from_bytes(ioctl(link, TIOCOUTQ, bytes(4)), sys.byteorder)


def handed_over(link: Link, asked: Asked, client: socket.socket) -> Iterator[bytes]:
    """The body of an answer that somebody else goes on with: its beginning, then the connection is theirs."""
    yield BEGINNING
    try:
        socket.send_fds(link, [encode(asked)], [client.fileno()])
    except OSError as error:
        raise Lost from error
    link.sent()
    raise Handed
