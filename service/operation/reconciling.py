"""Finds logs that do not continue their last signed head: those of a database that is older than the head journal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from projections.paging import marks
from service.log.repository import Repository

EXPIRED = "SELECT game FROM expired_games"
EXPIRED_OF = "SELECT game FROM expired_games WHERE game IN ({})"
VERSIONS = "SELECT game, version FROM lobby WHERE game IN ({})"
BATCH = 500


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


def shorter_logs(repository: Repository) -> Iterator[IncompleteLog]:
    """Those among them that have fewer entries than were signed, by the lobby alone: quick, however long the logs are."""
    heads = repository.heads.journal.all()
    while some := dict(islice(heads, BATCH)):
        query = partial(repository.store.query, params=[*some])
        here = dict(query(VERSIONS.format(marks(some))))
        behind = [(game, head.size) for game, head in some.items() if here.get(game, 0) < head.size]
        expired = {game for (game,) in query(EXPIRED_OF.format(marks(some)))} if behind else ()
        yield from (IncompleteLog(game, here.get(game, 0), n) for game, n in behind if game not in expired)
