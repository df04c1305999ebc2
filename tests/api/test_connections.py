"""How an answer of the accept loop gets to a client who takes his time."""

from __future__ import annotations

import socket
from selectors import DefaultSelector
from types import SimpleNamespace
from typing import Any

import pytest

from api.server import connections
from api.server.connections import SECONDS_TO_TAKE, gathered
from service.store.fibers import Fibers

LONG = bytes(2**24)
"""More than lies in the buffers of a connection."""


class Sending:
    """A fiber that sends a long answer, and its client."""

    def __init__(self, poller: DefaultSelector, ours: socket.socket, theirs: socket.socket) -> None:
        self._poller, self._client = poller, theirs
        self._conn: Any = SimpleNamespace(sock=ours)
        self._fibers = Fibers(lambda: None)
        self.taken = 0
        ours.setblocking(False)
        theirs.setblocking(False)
        self._fibers.start(self._send)

    def _send(self) -> None:
        with gathered(self._conn, self._poller):
            self._conn.sock.sendall(LONG)

    def take(self) -> None:
        """The client takes what is there, and the fiber goes on."""
        self.taken += len(self._client.recv(2**20))
        for key, _ in self._poller.select(0):
            key.data(key.fileobj)
        self._fibers.resume()
        self._fibers.resume_expired()


def test_a_client_gets_all_that_he_takes_in_time() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, DefaultSelector() as poller:
        sending = Sending(poller, ours, theirs)
        while sending.taken < len(LONG):
            sending.take()


def test_who_takes_his_answer_in_crumbs_gets_no_more_of_it_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As from a thread."""
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(connections, "monotonic", lambda: clock.now)
    ours, theirs = socket.socketpair()
    with ours, theirs, DefaultSelector() as poller:
        sending = Sending(poller, ours, theirs)
        clock.now += SECONDS_TO_TAKE / 2
        sending.take()
        clock.now += SECONDS_TO_TAKE / 2
        with pytest.raises(ConnectionResetError):
            sending.take()
        assert sending.taken < len(LONG)
