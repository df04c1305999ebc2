"""What the log of logs knows and the database does not: after an older copy of the database was restored.

The index is rebuilt from the tiles. Games that lack entries which the log has are closed until these are back, as any game is
that lacks entries of its last signed head. A game that is not back within 30 days is declared lost, and stays closed.

Entries may come back with a newer copy of the database, which does not know which games were closed. Where the log says that the
service has continued with another copy since the last sign of life in this one, every game whose clock runs may have been.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from itertools import count
from typing import NamedTuple

import orjson
import structlog

from domain.ledger.log_leaf import Leaf, log_id, tournament_log_id
from domain.ledger.merkle import Frontier, leaf_hash
from domain.ledger.note import Checkpoint
from domain.ledger.text import b64u, from_b64
from domain.table.clock.holding import Outage
from domain.table.clock.state import REST
from domain.table.refusals import Refusal, Refused
from projections import tournaments
from projections.tournaments import Tournament
from service.log.head_journal import LOST, HeadJournal, SignedHead
from service.log.presence import adopted, numbering, record
from service.log.transparency.index import PlacedLeaf, catch_up
from service.log.transparency.log import TransparencyLog
from service.log.transparency.queue import queued, waiting
from service.store import Duplicate, Statement, Store
from service.system.clock import DAY, now

LOST_AFTER = 30 * DAY
"""Milliseconds for which missing entries are waited for."""
MISS = "INSERT INTO log_missing (log, id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
REPLACED = """INSERT INTO log_missing (log, id, since) SELECT log, log_leaves.id, alive.at
    FROM log_leaves JOIN log_places ON log_places.id = log_leaves.id JOIN due ON due.game = log_places.place
    JOIN alive ON alive.at < ? WHERE log = ? AND k = 'game' ON CONFLICT DO NOTHING"""
MISSING = "SELECT id, since FROM log_missing WHERE log = ?"
FOUND = "DELETE FROM log_missing WHERE log = ? AND id = ?"
TOURNAMENTS = "SELECT id FROM tournaments"
IS_MISSING = "SELECT 1 FROM log_missing WHERE log = ? AND id = ?"
PLACE = "SELECT place FROM log_places WHERE id = ?"
RUNNING = "SELECT updated_at FROM lobby JOIN due ON due.game = lobby.game WHERE lobby.game = ?"
CLOSED = 1_000
"""Milliseconds after which a game that lacked entries was closed in fact: the first look may find that it lacks none."""
ALL = 2**62
log = structlog.get_logger("kronika.log_of_logs")


class Recovery:
    """Compares the logs with the database; `journal` closes games."""

    def __init__(self, store: Store, journal: HeadJournal) -> None:
        self._store, self._journal = store, journal

    def catch_up(self, current: TransparencyLog, known: Checkpoint, head: Checkpoint) -> None:
        """Index the leaves up to a head outside. Those that were not queued here are of a database that was replaced.

        ValueError, `IndexError` or `OSError` if the tiles do not lead from the known head to this one.
        """
        catch_up(self._store, current, known, head, partial(self._missing, current.origin))

    def _missing(self, origin: str, leaves: Sequence[PlacedLeaf]) -> list[Statement]:
        ours = {one.key for one in waiting(self._store, origin, ALL)}
        others = [one.leaf for one in leaves if one.key not in ours]
        foreign = {id for leaf in others for id in (leaf.get("id", ""), leaf.get("of", ""))} - {""}
        if foreign:
            log.warning("log-of-logs-is-ahead", origin=origin, ids=len(foreign))
        outages = [one for one in others if one["k"] == "outage"]
        return [
            *(Statement(MISS, (origin, id, now())) for id in sorted(foreign)),
            *(adopted(origin, leaf, self._game(leaf)) for leaf in outages),
            *(Statement(REPLACED, (leaf["to"] - REST, origin)) for leaf in outages if "id" not in leaf),
        ]

    def _game(self, leaf: Leaf) -> str:
        """The game that was closed in an outage; "" where it was the whole service."""
        id = str(leaf.get("id", ""))
        return next((str(game) for (game,) in self._store.query(PLACE, (id,))), id)

    def check_missing(self, current: TransparencyLog) -> None:
        """Close games that lack entries of their last leaf, reopen those that have them again, give up what is lost."""
        rows = self._store.query(MISSING, (current.origin,))
        if not rows:
            return
        here = self._here(current, {id for id, _ in rows})
        numbers = count(numbering(self._store, current.origin).next)
        changes = [
            change
            for id, since in rows
            for change in self._changes(current, id, since, here.get(id), numbers)
        ]
        with suppress(Duplicate):  # an outage has taken the number meanwhile; the next look records this
            self._store.append("", [], changes)

    def _changes(
        self, current: TransparencyLog, id: str, since: int, game: str | None, numbers: Iterator[int]
    ) -> list[Statement]:
        summary = _Summary.of([orjson.loads(current.leaf(place)) for place in current.indexes_of(id)])
        if summary.lost:
            self._close(game, SignedHead(LOST, b""))
            return []
        if game is not None and (summary.head is None or self._continues(game, summary.head)):
            found = Statement(FOUND, (current.origin, id))
            return [found, *self._own_outage(current.origin, id, since, game, numbers)]
        self._close(game, summary.head)
        if since + LOST_AFTER > now():
            return []
        log.warning("lost", origin=current.origin, id=id, game=game)
        return [queued({"k": summary.end, "id": id, "why": "lost"}, current.origin)]

    def _own_outage(
        self, log: str, id: str, since: int, game: str, numbers: Iterator[int]
    ) -> Iterator[Statement]:
        """The outage of a game that was closed and whose clock ran: from its last entry to its return."""
        at = now()
        for (last,) in self._store.query(RUNNING, (game,)) if at - since > CLOSED else ():
            yield from record(log, Outage(next(numbers), last, at + REST), game, id)

    def _close(self, game: str | None, head: SignedHead | None) -> None:
        if game and head is not None:
            self._journal.adopt(game, head)

    def _continues(self, game: str, head: SignedHead) -> bool:
        """Whether a game has the entries under a head. A tournament ("") has no entries."""
        if not game:
            return True
        entries = self._store.entries(game, 0, head.size)
        frontier = Frontier().extend(map(leaf_hash, entries))
        return head == (frontier.size, frontier.root())

    def _here(self, current: TransparencyLog, ids: AbstractSet[str]) -> Mapping[str, str]:
        """The games of the database with one of these ids in the log; "" for tournaments that lack neither seats nor games."""
        games = (
            (log_id(first), game) for game in self._store.games() for first in self._store.entries(game, 0, 1)
        )
        found = {id: game for id, game in games if id in ids}
        shorter = {leaf.get("of") for id in ids - found.keys() for leaf in self._first_leaf(current, id)}
        for (tournament,) in self._store.query(TOURNAMENTS):
            loaded = tournaments.load(self._store.query, tournament)
            if loaded is None or (id := tournament_log_id(loaded.ctx)) not in ids - shorter:
                continue
            seats = current.index_of("tournament-seats", id)
            if seats is None or orjson.loads(current.leaf(seats))["c"] == b64u(loaded.commitment):
                found[id] = ""
        return found

    def _first_leaf(self, current: TransparencyLog, id: str) -> Iterator[Leaf]:
        """The leaf that records the creation of a game."""
        if (index := current.index_of("game", id)) is not None:
            yield orjson.loads(current.leaf(index))


def check_complete(store: Store, tournament: Tournament) -> None:
    """`Refused` while an older copy of the database lacks seats or games of a tournament that the log of logs has."""
    if tournament.log and store.query(IS_MISSING, (tournament.log, tournament_log_id(tournament.ctx))):
        raise Refused(
            Refusal.LOG_INCOMPLETE,
            "The log of logs tells of seats or games of this tournament that are missing here, because an older copy of the "
            "database was restored. The tournament is closed until they are back.",
            version=0,
        )


class _Summary(NamedTuple):
    """What the leaves of one id say together."""

    head: SignedHead | None
    """Of the last leaf that names one."""
    end: str
    """The kind of its last leaf."""
    lost: bool

    @classmethod
    def of(cls, leaves: list[Leaf]) -> _Summary:
        heads = [SignedHead(leaf["n"], from_b64(leaf["r"])) for leaf in leaves if "r" in leaf]
        tournament = any(leaf["k"] == "tournament" for leaf in leaves)
        lost = any(leaf.get("why") == "lost" for leaf in leaves)
        return cls(heads[-1] if heads else None, "tournament-end" if tournament else "end", lost)
