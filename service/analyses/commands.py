"""Requesting an analysis of the decisions in a game."""

from __future__ import annotations

from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from service.identity.access import authorize
from service.log.analysis_queue import (
    MAX_QUEUED,
    check_disclosed,
    enqueue,
    row_of,
)
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context

FULL = (
    f"{MAX_QUEUED} games are queued for analysis, and one is analysed at a time; try again in a few minutes."
)
NO_LIMIT = 2**31
"""No limit on the queue."""


class Analyse(NamedTuple):
    """Analyse the current version of a game; for every caller who may see the game."""

    game: str
    token: str | None


def analyse(command: Analyse, context: Context) -> None:
    """Queue the game, unless it is analysed or queued already. `Refused` while the game is running, or if the queue is full."""
    loaded, caller = authorize(context.repository, command.game, command.token)
    caller.check_not_watcher()
    check_disclosed(loaded)
    _enqueue(context.repository, loaded)


def analyse_again(repository: Repository, game: str) -> None:
    """Queue the game again regardless of the queue's length; for operators."""
    loaded = repository.get(game)
    check_disclosed(loaded)
    repository.store.append("", [], enqueue(loaded, anew=True, most=NO_LIMIT))


def _enqueue(repository: Repository, loaded: LoadedGame) -> None:
    if _is_current(repository, loaded):
        return
    repository.store.append("", [], enqueue(loaded))
    if not _is_current(repository, loaded):
        raise Refused(Refusal.QUEUE_FULL, FULL)


def _is_current(repository: Repository, loaded: LoadedGame) -> bool:
    row = row_of(repository.store, loaded.id)
    return row is not None and row.version >= loaded.version and row.status != "failed"
