"""Penalties in the other games of a tournament, which rulings take into account."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from domain.table.referee.hearing import Hearing
from domain.table.referee.ruling import seats_penalised
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.exclusions import RULED_GAMES


def with_penalties(repository: Repository, loaded: LoadedGame, hearing: Hearing) -> Hearing:
    """The hearing with the penalties from the other games of the tournament; only rulings need them."""
    planned = loaded.table.setup.tournament
    if planned is None:
        return hearing
    return hearing._replace(penalised=_penalised(repository, loaded, planned.id))


def _penalised(repository: Repository, loaded: LoadedGame, tournament: str) -> Mapping[int, int]:
    """The number of penalties of each seat in the other games of the tournament."""
    so_far = Counter[int]()
    for (game,) in repository.store.query(RULED_GAMES, (tournament,)):
        if game != loaded.id:
            so_far.update(seats_penalised(repository.get(game).table.desk))
    return so_far
