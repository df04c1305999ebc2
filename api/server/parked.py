"""Requests of a worker that wait: their connections hold no thread, and the request of each is asked again in its time."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from api.http.client_address import Networks
from api.http.connection_quota import ConnectionQuota


class Parking:
    """Connections whose requests were put aside. For the accept loop, which gives its poller when it begins.

    `again` has the request of one answered anew; `ended` closes one whose client is gone.
    """

    poller: selectors.BaseSelector

    def __init__(
        self, most_each: int, proxies: Networks, again: Callable[[Any], None], ended: Callable[[Any], None]
    ) -> None:
        self._crowd: ConnectionQuota[Any] = ConnectionQuota(most_each, proxies)
        self._again, self._ended = again, ended

    def __bool__(self) -> bool:
        return bool(self._crowd)

    def park(self, conn: Any) -> None:
        """Put a request aside. Of a client who has too many the oldest is answered now."""
        conn.parked = False
        conn.ask_again()
        conn.sock.setblocking(False)
        self._crowd.add(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._stirred, conn))
        oldest = self._crowd.over_quota(conn)
        if oldest is not None:
            oldest.poll.until = 0.0
            self.wake(oldest)
        if conn.poll.notified:
            self.wake(conn)

    def wake(self, conn: Any) -> None:
        """Ask again. One whose thread has not put it aside yet is asked again then."""
        if conn in self._crowd:
            self._leave(conn)
            self._again(conn)

    def sweep(self) -> None:
        """Ask those again whose time is over."""
        for conn in self._crowd:
            if conn.poll.over:
                self.wake(conn)

    def make_room(self) -> bool:
        """Whether one has given up its place: the oldest of the client who has most."""
        one = self._crowd.oldest_of_largest()
        if one is not None:
            self._give_up(one)
        return one is not None

    def _stirred(self, conn: Any, sock: socket.socket) -> None:
        """A client who waits has gone, or has sent its next request, which has time."""
        try:
            gone = not sock.recv(1, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            gone = True
        if gone:
            self._give_up(conn)
        else:
            self.poller.unregister(sock)

    def _give_up(self, conn: Any) -> None:
        self._leave(conn)
        conn.poll.close()
        self._ended(conn)

    def _leave(self, conn: Any) -> None:
        self._crowd.remove(conn)
        with suppress(KeyError):  # it has sent more already, and is not listened to
            self.poller.unregister(conn.sock)
