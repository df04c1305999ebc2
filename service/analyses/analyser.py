"""Makes the analyses that were asked for, one at a time. One process a database does (`kronika keep`)."""

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
from service.analyses.worker import Order, Said
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
LOOK_EVERY = 1.0
"""Seconds between two looks into an empty queue."""


class Bounds(NamedTuple):
    """What an analysis may cost: for every decision so many playouts and looks of the search, as long as there is time.

    There is a second for `a_second_for` actions, but at least `least` and at most `most` seconds. What has not ended after twice
    that and a minute is given up.
    """

    playouts: int = PLAYOUTS
    looks: int = LOOKS
    least: float = 100.0
    most: float = 300.0
    a_second_for: int = 10

    def seconds(self, actions: int) -> float:
        return min(self.most, max(self.least, actions / self.a_second_for))


BOUNDS = Bounds()


class Analyser:
    """Works off the queue; each analysis is made by a process of its own, which ends with this one."""

    def __init__(self, repository: Repository, bounds: Bounds = BOUNDS) -> None:
        self._repository, self._store, self._bounds = repository, repository.store, bounds

    def follow(self) -> None:
        """For ever; begins with what a keeper that is gone has left undone."""
        while True:
            if not self.make_next():
                time.sleep(LOOK_EVERY)

    def make_next(self) -> bool:
        """Make the next one that is wanted; whether there was one."""
        wanted = next_queued(self._store)
        if wanted is None:
            return False
        run = AnalysisRun(*wanted, secrets.token_hex(8))
        start_run(self._store, run)
        finish_run(self._store, run, self._made(run))
        return True

    def _made(self, run: AnalysisRun) -> Analysis | None:
        """A game that does not open, or that goes on again, must not hold up the others."""
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
        order = Order(game.log(), self._bounds.playouts, self._bounds.looks, seconds)
        with child_process(worker.__name__, msgspec.json.encode(order), 2 * seconds + 60) as process:
            for line in process.stdout or ():
                said = msgspec.json.decode(line, type=Said)
                if said.found is not None:
                    return said.found
                if not record_progress(self._store, run, said.progress):
                    return None
        log.warning("game-not-analysed", game=run.game, reason="its process ended before it was done")
        return None
