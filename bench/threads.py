"""Which threads an action over HTTP costs processor: the workers' event loops, their other threads, the background worker.

What `python -m bench.ways` counts in one process and `python -m bench.http` in all together, by thread. Before, the background
worker replaces the draw keys that the games have used.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from bench.http import GAMES, MANY
from bench.processes import tree, used
from bench.rounds import Asked, Clients
from bench.size import size
from bench.wire import Game, connected
from tests.running import Server, serving
from tests.whole.test_staying_up import serving_workers

SECONDS, WARM = size(6.0, 0.3), size(2.0, 0.1)
IDLE = size(0.05, 1.0)
"""Processor seconds in one second below which the background worker has nothing more to do."""
LOOPS, OTHERS, BACKGROUND = "workers: event loops", "workers: the committing threads", "background worker"


def by_thread(server: Server) -> dict[str, float]:
    """Processor seconds so far, by kind of thread."""
    assert server.process is not None
    workers, spent = serving_workers(server), dict.fromkeys((LOOPS, OTHERS, BACKGROUND), 0.0)
    for pid in tree(server.process.pid):
        for task in Path(f"/proc/{pid}/task").iterdir():
            seconds = int((task / "schedstat").read_text().split()[0]) / 1e9
            kind = BACKGROUND if pid not in workers else LOOPS if task.name == str(pid) else OTHERS
            spent[kind] += seconds
    return spent


def measured(server: Server, games: int) -> tuple[float, dict[str, float]]:
    """Actions a second, and microseconds of the processor for one, by kind of thread."""
    assert server.process is not None
    playing = [Game(server.port) for _ in range(games)]
    rest(server)
    dialogues = [game.dialogue(connected(server.port)) for game in playing]
    with Clients(Asked(server.process.pid, dialogues)) as clients:
        clients.round(WARM)
        before = by_thread(server)
        made = len(clients.round(SECONDS).latencies)
        after = by_thread(server)
    return made / SECONDS, {kind: 1e6 * (after[kind] - before[kind]) / made for kind in after}


def rest(server: Server) -> None:
    """Wait until nothing follows any more."""
    assert server.process is not None
    last = float("inf")
    while (now := sum(map(used, tree(server.process.pid)))) - last > IDLE or last == float("inf"):
        last = now
        time.sleep(1)


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        few, many = measured(server, GAMES), measured(server, MANY)
    rows = [f"| {kind}, us an action | {few[1][kind]:.0f} | {many[1][kind]:.0f} |" for kind in few[1]]
    rate = f"| actions/s | {few[0]:,.0f} | {many[0]:,.0f} |"
    return [f"| | {GAMES} games | {MANY} games |", "|---|---|---|", *rows, rate]


if __name__ == "__main__":
    print("\n".join(main()))
