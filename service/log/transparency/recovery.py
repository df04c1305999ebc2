"""What the log of logs knows and the database does not: after an older copy of the database was restored.

The index is rebuilt from the tiles. Games that lack entries which the log has are closed until these are back, as any game is
that lacks entries of its last signed head. What is not back within 30 days is told to be lost, and stays closed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import orjson
import structlog

from domain.ledger.log_leaf import Leaf, log_id, tournament_log_id
from domain.ledger.merkle import Frontier, leaf_hash
from domain.ledger.note import Checkpoint
from domain.ledger.text import from_b64
from projections import tournaments
from service.log.head_journal import LOST, HeadJournal, SignedHead
from service.log.transparency.index import catch_up
from service.log.transparency.log import TransparencyLog
from service.log.transparency.logs import KnownLog
from service.log.transparency.queue import queued, waiting
from service.store import Statement, Store
from service.system.clock import DAY, now

LOST_AFTER = 30 * DAY
"""Milliseconds for which missing entries are waited for."""
MISS = "INSERT INTO log_missing (log, id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
MISSING = "SELECT id, since FROM log_missing WHERE log = ?"
FOUND = "DELETE FROM log_missing WHERE log = ? AND id = ?"
TOURNAMENTS = "SELECT id FROM tournaments"
ALL = 2**62
log = structlog.get_logger("kronika.log_of_logs")


class Recovery:
    """Compares the logs with the database; `journal` closes games."""

    def __init__(self, store: Store, journal: HeadJournal) -> None:
        self._store, self._journal = store, journal

    def catch_up(self, current: TransparencyLog, known: KnownLog, head: Checkpoint) -> None:
        """Index the leaves up to a head outside. Leaves that were not queued here are of a database that was replaced.

        ValueError, `IndexError` or `OSError` if the tiles do not lead from the known head to this one.
        """
        leaves = [one.key for one in catch_up(self._store, current, known, head)]
        if not leaves:
            return
        ours = {one.key for one in waiting(self._store, current.origin, ALL)}
        foreign = {key.id for key in leaves if key not in ours} - {""}
        if foreign:
            log.warning("log-of-logs-is-ahead", origin=current.origin, known=known.size, head=head.size)
            rows = [Statement(MISS, (current.origin, id, now())) for id in sorted(foreign)]
            self._store.append("", [], rows)
            self.check_missing(current)

    def check_missing(self, current: TransparencyLog) -> None:
        """Close games that lack entries of their last leaf, reopen those that have them again, give up what is lost."""
        rows = self._store.query(MISSING, (current.origin,))
        if not rows:
            return
        here = self._here({id for id, _ in rows})
        changes = [change for id, since in rows for change in self._changes(current, id, since, here.get(id))]
        self._store.append("", [], changes)

    def _changes(self, current: TransparencyLog, id: str, since: int, game: str | None) -> list[Statement]:
        told = _Told.of([orjson.loads(current.leaf(place)) for place in current.indexes_of(id)])
        if told.lost:
            self._close(game, SignedHead(LOST, b""))
            return []
        if game is not None and (told.head is None or self._continues(game, told.head)):
            return [Statement(FOUND, (current.origin, id))]
        self._close(game, told.head)
        if since + LOST_AFTER > now():
            return []
        log.warning("lost", origin=current.origin, id=id, game=game)
        return [queued({"k": told.end, "id": id, "why": "lost"}, current.origin)]

    def _close(self, game: str | None, head: SignedHead | None) -> None:
        if game and head is not None:
            self._journal.record(game, head)

    def _continues(self, game: str, head: SignedHead) -> bool:
        """Whether a game has the entries under a head. A tournament ("") has no entries."""
        if not game:
            return True
        entries = self._store.entries(game, 0, head.size)
        frontier = Frontier().extend(map(leaf_hash, entries))
        return head == (frontier.size, frontier.root())

    def _here(self, ids: Collection[str]) -> Mapping[str, str]:
        """The games of the database with one of these ids in the log; "" for tournaments."""
        games = (
            (log_id(first), game) for game in self._store.games() for first in self._store.entries(game, 0, 1)
        )
        found = {id: game for id, game in games if id in ids}
        for (tournament,) in self._store.query(TOURNAMENTS):
            loaded = tournaments.load(self._store.query, tournament)
            if loaded is not None and (id := tournament_log_id(loaded.ctx)) in ids:
                found[id] = ""
        return found


class _Told(NamedTuple):
    """What the leaves of one id say together."""

    head: SignedHead | None
    """Of the last leaf that names one."""
    end: str
    """The kind of its last leaf."""
    lost: bool

    @classmethod
    def of(cls, leaves: list[Leaf]) -> _Told:
        heads = [SignedHead(leaf["n"], from_b64(leaf["r"])) for leaf in leaves if "r" in leaf]
        tournament = any(leaf["k"] == "tournament" for leaf in leaves)
        lost = any(leaf.get("why") == "lost" for leaf in leaves)
        return cls(heads[-1] if heads else None, "tournament-end" if tournament else "end", lost)
