"""The history before a fork: its source games, as the viewer who forked them could see them at that time."""

from __future__ import annotations

import orjson

from domain.hidden import AUDITOR, Viewer
from projections.replay import Past
from service.log.disclosed_keys import fully_disclosed
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import Statement
from service.system.clock import DAY

KNOWN_BY = "SELECT knower FROM forks WHERE game = ?"
READ_AT = "SELECT read_at FROM forks WHERE game = ?"
EXISTS = "SELECT 1 FROM lobby WHERE game = ? AND hidden = 0"
EXISTS_PUBLICLY = f"{EXISTS} AND visibility = 'public'"
INSERT = "INSERT INTO forks (game, knower, read_at) VALUES (?, ?, ?)"


def knower_of(loaded: LoadedGame, viewer: Viewer) -> Viewer:
    """Whose knowledge a viewer who forks a game now has: everybody's is complete when the game is over."""
    return AUDITOR if fully_disclosed(loaded) else viewer


def fork_recorded(fork: str, knower: Viewer, at: int) -> Statement:
    """Written in the transaction of the fork: what its source disclosed to `knower` never changes afterwards."""
    return Statement(INSERT, (fork, orjson.dumps(knower).decode(), at))


def fork_history(repository: Repository, loaded: LoadedGame, for_everybody: bool = False) -> list[Past]:
    """The games before a fork, the first game first; [] for a game that is no fork.

    The history ends at a game that was deleted or hidden. `for_everybody`: also at a private game, and what only the viewer
    who forked it knew is left out.
    """
    exists = EXISTS_PUBLICLY if for_everybody else EXISTS
    found: list[Past] = []
    fork, forked = loaded.id, loaded.table.forked
    while forked is not None and repository.store.query(exists, (forked.game,)):
        source = repository.versions.load(forked.game, forked.version)
        knower = _knower(repository, fork)
        viewer = None if for_everybody and knower != AUDITOR else knower
        found.insert(0, Past(source.id, repository.versions.log(source), viewer))
        fork, forked = source.id, source.table.forked
    return found


def _knower(repository: Repository, fork: str) -> Viewer:
    """A spectator, who knows the least, for forks from before this was recorded."""
    rows = repository.store.query(KNOWN_BY, (fork,))
    knower: Viewer = orjson.loads(rows[0][0]) if rows else None
    return knower


def expires_at(repository: Repository, loaded: LoadedGame) -> int | None:
    """When an analysis is deleted unless it is read or continued before, in milliseconds; None for other games."""
    if loaded.table.forked is None:
        return None
    rows = repository.store.query(READ_AT, (loaded.id,))
    return int(max(loaded.at, *(at for (at,) in rows), 0)) + repository.analysis_days * DAY
