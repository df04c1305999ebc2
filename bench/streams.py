"""Viewers of games that are being played: how late they are told, and what each takes of memory.

What heartbeats cost is in the last column: the processor time of the whole service while nothing happens.

`python -m bench streams [CHECKOUT]` prints its part, of another checkout if one is named. The viewers are sockets in a process of
their own that reads and notes the time; how late an event is counts from the time that stands in it, which is before its commit.
"""

from __future__ import annotations

import json
import math
import re
import resource
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from bench.processes import cpu_seconds, kilobytes, tree
from bench.size import size
from bench.timing import percentile
from bench.wire import Game, Wire
from tests.running import Server, serving

AT_ONCE = 64
"""Viewers who are asking to be let in."""
LET_IN_SECONDS = 300.0
SETTLE = 2.0
SECONDS = size(10.0, 1.0)
QUIET = size(30.0, 0.2)
"""Several heartbeats."""
PAUSE = 0.3
"""Between two actions."""
AT = re.compile(rb'"version":(\d+),"type":"[^"]*","at":"([^"]*)"')
COLUMNS = "viewers | games | let in | told of all | p50 ms | p99 ms | last ms | kB each | % of a core, quiet"


class Crowd(NamedTuple):
    viewers: int
    games: int


CROWDS = size(
    (Crowd(100, 1), Crowd(1_000, 1), Crowd(10_000, 1), Crowd(10_000, 1_000)),
    (Crowd(4, 1), Crowd(4, 2)),
)


def main(checkout: str | None = None, *, crowds: Sequence[Crowd] = CROWDS) -> list[str]:
    rows = [f"| {COLUMNS} |", "|" + "---|" * len(COLUMNS.split("|"))]
    return rows + [_row(crowd, checkout) for crowd in crowds]


def _row(crowd: Crowd, checkout: str | None) -> str:
    with tempfile.TemporaryDirectory() as folder:
        settings = {"KRONIKA_WORKERS": "2"}
        with serving(Path(folder), Path(checkout) if checkout else None, **settings) as server:
            games = [Game(server.port) for _ in range(crowd.games)]
            versions = versions_of(games, server)
            before = _memory(server)
            with Watching(server, versions, crowd.viewers) as viewers:
                let_in = int(viewers.readline())
                time.sleep(SETTLE)
                each = (_memory(server) - before) / max(1, let_in)
                quiet = _quiet_share(server)
                _play(games)
                viewers.close_input()
                late, told = json.loads(viewers.readline())
                news = sum(versions_of(games, server).values()) - sum(versions.values())
                expected = news * let_in / crowd.games
    figures = [percentile(late, p) * 1000 for p in (0.5, 0.99)] if late else [0.0, 0.0]
    last = max(late, default=0.0) * 1000
    share = told / expected if expected else 0.0
    return (
        f"| {crowd.viewers:,} | {crowd.games:,} | {let_in:,} | {share:.0%} | {figures[0]:.0f} | {figures[1]:.0f} "
        f"| {last:.0f} | {each:.1f} | {quiet:.1%} |"
    )


def versions_of(games: Sequence[Game], server: Server) -> dict[str, int]:
    """How many events each game has."""
    wire = Wire(server.port)
    return {game.game: json.loads(wire.ask("GET", f"/v1/games/{game.game}"))["version"] for game in games}


def _play(games: Sequence[Game]) -> None:
    """One action after the other, in turn at every game."""
    end, turns = time.monotonic() + SECONDS, cycle(games)
    while time.monotonic() < end:
        next(turns).act()
        time.sleep(PAUSE)


def _quiet_share(server: Server) -> float:
    """The share of a core that the service takes while nobody acts."""
    assert server.process is not None
    before = cpu_seconds(server.process.pid)
    time.sleep(QUIET)
    return (cpu_seconds(server.process.pid) - before) / QUIET


def _memory(server: Server) -> float:
    """What all processes of the service take, kB (PSS)."""
    assert server.process is not None
    return sum(map(kilobytes, tree(server.process.pid)))


