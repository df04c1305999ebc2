"""The servers of bench/peers, run by the Node.js of the packages for development, and asked as `bench.rounds` asks.

"Node, SQLite, WebSockets" (plain.cjs) stands for a server like that of *Rally the Troops!*: one process and a commit a move,
with a move's state read, changed and written. That server itself is not published as a package; this one has next to no
rules, no accounts, and proves nothing, so it says what such a server could do at most.
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

from bench.rounds import Asked
from bench.wire import Dialogue, connected, read_body
from tests.running import free_port, listens, until

HERE = Path(__file__).parent / "peers"
BIN = Path(sys.executable).parent
NODE = BIN / "node"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a3Jvbmlrya1rcm9uaWthLQ==\r\n\r\n"
)
MASKED = 0x80
SHORT = 126
"""Lengths below it fit into the second byte of a frame."""
NO_MASK = bytes(4)
"""A client has to mask what it sends; this mask leaves it as it is."""

Arguments = Callable[[Path, int, int], list[str]]
"""The arguments of a server, given a folder to write in, its port, and one for its lobby."""


def install() -> None:
    """Fetch the packages, if they are not there yet. `CalledProcessError` where npm cannot."""
    if not (HERE / "node_modules").exists():
        path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
        command = ["npm", "ci", "--prefix", str(HERE), "--silent", "--no-audit", "--no-fund"]
        subprocess.run(command, check=True, env={**os.environ, "PATH": path}, cwd=HERE)


@contextmanager
def running(arguments: Arguments) -> Iterator[tuple[int, int, int]]:
    """A server's process, its port and its lobby's."""
    ports = free_port(), free_port()
    with tempfile.TemporaryDirectory() as name, (Path(name) / "log").open("w") as log:
        command = [str(NODE), "--no-warnings", *arguments(Path(name), *ports)]
        server = subprocess.Popen(command, cwd=HERE, stdout=log, stderr=log, start_new_session=True)
        try:
            until(lambda: server.poll() is not None or listens(ports[0]), "the server's port", OSError)
            if server.poll() is not None:
                raise RuntimeError(f"the server ended at once:\n{Path(log.name).read_text()}")
            yield server.pid, *ports
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


@contextmanager
def plain(synchronous: str, games: int) -> Iterator[Asked]:
    """So many games on a server with SQLite, `FULL` or `NORMAL`."""

    def arguments(folder: Path, port: int, _: int) -> list[str]:
        return ["plain.cjs", str(port), str(folder / "plain.db"), synchronous]

    with running(arguments) as (pid, port, _):
        yield Asked(pid, [_game(port) for _ in range(games)])


def _game(port: int) -> Dialogue:
    connection = connected(port)
    connection.sendall(UPGRADE)
    come = b""
    while b"\r\n\r\n" not in come:
        come += connection.recv(65536)
    state = json.loads(read_body(connection, come.partition(b"\r\n\r\n")[2]))
    first, second = ([_move(state["game"], seat, move) for move in ("roll", "set-aside")] for seat in (1, 2))
    return Dialogue(connection, (first[0], first[1], second[0], second[1]), state["seat"], b'"seat":')


def _move(game: str, seat: int, move: str) -> bytes:
    """A frame with a move."""
    text = json.dumps({"game": game, "seat": seat, "move": move}).encode()
    assert len(text) < SHORT
    return bytes((0x81, MASKED | len(text))) + NO_MASK + text
