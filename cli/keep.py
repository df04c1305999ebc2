"""`kronika keep`: the background worker, one per database. `kronika serve` starts one by itself.

It works in a child process that is restarted when it fails; under `kronika serve` the master process restarts it.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from logging.config import dictConfig
from pathlib import Path
from typing import Any

import structlog

from api.telemetry import logs
from cli.backoff import Backoff
from domain.rulesets import registry
from domain.table.refusals import Refused
from service.accounts.notices.clocks import LowClocks
from service.accounts.notices.follower import NoticeFollower
from service.accounts.notices.vapid import is_offered
from service.analyses.analyser import Analyser
from service.log import releases
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.cosignatures import CosignatureRequests
from service.log.legacy_games import legacy_games
from service.log.snapshotter import Snapshotter
from service.log.table_projection import TableProjection
from service.operation.app import Kronika, compose
from service.operation.backup.job import shipping_jobs
from service.operation.cleaning import clean, may_have_more
from service.operation.closed_games import ClosedGames
from service.operation.datasets import DataSets
from service.operation.private_games import count_private_games
from service.operation.status import operator_log_of
from service.play.bots import ThinkingBots
from service.store import Store, StoreUnusable
from service.system.clock import ClockWrong, now
from service.system.parent import end_with_parent
from service.system.settings import BadSetting, Settings

log = structlog.get_logger()
HELP = (
    "Keep statistics up to date, play bots that think, analyse games, ask witnesses, delete what has expired (serve does this by "
    "itself)."
)
LEGACY = "An earlier version created them; they are read-only."
PAUSE = 1.0
"""Seconds between two checks that all threads are alive."""
LONGEST_GAP = 30.0
"""The most seconds between two starts of a worker that fails at once."""
DUE_EVERY = 3.0
"""Seconds between two checks for work that is due, or that other processes left undone."""
COUNT_EVERY = 60.0
"""Seconds between two counts of private games."""
CLEAN_EVERY = 3600.0
"""Seconds between two deletions of expired rows."""
CHECK_EVERY = 86400.0
"""Seconds between two checks of all pages; the start of the service checks small databases only."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--under", type=int, metavar="PID", help="end when this process, its parent, has ended"
    )
    parser.add_argument("--unsupervised", action="store_true", help="do not restart after a failure")
    parser.add_argument(
        "--figures", type=Path, metavar="FOLDER", help="the folder in which workers share their figures"
    )


def run(args: argparse.Namespace) -> int:
    return work(args.under, args.figures) if args.unsupervised else _supervise(args.under)


def _begin(under: int | None) -> Settings:
    """The settings, once the log is configured. The process ends when its parent `under` has ended."""
    if under is not None:
        end_with_parent(under, signal.SIGKILL)  # safe at any moment, because all work is done in transactions
    settings = Settings.from_env(os.environ)
    logs.configure(level=settings.log)
    dictConfig(logs.library_config(settings.log))
    return settings


def _supervise(under: int | None) -> int:
    _begin(under)
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


def work(under: int | None, figures: Path | None = None) -> int:
    """Do the work in this process. `figures` is the folder in which the workers share theirs."""
    settings = _begin(under)
    try:
        kronika = compose(settings) if under is None else _composed(settings)
        threading.Thread(target=_serve_admin, args=(kronika, figures), daemon=True).start()
        return _run_jobs(kronika)
    except (BadSetting, ClockWrong, StoreUnusable) as error:
        log.error("worker-failed", reason=str(error))
        return 1


def _composed(settings: Settings) -> Kronika:
    """Under a supervisor this waits until it is possible, and the operator's socket says why it is not."""
    try:
        return compose(settings)
    except (BadSetting, ClockWrong, StoreUnusable):
        from api.admin.unready import composed  # only now, because it needs Flask

        return composed(settings)


def _run_jobs(kronika: Kronika) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    _started([_fill_key_pool(kronika), ClosedGames(kronika.repository).follow])  # on every machine
    # One background worker per database: this one may wait here for ever.
    leader_lock = kronika.store.leader_lock()
    if legacy := legacy_games(kronika.store):
        log.warning("legacy-games", games=legacy, reason=LEGACY)
    kronika.resume()
    threading.Thread(target=_check_pages, args=(kronika.store,), daemon=True).start()
    threads = _started(_jobs(kronika))
    checking, counting, cleaning = Pace(DUE_EVERY), Pace(COUNT_EVERY), Pace(CLEAN_EVERY)
    while all(thread.is_alive() for thread in threads):
        leader_lock.check()
        if checking.due():
            kronika.run_due_work()
        if counting.due():
            count_private_games(kronika.store)
        if cleaning.due() and _cleaned(kronika):
            cleaning.again()
        time.sleep(PAUSE)
    return 1