class Watching:
    """The process of the viewers."""

    def __init__(self, server: Server, versions: Mapping[str, int], viewers: int) -> None:
        games = [f"{game}:{version}" for game, version in versions.items()]
        command = [sys.executable, "-m", __name__, str(server.port), str(viewers), *games]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def readline(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def close_input(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()

    def __enter__(self) -> Watching:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


# The viewers


class Viewers:
    """Sockets that follow games, each given with its version."""

    def __init__(self, port: int, viewers: int, versions: Mapping[str, int]) -> None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        self._port = port
        self._poll = select.epoll()
        self._socks: dict[int, socket.socket] = {}
        self._wanted = islice(cycle(versions.items()), viewers)
        self._asking: set[int] = set()
        self._behind: dict[int, int] = {}
        """Those who have not been told yet all that had happened before, and the version up to which."""
        self._begun: dict[int, bytes] = {}
        """Of each the line that has not come whole."""
        self._at: dict[bytes, float] = {}
        self.late: list[float] = []
        self.let_in = self.told = 0

    def come_in(self) -> None:
        """All ask, and whoever is let in is told what happened before, which is not news."""
        patience = time.monotonic() + LET_IN_SECONDS
        while (self._ask() or self._behind) and time.monotonic() < patience:
            self._read(1.0)

    def _ask(self) -> bool:
        while len(self._asking) < AT_ONCE and (wanted := next(self._wanted, None)) is not None:
            game, version = wanted
            sock = socket.create_connection(("127.0.0.1", self._port))
            sock.sendall(f"GET /v1/games/{game}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            sock.setblocking(False)
            self._socks[sock.fileno()] = sock
            self._asking.add(sock.fileno())
            self._behind[sock.fileno()] = version
            self._poll.register(sock, select.EPOLLIN)
        return bool(self._asking)

    def _read(self, seconds: float) -> None:
        for fd, _ in self._poll.poll(seconds):
            try:
                data = self._socks[fd].recv(65536)
            except OSError:
                data = b""
            self._heard(fd, data, time.time())

    def _heard(self, fd: int, data: bytes, now: float) -> None:
        if fd in self._asking:
            self._asking.discard(fd)
            if data.startswith(b"HTTP/1.1 200"):
                self.let_in += 1
            else:
                del self._behind[fd]
        if not data:
            self._behind.pop(fd, None)
            self._begun.pop(fd, None)
            self._poll.unregister(fd)
            self._socks.pop(fd).close()
            return
        lines, _, self._begun[fd] = (self._begun.get(fd, b"") + data).rpartition(b"\n")
        for found in AT.finditer(lines):
            self.told += 1
            self.late.append(now - self._time(found[2]))
            if int(found[1]) >= self._behind.get(fd, math.inf):
                del self._behind[fd]

    def _time(self, text: bytes) -> float:
        if text not in self._at:
            from datetime import datetime

            self._at[text] = datetime.fromisoformat(text.decode()).timestamp()
        return self._at[text]

    def watch(self) -> Iterator[None]:
        while True:
            self._read(0.2)
            yield

    def forget(self) -> None:
        self.late, self.told = [], 0


def view(port: int, viewers: int, games: Sequence[str]) -> None:
    """Say how many were let in; read until there is no more input and a little longer; say what was seen of what is new."""
    versions = {game: int(version) for game, version in (one.split(":") for one in games)}
    found = Viewers(port, viewers, versions)
    found.come_in()
    found.forget()
    print(found.let_in, flush=True)
    ending, quiet_from = select.poll(), 0.0
    ending.register(0, select.POLLIN | select.POLLHUP)
    for _ in found.watch():
        if not quiet_from and ending.poll(0):
            quiet_from = time.monotonic()
        if quiet_from and time.monotonic() - quiet_from > 3:
            break
    print(json.dumps([found.late, found.told]), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 3:
        view(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
    else:
        print("\n".join(main(*sys.argv[1:2])))
