"""Finds logs that do not continue their last signed head: those of a database that is older than the head journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from service.log.repository import Repository

EXPIRED = "SELECT game FROM expired_games"


WAYS_BACK = (
    "stop the service, restore a newer copy of the database, if there is one, and check again",
    "PostgreSQL: recover up to the last commit from the archived write-ahead log, or promote the standby that was ahead",
)
"""How the missing entries of games can come back; the games continue as soon as they have."""


class IncompleteLog(NamedTuple):
    """A game to which nothing can be added: `here` entries are stored, `signed` were signed. If equal, the entries differ."""

    game: str
    here: int
    signed: int


def incomplete_logs(repository: Repository) -> Iterator[IncompleteLog]:
    """All such games, one by one. Of logs with enough entries the root is checked, too."""
    expired = {game for (game,) in repository.store.query(EXPIRED)}
    for game, last in repository.heads.journal.all():
        if game not in expired and not repository.heads.continues(game, last):
            yield IncompleteLog(game, repository.store.version(game), last.size)
