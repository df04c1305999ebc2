"""Durable actions over HTTP, several games at once, beside requests for nothing and raw sqlite3 commits of the same run.

Both are asked for in turn, a second each, by the same connections, which the workers share evenly. Each is warmed up
first, for longer than the keeper takes to replace the keys that the games have used.
"""

from __future__ import annotations

import json
import re
import select
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from bench.processes import cpu_seconds
from bench.size import size
from bench.timing import percentile
from tests.running import Server, serving

GAMES = 8
ROUNDS = size(7, 1)
SECONDS = float(ROUNDS)
"""Of each kind, a second a round."""
WARM = size(4.0, 0.2)
LENGTH = re.compile(rb"(?i)\r\ncontent-length: ([0-9]+)")


class Wire:
    """A kept-alive connection that does no more than it must, so that the server is measured and not its client."""

    def __init__(self, connection: socket.socket) -> None:
        self.socket = connection
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._come = b""

    @classmethod
    def to(cls, port: int) -> Wire:
        """A new connection."""
        return cls(socket.create_connection(("127.0.0.1", port)))

    def ask(self, method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
        self.send(method, path, body, token)
        while (answer := self.take()) is None:
            pass
        return answer

    def send(self, method: str, path: str, body: bytes = b"", token: str = "") -> None:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"{bearer}Content-Length: {len(body)}\r\n\r\n"
        )
        self.socket.sendall(head.encode() + body)

    def take(self) -> bytes | None:
        """What has come of the answer is taken, or waited for; its body when that is all."""
        chunk = self.socket.recv(65536)
        assert chunk, "the server has closed the connection"
        self._come += chunk
        body = self._come.find(b"\r\n\r\n") + 4
        if body < 4:
            return None
        assert self._come[9:11] == b"20", self._come
        end = body + int(LENGTH.search(self._come, 0, body)[1])  # type: ignore[index]
        if len(self._come) < end:
            return None
        answer, self._come = self._come[body:end], b""
        return answer


class Game:
    """One game on one connection: throws dice and sets them aside, which is always legal in turn."""

    def __init__(self, port: int) -> None:
        self.wire = Wire.to(port)
        self.game = self.post("/v1/games", {"ruleset": "age-of-war", "seats": 2})["id"]
        self.tokens = [self.post(f"/v1/games/{self.game}/seats", {"name": f"P{n}"})["token"] for n in (1, 2)]
        self.seat = orjson.loads(self.wire.ask("GET", f"/v1/games/{self.game}"))["to_act"][0]
        self.throw = True

    def act(self) -> None:
        self.send("actions")
        while (answer := self.wire.take()) is None:
            pass
        self.told("actions", answer)

    def send(self, kind: str) -> None:
        """Ask for an action, or for what costs the service nothing: what is left is the web server's part."""
        if kind == "nothing":
            self.wire.send("GET", "/health/live")
        else:
            action, token = THROW if self.throw else SET_ASIDE, self.tokens[self.seat - 1]
            self.wire.send("POST", f"/v1/games/{self.game}/actions", action, token)

    def told(self, kind: str, answer: bytes) -> None:
        if kind == "actions":
            self.seat, self.throw = orjson.loads(answer)["to_act"][0], not self.throw

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return orjson.loads(self.wire.ask("POST", path, orjson.dumps(body)))


class Bare:
    """A connection to gunicorn and Flask that have nothing of ours."""

    def __init__(self, connection: socket.socket) -> None:
        self.wire = Wire(connection)

    def send(self, kind: str) -> None:
        self.wire.send("GET", "/health/live")

    def told(self, kind: str, answer: bytes) -> None:
        """It was nothing."""


THROW, SET_ASIDE = b'{"type":"roll"}', b'{"type":"set-aside"}'


class Round(NamedTuple):
    """The seconds that each request took, and those of the processor that the service and its clients used."""

    latencies: list[float]
    served: float
    asked: float


def load(port: int, pid: int, kinds: Sequence[str]) -> dict[str, list[Round]]:
    """The clients, in a process of their own and without threads, so that they take little of the machine."""
    with ExitStack() as stack:
        # The bare server first: it takes a while, and who is silent for long loses his connection.
        bare = stack.enter_context(_bare()) if "bare" in kinds else None
        games = [Game(port) for _ in range(GAMES)]
        asked: dict[str, tuple[Sequence[Game | Bare], int]] = dict.fromkeys(kinds, (games, pid))
        if bare is not None:
            asked["bare"] = bare
        for kind in kinds if len(kinds) > 1 else ():
            _round(*asked[kind], kind, WARM)
        rounds: dict[str, list[Round]] = {kind: [] for kind in kinds}
        for _ in range(ROUNDS):
            for kind in kinds:
                rounds[kind].append(_round(*asked[kind], kind, SECONDS / ROUNDS))
    return rounds


@contextmanager
def _bare() -> Iterator[tuple[list[Bare], int]]:
    from bench.bare import bare, evenly

    with bare() as server:
        assert server.process is not None
        yield [Bare(connection) for connection in evenly(server, GAMES)], server.process.pid


def _round(games: Sequence[Game | Bare], pid: int, kind: str, seconds: float) -> Round:
    served, asked = cpu_seconds(pid), time.process_time()
    latencies = list(_latencies(games, kind, time.perf_counter() + seconds))
    return Round(latencies, cpu_seconds(pid) - served, time.process_time() - asked)


