"""What was made lately and is asked for again, up to so many bytes.

Two keep things so. Long answers that everybody may have are kept compressed: an ETag differs whenever the bytes
differ, so an address and its ETag name them for good; whether the caller may see the game is asked before, each time,
and what a token opened never gets here. The process that holds streams keeps messages by all that their bytes depend on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

MOST = 8 << 20
"""Bytes that a process keeps: about 150 replays of 5,000 events."""

Name = TypeVar("Name", bound=Hashable)
Thing = TypeVar("Thing")


class Kept(Generic[Name, Thing]):
    """The last ones that were asked for, up to `most` bytes in all, by the `size` of each. Any thread may use it."""

    def __init__(self, size: Callable[[Thing], int], most: int = MOST) -> None:
        self._size, self._most = size, most
        self._bytes = 0
        self._things: OrderedDict[Name, Thing] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Name) -> Thing | None:
        """What is kept under a name."""
        with self._lock:
            if name in self._things:
                self._things.move_to_end(name)
            return self._things.get(name)

    def keep(self, name: Name, thing: Thing) -> None:
        with self._lock:
            if name in self._things:
                self._bytes -= self._size(self._things.pop(name))
            self._things[name] = thing
            self._bytes += self._size(thing)
            while self._bytes > self._most:
                self._bytes -= self._size(self._things.popitem(last=False)[1])

    def __len__(self) -> int:
        """How many bytes there are."""
        return self._bytes


KeptAnswers = Kept[tuple[str, str], bytes]
"""Compressed, by an address without its query, and the ETag."""
