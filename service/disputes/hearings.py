"""What commands of the referee's desk are decided from: a game's log, and what lies beside it."""

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
    """As it is at this moment, which is also when what is decided from it is entered."""
    place, known = place_of(loaded), {referee.number for referee in loaded.table.desk.referees}
    accepted = [it for it in referees_of(repository.store, place) if it.accepted]
    of_tournament = loaded.table.setup.tournament is not None
    return Hearing(
        loaded.ruleset,
        loaded.table,
        repository.versions.log(loaded),
        loaded.keys.draws(loaded.table),
        max(now(), loaded.at),
        frozenset(it.number for it in accepted if it.number in known),
        _waiting(accepted, known) if of_tournament else {},
    )


def with_penalties(repository: Repository, loaded: LoadedGame, hearing: Hearing) -> Hearing:
    """For a ruling, whose penalties are counted in a whole tournament: its other games are looked at for nothing else."""
    if loaded.table.setup.tournament is None:
        return hearing
    return hearing._replace(penalised=_penalised(repository, loaded))


def _waiting(accepted: list[Appointed], known: set[int]) -> Mapping[int, bool]:
    """Those of the tournament whom the game's log does not know."""
    return {it.number: it.head for it in accepted if it.number not in known}


def _penalised(repository: Repository, loaded: LoadedGame) -> Mapping[int, int]:
    """How many penalties each seat has in the other games of the tournament."""
    so_far = Counter[int]()
    for (game,) in repository.store.query(RULED_GAMES, (place_of(loaded),)):
        if game != loaded.id:
            so_far.update(seats_penalised(repository.get(game).table.desk))
    return so_far


def settled(repository: Repository, loaded: LoadedGame) -> LoadedGame:
    """The game after what its deadlines have brought by now, which is entered first, in a commit of its own."""
    if loaded.table.desk.case is None:
        return loaded
    hearing = hearing_of(repository, loaded)
    fold = keep(hearing)
    if fold is None:
        return loaded
    try:
        return repository.commit(loaded, fold, at=hearing.now)
    except Conflict:
        return settled(repository, repository.get(loaded.id))


def settle_all(repository: Repository) -> None:
    """Enter what deadlines have brought in all games. One whose log is not whole keeps no other waiting."""
    for (game,) in repository.store.query(DUE, (now(),)):
        try:
            settled(repository, repository.get(game))
        except Refused as refused:
            log.warning("deadline-not-kept", game=game, kind=str(refused.kind), reason=refused.detail)
