"""The input for what is decided from a game's whole log."""

from __future__ import annotations

from domain.table.referee.hearing import Hearing
from service.log.loaded import LoadedGame
from service.log.repository import Repository


def hearing_of(repository: Repository, loaded: LoadedGame) -> Hearing:
    """The hearing at the time of a command (`LoadedGame.at_time`), otherwise now."""
    table = loaded.table if loaded.table.time else loaded.at_time(repository.now()).table
    return Hearing(
        loaded.ruleset,
        table,
        repository.versions.log(loaded),
        loaded.keys.draws(loaded.table),
        table.time,
        outages=repository.presence.outages(loaded.id, table.setup.log),
    )
