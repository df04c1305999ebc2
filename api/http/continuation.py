"""What is left to do for a request when its handler has returned: to wait and ask it again, or to stream.

Only the event loop of our own server can do it (`api.server.bridge`); it puts a `Continuation` into the WSGI environment.
Under any other server there is none, and handlers answer at once.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from api.http.exchange import exchange
from api.streaming.subscription import Subscription
from service.store import Store

ENVIRON = "kronika.continuation"


class LongPoll:
    """A request that waits for a game until a deadline (`time.monotonic`). The store notifies it of commits; `wake`, which any
    thread may call, is called when there may be something to send.
    """

    def __init__(self, store: Store, game: str, until: float, wake: Callable[[], None]) -> None:
        self._store, self._game, self._wake = store, game, wake
        self.until = until
        self.notified = False
        """Whether there may be something new since the last check."""
        self._watching = False

    @property
    def over(self) -> bool:
        return self.until <= monotonic() or self._store.waiting_ended

    def set(self) -> None:
        """Notify the request. Called from another thread."""
        self.notified = True
        self._wake()

    def watch(self) -> None:
        """Subscribe to commits. A caller that reads the game afterwards misses none."""
        self.notified = False
        if not self._watching:
            self._watching = True
            self._store.watch(self._game, self)

    def close(self) -> None:
        if self._watching:
            self._watching = False
            self._store.unwatch(self._game, self)


class Continuation:
    """Filled by a handler. `wake` is for the long polls that it makes."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self.poll: LongPoll | None = None
        """The request is handled again when this is notified or over; its response so far is dropped."""
        self.stream: Subscription | None = None
        """After the response's head, the messages of this subscription follow."""


def continuation() -> Continuation | None:
    """That of the current request."""
    found: Continuation | None = exchange().request.environ.get(ENVIRON)
    return found


def waits() -> bool:
    """Whether the request is a long poll that has no response yet: before its handler, that it has waited already; after it,
    that it is to wait.
    """
    found = continuation()
    return found is not None and found.poll is not None
