"""Which logs no longer begin with what was signed of them: those of a database that is older than its service's promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from service.log.repository import Repository

EXPIRED = "SELECT game FROM expired_games"


class Incomplete(NamedTuple):
    """A game to which nothing is added: `here` entries are stored, `signed` are promised. With as many, others are here."""

    game: str
    here: int
    signed: int


def incomplete(repository: Repository) -> Iterator[Incomplete]:
    """Every such game, one after the other; of those that are complete by their number the newest head is checked too."""
    expired = {game for (game,) in repository.store.query(EXPIRED)}
    for game, last in repository.heads.journal.all():
        if game not in expired and not repository.heads.continues(game, last):
            yield Incomplete(game, repository.store.version(game), last.size)
