"""The worker's side: connections are handed over through a socket of the machine, each with what is asked for."""

from __future__ import annotations

import errno
import socket
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from select import POLLOUT, poll
from threading import Lock

from api.streaming.asked import Asked, encode
from api.streaming.frames import BEGINNING

SECONDS = 2
"""How long a thread waits for a streaming process that is busy."""


class Handed(OSError):
    """The connection is another process's now: nothing more is to be sent on it here, and it is to be left open."""

    def __init__(self) -> None:
        super().__init__(errno.ENOTCONN, "handed over")


class Lost(OSError):
    """The streaming process has died in this very moment; the client comes back."""

    def __init__(self) -> None:
        super().__init__(errno.ECONNRESET, "the streaming process is gone")


class Handing:
    """The ways to the streaming processes, which listen at these paths. For all threads of a worker."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._turn = count()
        self._links: dict[str, socket.socket] = {}
        self._lock = Lock()

    def link(self) -> socket.socket | None:
        """A way to the next streaming process that takes connections now; None: there is none."""
        first = next(self._turn)
        for n in range(len(self._paths)):
            with suppress(OSError):
                found = self._linked(self._paths[(first + n) % len(self._paths)])
                if _takes(found):
                    return found
        return None

    def close(self) -> None:
        """Let the streaming processes know that nobody comes this way any more."""
        with self._lock:
            for link in self._links.values():
                link.close()

    def _linked(self, path: str) -> socket.socket:
        with self._lock:
            known = self._links.get(path)
            return self._made(path) if known is None or _ended(known) else known

    def _made(self, path: str) -> socket.socket:
        made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SECONDS, 0))
        made.connect(path)
        self._links[path] = made  # the one before is closed when no thread has it any more
        return made


def _ended(link: socket.socket) -> bool:
    try:
        return not link.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True


def _takes(link: socket.socket) -> bool:
    asking = poll()
    asking.register(link, POLLOUT)
    return any(event & POLLOUT for _, event in asking.poll(SECONDS * 1000))


def handed_over(link: socket.socket, asked: Asked, client: socket.socket) -> Iterator[bytes]:
    """The body of an answer that somebody else goes on with: its beginning, then the connection is theirs."""
    yield BEGINNING
    try:
        socket.send_fds(link, [encode(asked)], [client.fileno()])
    except OSError as error:
        raise Lost from error
    raise Handed
