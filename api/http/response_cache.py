"""Least-recently-used caches with a limit in bytes.

There are two users. Long responses that anyone may read are cached compressed: an ETag changes whenever the bytes change, so
a path and an ETag identify a body permanently. Access to the game is checked before every lookup, and nothing that needed a
token is cached. Streams cache their pages under everything that their bytes depend on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

MAX_BYTES = 8 << 20
"""The size of a process's cache: about 150 replays of 5,000 events."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """The most recently used values, up to `most` bytes in total as measured by `size`. Thread-safe."""

    def __init__(self, size: Callable[[Value], int], most: int = MAX_BYTES) -> None:
        self._size, self._most = size, most
        self._bytes = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            if key in self._values:
                self._bytes -= self._size(self._values.pop(key))
            self._values[key] = value
            self._bytes += self._size(value)
            while self._bytes > self._most:
                self._bytes -= self._size(self._values.popitem(last=False)[1])

    def __len__(self) -> int:
        """The total size in bytes."""
        return self._bytes


ResponseCache = LruCache[tuple[str, str], bytes]
"""Compressed bodies by path (without the query) and ETag."""
