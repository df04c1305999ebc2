"""Access to many games at once, from their rows in the lobby, which are written with their events: nothing is folded."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from domain.table.state import OVER
from projections.paging import marks
from service.identity.access import callers
from service.identity.caller import Caller
from service.log.repository import count_as_current
from service.store import Store

STATUSES = """SELECT game, ruleset, visibility, status, version, hidden, renamed, forked FROM lobby WHERE game IN ({})"""
MAX_PAIRS = 200
"""Games, or (game, token) pairs, per query."""


class GameStatus(NamedTuple):
    """The status of a game, as stored in the lobby."""

    id: str
    ruleset: str
    visibility: str
    status: str
    version: int
    hidden: int
    renamed: int
    forked: str | None

    @property
    def closed(self) -> bool:
        return bool(self.hidden) or self.visibility == "private"

    @property
    def over(self) -> bool:
        return self.status in OVER


def statuses(store: Store, games: Collection[str]) -> Mapping[str, GameStatus]:
    """The status of these games (at most `MAX_PAIRS`); unknown ids are left out."""
    sql = STATUSES.format(marks(games))
    found = {row[0]: GameStatus(*row) for row in store.query(sql, tuple(games))}
    for status in found.values():
        count_as_current(status.id, status.version, status.renamed)
    return found


def callers_of(store: Store, pairs: Sequence[tuple[GameStatus, str | None]]) -> list[Caller | None]:
    """The caller of each (game, token) pair, or None without access; accepts any number of pairs."""
    batches = (pairs[start : start + MAX_PAIRS] for start in range(0, len(pairs), MAX_PAIRS))
    return [caller for batch in batches for caller in callers(store, batch)]


def visible(store: Store, credential: str, games: Collection[str]) -> set[str]:
    """The games among these that the holder of a credential may see now."""
    if not games:
        return set()
    found = statuses(store, games)
    admitted = callers_of(store, [(status, credential) for status in found.values()])
    return {game for game, caller in zip(found, admitted, strict=True) if caller is not None}
