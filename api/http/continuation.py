"""What is left to do for a request when its handler has returned: to wait and ask it again, or to stream.

Only the event loop of our own server can do it (`api.server.bridge`); it puts a `Continuation` into the WSGI environment.
Under any other server there is none, and handlers answer at once.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from api.http.exchange import exchange
from service.store import Store

ENVIRON = "kronika.continuation"


class LongPoll:
    """A request that waits for a game until a deadline (`time.monotonic`). `wake`, which any thread may call, is called when
    there may be something to send. `role` and `token` are those of its caller.
    """

    role: str | None = None
    """None until the request has been handled once."""

    def __init__(
        self, store: Store, game: str, until: float, wake: Callable[[], object], token: str | None = None
    ) -> None:
        self._store, self.game, self._wake = store, game, wake
        self.until, self.token = until, token
        self._watching = False

    @property
    def over(self) -> bool:
        return self.until <= monotonic() or self._store.waiting_ended

    def set(self) -> None:
        """There may be something new. The store calls this from another thread."""
        self._wake()

    def watch(self) -> None:
        """Subscribe to commits. A caller that reads the game afterwards misses none."""
        if not self._watching:
            self._watching = True
            self._store.watch(self.game, self)

    def end(self) -> None:
        """Have the request answered now."""
        self.until = 0.0
        self._wake()

    def close(self) -> None:
        if self._watching:
            self._watching = False
            self._store.unwatch(self.game, self)


class Continuation:
    """Filled by a handler. `wake` is for the long poll that it makes."""

    def __init__(self, wake: Callable[[], object]) -> None:
        self.wake = wake
        self.poll: LongPoll | None = None
        """From the first time that the request is handled. Who made the continuation closes it."""
        self.waits = False
        """Whether the request is to be handled again when the poll wakes or is over. Its response so far is dropped."""
        self.stream: Any = None
        """A subscription (`api.streaming`), whose messages follow after the response's head."""

    def close(self) -> None:
        if self.poll is not None:
            self.poll.close()


def continuation() -> Continuation | None:
    """That of the current request."""
    found: Continuation | None = exchange().request.environ.get(ENVIRON)
    return found


def resumed() -> bool:
    """Before its handler: whether the current request is a long poll that has been handled before."""
    found = continuation()
    return found is not None and found.poll is not None


def waits() -> bool:
    """After its handler: whether the current request is a long poll that has no response yet."""
    found = continuation()
    return found is not None and found.waits
