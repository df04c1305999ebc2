"""What the primary pays for reads, with a standby that answers them and without: a table of bench/scale.md.

Readers are threads of one process, as in a worker. Each asks again as soon as it is answered: who may see the game and at what
version, then twenty of its events with their secrets, as `GET /v1/games/{id}/events` does without HTTP.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.clusters import Cluster, clusters
from bench.games import play_to, seated
from bench.processes import cpu_seconds
from bench.size import size
from service.operation.app import Kronika, compose, prepare
from service.store import only_reading
from service.system.settings import Settings
from tests.running import until

GAMES = size(16, 2)
VERSIONS = 60
EVENTS = 20
READERS = (1, 16, 128)
ROUNDS = size(5, 1)
SECONDS = size(1.0, 0.2)
WAYS = ("without", "with")
COLUMNS = ("readers", "standby", "reads/s", "primary, us a read", "standby, us a read", "service, us a read")


class Round(NamedTuple):
    """How many reads, and the processor's microseconds of each."""

    reads: float
    primary: float
    standby: float
    service: float


def main() -> Iterator[str]:
    with ExitStack() as stack:
        primary, copy = stack.enter_context(clusters("primary", "standby"))
        primary.begin()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        services, games = _services(stack, folder, primary, copy)
        yield f"| {' | '.join(COLUMNS)} |"
        yield "|---" * len(COLUMNS) + "|"
        for readers in READERS:
            rounds: dict[str, list[Round]] = {way: [] for way in WAYS}
            for _ in range(ROUNDS):
                for way in WAYS:
                    rounds[way].append(_round(services[way], games, readers, primary, copy))
            for way in WAYS:
                figures = [median(column) for column in zip(*rounds[way], strict=True)]
                yield f"| {readers} | {way} | {' | '.join(f'{figure:,.0f}' for figure in figures)} |"


def _services(
    stack: ExitStack, folder: Path, primary: Cluster, copy: Cluster
) -> tuple[Mapping[str, Kronika], list[str]]:
    """One that reads at the primary and one that has a standby; and games of theirs."""
    alone = Settings(data=folder, database=primary.url, limits=None)
    prepare(alone)
    copy.follow(primary)
    beside = Settings(data=folder, database=primary.url, limits=None, database_read=(copy.url,))
    made = {
        way: stack.enter_context(closing(compose(it))) for way, it in zip(WAYS, (alone, beside), strict=True)
    }
    games = [seated(made["without"], "age-of-war", 2) for _ in range(GAMES)]
    for game in games:
        play_to(made["without"], game, VERSIONS)
    served: list[str] = []
    made["with"].store.hooks.after_read = served.append

    def answers() -> bool:
        _read(made["with"], games[0])
        return served[-1] == "standby"

    until(answers, "a standby that answers")
    made["with"].store.hooks.after_read = lambda served: None
    return made, games


def _read(kronika: Kronika, game: str) -> None:
    with only_reading():
        loaded, _ = kronika.repository.get_for(game, "")
        kronika.store.rows(game, loaded.version - EVENTS, loaded.version)


def _round(kronika: Kronika, games: list[str], readers: int, primary: Cluster, copy: Cluster) -> Round:
    def used() -> tuple[float, float, float]:
        return cpu_seconds(primary.pid), cpu_seconds(copy.pid), time.process_time()

    def read_on(reader: int) -> int:
        chosen, reads = random.Random(reader), 0
        while time.perf_counter() < end:
            _read(kronika, chosen.choice(games))
            reads += 1
        return reads

    before, end = used(), time.perf_counter() + SECONDS
    with ThreadPoolExecutor(readers) as crowd:
        reads = sum(crowd.map(read_on, range(readers)))
    each = [1e6 * (now - then) / reads for now, then in zip(used(), before, strict=True)]
    return Round(reads / SECONDS, *each)
