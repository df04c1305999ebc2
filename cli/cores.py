"""Work on every game, with one process per core and a progress bar."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from service.operation.app import Kronika, compose
from service.system.parent import end_with_parent
from service.system.settings import Settings

AT_A_TIME = 16
"""Games per batch of a process."""
STOPPED = 130
"""The exit code of an interrupted, resumable command."""
WORTH_A_PROCESS = 30_000
"""Events per additional process: fewer are not worth one, because starting it takes a second of processor time."""
SAVED_EVERY = 2.0
"""Seconds between checkpoints of the progress."""

T = TypeVar("T")
mine: list[Kronika] = []
"""In a worker process: its own service."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--resume", action="store_true", help="continue where it was stopped or killed")
    many = "at work at once; as many as there are cores by default, if there is enough to do"
    parser.add_argument("--processes", type=int, metavar="N", help=many)


def processes_for(events: int) -> int:
    return max(1, min(len(os.sched_getaffinity(0)), events // WORTH_A_PROCESS))


def each(
    work: Callable[[Kronika, str], T],
    games: Sequence[str],
    kronika: Kronika,
    processes: int,
    opened: Callable[[], Kronika] | None = None,
) -> Iterator[T]:
    """The results of `work`, a module-level function, for every game, in order.

    `opened`: opens the service in another process, if it is not that of the environment.
    """
    if processes == 1:
        for game in games:
            yield work(kronika, game)
        return
    parts = [games[first : first + AT_A_TIME] for first in range(0, len(games), AT_A_TIME)]
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, fresh, _begin, (os.getpid(), opened or _of_environment))
    try:
        for done in pool.map(partial(_do, work), parts):
            yield from done
    finally:
        pool.shutdown(cancel_futures=True)


def checkpointed(steps: Iterable[T], save: Callable[[T], object]) -> Iterator[T]:
    """The same steps; at intervals, `save` is called with a completed one."""
    last = time.monotonic()
    for step in steps:
        yield step
        if time.monotonic() - last >= SAVED_EVERY:
            last = time.monotonic()
            save(step)


def _of_environment() -> Kronika:
    return compose(Settings.from_env(os.environ), slow_reads=True)


def _begin(parent: int, opened: Callable[[], Kronika]) -> None:
    end_with_parent(parent, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the parent process handles Ctrl-C
    mine.append(opened())


def _do(work: Callable[[Kronika, str], T], games: Sequence[str]) -> list[T]:
    return [work(mine[0], game) for game in games]


class _Rate(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:,.0f}/s")


def progress(visible: bool) -> Progress:
    """A progress bar on the terminal (stderr), wherever the output goes."""
    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
    ]
    return Progress(*columns, console=Console(stderr=True), disable=not visible)
