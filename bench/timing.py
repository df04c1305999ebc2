"""Timing by alternating runs: on a shared machine only ratios within one run mean anything."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from bench.size import size


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    work()
    return clock() - began


def medians(
    *works: Callable[[], object], runs: int = 9, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The median seconds of each piece of work, run in turn A B A B ... after one warm-up of each.

    `time.process_time` is the clock of work that waits for nothing: what else the machine does changes it less.
    """
    for work in works:
        work()
    timed = [[seconds(work, clock) for work in works] for _ in range(size(runs, 1))]
    return [statistics.median(column) for column in zip(*timed, strict=True)]


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
