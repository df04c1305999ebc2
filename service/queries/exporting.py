"""Whole games in files (docs/portable.md): one, or all that are over, one a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.table.refusals import Refusal, Refused
from projections.commit import Sql
from projections.lobby import Wanted
from projections.paging import all_true
from service.access import seen
from service.log.audit import game_file
from service.log.repository import Repository

MEDIA_TYPE = "application/vnd.kronika.game+json"
NDJSON = "application/x-ndjson"
Place = tuple[int, str]
"""A game's place in the order of their creation: when it was made, and its id."""
NEXT = """SELECT created_at, game FROM lobby WHERE {where} AND (created_at > ? OR (created_at = ? AND game > ?))
    ORDER BY created_at, game LIMIT 1"""
OVER_HERE = """forked IS NULL AND status IN ('finished', 'abandoned') AND hidden < 2"""
EVERYTHING: Sequence[Sql] = ((OVER_HERE, ()),)
"""What an operator may save: private, hidden, abandoned and imported games too, but none that was deleted, and no analyses."""


def export(repository: Repository, game: str, token: str | None) -> bytes:
    """The game file of this viewer."""
    loaded, caller = seen(repository, game, token)
    return game_file(repository, loaded, caller.viewer)


def export_all(repository: Repository, wanted: Wanted, after: str | None = None) -> Iterator[bytes]:
    """The game files of these public games as everybody may have them, one a line, the first made first.

    `after` is the id of the last one that is had; `Refused` not-found when it is none of them.
    """
    conditions = wanted.conditions()
    return lines(repository, conditions, _place(repository, conditions, after))


def _place(repository: Repository, conditions: Sequence[Sql], game: str | None) -> Place:
    if game is None:
        return (-1, "")
    where, params = all_true([*conditions, ("game = ?", (game,))])
    found = repository.store.query(f"SELECT created_at, game FROM lobby WHERE {where}", params)
    if not found:
        detail = "The cursor is the id of the last game of an export like this one; this game is not, or no longer, in it."
        raise Refused(Refusal.NOT_FOUND, detail)
    return found[0][0], found[0][1]


def lines(repository: Repository, conditions: Sequence[Sql], place: Place = (-1, "")) -> Iterator[bytes]:
    """Each is looked for when it is its turn, so that what has been taken away meanwhile is not told."""
    where, params = all_true(conditions)
    sql = NEXT.format(where=where)
    while found := repository.store.query(sql, (*params, place[0], *place)):
        place = found[0][0], found[0][1]
        yield game_file(repository, repository.get_at(place[1], None), None) + b"\n"
