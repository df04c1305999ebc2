"""Durable actions over HTTP, several games at once, against raw sqlite3 commits in the same run."""

from __future__ import annotations

import json
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from typing import Any

import orjson

from bench.timing import percentile
from tests.running import serving

GAMES = 8
SECONDS = 6.0
LENGTH = re.compile(rb"(?i)\r\ncontent-length: ([0-9]+)")


class Wire:
    """A kept-alive connection that does no more than it must, so that the server is measured and not its client."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method: str, path: str, body: bytes = b"", token: str = "") -> bytes:
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"{bearer}Content-Length: {len(body)}\r\n\r\n"
        )
        self.socket.sendall(head.encode() + body)
        answer = self.socket.recv(65536)
        head_end = answer.index(b"\r\n\r\n") + 4
        assert answer[9:11] == b"20", answer
        length = int(LENGTH.search(answer, 0, head_end)[1])  # type: ignore[index]
        while len(answer) < head_end + length:
            answer += self.socket.recv(65536)
        return answer[head_end:]


class Game:
    """One game on one connection: throws dice and sets them aside, which is always legal in turn."""

    def __init__(self, port: int) -> None:
        self.wire = Wire(port)
        self.game = self.post("/v1/games", {"ruleset": "age-of-war", "seats": 2})["id"]
        self.tokens = [self.post(f"/v1/games/{self.game}/seats", {"name": "P"})["token"] for _ in range(2)]
        self.seat = orjson.loads(self.wire.ask("GET", f"/v1/games/{self.game}"))["to_act"][0]
        self.throw = True

    def act(self) -> None:
        action = {"type": "roll" if self.throw else "set-aside"}
        answer = self.post(f"/v1/games/{self.game}/actions", action, self.tokens[self.seat - 1])
        self.seat, self.throw = answer["to_act"][0], not self.throw

    def post(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        return orjson.loads(self.wire.ask("POST", path, orjson.dumps(body), token))


class Idler:
    """Asks for what costs the service nothing: what is left is the web server's part."""

    def __init__(self, port: int) -> None:
        self.wire = Wire(port)

    def act(self) -> None:
        self.wire.ask("GET", "/health/live")


LOADS = {"actions": Game, "nothing": Idler}


def load(kind: str, port: int, seconds: float) -> None:
    """The load client, a process of its own: prints latencies as JSON."""
    clients = [LOADS[kind](port) for _ in range(GAMES)]
    stop = time.perf_counter() + seconds
    with ThreadPoolExecutor(GAMES) as pool:
        latencies = pool.map(lambda client: _until(client, stop), clients)
        print(json.dumps([latency for of_one in latencies for latency in of_one]))


def _until(client: Game | Idler, stop: float) -> list[float]:
    latencies, began = [], time.perf_counter()
    while began < stop:
        client.act()
        ended = time.perf_counter()
        latencies.append(ended - began)
        began = ended
    return latencies


def over_http(port: int, kind: str) -> list[float]:
    command = [sys.executable, "-m", "bench.http", kind, str(port), str(SECONDS)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(latency) for latency in json.loads(done.stdout)]


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
            latencies = over_http(server.port, "actions")
            nothing = len(over_http(server.port, "nothing")) / SECONDS
        rate = len(latencies) / SECONDS
        same = raw_commits_of_actions(folder / "kronika.db", folder)
    p50, p99 = percentile(latencies, 0.5) * 1e3, percentile(latencies, 0.99) * 1e3
    return [
        "| what | figure |",
        "|---|---|",
        f"| durable actions/s over HTTP, {GAMES} games at once | {rate:,.0f} |",
        f"| latency p50 / p99, ms | {p50:.1f} / {p99:.1f} |",
        f"| requests/s for nothing (`/health/live`), same clients | {nothing:,.0f} |",
        f"| raw sqlite3 FULL commits/s of an action's rows, one writer | {same:,.0f} |",
        f"| raw sqlite3 FULL commits/s of one row, one writer | {raw:,.0f} |",
        f"| actions / requests for nothing | {rate / nothing:.2f} |",
        f"| actions / raw commits of an action's rows | {rate / same:.2f} |",
        f"| actions / raw commits of one row | {rate / raw:.2f} |",
    ]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        load(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
    else:
        print("\n".join(main()))
