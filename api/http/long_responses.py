"""Places for responses that take long: a worker has so many, and one client takes at most half of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Lock

from flask import current_app, request

from api.http.client_address import client_in
from api.http.operations import kronika
from domain.table.refusals import Refusal, Refused

NAME = "long_responses"
"""Of the application's extension."""


class LongResponses:
    """The places of this worker."""

    def __init__(self, places: int) -> None:
        self.free = places
        self._share = (places + 1) // 2
        self._taken = Counter[str]()
        self._lock = Lock()

    def take(self, client: str) -> Callable[[], None]:
        """Take a place; call what is returned to give it back. `Refused` busy if no place is left, or none for this client."""
        with self._lock:
            if not self.free:
                raise Refused(
                    Refusal.BUSY, "This worker has no capacity for another long response; try again soon."
                )
            if self._taken[client] == self._share:
                count = f"{self._share} long response{'' if self._share == 1 else 's'}"
                raise Refused(
                    Refusal.BUSY,
                    f"You receive {count} from this worker already; try again when one has ended.",
                )
            self.free -= 1
            self._taken[client] += 1
        return partial(self._give_back, client)

    def _give_back(self, client: str) -> None:
        with self._lock:
            self.free += 1
            self._taken[client] -= 1
            if not self._taken[client]:
                del self._taken[client]


def take_place() -> Callable[[], None]:
    """A place for the response to the current request; see `LongResponses.take`."""
    places: LongResponses = current_app.extensions[NAME]
    return places.take(client_in(request.environ, kronika().settings.proxies))
