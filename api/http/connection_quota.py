"""Who is connected and has not sent a whole request, by client, so that nobody can take all places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from api.http.client_address import Networks, grouped, is_proxy

MOST_EACH = 256
"""Connections of one client, in one worker, that may wait at once."""
MOST_BYTES = 64 * 2**20
"""Bytes of requests that are not whole, of all clients of a worker together."""


class Waiting(Protocol):
    """A connection that waits."""

    @property
    def client(self) -> tuple[str, int]:
        """The address that it counts for, and a port."""
        ...

    @property
    def held(self) -> int:
        """Bytes of its request that have come."""
        ...


One = TypeVar("One", bound=Waiting)


class Crowd(Generic[One]):
    """Waiting connections. Each client's are in the order in which they began to wait.

    A client may have `most_each` at once, `proxies` as many as they like, for they wait for others.
    """

    def __init__(self, most_each: int = MOST_EACH, proxies: Networks = ()) -> None:
        self._most_each, self._proxies = most_each, proxies
        self._clients: dict[str, dict[One, None]] = {}
        self._held = 0

    def __contains__(self, one: One) -> bool:
        return one in self._clients.get(client(one), ())

    def __iter__(self) -> Iterator[One]:
        return iter([one for its in self._clients.values() for one in its])

    def __bool__(self) -> bool:
        return bool(self._clients)

    def add(self, one: One) -> None:
        self._clients.setdefault(client(one), {})[one] = None
        self._held += one.held

    def grown(self, count: int) -> None:
        """One of them has got so many bytes more."""
        self._held += count

    def remove(self, one: One) -> None:
        its = self._clients[client(one)]
        del its[one]
        self._held -= one.held
        if not its:
            del self._clients[client(one)]

    def too_many_of(self, newcomer: One) -> One | None:
        """The oldest of a newcomer's client, if that client has more than it may."""
        its = self._clients.get(client(newcomer), {})
        if len(its) <= self._most_each or is_proxy(newcomer.client[0], self._proxies):
            return None
        return next(iter(its))

    def first_to_go(self) -> One | None:
        """When places run out: the oldest one of the client who has most."""
        its = max(self._clients.values(), key=len, default=None)
        return None if its is None else next(iter(its))

    def heaviest(self) -> One | None:
        """When memory runs out: the oldest one that holds something, of the client who holds most."""
        if self._held <= MOST_BYTES:
            return None
        its = max(self._clients.values(), key=lambda ones: sum(one.held for one in ones))
        return next(one for one in its if one.held)


def client(one: Waiting) -> str:
    """An address, as limits count them."""
    return grouped(one.client[0])
