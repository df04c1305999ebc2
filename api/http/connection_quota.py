"""Connections that wait for a request, for news or to be closed, by client, so that no client can use up all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

from api.http.client_address import Networks, address_group, is_proxy

MAX_PER_CLIENT = 256
"""Waiting connections of one client in one worker."""
MAX_BYTES = 64 * 2**20
"""Bytes of incomplete requests, or of what streams have still to send, of all clients of a worker together."""


class WaitingConnection(Protocol):
    @property
    def client(self) -> tuple[str, int]:
        """The address that it counts for, and a port."""
        ...

    @property
    def held(self) -> int:
        """How many bytes are buffered for it."""
        ...


Connection = TypeVar("Connection", bound=WaitingConnection)


class ConnectionQuota(Generic[Connection]):
    """Waiting connections. Each client's are in the order in which they began to wait.

    A client may have `max_per_client` at once; `proxies` have no limit, because they connect for many clients.
    """

    def __init__(self, max_per_client: int = MAX_PER_CLIENT, proxies: Networks = ()) -> None:
        self._max_per_client, self._proxies = max_per_client, proxies
        self._clients: dict[str, dict[Connection, None]] = {}
        self._bytes = 0

    def __iter__(self) -> Iterator[Connection]:
        return iter([connection for group in self._clients.values() for connection in group])

    def add(self, connection: Connection) -> None:
        self._clients.setdefault(client(connection), {})[connection] = None
        self._bytes += connection.held

    def add_bytes(self, count: int) -> None:
        """One of the connections has buffered so many bytes more."""
        self._bytes += count

    def remove(self, connection: Connection) -> None:
        group = self._clients[client(connection)]
        del group[connection]
        self._bytes -= connection.held
        if not group:
            del self._clients[client(connection)]

    def over_quota(self, newest: Connection) -> Connection | None:
        """The oldest connection of this one's client, if the client has more than it may."""
        group = self._clients.get(client(newest), {})
        if len(group) <= self._max_per_client or is_proxy(newest.client[0], self._proxies):
            return None
        return next(iter(group))

    def oldest_of_largest(self) -> Connection | None:
        """The oldest connection of the client with the most, to be closed when descriptors run out."""
        group = max(self._clients.values(), key=len, default=None)
        return None if group is None else next(iter(group))

    def oldest_of_heaviest(self) -> Connection | None:
        """When memory runs out: the oldest connection with buffered bytes, of the client with the most bytes."""
        if self._bytes <= MAX_BYTES:
            return None
        group = max(self._clients.values(), key=lambda group: sum(one.held for one in group))
        return next(one for one in group if one.held)


def client(connection: WaitingConnection) -> str:
    """The address group that the connection counts for, as in rate limits."""
    return address_group(connection.client[0])
