"""Hundreds of idle streams against a real server: ordinary requests go on, events arrive, the end is clean."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep
from typing import Any

import httpx
import pytest

from tests.api.hall import BEGINNING
from tests.running import Server, children, is_background_worker, serving, stop, until

STREAMS = 300
LAST_CHUNK = b"0\r\n\r\n"


class Stream:
    """One client of a stream: a bare connection, read as far as a text. `waits`: it is answered when `answered` is called."""

    def __init__(
        self, server: Server, path: str, token: str = "", waits: bool = False, last: int | None = None
    ) -> None:
        self.sock = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        resumed = "" if last is None else f"Last-Event-ID: {last}\r\n"
        self.sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{bearer}{resumed}\r\n".encode())
        self.got = b""
        if not waits:
            self.answered()

    def answered(self) -> int:
        """The status, once it is here."""
        self.head = self.until(b"\r\n\r\n")
        self.status = int(self.head.split(b" ", 2)[1])
        if self.status == 200:
            self.until(b"\nretry: 2000\n")
        return self.status

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

    def hears(self, text: bytes) -> bool:
        """Whether that comes, before the connection ends."""
        with suppress(AssertionError, OSError):
            self.until(text)
            return True
        return False

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

    def act(self) -> int:
        """The first of the legal actions of whoever is to act."""
        token = self.tokens[self.document()["to_act"][0] - 1]
        headers = {"Authorization": f"Bearer {token}"}
        legal = self.api.get(f"{self.url}/legal-actions", headers=headers).raise_for_status().json()
        return int(self.post(f"{self.url}/actions", legal["actions"][0], token)["version"])

    def goes_on(self, count: int = 60) -> None:
        """Ordinary requests are answered, each on a new connection, so that all workers are asked."""
        for _ in range(count):
            assert httpx.get(str(self.api.base_url) + self.url, timeout=60).status_code == 200


@contextmanager
def table(folder: Path, **settings: str) -> Iterator[tuple[Server, Table]]:
    with serving(folder, **{"KRONIKA_WORKERS": "2", **settings}) as server:
        yield server, Table(server)


def workers(server: Server, number: int = 2) -> list[int]:
    """The processes that answer requests."""
    assert server.process is not None

    def found() -> list[int]:
        pids = children(server.process.pid)  # type: ignore[union-attr]
        serving = [pid for pid in pids if not is_background_worker(pid)]
        return serving if len(serving) == number else []

    return until(found, "the workers", OSError)


@pytest.mark.soak
def test_hundreds_of_streams_hold_no_thread_and_end_tidily(tmp_path: Path) -> None:
    with table(tmp_path, KRONIKA_THREADS="2", KRONIKA_STREAMERS="2") as (server, game):
        version = game.document()["version"]
        paths = [f"{game.url}/stream?after={version}", "/v1/stream", f"{game.url}/stream?labels=true"]
        held = [Stream(server, paths[n % len(paths)]) for n in range(STREAMS)]
        assert {stream.status for stream in held} == {200}
        game.goes_on()  # who waited for a stream to end would wait in vain
        assert b"\r\nconnection: close\r\n" in held[0].head.lower()
        told = game.roll()
        for n, stream in enumerate(held):
            stream.until(b"event: game" if n % len(paths) == 1 else b"id: %d\nevent: dice-rolled" % told)
        figures = game.api.get("/metrics").text
        assert f"kronika_open_streams {STREAMS}.0" in figures
        stop(server)
        for stream in held:
            assert stream.until(LAST_CHUNK).endswith(LAST_CHUNK)
            assert stream.sock.recv(1) == b""
        said = (tmp_path / "server.log").read_text()
        assert "Traceback" not in said
        assert "KRONIKA_STREAMERS" in said, "it is ignored, and that is logged"


@pytest.mark.soak
def test_streams_of_one_worker_outlive_another_and_those_of_that_one_resume(tmp_path: Path) -> None:
    with table(tmp_path, KRONIKA_THREADS="2") as (server, game):
        both = workers(server)
        path = f"{game.url}/stream?after={game.document()['version']}"
        lobby = [n // 2 % 2 for n in range(80)]
        held = [Stream(server, (path, "/v1/stream")[which]) for which in lobby]
        told = game.roll()
        for which, stream in zip(lobby, held, strict=True):
            stream.until((b"id: %d\n" % told, b"event: game")[which])
        assert f"kronika_open_streams {len(held)}.0" in game.api.get("/metrics").text
        os.kill(both[0], signal.SIGKILL)
        newest = until(game.act, "an answer", httpx.TransportError)
        of_game = [stream for which, stream in zip(lobby, held, strict=True) if not which]
        lost = [stream for stream in of_game if not stream.hears(b"id: %d\n" % newest)]
        assert 0 < len(lost) < len(of_game)
        for _ in range(4):
            followed(server, f"{game.url}/stream", b"id: %d\n" % newest, last=told)
        assert workers(server) != both
        stop(server)
        assert "Traceback" not in (tmp_path / "server.log").read_text()


@pytest.mark.parametrize("limit", ["KRONIKA_STREAMS", "KRONIKA_STREAMS_EACH"])
@pytest.mark.soak
def test_beyond_the_limit_the_oldest_ends_and_is_counted_at_once(tmp_path: Path, limit: str) -> None:
    with table(tmp_path, KRONIKA_WORKERS="1", **{limit: "2"}) as (server, game):
        version = game.document()["version"]
        path = f"{game.url}/stream?after={version - 1}"
        first, second, third = (Stream(server, path) for _ in range(3))
        third.until(b"id: %d\n" % version)
        assert "kronika_streams_dropped_total 1.0" in game.api.get("/metrics").text
        told = game.roll()
        second.until(b"id: %d\n" % told)
        assert not first.hears(b"id: %d\n" % told)


@pytest.mark.soak
@pytest.mark.parametrize("blow", [signal.SIGCONT, signal.SIGKILL])
def test_streams_that_are_asked_for_while_no_worker_answers_begin_later(
    tmp_path: Path, blow: signal.Signals
) -> None:
    """The worker stands still while they come. Then it goes on, or is killed and the next one takes them."""
    with table(tmp_path, KRONIKA_THREADS="2", KRONIKA_WORKERS="1") as (server, game):
        path = f"{game.url}/stream?after={game.document()['version']}"
        (worker,) = workers(server, 1)
        os.kill(worker, signal.SIGSTOP)
        come = [Stream(server, path, waits=True) for _ in range(STREAMS)]
        os.kill(worker, blow)
        assert {stream.answered() for stream in come} == {200}
        told = until(game.roll, "an answer", httpx.TransportError)
        assert all(stream.hears(b"id: %d\n" % told) for stream in come)
        assert "Traceback" not in (tmp_path / "server.log").read_text()


@pytest.mark.soak
def test_a_stream_that_is_asked_for_while_the_worker_leaves_ends_tidily(tmp_path: Path) -> None:
    """The first of this worker, on a connection that was open already."""
    with table(tmp_path, KRONIKA_WORKERS="1") as (server, game):
        (worker,) = workers(server, 1)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sock:
            request = b"GET %b HTTP/1.1\r\nHost: localhost\r\n\r\n"
            sock.sendall(request % b"/health/live")
            assert sock.recv(65536).startswith(b"HTTP/1.1 200 ")
            os.kill(worker, signal.SIGTERM)
            sleep(0.3)
            sock.sendall(request % f"{game.url}/stream".encode())
            got = b""
            while more := sock.recv(65536):
                got += more
            assert got.endswith(LAST_CHUNK)


def followed(server: Server, path: str, text: bytes = b"", last: int | None = None) -> Stream:
    """A stream that says this, as soon as a worker answers again: a dying one just ends it."""

    def told() -> list[Stream]:
        stream = Stream(server, path, last=last)
        return [stream] if stream.status == 200 and stream.hears(text) else []

    return until(told, "a stream", AssertionError, OSError)[0]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service that no test ends or changes."""
    with serving(tmp_path_factory.mktemp("streams")) as server:
        yield server


@pytest.mark.soak
def test_a_stream_for_a_client_of_an_older_http_is_bare(shared: Server) -> None:
    game = Table(shared)
    sock = socket.create_connection(("127.0.0.1", shared.port), timeout=60)
    sock.sendall(f"GET {game.url}/stream HTTP/1.0\r\n\r\n".encode())
    got = b""
    while b'"type":"game-started"' not in got:
        got += sock.recv(65536)
    head, body = got.split(b"\r\n\r\n", 1)
    assert b"chunked" not in head
    assert BEGINNING.sub(b"", body, 1).startswith(b"id: 1\nevent: game-created\ndata: {")
