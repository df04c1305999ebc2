"""An action over HTTP on SQLite and on PostgreSQL, by workers and services, all by turns in one run: what it costs the processor.

`python -m bench engines [CHECKOUT]`: beside the services of another checkout, such as an earlier commit.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from bench.rounds import Asked, Round, by_turns, database_us, latencies, rate, served_us
from bench.timing import percentile
from bench.wire import Game, connected
from tests.postgresql import Database, postgresql
from tests.running import Server, serving

FEW, SOME, MANY = 1, 8, 16
"""Games at once."""
KEYS = ("signing.key", "secret.key")
HEAD = ("database", "services x workers", "games at once", "actions/s", "p50, ms", "p99, ms")
COSTS = ("our processor, us an action", "the server's", "both, beside SQLite")


class Way(NamedTuple):
    """Services on one PostgreSQL, and how many games are played on them at once."""

    services: int
    workers: int
    games: int


WAYS = (
    Way(1, 1, FEW),
    Way(1, 1, SOME),
    Way(1, 2, MANY),
    Way(1, 4, MANY),
    Way(2, 1, MANY),
)


def main(*others: str) -> list[str]:
    lines = [_line(*HEAD, *COSTS), _line(*["---"] * len([*HEAD, *COSTS]))]
    with postgresql() as server:
        for way in WAYS:
            lines += _compared(server, way, others)
    return lines


def _compared(server: Any, way: Way, others: Sequence[str]) -> Iterator[str]:
    """One way on PostgreSQL, and on SQLite, where one service has the workers of all, by turns."""
    codes = {"SQLite": None, "PostgreSQL": None, **{f"PostgreSQL, {other}": Path(other) for other in others}}
    with ExitStack() as stack:
        alone = Way(1, way.services * way.workers, way.games)
        playing = {
            name: _playing(stack, None, alone, None)
            if name == "SQLite"
            else _playing(stack, server, way, checkout)
            for name, checkout in codes.items()
        }
        rounds = by_turns({name: one.asked() for name, one in playing.items()})
    for name, made in rounds.items():
        yield _row(name, way, made, rounds["SQLite"])


class Playing(NamedTuple):
    """Games on services, whose first processes are `pids`. `database`: that of their database's server."""

    pids: Sequence[int]
    database: int | None
    games: Sequence[tuple[int, Game]]

    def asked(self) -> Asked:
        """Connects only now, because idle connections are closed."""
        pid, *others = self.pids
        return Asked(
            pid, [game.dialogue(connected(port)) for port, game in self.games], self.database, others
        )


def _playing(stack: ExitStack, server: Any, way: Way, checkout: Path | None) -> Playing:
    started = services(stack, server, way, checkout)
    ports = [one.port for _, one in zip(range(way.games), cycle(started), strict=False)]
    games = [(port, Game(port)) for port in ports]
    pids = [one.process.pid for one in started if one.process is not None]
    return Playing(pids, None if server is None else server.get_pid(), games)


def services(stack: ExitStack, server: Any, way: Way, checkout: Path | None) -> list[Server]:
    """They run on one database, with the keys and the log of logs of the first."""
    more = {"KRONIKA_WORKERS": str(way.workers)}
    if server is not None:
        more["KRONIKA_DATABASE"] = Database(server).url
    folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(way.services)]
    started: list[Server] = []
    for folder in folders:
        if started:
            (folder / "log").symlink_to(folders[0] / "log")
            for key in KEYS:
                shutil.copy(folders[0] / key, folder / key)
        started.append(stack.enter_context(serving(folder, checkout, **more)))
    return started


def _row(name: str, way: Way, made: Sequence[Round], least: Sequence[Round]) -> str:
    p50, p99 = (f"{1e3 * percentile(latencies(made), share):.1f}" for share in (0.5, 0.99))
    ours, its = served_us(made), database_us(made)
    labels = (name, f"{way.services} x {way.workers}", str(way.games))
    return _line(
        *labels,
        f"{rate(made):,.0f}",
        p50,
        p99,
        f"{ours:,.0f}",
        f"{its:,.0f}",
        f"{ours + its - served_us(least):+,.0f}",
    )


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(main()))
