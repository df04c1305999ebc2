"""The input for what is decided from a game's whole log: the log, and the stored data that it does not contain."""

from __future__ import annotations

from collections.abc import Mapping

from domain.table.referee.hearing import Hearing
from service.identity.referees import Appointed, place_of, referees_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository


def hearing_of(repository: Repository, loaded: LoadedGame) -> Hearing:
    """The hearing at the time of a command (`LoadedGame.at_time`), otherwise now."""
    place, known = place_of(loaded), {referee.number for referee in loaded.table.desk.referees}
    accepted = [it for it in referees_of(repository.store, place) if it.accepted]
    of_tournament = loaded.table.setup.tournament is not None
    table = loaded.table if loaded.table.time else loaded.at_time(repository.now()).table
    return Hearing(
        loaded.ruleset,
        table,
        repository.versions.log(loaded),
        loaded.keys.draws(loaded.table),
        table.time,
        frozenset(it.number for it in accepted if it.number in known),
        _unlisted(accepted, known) if of_tournament else {},
        outages=repository.presence.outages(loaded.id, table.setup.log),
    )


def _unlisted(accepted: list[Appointed], known: set[int]) -> Mapping[int, bool]:
    """The tournament's referees that the game's log does not contain yet, by number; the value is `head`."""
    return {it.number: it.head for it in accepted if it.number not in known}
