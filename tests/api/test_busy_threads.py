"""A real server with one thread: who reads slowly, waits long, follows a stream or holds the thread keeps nobody waiting."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.api.test_many_streams import LAST_CHUNK, Stream, Table
from tests.api.test_waiting import waiting
from tests.running import PATIENCE, Server, serving, until

EXPORT = "/v1/games/export"
LINES = 24
LINE = 2**20
HELD = """
import sys, time
from pathlib import Path

from service.queries import exporting

exporting.export_all = lambda *_: (b"x" * ({line} - 1) + b"\\n" for _ in range({lines}))

import wsgi

handle = wsgi.LazyApp.__call__

def held(self, environ, start_response):
    while environ["PATH_INFO"] == "/v1/rulesets" and not Path({freed!r}).exists():
        time.sleep(0.01)
    return handle(self, environ, start_response)

wsgi.LazyApp.__call__ = held

from cli import main

sys.exit(main(["serve"]))
"""
"""The service with some MiB to export, and with a path whose requests hold their thread until there is a file."""


class Held:
    def __init__(self, server: Server, freed: Path) -> None:
        self.server, self._freed = server, freed

    def free(self) -> None:
        self._freed.touch()

    def asks(self, path: str) -> socket.socket:
        sock = socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)
        sock.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        return sock

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.server.url + path, timeout=PATIENCE)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Held]:
    folder = tmp_path_factory.mktemp("held")
    freed = folder / "freed"
    code = HELD.format(line=LINE, lines=LINES, freed=str(freed))
    with serving(folder, command=("-c", code), KRONIKA_WORKERS="1", KRONIKA_THREADS="1") as server:
        yield Held(server, freed)
        freed.touch()
    assert "Traceback" not in (folder / "server.log").read_text()


def rest(sock: socket.socket) -> int:
    """Bytes that still come."""
    count = 0
    while chunk := sock.recv(2**20):
        count += len(chunk)
    return count


def test_a_slow_reader_of_a_long_response_holds_no_thread(held: Held) -> None:
    with held.asks(EXPORT) as slow:
        assert slow.recv(12) == b"HTTP/1.1 200"
        game = Table(held.server)
        with closing(game.api):
            game.roll()
            assert held.get("/health/ready").status_code == 200
        assert rest(slow) > LINES * LINE


def test_who_leaves_a_long_response_gives_its_place_back(held: Held) -> None:
    with held.asks(EXPORT) as first:
        assert first.recv(12) == b"HTTP/1.1 200"
        assert held.get(EXPORT).status_code == 503
    until(lambda: held.get(EXPORT).status_code == 200, "a place")


def test_many_wait_and_one_thread_is_enough(held: Held) -> None:
    game = Table(held.server)
    version, polls = waiting(held.server, game, 30, 100)
    gone = polls.pop()
    gone.sock.close()
    polls[0].ask("/v1/rulesets/age-of-war")  # sent before its turn
    told = game.roll()
    assert told == version + 1
    for poll in polls:
        status, document = poll.answer()
        assert (status, document["version"]) == (200, told)
    assert polls[0].answer()[1]["id"] == "age-of-war"
    polls[1].ask(f"{game.url}?wait=30&after={version}")
    assert polls[1].answer()[1]["version"] == told


def test_a_token_that_is_exchanged_loses_its_stream(held: Held) -> None:
    game = Table(held.server)
    path = f"{game.url}/stream?after={game.document()['version']}"
    mine, others = Stream(held.server, path, game.tokens[0]), Stream(held.server, path, game.tokens[1])
    new = game.post(f"{game.url}/tokens/rotations", {}, game.tokens[0])["token"]
    mine.until(LAST_CHUNK)
    assert Stream(held.server, path, game.tokens[0]).status == 401
    game.tokens[0] = new
    told = game.roll()
    others.until(b"id: %d\n" % told)


def test_liveness_while_the_thread_is_held(held: Held) -> None:
    waiting = [held.asks("/v1/rulesets") for _ in range(20)]
    gone = [held.asks("/v1/rulesets") for _ in range(20)]
    assert [held.get("/health/live").json() for _ in range(20)] == [{"status": "live"}] * 20
    for sock in gone:
        sock.close()
    held.free()
    for sock in waiting:
        with sock:
            assert sock.recv(12) == b"HTTP/1.1 200"
