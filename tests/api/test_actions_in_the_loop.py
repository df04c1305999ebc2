"""Actions that the event loop answers, over sockets: one that has to wait holds nobody, least of all the loop."""

from __future__ import annotations

import fcntl
import json
import re
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from select import select
from typing import Any

import httpx
import pytest

from api.server.plain_actions import MOST_BYTES
from service.store.write_queue import STALLED_MOST
from tests.api.test_slow_clients import PATIENCE, configured, connected, live
from tests.postgresql import Database, postgresql
from tests.running import Server, serving, until

ALIVE = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
ANSWER = re.compile(rb"HTTP/1\.1 (\d+)[^\r]*\r\n")
FEW_THREADS = {"KRONIKA_WORKERS": "1", "KRONIKA_THREADS": "1"}
PATIENT = f"""
import service.store.sqlite_append, service.store.write_queue as queue
service.store.sqlite_append.QUEUE_SECONDS = queue.QUEUE_SECONDS = queue.WRITE_SECONDS = {PATIENCE}
"""


@contextmanager
def patient(folder: Path) -> Iterator[Server]:
    """A service that gives up no client that waits for its turn or takes no answer, however crowded the machine."""
    with serving(folder, **configured(folder, PATIENT, threads=1)) as running:
        yield running


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the server."""
    return tmp_path_factory.mktemp("short")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with patient(folder) as running:
        yield running


class Game:
    """A game of dice, which are thrown and set aside in turn, whatever falls."""

    def __init__(self, server: Server) -> None:
        self.client = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self.path = f"/v1/games/{self._post('/v1/games', ruleset='age-of-war', seats=2)['id']}"
        self.tokens = [self._post(f"{self.path}/seats", name=name)["token"] for name in ("Ada", "Bo")]
        self.document = self.client.get(self.path).json()

    def _post(self, path: str, **body: Any) -> Any:
        return self.client.post(path, json=body).raise_for_status().json()

    def request(self, action: str, **headers: str) -> bytes:
        """As it goes over the wire."""
        body = json.dumps({"type": action}).encode()
        token = self.tokens[self.document["to_act"][0] - 1]
        head = {"Host": "x", "Content-Type": "application/json", "Content-Length": str(len(body)), **headers}
        lines = [f"POST {self.path}/actions HTTP/1.1", f"Authorization: Bearer {token}"]
        lines += [f"{name}: {value}" for name, value in head.items()]
        return "\r\n".join([*lines, "", ""]).encode() + body

    @property
    def version(self) -> int:
        return int(self.client.get(self.path).json()["version"])


def answers(sock: socket.socket, count: int) -> list[int]:
    """The codes of so many answers."""
    got = b""
    while len(found := ANSWER.findall(got)) < count or not got.endswith((b"}", b"\n")):
        chunk = sock.recv(65536)
        assert chunk, got
        got += chunk
    return [int(code) for code in found]


@contextmanager
def turn_held(folder: Path) -> Iterator[None]:
    """Another process has the turn to write, and keeps it."""
    with (folder / "kronika.db-turn").open() as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield


def test_many_requests_in_one_piece_are_answered_in_order(server: Server) -> None:
    game = Game(server)
    with connected(server, ALIVE * 300) as sock:
        assert answers(sock, 300) == [200] * 300
        before = game.version
        sock.sendall(game.request("roll") + game.request("roll") + game.request("set-aside") + ALIVE)
        assert answers(sock, 4) == [201, 409, 201, 200]
        assert game.version > before


def long(request: bytes) -> bytes:
    """The same request, which a thread answers."""
    head, end, body = request.partition(b"\r\n\r\n")
    length = len(body) + MOST_BYTES
    longer = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % length, head)
    return longer + end + body.ljust(length)


def whole(server: Server, request: bytes) -> bytes:
    """All that is answered, but for when."""
    with connected(server, request) as sock:
        got = b"".join(iter(lambda: sock.recv(65536), b""))
    assert got.count(b"\r\nKronika-Now: ") == 1
    return re.sub(rb"\r\n(Date|Kronika-Now): [^\r]*", b"", got)


@pytest.mark.parametrize(
    "more", ({}, {"Idempotency-Key": "mine"}, {"If-Match": '"1"'}, {"Accept-Language": "pl"})
)
def test_the_loop_answers_as_a_thread_does(server: Server, more: dict[str, str]) -> None:
    game = Game(server)
    request = game.request("roll", **{"X-Request-Id": "one", "Connection": "close", **more})
    whole(server, request)  # from then on it is one that was sent again, or refused
    for one in (request, request.replace(b" HTTP/1.1", b"?labels=true HTTP/1.1")):
        answer = whole(server, one)
        assert answer == whole(server, long(one))
        assert ANSWER.match(answer)


@pytest.mark.soak
def test_a_client_that_takes_no_answers_holds_nobody(server: Server) -> None:
    with socket.socket() as greedy:
        game = Game(server)
        greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        greedy.connect(("127.0.0.1", server.port))
        fill(greedy, server)
        with connected(server, ALIVE + game.request("roll")) as sock:
            sock.settimeout(PATIENCE / 2)
            assert answers(sock, 2) == [200, 201]


def fill(sock: socket.socket, server: Server) -> None:
    """Ask until the server can send no more of its answers, or gives the client up."""
    sock.setblocking(False)
    stuck = Stuck(sock, server)
    while True:
        try:
            sock.send(ALIVE * 100)
        except BlockingIOError:
            if stuck():
                break
        except ConnectionError:
            break


class Stuck:
    """Whether what the server has to send to this client has stayed the same for a while."""

    def __init__(self, sock: socket.socket, server: Server) -> None:
        self._way = f":{server.port:04X}", f":{sock.getsockname()[1]:04X}"
        self._queued, self._since = "", 0.0

    def __call__(self) -> bool:
        queued = self._queue()
        if queued != self._queued:
            self._queued, self._since = queued, time.monotonic()
        return time.monotonic() - self._since > 1.5

    def _queue(self) -> str:
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, ours, theirs, _, queues, *_ = line.split()
            if (ours[-5:], theirs[-5:]) == self._way:
                return queues.partition(":")[0]
        raise AssertionError("The server has closed the connection.")


def test_actions_that_wait_for_their_turn_hold_neither_the_loop_nor_its_only_thread(
    server: Server, folder: Path
) -> None:
    with ExitStack() as stack:
        games = [Game(server) for _ in range(4)]
        before = [game.version for game in games]
        with turn_held(folder):
            waiting = [stack.enter_context(connected(server, game.request("roll"))) for game in games]
            assert live(server)
            assert [game.version for game in games] == before
            assert live(server)
        assert [answers(sock, 1) for sock in waiting] == [[201]] * 4
        assert all(game.version > version for game, version in zip(games, before, strict=True))


@pytest.mark.soak
def test_a_turn_that_never_comes_is_told_in_time_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with serving(tmp_path, **FEW_THREADS) as server, ExitStack() as stack:
        games = [Game(server) for _ in range(4)]
        before = [game.version for game in games]
        with turn_held(tmp_path):
            waiting = [stack.enter_context(connected(server, game.request("roll"))) for game in games]
            assert [answers(sock, 1) for sock in waiting] == [[503]] * 4
            assert live(server)
        assert [game.version for game in games] == before
        with connected(server, games[0].request("roll")) as sock:
            assert answers(sock, 1) == [201]


def test_a_client_who_leaves_while_their_action_waits_has_acted(server: Server, folder: Path) -> None:
    """Whether they read the response or not: sent again with its key, the action gets the same one."""
    game = Game(server)
    before = game.version
    with turn_held(folder):
        connected(server, game.request("roll", **{"Idempotency-Key": "mine"})).close()
        assert live(server)
    until(lambda: game.version > before)
    after = game.version
    with connected(server, game.request("roll", **{"Idempotency-Key": "mine"})) as sock:
        assert answers(sock, 1) == [201]
    assert game.version == after


@pytest.mark.soak
def test_actions_that_wait_when_the_service_is_asked_to_end_are_answered(tmp_path: Path) -> None:
    with patient(tmp_path) as server, ExitStack() as stack:
        games = [Game(server) for _ in range(4)]
        assert server.process is not None
        with turn_held(tmp_path):
            waiting = [stack.enter_context(connected(server, game.request("roll"))) for game in games]
            assert live(server)
            server.process.send_signal(signal.SIGTERM)
        assert [answers(sock, 1) for sock in waiting] == [[201]] * 4
        assert server.process.wait(PATIENCE) == 0


@contextmanager
def heads_held(folder: Path) -> Iterator[None]:
    """Somebody else writes to the file of the signed heads, and does not end."""
    with closing(sqlite3.connect(folder / "heads.db", isolation_level=None)) as heads:
        heads.execute("BEGIN IMMEDIATE")
        yield


@pytest.mark.soak
def test_actions_that_wait_for_the_file_of_the_heads_do_not_hold_the_loop(tmp_path: Path) -> None:
    """One of them tries the file, in a thread that answers nobody else; the others are refused meanwhile."""
    with serving(tmp_path, **FEW_THREADS) as server, ExitStack() as stack:
        first, *others = [Game(server) for _ in range(9)]
        with heads_held(tmp_path):
            with connected(server, first.request("roll")) as sock:
                assert answers(sock, 1) == [503]
            waiting = [stack.enter_context(connected(server, game.request("roll"))) for game in others]
            assert live(server)
            assert [answers(sock, 1) for sock in waiting] == [[503]] * 8
        with connected(server, others[0].request("roll")) as sock:
            assert answers(sock, 1) == [201]


@contextmanager
def database_locked(folder: Path) -> Iterator[None]:
    """A program that does not take turns with others writes to the database, and does not end."""
    with closing(sqlite3.connect(folder / "kronika.db", isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield


@pytest.mark.soak
def test_a_locked_database_holds_only_the_actions_that_wait_for_it(server: Server, folder: Path) -> None:
    """A few of them stay queued, the others are soon refused, and whatever only reads goes on."""
    with ExitStack() as stack:
        games = [Game(server) for _ in range(STALLED_MOST + 4)]
        with database_locked(folder):
            waiting = [stack.enter_context(connected(server, game.request("roll"))) for game in games]
            assert live(server)
            assert all(game.version for game in games)
            refused = list[socket.socket]()
            while len(refused) < 4:
                refused = select(waiting, [], [], PATIENCE)[0]
            assert [answers(sock, 1) for sock in refused] == [[503]] * 4
            assert live(server)
        assert [answers(sock, 1) for sock in waiting if sock not in refused] == [[201]] * STALLED_MOST


@pytest.mark.soak
def test_a_database_server_that_stands_still_holds_only_actions(tmp_path: Path) -> None:
    """They are refused in time, and taken when it goes on."""
    with postgresql() as running, ExitStack() as stack:
        database = Database(running)
        more = {**FEW_THREADS, "KRONIKA_DATABASE": database.url}
        server = stack.enter_context(serving(tmp_path, **more))
        games = [Game(server) for _ in range(4)]
        with database.standing_still():
            waiting = [stack.enter_context(connected(server, game.request("roll"))) for game in games]
            assert live(server)
            assert [answers(sock, 1) for sock in waiting] == [[503]] * 4
            assert live(server)
        for game in games:
            until(partial(_acts, server, game), "the action")


def _acts(server: Server, game: Game) -> bool:
    with connected(server, game.request("roll")) as sock:
        return answers(sock, 1) == [201]
