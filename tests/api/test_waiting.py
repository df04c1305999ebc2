"""Long polls against a real server with one thread: they hold none, and nothing of them is lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.api.test_many_streams import Table, table
from tests.running import PATIENCE, Server, stop

ONE = {"KRONIKA_THREADS": "1", "KRONIKA_WORKERS": "1"}


class Poll:
    """One connection, which asks as often as it is told to."""

    def __init__(self, server: Server) -> None:
        self.sock = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.got = b""

    def ask(self, path: str, token: str = "", method: str = "GET") -> None:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        self.sock.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n".encode())

    def head(self) -> bytes:
        """That of the next answer."""
        return self._until(b"\r\n\r\n")

    def answer(self) -> tuple[int, dict[str, Any]]:
        """The next one: its status, and the JSON in it."""
        head = self.head()
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        while len(self.got) < length:
            self._more()
        body, self.got = self.got[:length], self.got[length:]
        return int(head.split(b" ")[1]), dict(json.loads(body))

    def _until(self, text: bytes) -> bytes:
        while text not in self.got:
            self._more()
        head, _, self.got = self.got.partition(text)
        return head + text

    def _more(self) -> None:
        chunk = self.sock.recv(65536)
        assert chunk, f"the connection ended: {self.got!r}"
        self.got += chunk


def waiting(server: Server, game: Table, wait: float, count: int) -> tuple[int, list[Poll]]:
    """So many polls for what comes after the present version."""
    version = game.document()["version"]
    polls = [Poll(server) for _ in range(count)]
    for poll in polls:
        poll.ask(f"{game.url}?wait={wait}&after={version}")
    return version, polls


@pytest.mark.soak
def test_who_wants_no_body_holds_no_thread_either(tmp_path: Path) -> None:
    with table(tmp_path, **ONE) as (server, game):
        version, polls = game.document()["version"], [Poll(server) for _ in range(5)]
        for poll in polls:
            poll.ask(f"{game.url}?wait=30&after={version}", method="HEAD")
        time.sleep(0.3)
        told = game.roll()  # were the thread held, the polls would end with the old version first
        for poll in polls:
            head = poll.head()
            assert head.startswith(b"HTTP/1.1 200")
            assert f'etag: "{told}"'.encode() in head.lower()
            poll.ask("/health/live")
            assert poll.answer()[0] == 200, "nothing came behind the head"


@pytest.mark.soak
def test_a_poll_ends_in_time_and_with_its_token_and_counts_once(tmp_path: Path) -> None:
    with table(tmp_path, **ONE, KRONIKA_LIMITS="requests=30/h") as (server, game):
        version, (short,) = waiting(server, game, 0.5, 1)
        began = time.monotonic()
        assert short.answer()[1]["version"] == version
        assert time.monotonic() - began >= 0.4
        mine = Poll(server)
        mine.ask(f"{game.url}?wait=30&after={version}", game.tokens[0])
        time.sleep(0.2)
        new = game.post(f"{game.url}/tokens/rotations", {}, game.tokens[0])["token"]
        game.tokens[0] = new
        game.roll()
        assert mine.answer()[0] == 401
        lines = (tmp_path / "server.log").read_text().splitlines()
        logged = [json.loads(line) for line in lines if line.startswith("{")]
        assert [line["status"] for line in logged if line.get("path") == game.url].count(401) == 1
        assert sum(line.get("path") == game.url for line in logged) == 4


def interrupt(server: Server) -> None:
    """As Ctrl-C does in a terminal."""
    assert server.process is not None
    os.killpg(server.process.pid, signal.SIGINT)
    server.process.wait(PATIENCE)


@pytest.mark.soak
@pytest.mark.parametrize("end", [stop, interrupt])
def test_who_waits_is_answered_when_the_service_stops(tmp_path: Path, end: Callable[[Server], None]) -> None:
    with table(tmp_path, **ONE) as (server, game):
        version, polls = waiting(server, game, 30, 20)
        game.document()  # they are all there
        end(server)
        for poll in polls:
            assert poll.answer()[1]["version"] == version
    said = [it for it in (tmp_path / "server.log").read_text().splitlines() if it.startswith("{")]
    assert {json.loads(line)["level"] for line in said} == {"info"}
