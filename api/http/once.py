"""What takes a while to make and is the same for all: one thread makes it while the others wait."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, wraps
from threading import RLock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def once(make: Callable[P, T]) -> Callable[P, T]:
    """`functools.cache`, which has every thread that comes meanwhile make the same once more."""
    made, lock = cache(make), RLock()

    @wraps(make)
    def found(*args: P.args, **named: P.kwargs) -> T:
        with lock:
            return made(*args, **named)  # type: ignore[arg-type]

    return found


def made_apart(make: Callable[[], bytes]) -> bytes:
    """What a fork of this process makes; `RuntimeError` if it makes nothing."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.close(read)
            with open(write, "wb") as answer:
                answer.write(make())
            code = 0
        finally:
            os._exit(code)
    os.close(write)
    with open(read, "rb") as answer:
        found = answer.read()
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        raise RuntimeError("the process that was to make a document ended without it")
    return found
