"""The bytes of one request as they come from a client, and where in them its head and its body end.

Only as much of HTTP is read here as tells whether a request is whole; what it says, and whether it is well-formed, is
the parser's to judge. So whatever cannot be understood here counts as whole.
"""

from __future__ import annotations

import re
from enum import Enum

from gunicorn.http.errors import LimitRequestHeaders
from gunicorn.http.unreader import Unreader

HEAD_MOST = 65_536
"""Bytes of request line and headers together."""
BODY_MOST = 17 * 2**20
"""Bytes of body that are kept; above the largest that any operation takes (a game file of 16 MiB)."""
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([^\r]*)", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:[^\r]*chunked", re.IGNORECASE)
EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
SIZE_LINE = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(?:;[^\r]*)?\r\n")
LINE_MOST = 8192
BARE_LF = re.compile(rb"(?<!\r)\n")


class Stage(Enum):
    """How far a request has come."""

    IDLE = "nothing of it is here"
    HEAD = "a part of its head is here"
    BODY = "its head is here, and not yet all of its body"
    WHOLE = "all of it is here, or as much as anybody will look at"


class Arriving:
    """A request in the making."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.stage = Stage.IDLE
        self.expects_continue = False
        """Whether the client waits for a word before it sends the body."""
        self._body = 0
        self._length: int | None = 0
        self._at = 0
        self._in_trailers = False

    @property
    def size(self) -> int:
        """Bytes of the request alone, as far as they can be told from what follows it."""
        return len(self.data) if self._length is None or not self._body else self._body + self._length

    def add(self, chunk: bytes) -> None:
        """Take what has come. Raises nothing, however odd it is."""
        looked = max(0, len(self.data) - 3)
        self.data += chunk
        if self.stage is Stage.IDLE and self.data:
            self.stage = Stage.HEAD
        if self.stage is Stage.HEAD:
            self._look_for_body(looked)
        if self.stage is Stage.BODY and self._body_is_whole():
            self.stage = Stage.WHOLE

    def _look_for_body(self, looked: int) -> None:
        end = self.data.find(b"\r\n\r\n", looked)
        if end >= 0:
            self._begin_body(end + 4)
        elif len(self.data) > HEAD_MOST or BARE_LF.search(self.data, looked):
            self.stage = Stage.WHOLE

    def _begin_body(self, start: int) -> None:
        self.stage = Stage.BODY
        self._body = self._at = start
        head = bytes(self.data[:start])
        given = LENGTH.findall(head)
        self._length = _length(given) if given or not CHUNKED.search(head) else None
        self.expects_continue = EXPECTS.search(head) is not None

    def _body_is_whole(self) -> bool:
        here = len(self.data) - self._body
        if self._length is None:
            return here > BODY_MOST or self._chunks_are_whole()
        return here >= self._length or self._length > BODY_MOST

    def _chunks_are_whole(self) -> bool:
        while (end := self.data.find(b"\r\n", self._at)) >= 0:
            if self._in_trailers:
                if end == self._at:
                    return True
                self._at = end + 2
                continue
            size = SIZE_LINE.match(self.data, self._at)
            if size is None:
                return True  # no chunk begins so
            length = int(size[1], 16)
            self._in_trailers = length == 0
            self._at = size.end() + (length + 2 if length else 0)
        return len(self.data) - self._at > LINE_MOST


def _length(given: list[bytes]) -> int:
    """Of a body; 0 without one, and where the parser will not know it either."""
    text = given[0].strip() if len(given) == 1 else b""
    return int(text) if text.isdigit() and len(text) < 19 else 0


class Held(Unreader):  # type: ignore[misc]  # gunicorn has no types
    """What the parser reads a request from: the bytes that are here. It never waits for a client."""

    def __init__(self) -> None:
        super().__init__()
        self.in_head = True
        self.short = False
        """Whether more was asked for than there is; then nobody knows where the next request begins."""

    def hold(self, data: bytes) -> None:
        """Begin with a request."""
        self.unread(data)
        self.in_head = True

    def chunk(self, size_hint: int | None = None) -> bytes:
        self.short = True
        if self.in_head:
            raise LimitRequestHeaders("the head of a request has at most 65,536 bytes")
        return b""
