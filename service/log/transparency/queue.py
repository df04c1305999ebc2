"""The queue of the log of logs: leaves that are committed, and not in the log yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from domain.ledger import canonical
from service.store import Statement, Store

INSERT = """INSERT INTO log_queue (position, log, leaf) VALUES (
    coalesce(/*! nextval('kronika_places'), */ NULL, (SELECT coalesce(max(position), 0) + 1 FROM log_queue)), ?, ?)"""
"""Where several writers are at work, the store's sequence numbers the rows."""
WAITING = "SELECT position, leaf FROM log_queue WHERE log = ? ORDER BY position LIMIT ?"
DELETE = "DELETE FROM log_queue WHERE position = ? AND leaf = ?"
"""SQLite numbers from 1 again once the queue is empty."""


class Key(NamedTuple):
    """What identifies a leaf: no two leaves of a log have the same. `id` is empty and `n` is -1 where a leaf has none."""

    k: str
    id: str
    n: int


class QueuedLeaf(NamedTuple):
    """A leaf in the queue, without `at`."""

    position: int
    leaf: dict[str, Any]

    @property
    def key(self) -> Key:
        return key_of(self.leaf)

    def done(self) -> Statement:
        """Takes it out of the queue, and no other leaf that has its position by now."""
        return Statement(DELETE, (self.position, _text(self.leaf)))


def key_of(leaf: Mapping[str, Any]) -> Key:
    return Key(leaf["k"], leaf.get("id", ""), leaf.get("n", -1))


def lost(key: Key) -> Key:
    """The last leaf of a game: nothing more is logged of the game after it."""
    return Key("end", key.id, -1)


def queued(leaf: Mapping[str, object], log: str) -> Statement:
    """The statement that queues a leaf, for the transaction that writes what it records.

    leaf: without `at`; the sequencer sets it. log: the origin that entry 0 promises; a leaf of a log that the service no longer
    writes to is never sequenced. Leaves of one transaction keep their order, and come after those of transactions that ended
    before it began.
    """
    return Statement(INSERT, (log, _text(leaf)))


def _text(leaf: Mapping[str, object]) -> str:
    return canonical.encode(dict(leaf)).decode()


def waiting(store: Store, log: str, most: int) -> Sequence[QueuedLeaf]:
    """The next leaves for a log, in order."""
    return [QueuedLeaf(position, orjson.loads(leaf)) for position, leaf in store.query(WAITING, (log, most))]
