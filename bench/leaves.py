"""What leaves of the log of logs add to creating a game, to its last seat and to an action, and what a list of leaves costs.

With and without leaves by turns, in milliseconds: processor time, and by the clock, which has the wait for the disk.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import orjson

from bench.games import act_once, service
from bench.size import size
from bench.timing import seconds
from service.log.promised_log import PromisedLog
from service.log.repository import Repository
from service.operation.app import Kronika
from service.tables.creating import Create, create
from service.tables.seating import Join, join

RUNS = size(60, 2)
NEW = {"ruleset": "age-of-war", "seats": 2}
CLOCKS = ("processor", "clock")


class Untold(Repository):
    """Games that promise a log without looking at it: an origin that is no text has no leaves."""

    def promise(self) -> PromisedLog:
        return PromisedLog(None)  # type: ignore[arg-type]


def one_game(kronika: Kronika, kind: type[Repository]) -> dict[str, dict[str, float]]:
    """Seconds of each step of one game, by each clock."""
    kronika.repository.__class__ = kind
    made: dict[str, Any] = {}

    def created() -> None:
        made.update(orjson.loads(create(Create(NEW), kronika.context).body))

    def seated(name: str) -> None:
        join(Join(made["id"], None, {"name": name}), kronika.context)

    def acted() -> None:
        act_once(kronika.repository, kronika.repository.get(made["id"]), random.Random(1))

    steps: dict[str, Callable[[], None]] = {
        "creating a game": created,
        "a seat": partial(seated, "Ada"),
        "the last seat": partial(seated, "Bo"),
        "an action": acted,
    }
    return {step: _timed(work) for step, work in steps.items()}


def _timed(work: Callable[[], None]) -> dict[str, float]:
    processor = time.process_time()
    clock = seconds(work)
    return {"processor": time.process_time() - processor, "clock": clock}


def lists(kronika: Kronika) -> float:
    """Processor seconds of the background worker for a list of leaves."""
    kronika.repository.__class__ = Repository
    sequencer, made = kronika.sequencer(), kronika.leaf_lists()
    for _ in range(RUNS):
        create(Create(NEW), kronika.context)
    while sequencer.sequence():
        pass
    before = _listed(kronika)

    def work() -> None:
        while made.make():
            pass

    took = seconds(work, time.process_time)
    return took / (_listed(kronika) - before)


def _listed(kronika: Kronika) -> int:
    [(count,)] = kronika.store.query("SELECT count(*) FROM leaf_lists")
    return int(count)


def main() -> list[str]:
    with service() as kronika:
        kronika.key_pool.take = lambda slots: None  # type: ignore[method-assign]
        rows: list[dict[type[Repository], dict[str, dict[str, float]]]] = []
        for kind in (Untold, Repository):
            one_game(kronika, kind)
        for _ in range(RUNS):
            rows.append({kind: one_game(kronika, kind) for kind in (Untold, Repository)})
        listed = lists(kronika)

    def median(kind: type[Repository], step: str, clock: str) -> float:
        return 1000 * statistics.median(row[kind][step][clock] for row in rows)

    lines = ["| ms | processor, without | with | by the clock, without | with |", "|---|---|---|---|---|"]
    for step in rows[0][Repository]:
        cells = [median(kind, step, clock) for clock in CLOCKS for kind in (Untold, Repository)]
        lines.append(f"| {step} | {' | '.join(f'{cell:.2f}' for cell in cells)} |")
    return [
        *lines,
        "",
        f"The background worker takes {1000 * listed:.2f} ms of processor for a list of leaves.",
    ]


if __name__ == "__main__":
    print("\n".join(main()))