def _latencies(games: Sequence[Game | Bare], kind: str, stop: float) -> Iterator[float]:
    """Each asks as soon as it has its answer, until the time is over."""
    waiting, poll = {}, select.epoll()
    for game in games:
        poll.register(game.wire.socket, select.EPOLLIN)
        game.send(kind)
        waiting[game.wire.socket.fileno()] = game, time.perf_counter()
    while waiting:
        for fd, _ in poll.poll():
            game, began = waiting[fd]
            answer = game.wire.take()
            if answer is None:
                continue
            now = time.perf_counter()
            yield now - began
            game.told(kind, answer)
            del waiting[fd]
            if now < stop:
                game.send(kind)
                waiting[fd] = game, now
    poll.close()


def over_http(server: Server, *kinds: str) -> dict[str, list[Round]]:
    """Rounds of each kind, such as `actions`, `nothing`, or `bare`: by turns, and warmed up if there are several."""
    assert server.process is not None
    command = [sys.executable, "-m", "bench.http", str(server.port), str(server.process.pid), *kinds]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    told = json.loads(done.stdout)
    return {kind: [Round(*one) for one in rounds] for kind, rounds in told.items()}


def latencies(rounds: Sequence[Round]) -> list[float]:
    return [latency for one in rounds for latency in one.latencies]


def raw_commits(folder: Path) -> float:
    """Commits a second of one row each, WAL with FULL, one connection: what the disk gives."""
    raw = _raw(folder / "raw.db")
    raw.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, body BLOB)")
    return _rate(raw, cycle([[("INSERT INTO log (body) VALUES (?)", (b"x" * 300,))]]))


def raw_commits_of_actions(database: Path, folder: Path) -> float:
    """The same with an action's rows in the service's tables: its event, and the game's row in the lobby."""
    raw = _raw(folder / "again.db")
    raw.execute("ATTACH ? AS served", (str(database),))
    for (ddl,) in raw.execute("SELECT sql FROM served.sqlite_master WHERE sql IS NOT NULL").fetchall():
        if "sqlite_sequence" not in ddl:
            raw.execute(ddl)
    raw.execute("INSERT INTO lobby SELECT * FROM served.lobby")
    columns = "originator_id, originator_version, topic, state"
    events = raw.execute(f"SELECT {columns} FROM served.stored_events ORDER BY rowid").fetchall()
    insert = f"INSERT INTO stored_events ({columns}) VALUES (?, ?, ?, ?)"
    update = (
        "UPDATE lobby SET version = ?, updated_at = version, checkpoint = checkpoint || '' WHERE game = ?"
    )
    return _rate(raw, iter([[(insert, event), (update, event[1::-1])] for event in events]))


def _raw(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _rate(raw: sqlite3.Connection, commits: Iterator[list[tuple[str, tuple[Any, ...]]]]) -> float:
    count, began = 0, time.perf_counter()
    stop = began + SECONDS / 2
    for statements in commits:
        raw.execute("BEGIN IMMEDIATE")
        for sql, params in statements:
            raw.execute(sql, params)
        raw.execute("COMMIT")
        count += 1
        if time.perf_counter() > stop:
            break
    return count / (time.perf_counter() - began)


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        raw = raw_commits(folder)
        with serving(folder) as server:
            rounds = over_http(server, "actions", "nothing", "bare")
        same = raw_commits_of_actions(folder / "kronika.db", folder)
    actions, nothing, bare = (rounds[kind] for kind in ("actions", "nothing", "bare"))
    took = latencies(actions)
    p50, p99 = percentile(took, 0.5) * 1e3, percentile(took, 0.99) * 1e3
    rate, idle = _rate_of(actions), _rate_of(nothing)
    ratios, of_bare = _ratios(actions, nothing), _ratios(actions, bare)
    return [
        "| what | figure |",
        "|---|---|",
        f"| durable actions/s over HTTP, {GAMES} games at once | {rate:,.0f} |",
        f"| latency p50 / p99, ms | {p50:.1f} / {p99:.1f} |",
        f"| requests/s for nothing (`/health/live`), same connections | {idle:,.0f} |",
        f"| requests/s for nothing that gunicorn and Flask answer alone, by threads | {_rate_of(bare):,.0f} |",
        f"| raw sqlite3 FULL commits/s of an action's rows, one writer | {same:,.0f} |",
        f"| raw sqlite3 FULL commits/s of one row, one writer | {raw:,.0f} |",
        f"| actions / requests for nothing | {statistics.median(ratios):.2f} |",
        f"| the same, least and most of {ROUNDS} rounds | {min(ratios):.2f} / {max(ratios):.2f} |",
        f"| actions / requests for nothing that gunicorn and Flask answer alone | {statistics.median(of_bare):.2f} |",
        f"| the same, least and most of {ROUNDS} rounds | {min(of_bare):.2f} / {max(of_bare):.2f} |",
        f"| the service's processor for an action / for nothing, us | {_served(actions)} / {_served(nothing)} |",
        f"| the clients' for an action / for nothing, us | {_asked(actions)} / {_asked(nothing)} |",
        f"| actions / raw commits of an action's rows | {rate / same:.2f} |",
        f"| actions / raw commits of one row | {rate / raw:.2f} |",
    ]


def _ratios(some: Sequence[Round], others: Sequence[Round]) -> list[float]:
    return [len(one.latencies) / len(other.latencies) for one, other in zip(some, others, strict=True)]


def _rate_of(rounds: Sequence[Round]) -> float:
    return statistics.median(len(one.latencies) for one in rounds) * ROUNDS / SECONDS


def _served(rounds: Sequence[Round]) -> str:
    return f"{1e6 * sum(one.served for one in rounds) / len(latencies(rounds)):,.0f}"


def _asked(rounds: Sequence[Round]) -> str:
    return f"{1e6 * sum(one.asked for one in rounds) / len(latencies(rounds)):,.0f}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(load(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])))
    else:
        print("\n".join(main()))
