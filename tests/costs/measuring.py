"""What a call costs: under limits, in a process of its own, and how its cost grows with the size of what it is given."""

from __future__ import annotations

import math
import os
import resource
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

MEMORY, SECONDS = 256 << 20, 5
"""Bytes of address space, and seconds of processor time."""
EXPONENT = 1.15
TIMES = 5


def ends_under_limits(call: Callable[[], Any]) -> bool:
    """Whether a call ends, with a result or an exception, in a fork that may take so much and no more."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))
            spent = math.ceil(time.process_time())
            resource.setrlimit(resource.RLIMIT_CPU, (spent + SECONDS, spent + SECONDS))
            call()
            code = 0
        except MemoryError:
            code = 2
        except Exception:
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def exponents(call: Callable[[Any], Any], given: Callable[[int], Any], n: int) -> tuple[float, float]:
    """By which power of the size the processor time (least of five) and the peak of memory grow, from n to 4n.

    The larger of n to 2n and of 2n to 4n.
    """
    sizes = [given(n * factor) for factor in (1, 2, 4)]
    times = [min(_seconds(call, size) for _ in range(TIMES)) for size in sizes]
    peaks = [_peak(call, size) for size in sizes]
    return _steepest(times), _steepest(peaks)


def _steepest(costs: list[float]) -> float:
    return math.log2(costs[2] / costs[0]) / 2


def _seconds(call: Callable[[Any], Any], given: Any) -> float:
    begun = time.process_time()
    _called(call, given)
    return time.process_time() - begun


def _peak(call: Callable[[Any], Any], given: Any) -> float:
    tracemalloc.start()
    try:
        _called(call, given)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _called(call: Callable[[Any], Any], given: Any) -> None:
    with suppress(ValueError):
        call(given)
