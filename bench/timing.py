"""Timing by alternating runs: on a shared machine only ratios within one run mean anything."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def medians(*works: Callable[[], object], runs: int = 9) -> list[float]:
    """The median seconds of each piece of work, run in turn A B A B ... after one warm-up of each."""
    for work in works:
        work()
    timed = [[seconds(work) for work in works] for _ in range(runs)]
    return [statistics.median(column) for column in zip(*timed, strict=True)]


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
