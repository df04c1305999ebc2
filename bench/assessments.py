"""The assessment of a long game: every way back with its class, and the lists of the farthest one that is listed.

In time of the processor, which is all that it takes, so that what else the machine does matters less.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bench.games import play_to, seated, service
from bench.size import size
from domain.ruleset import Ruleset
from domain.table.referee.assessment import Assessment, WayBack
from domain.table.state import Logged

EVENTS = size(3000, 60)
GAMES = {"touche": 4, "romans": 4, "age-of-war": 4, "nagaraja": 2}


def processor_seconds(work: Callable[[], object], runs: int = 9) -> float:
    """The median of some runs."""
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times)


def ways(ruleset: Ruleset[Any], log: Sequence[Logged]) -> Assessment:
    found = Assessment(ruleset, log)
    assert found.reachable
    return found


def to_farthest(ruleset: Ruleset[Any], log: Sequence[Logged]) -> WayBack:
    found = ways(ruleset, log)
    return found.to(found.reachable[-1].version, 0)


def main() -> list[str]:
    lines = [
        "| game | events | all ways back, CPU ms | with the lists of the farthest, CPU ms |",
        "|---|---|---|---|",
    ]
    with service() as kronika:
        for ruleset, seats in GAMES.items():
            loaded = play_to(kronika, seated(kronika, ruleset, seats), EVENTS)
            log = kronika.repository.versions.log(loaded)

            listed, farthest = partial(ways, loaded.ruleset, log), partial(to_farthest, loaded.ruleset, log)
            every, one = (1e3 * processor_seconds(work) for work in (listed, farthest))
            lines.append(f"| {ruleset}, {seats} seats | {len(log)} | {every:.1f} | {one:.1f} |")
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
