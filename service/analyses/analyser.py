"""Computes the requested analyses, one at a time. One process per database runs it (`kronika keep`)."""

from __future__ import annotations

import secrets
import time
from typing import NamedTuple

import msgspec
import structlog

from domain.table.refusals import Refused
from engine.analysis import LOOKS, PLAYOUTS
from engine.game import Game
from projections.documents.analyses import Analysis
from service.analyses import worker
from service.analyses.worker import Job, WorkerMessage
from service.log.analysis_queue import (
    AnalysisRun,
    check_disclosed,
    finish_run,
    next_queued,
    record_progress,
    start_run,
)
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import StoreUnusable
from service.system.children import child_process

log = structlog.get_logger("kronika.analyses")
POLL_SECONDS = 1.0
"""Seconds between polls of an empty queue."""


class Bounds(NamedTuple):
    """The budget of an analysis: playouts and determinisations of the search per decision, within a time limit.

    The limit is one second per `actions_per_second` actions, between `least` and `most` seconds. After twice the limit plus a
    minute the analysis is abandoned.
    """

    playouts: int = PLAYOUTS
    looks: int = LOOKS
    least: float = 100.0
    most: float = 300.0
    actions_per_second: int = 10

    def seconds(self, actions: int) -> float:
        return min(self.most, max(self.least, actions / self.actions_per_second))


BOUNDS = Bounds()


class Analyser:
    """Processes the queue; each analysis runs in its own process, which ends with this one."""

    def __init__(self, repository: Repository, bounds: Bounds = BOUNDS) -> None:
        self._repository, self._store, self._bounds = repository, repository.store, bounds

    def follow(self) -> None:
        """Run forever, starting with what a previous worker left unfinished."""
        while True:
            if not self.make_next():
                time.sleep(POLL_SECONDS)

    def make_next(self) -> bool:
        """Compute the next requested analysis; returns whether there was one."""
        wanted = next_queued(self._store)
        if wanted is None:
            return False
        run = AnalysisRun(*wanted, secrets.token_hex(8))
        start_run(self._store, run)
        finish_run(self._store, run, self._made(run))
        return True

    def _made(self, run: AnalysisRun) -> Analysis | None:
        """A game that cannot be loaded or is running again must not block the others."""
        try:
            loaded = self._repository.get(run.game)
            check_disclosed(loaded)
            return self._by_worker(run, self._repository.versions.at(loaded, run.version))
        except StoreUnusable:
            raise
        except Refused as refused:
            log.warning("game-not-analysed", game=run.game, reason=refused.detail)
        except Exception:
            log.exception("game-not-analysed", game=run.game)
        return None

    def _by_worker(self, run: AnalysisRun, loaded: LoadedGame) -> Analysis | None:
        game = Game(loaded.ruleset, loaded.table, tuple(self._repository.versions.log(loaded)))
        seconds = self._bounds.seconds(loaded.table.action)
        order = Job(game.log(), self._bounds.playouts, self._bounds.looks, seconds)
        with child_process(worker.__name__, msgspec.json.encode(order), 2 * seconds + 60) as process:
            for line in process.stdout or ():
                message = msgspec.json.decode(line, type=WorkerMessage)
                if message.found is not None:
                    return message.found
                if not record_progress(self._store, run, message.progress):
                    return None
        log.warning("game-not-analysed", game=run.game, reason="its process ended before it was finished")
        return None
