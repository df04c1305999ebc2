"""Durable actions over HTTP, several games at once, against raw sqlite3 commits in the same run."""

from __future__ import annotations

import http.client
import json
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from bench.timing import percentile
from tests.running import Server, serving

GAMES = 8
SECONDS = 6.0


class Client:
    """One game on one connection: throws dice and sets them aside, which is always legal in turn."""

    def __init__(self, server: Server) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.game = self.post("/v1/games", {"ruleset": "age-of-war", "seats": 2})["id"]
        self.tokens = [self.post(f"/v1/games/{self.game}/seats", {"name": "P"})["token"] for _ in range(2)]
        self.seat = self.get(f"/v1/games/{self.game}")["to_act"][0]
        self.throw = True
        self.latencies: list[float] = []
        self.version = 0

    def act(self) -> None:
        action = {"type": "roll" if self.throw else "set-aside"}
        began = time.perf_counter()
        answer = self.post(f"/v1/games/{self.game}/actions", action, self.tokens[self.seat - 1])
        self.latencies.append(time.perf_counter() - began)
        self.seat, self.version = answer["to_act"][0], answer["version"]
        self.throw = not self.throw

    def post(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        return self._ask("POST", path, json.dumps(body), headers)

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None, {})

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Any:
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        data = response.read()
        assert response.status in (200, 201), data
        return json.loads(data)


def load(port: int, seconds: float) -> None:
    """The load client, a process of its own: prints latencies as JSON."""
    clients = [Client(Server(port)) for _ in range(GAMES)]
    stop = time.perf_counter() + seconds
    threads = [threading.Thread(target=_until, args=(client, stop)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps([latency for client in clients for latency in client.latencies]))


def _until(client: Client, stop: float) -> None:
    while time.perf_counter() < stop:
        client.act()


def over_http(folder: Path) -> list[float]:
    with serving(folder) as server:
        command = [sys.executable, "-m", "bench.http", str(server.port), str(SECONDS)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(latency) for latency in json.loads(done.stdout)]


def raw_commits(folder: Path) -> float:
    """Commits a second of one row each, WAL with FULL, one connection: what the disk gives."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE log (id INTEGER PRIMARY KEY, body BLOB)")
    count, stop = 0, time.perf_counter() + SECONDS / 2
    while time.perf_counter() < stop:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO log (body) VALUES (?)", (b"x" * 300,))
        connection.execute("COMMIT")
        count += 1
    return count / (SECONDS / 2)


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        before = raw_commits(Path(folder))
        latencies = over_http(Path(folder))
        rate = len(latencies) / SECONDS
        p50, p99 = percentile(latencies, 0.5) * 1e3, percentile(latencies, 0.99) * 1e3
    return [
        "| what | figure |",
        "|---|---|",
        f"| durable actions/s over HTTP, {GAMES} games at once | {rate:,.0f} |",
        f"| raw sqlite3 FULL commits/s, one writer | {before:,.0f} |",
        f"| ratio | {rate / before:.2f} |",
        f"| latency p50 / p99, ms | {p50:.1f} / {p99:.1f} |",
    ]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        load(int(sys.argv[1]), float(sys.argv[2]))
    else:
        print("\n".join(main()))
