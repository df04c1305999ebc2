"""Other servers of turn-based games beside Kronika, on one machine in one run; the same number of games at once.

Their packages are fetched by npm, with the Node.js of the packages for development; where that does not work, the page says
so. boardgame.io is the published server with a game of dice. "Node, SQLite, WebSockets" is what a server like
that of *Rally the Troops!* (one process, a commit a move; not published as a package) could do at most: it has next to no
rules, no accounts, and proves nothing.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import http
from bench.timing import percentile
from tests.running import free_port, listens, serving, until

HERE = Path(__file__).parent
BIN = Path(sys.executable).parent
NODE = BIN / "node"

Peer = Callable[[Path, int, int], list[str]]
"""The arguments of a server, given a folder to write in, its port, and one for its lobby."""

PEERS: dict[str, tuple[str, Peer]] = {
    "boardgame.io 0.50, in memory": ("boardgame", lambda to, *ports: _boardgame(*ports)),
    "boardgame.io 0.50, FlatFile": ("boardgame", lambda to, *ports: _boardgame(*ports, to)),
    "Node, SQLite FULL, WebSockets": ("plain", lambda to, port, _: _plain(to, port, "FULL")),
    "Node, SQLite NORMAL, WebSockets": ("plain", lambda to, port, _: _plain(to, port, "NORMAL")),
}


def _boardgame(port: int, lobby: int, *folder: Path) -> list[str]:
    return ["boardgame.cjs", *map(str, (port, lobby, *folder))]


def _plain(folder: Path, port: int, synchronous: str) -> list[str]:
    return ["plain.cjs", str(port), str(folder / "plain.db"), synchronous]


def main() -> list[str]:
    try:
        _install()
    except subprocess.CalledProcessError as error:
        return [f"The packages could not be fetched here: `npm` ended with {error.returncode}."]
    rows = [_row(what, _peer(*peer)) for what, peer in PEERS.items()]
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as server:
        rounds = http.over_http(server, "actions", "nothing")
    actions, nothing = map(http.latencies, rounds.values())
    rows += [_row("Kronika, SQLite FULL, signed, HTTP", actions), _row("the same stack, nothing", nothing)]
    return ["| server | actions/s | p50, ms | p99, ms |", "|---|---|---|---|", *rows]


def _install() -> None:
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    command = ["npm", "ci", "--prefix", str(HERE), "--silent", "--no-audit", "--no-fund"]
    subprocess.run(command, check=True, env={**os.environ, "PATH": path}, cwd=HERE)


def _row(what: str, latencies: list[float]) -> str:
    p50, p99 = (percentile(latencies, share) * 1e3 for share in (0.5, 0.99))
    return f"| {what} | {len(latencies) / http.SECONDS:,.0f} | {p50:.1f} | {p99:.1f} |"


def _peer(kind: str, arguments: Peer) -> list[float]:
    """What each action took, in seconds."""
    with tempfile.TemporaryDirectory() as folder, _running(arguments, Path(folder)) as ports:
        command = [str(NODE), "load.cjs", kind, *map(str, (*ports, http.GAMES, http.SECONDS))]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=HERE)
    return [float(latency) for latency in json.loads(done.stdout)]


@contextmanager
def _running(arguments: Peer, folder: Path) -> Iterator[tuple[int, int]]:
    ports = free_port(), free_port()
    command = [str(NODE), "--no-warnings", *arguments(folder, *ports)]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=HERE, stdout=log, stderr=log, start_new_session=True)
    try:
        until(lambda: server.poll() is not None or listens(ports[0]), "the server's port", OSError)
        if server.poll() is not None:
            raise RuntimeError(f"the server ended at once:\n{(folder / 'log').read_text()}")
        yield ports
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
