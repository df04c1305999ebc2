"""Whole games in files (docs/portable.md): one, or all that are over, one a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from domain.table.refusals import Refusal, Refused
from projections.listing import BEGINNING, Place
from projections.lobby import Wanted, next_after
from projections.paging import Query, all_true
from service.identity.access import log_seen
from service.log.audit import game_file
from service.log.repository import Repository

MEDIA_TYPE = "application/vnd.kronika.game+json"
NDJSON = "application/x-ndjson"
Following = Callable[[Query, Place], Place | None]
"""The next game of an export beyond a place in the order of their creation."""
NEXT = """SELECT created_at, game FROM lobby WHERE forked IS NULL AND status IN ('finished', 'abandoned') AND hidden < 2
    AND (created_at, game) > (?, ?) ORDER BY created_at, game LIMIT 1"""


def everything(query: Query, after: Place) -> Place | None:
    """What an operator may save: private, hidden, abandoned and imported games too; no deleted ones, no analyses."""
    return next(((at, game) for at, game in query(NEXT, after)), None)


def export(repository: Repository, game: str, token: str | None) -> bytes:
    """The game file of this viewer."""
    loaded, caller = log_seen(repository, game, token)
    return game_file(repository, loaded, caller.viewer)


def export_all(repository: Repository, wanted: Wanted, after: str | None = None) -> Iterator[bytes]:
    """The game files of these public games as everybody may have them, one a line, the first made first.

    `after` is the id of the last one that is had; `Refused` not-found when it is none of them.
    """
    return lines(repository, partial(next_after, wanted), _place(repository, wanted, after))


def _place(repository: Repository, wanted: Wanted, game: str | None) -> Place:
    if game is None:
        return BEGINNING
    where, params = all_true([*wanted.conditions(), ("game = ?", (game,))])
    found = repository.store.query(f"SELECT created_at, game FROM lobby WHERE {where}", params)
    if not found:
        detail = "The cursor is the id of the last game of an export like this one; this game is not, or no longer, in it."
        raise Refused(Refusal.NOT_FOUND, detail)
    return found[0][0], found[0][1]


def lines(repository: Repository, following: Following, place: Place = BEGINNING) -> Iterator[bytes]:
    """Each is looked for when it is its turn, so that what has been taken away meanwhile is not told."""
    at: Place | None = place
    while at is not None and (at := following(repository.store.query, at)) is not None:
        yield game_file(repository, repository.get_log(at[1]), None) + b"\n"
