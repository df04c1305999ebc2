"""What an action on PostgreSQL would cost if PostgreSQL cost nothing, and how much of the machine one service leaves to a second.

By threads: a worker's event loop parses, decides, signs and answers, and asks PostgreSQL nothing itself; all that a database
costs is in the other threads, in the background worker's followers and in the database's server. `python -m bench.least`, on a
machine that does nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import cycle
from typing import Any

from bench.engines import MANY, SOME, Way, services
from bench.postgres import by_hand_us, empty
from bench.rounds import Asked, Clients
from bench.size import size
from bench.threads import by_thread, rest
from bench.wire import Game, connected
from tests.postgresql import postgresql
from tests.running import Server

SECONDS, WARM = size(5.0, 0.3), size(2.0, 0.1)
ALONE, TWO_WORKERS, TWO = Way(1, 1, SOME), Way(1, 2, MANY), Way(2, 1, MANY)
HEAD = (
    "database",
    "services x workers",
    "games",
    "actions/s",
    "event loops",
    "other threads",
    "background workers",
)
REST = ("the server", "clients", "all", "cores in use")


def main() -> list[str]:
    lines = [_line(*HEAD, *REST), _line(*["---"] * len([*HEAD, *REST]))]
    with postgresql() as server:
        lines.append(_row("SQLite", None, ALONE))
        lines += [_row("PostgreSQL", server, way) for way in (ALONE, TWO_WORKERS, TWO)]
    with empty() as (url, _, pid):
        ours, its = by_hand_us(url, pid)
    by_hand = f"An action's rows by hand: {ours:.0f} us of the client's processor, {its:.0f} of the server's."
    return [*lines, "", by_hand]


def _row(name: str, server: Any, way: Way) -> str:
    with ExitStack() as stack:
        started = services(stack, server, way, None)
        games = [(one.port, Game(one.port)) for _, one in zip(range(way.games), cycle(started), strict=False)]
        for one in started:
            rest(one)
        count, parts = _measured(started, None if server is None else server.get_pid(), games)
    costs = [f"{1e6 * part / count:,.0f}" for part in [*parts, sum(parts)]]
    labels = (name, f"{way.services} x {way.workers}", str(way.games), f"{count / SECONDS:,.0f}")
    return _line(*labels, *costs, f"{sum(parts) / SECONDS:.2f}")


def _measured(
    started: Sequence[Server], database: int | None, games: Sequence[tuple[int, Game]]
) -> tuple[int, list[float]]:
    """How many actions, and the processor seconds of each part; connections end here, so that services can."""
    dialogues = [game.dialogue(connected(port)) for port, game in games]
    pids = [one.process.pid for one in started if one.process is not None]
    with Clients(Asked(pids[0], dialogues, database, pids[1:])) as clients:
        clients.round(WARM)
        before, made = _spent(started), clients.round(SECONDS)
        spent = [later - sooner for sooner, later in zip(before, _spent(started), strict=True)]
    return len(made.latencies), [*spent, made.database, made.asked]


def _spent(started: Sequence[Server]) -> list[float]:
    """Processor seconds so far of all services, by kind of thread."""
    return [sum(kind) for kind in zip(*(by_thread(one).values() for one in started), strict=True)]


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(main()))
