"""The referees of a game's tournament and meeting are written into its log: after its start, or before its next command."""

from __future__ import annotations

from domain.table.fold import Fold
from domain.table.referee import appointing
from domain.table.referee.appointing import takes_disputes
from domain.table.referee.state import Desk
from service.identity.referees import (
    Appointed,
    may_referee,
    places_of,
    referees_of,
)
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.hearing import hearing_of


def missing(repository: Repository, present: LoadedGame) -> Fold | None:
    """The next that the log lacks about a referee of the game's tournament or meeting; None when it has everything."""
    places = places_of(present.table.setup)[1:]
    if not places or present.imported or not takes_disputes(present.table):
        return None
    for place in places:
        for referee in referees_of(repository.store, place):
            if (fold := _missing(repository, present, place, referee)) is not None:
                return fold
    return None


def _missing(repository: Repository, present: LoadedGame, place: str, referee: Appointed) -> Fold | None:
    desk, setup, number = present.table.desk, present.table.setup, referee.number
    if number not in {it.number for it in desk.referees}:
        if referee.accepted and may_referee(repository.store, place, referee, setup):
            return appointing.list_referee(hearing_of(repository, present), number, referee.head)
    elif referee.dismissed and _is_here(desk, number):
        if referee.resigned:
            return appointing.resign(hearing_of(repository, present), number)
        if desk.case is None:
            return appointing.dismiss(hearing_of(repository, present), number)
    return None


def _is_here(desk: Desk, number: int) -> bool:
    return any(it.number == number for it in desk.here)
