"""Asking what the decisions of a game were worth."""

from __future__ import annotations

from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from service.identity.access import authorize
from service.log.analyses import (
    MOST_WAITING,
    asking,
    check_open,
    row_of,
)
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context

FULL = f"{MOST_WAITING} games wait for their analysis already, and one is made at a time; try again in a few minutes."
EVERYTHING = 2**31
"""More than will ever wait."""


class Analyse(NamedTuple):
    """For whoever may see the game: that of its present version."""

    game: str
    token: str | None


def analyse(command: Analyse, context: Context) -> None:
    """Have it made, unless it is there or under way. `Refused` for a game that goes on, and when too many wait."""
    loaded, caller = authorize(context.repository, command.game, command.token)
    caller.check_not_watcher()
    check_open(loaded)
    _ask(context.repository, loaded)


def analyse_anew(repository: Repository, game: str) -> None:
    """Have it made once more, however many wait: for whoever runs the server."""
    loaded = repository.get(game)
    check_open(loaded)
    repository.store.append("", [], asking(loaded, anew=True, most=EVERYTHING))


def _ask(repository: Repository, loaded: LoadedGame) -> None:
    if _there(repository, loaded):
        return
    repository.store.append("", [], asking(loaded))
    if not _there(repository, loaded):
        raise Refused(Refusal.QUEUE_FULL, FULL)


def _there(repository: Repository, loaded: LoadedGame) -> bool:
    row = row_of(repository.store, loaded.id)
    return row is not None and row.version >= loaded.version and row.status != "failed"
