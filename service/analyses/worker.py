"""The process that computes one analysis: it gets a log and reports progress; it has no database and no keys.

It runs at low priority with limited memory, and ends with the process that started it.
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
from service.system.watchdog import watch_packages

NICE = 10
MEMORY = 2**30
"""Bytes."""
REPORT_SECONDS = 1.0
"""Seconds between progress reports."""


class Job(msgspec.Struct, frozen=True):
    """The job: the log in the form of `Game.log`, and the budget of the analysis."""

    log: list[dict[str, Any]]
    playouts: int
    looks: int
    seconds: float


class WorkerMessage(msgspec.Struct, frozen=True):
    """A line of output; the last one contains the result."""

    progress: float
    found: Analysis | None = None


class ProgressReporter:
    """Reports progress at intervals."""

    def __init__(self) -> None:
        self._reported_at = float("-inf")

    def __call__(self, progress: float) -> None:
        if time.monotonic() - self._reported_at >= REPORT_SECONDS:
            self._reported_at = time.monotonic()
            write_message(WorkerMessage(progress))


def write_message(message: WorkerMessage) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


def main(parent: int) -> None:
    end_with_parent(parent, signal.SIGKILL)
    os.nice(NICE)
    watch_packages()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
    spent = time_spent(order.seconds)
    game = from_log(order.log)
    write_message(
        WorkerMessage(
            1.0, analyse(game, order.playouts, order.looks, progress=ProgressReporter(), spent=spent)
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
