"""Other servers of turn-based games beside Kronika, on one machine in one run; the same number of games at once.

Their packages are fetched by npm; where that does not work, the page says so. boardgame.io is the published server with a game
of dice, played by its own client. All others are asked by turns, by the clients of `bench.http`; `bench.node` says what "Node,
SQLite, WebSockets" stands for.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from contextlib import ExitStack
from pathlib import Path

from bench import http, node
from bench.rounds import ROUNDS, SECONDS, latencies
from bench.timing import percentile
from tests.running import serving

STORAGES = ("in memory", "FlatFile")
SYNCHRONOUS = ("FULL", "NORMAL")


def main() -> list[str]:
    try:
        node.install()
    except subprocess.CalledProcessError as error:
        return [f"The packages could not be fetched here: `npm` ended with {error.returncode}."]
    rows = [_row(f"boardgame.io 0.50, {storage}", _boardgame(storage)) for storage in STORAGES]
    with ExitStack() as stack:
        beside = {
            f"Node, SQLite {synchronous}, WebSockets": stack.enter_context(
                node.plain(synchronous, http.GAMES)
            )
            for synchronous in SYNCHRONOUS
        }
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(serving(folder))
        rounds = http.over_http(server, "actions", "nothing", beside=beside)
    rows += [_row(name, latencies(rounds[name])) for name in beside]
    rows += [
        _row("Kronika, SQLite FULL, signed, HTTP", latencies(rounds["actions"])),
        _row("the same stack, nothing", latencies(rounds["nothing"])),
    ]
    note = f"All but boardgame.io by turns, {ROUNDS} rounds of a second each."
    return ["| server | actions/s | p50, ms | p99, ms |", "|---|---|---|---|", *rows, "", note]


def _row(what: str, took: list[float]) -> str:
    p50, p99 = (percentile(took, share) * 1e3 for share in (0.5, 0.99))
    return f"| {what} | {len(took) / SECONDS:,.0f} | {p50:.1f} | {p99:.1f} |"


def _boardgame(storage: str) -> list[float]:
    """What each action took, in seconds."""

    def arguments(folder: Path, port: int, lobby: int) -> list[str]:
        files = [str(folder)] if storage == "FlatFile" else []
        return ["boardgame.cjs", str(port), str(lobby), *files]

    with node.running(arguments) as (_, port, lobby):
        command = [str(node.NODE), "load.cjs", *map(str, (port, lobby, http.GAMES, SECONDS))]
        done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=node.HERE)
    return [float(latency) for latency in json.loads(done.stdout)]
