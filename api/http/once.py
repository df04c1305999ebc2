"""Values that are slow to compute and the same for every caller: one thread computes them while the others wait."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def once(make: Callable[P, T]) -> Callable[P, T]:
    """`functools.cache` under a lock: without it, concurrent first calls each compute the value."""
    cached, lock = cache(make), RLock()

    @wraps(make)
    def locked(*args: P.args, **named: P.kwargs) -> T:
        with lock:
            return cached(*args, **named)  # type: ignore[arg-type]

    return locked


def build_in_fork(make: Callable[[], bytes]) -> bytes:
    """Run `make` in a forked child and return its result; `RuntimeError` if the child fails."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _write_and_exit(make, read, write)
    os.close(write)
    with open(read, "rb") as pipe:
        result = pipe.read()
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        raise RuntimeError("the child process ended without building the document")
    return result


def _write_and_exit(make: Callable[[], bytes], read: int, write: int) -> NoReturn:
    code = 1
    try:
        os.close(read)
        with open(write, "wb") as pipe:
            pipe.write(make())
        code = 0
    finally:
        os._exit(code)
