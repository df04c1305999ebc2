"""Seats that rulings of earlier games keep from the later games of a tournament: written right after a game's start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.table.fold import Fold
from domain.table.referee.excluding import begins, exclude_at_start, excluded_by
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.hearing import hearing_of

RULED_GAMES = (
    "SELECT DISTINCT game FROM cases WHERE game IN (SELECT game FROM tournament_games WHERE tournament = ?)"
)
"""The games of a tournament in which there was a case."""


class Exclusion(NamedTuple):
    """A seat that a ruling of an earlier game excludes."""

    seat: int
    game: str
    ruling: int


def exclusion_due(repository: Repository, loaded: LoadedGame) -> Fold | None:
    """The exclusion of the next seat, while nothing else has happened since the start; None when there is none."""
    if not _may_exclude(loaded):
        return None
    hearing = hearing_of(repository, loaded)
    last = [it for it in hearing.log if it.action == loaded.table.action]
    if not any(map(begins, last)):
        return None
    excluded = loaded.table.absence.excluded
    started = next(it.at for it in hearing.log if begins(it))
    due = (it for it in sorted(_excluded_before(repository, loaded, started)) if it.seat not in excluded)
    found = next(due, None)
    return None if found is None else exclude_at_start(hearing, *found)


def _may_exclude(loaded: LoadedGame) -> bool:
    """Whether this is a later game of a tournament in which nothing has happened since the start."""
    planned, desk = loaded.table.setup.tournament, loaded.table.desk
    later = planned is not None and planned.number > 0 and not loaded.imported
    return later and desk.opening == loaded.table.action


def _excluded_before(repository: Repository, loaded: LoadedGame, started: int) -> Iterator[Exclusion]:
    """What rulings that were final when the game started, in milliseconds since the epoch, exclude in other games."""
    planned = loaded.table.setup.tournament
    place = "" if planned is None else planned.id
    for (game,) in repository.store.query(RULED_GAMES, (place,)):
        other = repository.get(game)
        if game == loaded.id or not any(excluded_by(it.said) for it in other.table.desk.rulings):
            continue
        log = repository.versions.log(other)
        for ruling in other.table.desk.rulings:
            if ruling.final is not None and log[ruling.final - 1].at <= started:
                number = ruling.said.ruling
                yield from (
                    Exclusion(seat, other.table.setup.game, number) for seat in excluded_by(ruling.said)
                )
