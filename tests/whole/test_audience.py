"""The audience of a game in a service with two workers, which counts viewers of both."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.running import Server, let_in, serving, until
from tests.whole.test_staying_up import serving_workers

GAME = {"ruleset": "age-of-war", "seats": 2}
TABS = 50


@contextmanager
def connected(server: Server, path: str, token: str | None = None) -> Iterator[socket.socket]:
    """A client that has sent a request, and reads nothing."""
    with socket.create_connection(("127.0.0.1", server.port)) as sock:
        opened = f"Authorization: Bearer {token}\r\n" if token else ""
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{opened}\r\n".encode())
        yield sock


class Room:
    """A game, and those who are connected to it."""

    def __init__(self, server: Server, clients: ExitStack) -> None:
        self._server, self._clients = server, clients
        self.game = httpx.post(f"{server.url}/v1/games", json=GAME, timeout=60).json()["id"]
        self._path = f"/v1/games/{self.game}"

    def sit(self, name: str) -> str:
        taken = httpx.post(f"{self._server.url}{self._path}/seats", json={"name": name}, timeout=60)
        return str(taken.json()["token"])

    def enter(self, tail: str, token: str | None = None) -> socket.socket:
        return self._clients.enter_context(connected(self._server, self._path + tail, token))

    def comes_to(self, watching: int, *present: int) -> None:
        def told() -> Any:
            return httpx.get(f"{self._server.url}{self._path}/audience", timeout=60).json()

        until(lambda: told() == {"watching": watching, "present": list(present)}, f"{watching}, {present}")


def test_tabs_of_one_seat_are_one_player_and_a_long_poll_is_a_viewer(server: Server) -> None:
    with ExitStack() as clients:
        room = Room(server, clients)
        ala, ola = map(room.sit, ("Ala", "Ola"))
        for _ in range(TABS):
            room.enter("/stream", ala)
        room.enter("/stream")
        version = httpx.get(f"{server.url}/v1/games/{room.game}", timeout=60).json()["version"]
        room.enter(f"?wait=30&after={version}", ola)
        room.comes_to(1, 1, 2)

        def is_listed() -> bool:
            """The other worker may hear of the viewers a moment later."""
            listed = httpx.get(f"{server.url}/v1/audience", timeout=60).json()
            return (listed["watching"], listed["games"].get(room.game)) == (1, 1)

        until(is_listed, "the list of audiences")


@pytest.mark.soak
def test_viewers_of_all_workers_are_counted_and_those_of_a_killed_one_go_with_it(tmp_path: Path) -> None:
    with serving(tmp_path, KRONIKA_WORKERS="2") as server, ExitStack() as clients:
        room = Room(server, clients)
        watching = [room.enter("/stream") for _ in range(TABS)]
        room.comes_to(TABS)
        watching.pop().close()
        room.comes_to(TABS - 1)
        of_each = let_in(serving_workers(server), watching)
        assert 0 not in of_each.values()
        killed, lost = of_each.popitem()
        os.kill(killed, signal.SIGKILL)
        room.comes_to(TABS - 1 - lost)
