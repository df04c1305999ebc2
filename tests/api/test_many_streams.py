"""Hundreds of idle streams against a real server: ordinary requests go on, events arrive, the end is clean."""

from __future__ import annotations

import socket
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.running import Server, serving, stop

STREAMS = 300
LAST_CHUNK = b"0\r\n\r\n"


class Stream:
    """One client of a stream: a bare connection, read as far as a text."""

    def __init__(self, server: Server, path: str) -> None:
        self.sock = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.got = b""
        self.head = self.until(b"\r\n\r\n")
        self.status = int(self.head.split(b" ", 2)[1])
        if self.status == 200:
            self.until(b"retry: 2000\n\n")

    def until(self, text: bytes) -> bytes:
        """What came up to and with this text."""
        while text not in self.got:
            chunk = self.sock.recv(65536)
            assert chunk, f"the connection ended: {self.got!r}"
            self.got += chunk
        head, self.got = (
            self.got[: self.got.index(text) + len(text)],
            self.got[self.got.index(text) + len(text) :],
        )
        return head

    def close(self) -> None:
        self.sock.close()


class Table:
    """A game of two that has begun."""

    def __init__(self, server: Server) -> None:
        self.api = httpx.Client(base_url=server.url, timeout=60)
        self.id = self.post("/v1/games", {"ruleset": "age-of-war", "seats": 2})["id"]
        self.url = f"/v1/games/{self.id}"
        self.tokens = [self.post(f"{self.url}/seats", {"name": name})["token"] for name in ("Ada", "Bo")]

    def post(self, path: str, body: Any, token: str | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return dict(self.api.post(path, json=body, headers=headers).raise_for_status().json())

    def document(self) -> dict[str, Any]:
        return dict(self.api.get(self.url).raise_for_status().json())

    def roll(self) -> int:
        token = self.tokens[self.document()["to_act"][0] - 1]
        return int(self.post(f"{self.url}/actions", {"type": "roll"}, token)["version"])

    def seconds(self, count: int = 60) -> list[float]:
        """How long ordinary requests take, each on a new connection, so that all workers are asked."""
        took = []
        for _ in range(count):
            began = time.perf_counter()
            assert httpx.get(str(self.api.base_url) + self.url, timeout=60).status_code == 200
            took.append(time.perf_counter() - began)
        return took


@contextmanager
def table(folder: Path, **settings: str) -> Iterator[tuple[Server, Table]]:
    with serving(folder, **{"KRONIKA_WORKERS": "2", **settings}) as server:
        yield server, Table(server)


@pytest.mark.parametrize(
    ("path", "news"),
    [("{url}/stream?after={version}", b"event: dice-rolled"), ("/v1/stream", b"event: game")],
)
def test_streams_beyond_the_cap_are_refused_and_nobody_starves(
    tmp_path: Path, path: str, news: bytes
) -> None:
    with table(tmp_path, KRONIKA_THREADS="16") as (server, game):
        version = game.document()["version"]
        asked = [Stream(server, path.format(url=game.url, version=version)) for _ in range(STREAMS)]
        opened = [stream for stream in asked if stream.status == 200]
        assert {stream.status for stream in asked} == {200, 503}
        assert len(opened) == 2 * 8
        assert all(b"Retry-After: " in stream.head for stream in asked if stream.status == 503)
        assert statistics.median(game.seconds()) < 2
        game.roll()
        for stream in opened:
            stream.until(news)
        for stream in asked:
            stream.close()


def test_three_hundred_idle_streams(tmp_path: Path) -> None:
    with table(tmp_path, KRONIKA_THREADS="256", KRONIKA_WORKERS="3") as (server, game):
        version = game.document()["version"]
        held: list[Stream] = []
        while len(held) < STREAMS:
            stream = Stream(server, f"{game.url}/stream?after={version}")
            held += [stream] if stream.status == 200 else []
        assert statistics.median(game.seconds()) < 2
        told = game.roll()
        began = time.monotonic()
        for stream in held:
            stream.until(f"id: {told}\nevent: dice-rolled".encode())
        assert time.monotonic() - began < 30
        began = time.monotonic()
        stop(server)
        assert time.monotonic() - began < 30
        for stream in held:
            assert stream.until(LAST_CHUNK).endswith(LAST_CHUNK)
        assert "Traceback" not in (tmp_path / "server.log").read_text()
