"""How long an action takes when games do not act as fast as they can: at a share of the rate of those that do.

As in `bench.http`, each game has one connection. Clients that ask again as soon as they are answered wait for each other: with 64
of them the median is at least 64 divided by their rate. Here each request has its moment, whatever has been answered, and a
latency counts from that moment, even if the game's last answer was late. The moments are those of people who know nothing of
each other (a Poisson process, the same in every run); the games take turns, because nobody acts again before the others.
"""

from __future__ import annotations

import select
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate, cycle
from pathlib import Path
from random import Random

from bench.http import GAMES, MANY
from bench.load import Connection
from bench.rounds import Asked, Clients
from bench.size import size
from bench.timing import percentile
from bench.wire import Dialogue, Game, connected
from tests.running import Server, serving

SECONDS, WARM = size(6.0, 0.2), size(4.0, 0.1)
SHARES = (0.5, 0.7, 0.85)
SEED = 64


class Paced:
    """A connection with the moments of its requests that are not answered yet, the first one's request under way."""

    def __init__(self, dialogue: Dialogue) -> None:
        self.connection, self.due = Connection(BytesIO(dialogue.encoded())), deque[float]()
        dialogue.socket.detach()  # it is the connection's now

    def add(self, due: float) -> None:
        self.due.append(due)
        if len(self.due) == 1:
            self.connection.ask()

    def read(self) -> float | None:
        """The latency of an answer that is whole."""
        if not self.connection.answered():
            return None
        latency = time.perf_counter() - self.due.popleft()
        if self.due:
            self.connection.ask()
        return latency


def moments(rate: float, seconds: float) -> list[float]:
    """When to ask so many times a second, in seconds from the beginning."""
    chance = Random(SEED)
    return list(accumulate(chance.expovariate(rate) for _ in range(round(rate * seconds))))


def paced(games: Sequence[Paced], moments: Sequence[float]) -> list[float]:
    """The latencies of requests at these moments from now on, by the games in turn."""
    poll, by_fd = select.epoll(), {one.connection.socket.fileno(): one for one in games}
    for fd in by_fd:
        poll.register(fd, select.EPOLLIN)
    latencies, began = list[float](), time.perf_counter()
    coming = deque(zip(cycle(games), (began + moment for moment in moments), strict=False))
    while len(latencies) < len(moments):
        while coming and coming[0][1] <= time.perf_counter():
            game, due = coming.popleft()
            game.add(due)
        left = coming[0][1] - time.perf_counter() if coming else 1.0
        found = [by_fd[fd].read() for fd, _ in poll.poll(max(0.0, left))]
        latencies += [latency for latency in found if latency is not None]
    poll.close()
    return latencies


def _rows(server: Server, count: int) -> list[str]:
    assert server.process is not None
    playing = [Game(server.port) for _ in range(count)]
    with Clients(
        Asked(server.process.pid, [one.dialogue(connected(server.port)) for one in playing])
    ) as fast:
        fast.round(WARM)
        closed = fast.round(SECONDS).latencies
    most = len(closed) / SECONDS
    games = [Paced(Game(server.port).dialogue(connected(server.port))) for _ in range(count)]
    paced(games, moments(SHARES[0] * most, WARM))
    runs = {
        f"{share:.0%} of that": (share * most, paced(games, moments(share * most, SECONDS)))
        for share in SHARES
    }
    return [
        f"| {count} | {pace} | {rate:,.0f} | {percentile(took, 0.5) * 1e3:.1f} / {percentile(took, 0.99) * 1e3:.1f} |"
        for pace, (rate, took) in {"as fast as they can": (most, closed), **runs}.items()
    ]


def main() -> list[str]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as server:
        rows = [row for count in (GAMES, MANY) for row in _rows(server, count)]
    return ["| games | pace | actions/s | latency p50 / p99, ms |", "|---|---|---|---|", *rows]


if __name__ == "__main__":
    print("\n".join(main()))
