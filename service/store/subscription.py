"""Reading the one order of all events as it grows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from .bus import Bus
from .rows import Followed


class Subscription:
    """Events in total order, none left out. For one reading thread; any thread may close it."""

    def __init__(self, bus: Bus, read: Callable[[int], list[Followed]], after: int) -> None:
        self._bus, self._read = bus, read
        self._signal = bus.add()
        self._closed = False
        self.position = after

    @property
    def closed(self) -> bool:
        return self._closed or self._bus.closed

    def batch(self, timeout: float | None = None) -> list[Followed]:
        """The next events, as soon as there are any; none after `timeout` seconds or once closed."""
        deadline = None if timeout is None else monotonic() + timeout
        while True:
            self._signal.clear()
            if self.closed:
                return []
            if found := self._read(self.position):
                self.position = found[-1].position
                return found
            if not self._signal.wait(None if deadline is None else max(0.0, deadline - monotonic())):
                return []

    def __iter__(self) -> Iterator[Followed]:
        """One event after the other, until closed."""
        while not self.closed:
            yield from self.batch()

    def close(self) -> None:
        """End it; a thread that waits in it returns at once."""
        self._closed = True
        self._bus.remove(self._signal)
        self._signal.set()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
