"""Long answers that everybody may have, kept compressed for who asks for the same again.

Their ETag differs whenever their bytes differ, so an address and its ETag name them for good. Whether the caller may see the game
is asked before, each time; what a token opened never gets here.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

Name = tuple[str, str]
"""An address without its query, and the ETag."""
MOST = 8 << 20
"""Bytes that a process keeps: about 150 replays of 5,000 events."""


class KeptAnswers:
    """The last ones that were asked for, up to `most` bytes in all. Any thread may use it."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._bytes = 0
        self._packed: OrderedDict[Name, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Name) -> bytes | None:
        """What is kept under a name, compressed."""
        with self._lock:
            if name in self._packed:
                self._packed.move_to_end(name)
            return self._packed.get(name)

    def keep(self, name: Name, packed: bytes) -> None:
        with self._lock:
            self._bytes += len(packed) - len(self._packed.pop(name, b""))
            self._packed[name] = packed
            while self._bytes > self._most:
                self._bytes -= len(self._packed.popitem(last=False)[1])

    def __len__(self) -> int:
        """How many bytes there are."""
        return self._bytes
