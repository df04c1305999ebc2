"""The client of `bench.http` where there is no compiler for `bench/load.c`, which describes its input and its output."""

from __future__ import annotations

import re
import select
import socket
import sys
import time
from array import array
from collections.abc import Sequence
from typing import BinaryIO

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *([0-9]+)")
TEXT = 0x81
"""The first byte of a WebSocket's frame that is a whole text."""
LONG = 126
"""Stands for a length that two more bytes hold."""


def body_of(come: bytes) -> bytes | None:
    """The body of an answer over HTTP, or the text of a WebSocket's frame; None while some of it is missing."""
    return _http_body(come) if come.startswith(b"H") else _websocket_text(come)


def _http_body(come: bytes) -> bytes | None:
    start = come.find(b"\r\n\r\n") + 4
    if start < 4:
        return None
    length = LENGTH.search(come, 0, start)
    assert come[9:11] == b"20", come
    assert length is not None, come
    return _between(come, start, int(length[1]))


def _websocket_text(come: bytes) -> bytes | None:
    if len(come) < 4:
        return None
    assert come[0] == TEXT, come
    assert come[1] <= LONG, come
    if come[1] == LONG:
        return _between(come, 4, int.from_bytes(come[2:4], "big"))
    return _between(come, 2, come[1])


def _between(come: bytes, start: int, length: int) -> bytes | None:
    return come[start : start + length] if len(come) >= start + length else None


class Connection:
    """One that asks, and knows what to ask next."""

    def __init__(self, given: BinaryIO) -> None:
        fd, seat = _word(given, b" "), _word(given, b" ")
        self.socket, self._seat, self._turn = socket.socket(fileno=int(fd)), int(seat), 0
        self._mark, *self._requests = (_text(given) for _ in range(5))
        self._come = b""
        self.began = 0.0

    def ask(self) -> None:
        self.began = time.perf_counter()
        self.socket.sendall(self._requests[2 * (self._seat - 1) + self._turn])

    def answered(self) -> bool:
        """Read what has come. Whether that is a whole answer."""
        more = self.socket.recv(65536)
        assert more, "the server has closed the connection"
        self._come += more
        body = body_of(self._come)
        if body is None:
            return False
        if self._mark:
            self._seat = int(body.partition(self._mark)[2][:1])
            assert self._seat in (1, 2), body
        self._turn, self._come = 1 - self._turn, b""
        return True


def _word(given: BinaryIO, end: bytes) -> bytes:
    """What comes before `end`, which is read, too."""
    return b"".join(iter(lambda: given.read(1), end))


def _text(given: BinaryIO) -> bytes:
    return given.read(int(_word(given, b":")))


def run_round(connections: Sequence[Connection], seconds: float) -> array[float]:
    """How long each answer took, in seconds."""
    found, poll, stop = array("d"), select.epoll(), time.perf_counter() + seconds
    waiting = {one.socket.fileno(): one for one in connections}
    for fd, one in waiting.items():
        poll.register(fd, select.EPOLLIN)
        one.ask()
    while waiting:
        for fd, _ in poll.poll():
            one = waiting[fd]
            if not one.answered():
                continue
            found.append((now := time.perf_counter()) - one.began)
            if now < stop:
                one.ask()
            else:
                del waiting[fd]
    poll.close()
    return found


def main(many: int, given: BinaryIO, told: BinaryIO) -> None:
    connections = [Connection(given) for _ in range(many)]
    for line in given:
        used = time.process_time()
        found = run_round(connections, float(line))
        told.write(b"%d %.9f\n" % (len(found), time.process_time() - used))
        told.write(found.tobytes())
        told.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.stdin.buffer, sys.stdout.buffer)
