"""Exports of whole games (docs/portable.md): a single game, or all finished games as one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from domain.table.refusals import Refusal, Refused
from projections.listing import BEGINNING, Place
from projections.lobby import GameFilter, next_after
from projections.paging import Query, all_true
from service.identity.access import authorize_log
from service.log.audit import game_file
from service.log.repository import Repository

MEDIA_TYPE = "application/vnd.kronika.game+json"
NDJSON = "application/x-ndjson"
NextGame = Callable[[Query, Place], Place | None]
"""Finds the next game to export after a position in creation order."""
NEXT = """SELECT created_at, game FROM lobby WHERE forked IS NULL AND status IN ('finished', 'abandoned') AND hidden < 2
    AND (created_at, game) > (?, ?) ORDER BY created_at, game LIMIT 1"""


def next_for_operator(query: Query, after: Place) -> Place | None:
    """The next game for an operator's export: private, hidden, abandoned and imported games too, no deleted ones or analyses."""
    return next(((at, game) for at, game in query(NEXT, after)), None)


def export(repository: Repository, game: str, token: str | None) -> bytes:
    """The game file of this viewer."""
    loaded, caller = authorize_log(repository, game, token)
    return game_file(repository, loaded, caller.viewer)


def export_all(repository: Repository, wanted: GameFilter, after: str | None = None) -> Iterator[bytes]:
    """The game files of the matching public games as everybody may see them, one per line, oldest first.

    `after` is the id of the last game already received; `Refused` not-found if no matching game has it.
    """
    return lines(repository, partial(next_after, wanted), _place(repository, wanted, after))


def _place(repository: Repository, wanted: GameFilter, game: str | None) -> Place:
    if game is None:
        return BEGINNING
    where, params = all_true([*wanted.conditions(), ("game = ?", (game,))])
    found = repository.store.query(f"SELECT created_at, game FROM lobby WHERE {where}", params)
    if not found:
        detail = "The cursor is the id of the last game of an earlier export; this export does not, or no longer, contain it."
        raise Refused(Refusal.NOT_FOUND, detail)
    return found[0][0], found[0][1]


def lines(repository: Repository, following: NextGame, place: Place = BEGINNING) -> Iterator[bytes]:
    """Each game is looked up only when its turn comes, so games that were removed meanwhile are left out."""
    at: Place | None = place
    while at is not None and (at := following(repository.store.query, at)) is not None:
        yield game_file(repository, repository.versions.load_log(at[1]), None) + b"\n"
