"""The input for decisions about disputes: a game's log and the stored data about its referees and tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import structlog

from domain.table.referee.finality import keep
from domain.table.referee.hearing import Hearing
from domain.table.referee.ruling import seats_penalised
from domain.table.refusals import Refused
from service.identity.referees import Appointed, place_of, referees_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import Conflict
from service.system.clock import now

log = structlog.get_logger()
RULED_GAMES = (
    "SELECT DISTINCT game FROM cases WHERE game IN (SELECT game FROM tournament_games WHERE tournament = ?)"
)
DUE = "SELECT game FROM cases WHERE due <= ?"


def hearing_of(repository: Repository, loaded: LoadedGame) -> Hearing:
    """The hearing at the current time, which is also the timestamp of the events decided from it."""
    place, known = place_of(loaded), {referee.number for referee in loaded.table.desk.referees}
    accepted = [it for it in referees_of(repository.store, place) if it.accepted]
    of_tournament = loaded.table.setup.tournament is not None
    time = max(now(), loaded.at)
    return Hearing(
        loaded.ruleset,
        loaded.table.at(time),
        repository.versions.log(loaded),
        loaded.keys.draws(loaded.table),
        time,
        frozenset(it.number for it in accepted if it.number in known),
        _unlisted(accepted, known) if of_tournament else {},
    )


def with_penalties(repository: Repository, loaded: LoadedGame, hearing: Hearing) -> Hearing:
    """The hearing with the penalties from the other games of the tournament; only rulings need them."""
    if loaded.table.setup.tournament is None:
        return hearing
    return hearing._replace(penalised=_penalised(repository, loaded))


def _unlisted(accepted: list[Appointed], known: set[int]) -> Mapping[int, bool]:
    """The tournament's referees that the game's log does not contain yet, by number; the value is `head`."""
    return {it.number: it.head for it in accepted if it.number not in known}


def _penalised(repository: Repository, loaded: LoadedGame) -> Mapping[int, int]:
    """The number of penalties of each seat in the other games of the tournament."""
    so_far = Counter[int]()
    for (game,) in repository.store.query(RULED_GAMES, (place_of(loaded),)):
        if game != loaded.id:
            so_far.update(seats_penalised(repository.get(game).table.desk))
    return so_far


def with_deadlines_applied(repository: Repository, loaded: LoadedGame) -> LoadedGame:
    """The game with the effects of expired deadlines, which are committed first, in a commit of their own."""
    if loaded.table.desk.case is None:
        return loaded
    hearing = hearing_of(repository, loaded)
    fold = keep(hearing)
    if fold is None:
        return loaded
    try:
        return repository.commit(loaded, fold, at=hearing.now)
    except Conflict:
        return with_deadlines_applied(repository, repository.get(loaded.id))


def apply_deadlines(repository: Repository) -> None:
    """Commit the effects of expired deadlines in all games. A game with a damaged log does not block the others."""
    for (game,) in repository.store.query(DUE, (now(),)):
        try:
            with_deadlines_applied(repository, repository.get(game))
        except Refused as refused:
            log.warning("deadline-not-applied", game=game, kind=str(refused.kind), reason=refused.detail)