def _started(jobs: Iterable[Callable[[], None]]) -> list[threading.Thread]:
    threads = [threading.Thread(target=_run_job, args=(job,), daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    return threads


def _jobs(kronika: Kronika) -> Iterator[Callable[[], None]]:
    """The jobs of the one background worker of a database, each for a thread of its own."""
    repository, settings = kronika.repository, kronika.settings
    requests = [CosignatureRequests(settings.witnesses)] if settings.witnesses else []
    for rows in (*ASYNC_PROJECTIONS, *requests):
        yield TableProjection(repository, rows).follow
    yield ThinkingBots(repository, kronika.bots, settings.bot_time).follow
    yield from (kronika.sequencer().follow, kronika.leaf_lists().follow, kronika.clocks().follow)
    yield from (Analyser(repository).follow, Snapshotter(kronika.store).follow)
    yield from (NoticeFollower(repository).follow, LowClocks(repository).follow)
    yield DataSets(repository, kronika.signer, settings.data).follow
    yield from (*_witness_jobs(kronika), *shipping_jobs(kronika), _send(kronika))
    if settings.database_read:
        yield kronika.store.follow_settled


def _cleaned(kronika: Kronika) -> bool:
    """Clean up; whether more may be left to clean."""
    done = clean(kronika.store, kronika.settings.analysis_days)
    log.info("cleaned", **done)
    releases.finish(kronika.store, now())
    return may_have_more(done)


def _send(kronika: Kronika) -> Callable[[], None]:
    """The job that sends webhooks and push messages. Imported late, because nothing else here needs their libraries."""
    from service.accounts.notices import outgoing
    from service.accounts.notices.hook_sender import HookSender
    from service.accounts.notices.pusher import Pusher

    store, origin_url = kronika.store, kronika.settings.origin_url
    pushers = [Pusher(store, origin_url)] if is_offered(kronika.settings) else []
    return partial(outgoing.send, origin_url, [HookSender(store, kronika.settings.hooks), *pushers])


def _serve_admin(kronika: Kronika, figures: Path | None) -> None:
    """The operator's place is on each machine. Imported late, because it needs Flask and the background work does not."""
    from api.admin.server import serve_admin

    with suppress(Refused, StoreUnusable):  # the page says so
        operator_log_of(kronika).sign()  # of an act whose process died before its head was recorded
    serve_admin(kronika, figures)


def _fill_key_pool(kronika: Kronika) -> Callable[[], None]:
    """The job that fills the key pool; it runs on each machine, for its own workers."""
    slots = sorted({ruleset.traits.draws for ruleset in registry().values()})
    return partial(kronika.key_pool.follow, slots)


def _witness_jobs(kronika: Kronika) -> list[Callable[[], None]]:
    """Imported late, because most services have no witness and need no HTTP client."""
    repository, witnesses = kronika.repository, kronika.settings.witnesses
    if not witnesses:
        return []
    from service.log.cosigning import WitnessClient
    from service.log.log_cosigning import LogCosigner

    cosigner = LogCosigner(kronika.store, repository.logs, kronika.signer, witnesses)
    return [cosigner.follow, *(WitnessClient(repository, witness).follow for witness in witnesses)]


class Pace:
    """Paces a job: due at once, and again each time so many seconds have passed."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last = float("-inf")

    def due(self) -> bool:
        """Whether the job is due; then it counts as done."""
        due = time.monotonic() - self._last >= self._seconds
        if due:
            self._last = time.monotonic()
        return due

    def again(self) -> None:
        """Make the job due at once."""
        self._last = float("-inf")


def _run_job(job: Callable[[], None]) -> None:
    try:
        job()
    except StoreUnusable as error:  # this process exits, and the next one retries
        log.error("job-failed", reason=str(error))


def _check_pages(store: Store) -> None:
    """Run for ever; the store stops writing to a damaged database."""
    while True:
        try:
            store.check_pages()
        except StoreUnusable as error:
            log.error("corrupt-pages", trouble=error.trouble, reason=str(error))
        time.sleep(CHECK_EVERY)
