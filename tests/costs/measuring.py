"""What a call costs: under limits, in a process of its own, and how its cost grows with the size of what it is given."""

from __future__ import annotations

import gc
import math
import os
import pickle
import resource
import time
import traceback
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

MEMORY, SECONDS = 256 << 20, 5
"""Bytes of address space, and seconds of processor time."""
EXPONENT = 1.15
TIMES, ATTEMPTS = 5, 3
INSTANT = 0.0005
"""Seconds: what takes less is as good as nothing at any size, and less than a clock can tell."""
Result = TypeVar("Result")


class OverLimitsError(AssertionError):
    """A call has ended its process: the limits did, or an exception that the call lets out."""


def under_limits(call: Callable[[], Result]) -> Result:
    """What a call returns, made in a fork that may take so much and no more."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _answer(call, writing)
    os.close(writing)
    with open(reading, "rb") as answered:
        answer = answered.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status != 0:
        raise OverLimitsError(f"the call ended its process: {status}\n{answer.decode('utf-8', 'replace')}")
    found: Result = pickle.loads(answer)
    return found


def _answer(call: Callable[[], Any], writing: int) -> NoReturn:
    """The rest of the child's life. The limits are soft ones, so a process that the call starts may set its own."""
    code, answer = 1, b""
    try:
        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        for kind, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_AS, held + MEMORY),
            (resource.RLIMIT_CPU, SECONDS),
        ):
            resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))
        code, answer = 0, pickle.dumps(call())
    except BaseException:
        code, answer = 1, traceback.format_exc(limit=-3).encode()
    finally:
        with open(writing, "wb") as answering:
            answering.write(answer)
        os._exit(code)


def sized(given: Callable[[int], Any], n: int) -> list[Any]:
    """What is given at n, 2n and 4n."""
    return [given(n * factor) for factor in (1, 2, 4)]


def check_growth(call: Callable[[Any], object], sizes: Sequence[Any]) -> None:
    """The processor time and the peak of memory of a call grow in proportion to the size, or nearly so, from n to 4n."""
    with _uncollected():
        check_exponent("time", lambda size: _seconds(call, size), sizes, INSTANT)
    check_exponent("memory", lambda size: _peak(call, size), sizes, times=1)


def check_exponent(
    what: str, cost: Callable[[Any], float], sizes: Sequence[Any], least: float = 1, times: int = TIMES
) -> None:
    """What something costs at n, 2n and 4n grows so. Costs below `least` are not told apart.

    Of several times the least counts. Other work on the machine only ever adds, so what grows too much is measured again.
    """
    found = [math.inf] * len(sizes)
    for _ in range(ATTEMPTS):
        for _ in range(times):
            found = [min(was, cost(size)) for was, size in zip(found, sizes, strict=True)]
        if (exponent := steepest(found, least)) < EXPONENT:
            break
    print(f"{what}: exponent {exponent:.2f}, {found}")
    assert exponent < EXPONENT, f"{what}: {found}"


def steepest(costs: Sequence[float], least: float) -> float:
    """By which power of the size a cost grows: the larger of the steps from n to 2n and from 2n to 4n."""
    one, two, four = (max(least, cost) for cost in costs)
    return math.log2(max(two / one, four / two))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the collector of garbage, which runs when it likes and looks at what other tests have left."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _seconds(call: Callable[[Any], object], given: Any) -> float:
    begun = time.process_time()
    call(given)
    return time.process_time() - begun


def _peak(call: Callable[[Any], object], given: Any) -> float:
    tracemalloc.start()
    try:
        call(given)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
