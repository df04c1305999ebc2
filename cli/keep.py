"""`kronika keep`: runs the stored projections, which follow the log. `kronika serve` starts it automatically.

Here the work is done in a child that is started again when it dies, so that one bad moment does not stop the tables;
under `kronika serve` its master does that.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from logging.config import dictConfig
from typing import Any

import structlog

from api.telemetry import logs
from cli.backoff import Backoff
from domain.rulesets import registry
from service.analyses.analyser import Analyser
from service.app import Kronika, compose
from service.log.closed_games import closed_games
from service.log.cosignatures import CosignaturesWanted
from service.log.fold_keeper import FoldKeeper
from service.log.projection_runner import KEPT, ProjectionRunner
from service.log.repository import Repository
from service.operation.cleaning import clean, unfinished
from service.play.bots import ThinkingBots
from service.store import Store, StoreUnusable
from service.system.clock import ClockWrong
from service.system.parent import end_with
from service.system.settings import AskedWitness, BadSetting, Settings

log = structlog.get_logger()
HELP = (
    "Keep statistics up to date, play bots that think, analyse games, ask witnesses, delete what has expired (serve does this by "
    "itself)."
)
CLOSED = "An earlier version began them; what can be read of them is, and nothing is added."
PAUSE = 1.0
"""Seconds between checks that all threads are alive."""
LONGEST_GAP = 30.0
"""Seconds between restarts of a worker that ends at once."""
LOOK_EVERY = 3.0
"""Seconds between checks for work left by other processes."""
CLEAN_EVERY = 3600.0
"""Seconds between deletions of expired data."""
CHECK_EVERY = 86400.0
"""Seconds between integrity checks of the whole store; at start-up only small databases are checked."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--under", type=int, metavar="PID", help="end when this process, its parent, has ended"
    )
    parser.add_argument("--unsupervised", action="store_true", help="do not restart after a failure")


def run(args: argparse.Namespace) -> int:
    if args.under is not None:
        end_with(args.under, signal.SIGKILL)  # any work in progress is in a transaction
    settings = Settings.from_env(os.environ)
    logs.configure(level=settings.log)
    dictConfig(logs.of_libraries(settings.log))
    return _work(settings) if args.unsupervised else _supervise()


def _supervise() -> int:
    us = [sys.executable, "-P", "-m", __package__]
    command = [*us, "keep", "--unsupervised", "--under", str(os.getpid())]
    stopping = threading.Event()
    worker: subprocess.Popen[bytes] | None = None
    backoff = Backoff(LONGEST_GAP)

    def stop(*_: Any) -> None:
        stopping.set()
        if worker is not None:
            worker.terminate()

    signal.signal(signal.SIGTERM, stop)
    while not stopping.is_set():
        backoff.started()
        worker = subprocess.Popen(command)
        if stopping.is_set():  # stopped before the worker started
            worker.terminate()
        worker.wait()
        stopping.wait(backoff.left())
    return 0


def _work(settings: Settings) -> int:
    try:
        return _keep(compose(settings))
    except (BadSetting, ClockWrong, StoreUnusable) as error:
        log.error("not-keeping", reason=str(error))
        return 1


def _keep(kronika: Kronika) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    threading.Thread(target=_follow, args=(_make_keys(kronika),), daemon=True).start()
    duty = kronika.store.duty()  # one keeper per database: this one may wait here indefinitely
    if closed := closed_games(kronika.store):
        log.warning("closed-games", games=closed, reason=CLOSED)
    kronika.resume()
    threading.Thread(target=_check_pages, args=(kronika.store,), daemon=True).start()
    repository, witnesses = kronika.repository, kronika.settings.witnesses
    wanted = [CosignaturesWanted(witnesses)] if witnesses else []
    jobs = [ProjectionRunner(repository, projection).follow for projection in (*KEPT, *wanted)]
    jobs.append(ThinkingBots(repository, kronika.bots, kronika.settings.bot_time).follow)
    jobs += [Analyser(repository).follow, FoldKeeper(kronika.store).follow]
    jobs += _asking(repository, witnesses)
    threads = [threading.Thread(target=_follow, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    looking, cleaning = Pace(LOOK_EVERY), Pace(CLEAN_EVERY)
    while all(thread.is_alive() for thread in threads):
        duty.check()
        if looking.due():
            kronika.look_after()
        if cleaning.due():
            done = clean(kronika.store, kronika.settings.analysis_days)
            log.info("cleaned", **done)
            if unfinished(done):
                cleaning.again()
        time.sleep(PAUSE)
    return 1


def _make_keys(kronika: Kronika) -> Callable[[], None]:
    """On each machine, for its own workers."""
    slots = sorted({ruleset.traits.draws for ruleset in registry().values()})
    return partial(kronika.keys_ahead.follow, slots)


def _asking(repository: Repository, witnesses: Sequence[AskedWitness]) -> list[Callable[[], None]]:
    """Imported only here: most services have no witness and need no HTTP client."""
    if not witnesses:
        return []
    from service.log.cosigning import Asker

    return [Asker(repository, witness).follow for witness in witnesses]


class Pace:
    """A schedule: due at once, and again after this many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last = float("-inf")

    def due(self) -> bool:
        """Whether it is due; if so, it counts as done."""
        due = time.monotonic() - self._last >= self._seconds
        if due:
            self._last = time.monotonic()
        return due

    def again(self) -> None:
        """Make it due again."""
        self._last = float("-inf")


def _follow(job: Callable[[], None]) -> None:
    try:
        job()
    except StoreUnusable as error:  # this process ends, and the next one retries
        log.error("not-followed", reason=str(error))


def _check_pages(store: Store) -> None:
    """Repeatedly; damaged files are not written to any more."""
    while True:
        try:
            store.check_pages()
        except StoreUnusable as error:
            log.error("pages-not-sound", trouble=error.trouble, reason=str(error))
        time.sleep(CHECK_EVERY)
