"""The past of an analysis: what the games that it begins from were, as whoever forked them could see it then."""

from __future__ import annotations

import orjson

from domain.hidden import AUDITOR, Viewer
from projections.replay import Past
from service.log.loaded import LoadedGame
from service.log.opened_keys import all_open
from service.log.repository import Repository
from service.store import Statement
from service.system.clock import DAY

KNOWN_BY = "SELECT knower FROM forks WHERE game = ?"
READ_AT = "SELECT read_at FROM forks WHERE game = ?"
THERE = "SELECT 1 FROM lobby WHERE game = ? AND hidden = 0"
OPEN = f"{THERE} AND visibility = 'public'"
REMEMBER = "INSERT INTO forks (game, knower, read_at) VALUES (?, ?, ?)"


def knower_of(loaded: LoadedGame, viewer: Viewer) -> Viewer:
    """By whose knowledge this viewer forks a game now: when it is over everything is open to him."""
    return AUDITOR if all_open(loaded) else viewer


def remembered(fork: str, knower: Viewer, at: int) -> Statement:
    """Goes into the transaction that writes the fork; what its source was to `knower` stays so for good."""
    return Statement(REMEMBER, (fork, orjson.dumps(knower).decode(), at))


def past_of(repository: Repository, loaded: LoadedGame, for_everybody: bool = False) -> list[Past]:
    """The stretches before an analysis, the first game's first; [] for a game of its own.

    A game that is not there any more, or was taken away, has no past to tell, and what came before it neither.
    `for_everybody`: nor has one that is private, and what only who forked it knew is left out.
    """
    there = OPEN if for_everybody else THERE
    found: list[Past] = []
    fork, forked = loaded.id, loaded.table.forked
    while forked is not None and repository.store.query(there, (forked.game,)):
        source = repository.versions.load(forked.game, forked.version)
        knower = _knower(repository, fork)
        told_to = None if for_everybody and knower != AUDITOR else knower
        found.insert(0, Past(source.id, repository.versions.log(source), told_to))
        fork, forked = source.id, source.table.forked
    return found


def _knower(repository: Repository, fork: str) -> Viewer:
    """A spectator for analyses from before this was written down: he knows the least."""
    rows = repository.store.query(KNOWN_BY, (fork,))
    knower: Viewer = orjson.loads(rows[0][0]) if rows else None
    return knower


def expires_at(repository: Repository, loaded: LoadedGame) -> int | None:
    """When an analysis is deleted if nobody looks at it or goes on with it, in milliseconds; None for other games."""
    if loaded.table.forked is None:
        return None
    rows = repository.store.query(READ_AT, (loaded.id,))
    return int(max(loaded.at, *(at for (at,) in rows), 0)) + repository.analysis_days * DAY
