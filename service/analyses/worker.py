"""The process that makes one analysis: it gets a log, says how far it has come, and has nothing else, no database and no keys.

It gives way to all that is at work on the machine, takes so much memory at most, and ends with the process that began it.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from typing import Any

import msgspec

from engine.analysis import analyse
from engine.logs import from_log
from projections.documents.analyses import Analysis
from service.system.clock import time_spent
from service.system.parent import end_with_parent

NICE = 10
MEMORY = 2**30
"""Bytes."""
PAUSE = 1.0
"""Seconds between two times when it says how far it has come."""


class Order(msgspec.Struct, frozen=True):
    """What is wanted: the log as `Game.log` has it, and what the analysis may cost."""

    log: list[dict[str, Any]]
    playouts: int
    looks: int
    seconds: float


class Said(msgspec.Struct, frozen=True):
    """A line of its answer; the last one holds what was found."""

    progress: float
    found: Analysis | None = None


class Teller:
    """Says now and then how far it has come."""

    def __init__(self) -> None:
        self._said_at = float("-inf")

    def __call__(self, progress: float) -> None:
        if time.monotonic() - self._said_at >= PAUSE:
            self._said_at = time.monotonic()
            say(Said(progress))


def say(said: Said) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def main(parent: int) -> None:
    end_with_parent(parent, signal.SIGKILL)
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    spent = time_spent(order.seconds)
    game = from_log(order.log)
    say(Said(1.0, analyse(game, order.playouts, order.looks, progress=Teller(), spent=spent)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
