"""The referees of a game's tournament and meeting are written into its log: after its start, or before its next command."""

from __future__ import annotations

from collections.abc import Iterator

from domain.table.fold import Fold
from domain.table.referee import appointing
from domain.table.referee.appointing import takes_disputes
from domain.table.referee.state import Desk
from service.clocks.hearing import hearing_of
from service.identity.referees import (
    Appointed,
    may_referee,
    places_of,
    referees_of,
    revoke_referee,
)
from service.log.loaded import LoadedGame
from service.log.repository import Repository

WITH_OPEN_CASES = """SELECT DISTINCT game FROM cases WHERE state NOT IN ('final', 'withdrawn', 'expired') AND kind = 'case'
    AND game IN (SELECT game FROM tournament_games WHERE tournament = ? UNION SELECT game FROM meeting_games WHERE meeting = ?)"""


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


def revoke_those_who_left(repository: Repository, loaded: LoadedGame) -> None:
    """Whoever was dismissed from a tournament or meeting keeps their token until no open case there is theirs to judge."""
    for place in places_of(loaded.table.setup)[1:]:
        revoke_dismissed(repository, place)


def revoke_dismissed(repository: Repository, place: str) -> None:
    store = repository.store
    gone = [it.number for it in referees_of(store, place) if it.dismissed]
    judging = set(_judging(repository, place)) if gone else set()
    statements = [revoke_referee(place, number) for number in gone if number not in judging]
    if statements:
        store.append("", [], statements)


def _judging(repository: Repository, place: str) -> Iterator[int]:
    """The numbers of the referees of all open cases there."""
    for (game,) in repository.store.query(WITH_OPEN_CASES, (place, place)):
        desk = repository.get(game).table.desk
        if desk.case is not None:
            yield from (it.number for it in desk.here if it.number in desk.case.referees)
