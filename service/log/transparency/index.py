"""The index of a log's leaves in the database, rebuilt from the tiles where it does not reach their head."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from domain.ledger.merkle import leaf_hash
from domain.ledger.note import Checkpoint
from domain.ledger.tiles import ENTRIES, WIDTH, Read, from_bundle, tile_at
from service.log.transparency.log import TransparencyLog, check_continues
from service.log.transparency.queue import Key, key_of
from service.store import Statement, Store

INSERT = "INSERT INTO log_leaves (log, id, k, n, place) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
ADVANCE = "UPDATE logs SET size = ?, root = ? WHERE origin = ? AND size < ?"
FIND = """WITH wanted (id, k, n) AS (VALUES {})
    SELECT k, id, n FROM wanted JOIN log_leaves USING (id, k, n) WHERE log = ?"""
FOUND_AT_ONCE = 250
CHUNK = 16 * WIDTH
"""Leaves that are indexed in one transaction."""


class PlacedLeaf(NamedTuple):
    """A leaf of the log and its index."""

    place: int
    leaf: dict[str, Any]

    @property
    def key(self) -> Key:
        return key_of(self.leaf)


def rows_for(log: str, leaves: Iterable[PlacedLeaf]) -> list[Statement]:
    return [Statement(INSERT, (log, one.key.id, one.key.k, one.key.n, one.place)) for one in leaves]


def indexed(store: Store, log: str, keys: Iterable[Key]) -> set[Key]:
    """Those of the keys whose leaves the log has."""
    found, wanted = set[Key](), list(dict.fromkeys(keys))
    for begin in range(0, len(wanted), FOUND_AT_ONCE):
        some = wanted[begin : begin + FOUND_AT_ONCE]
        sql = FIND.format(", ".join(["(?, ?, ?)"] * len(some)))
        params = [value for key in some for value in (key.id, key.k, key.n)]
        found.update(Key(*row) for row in store.query(sql, (*params, log)))
    return found


def advance(log: str, size: int, root: bytes) -> Statement:
    """Records that the index reaches this head."""
    return Statement(ADVANCE, (size, root, log, size))


def entries_from(begin: int, end: int, read: Read) -> Iterator[bytes]:
    """The leaves `begin` .. `end` - 1 of a log whose tiles `read` reads."""
    for index in range(begin // WIDTH, (end + WIDTH - 1) // WIDTH):
        tile = tile_at(ENTRIES, index, end)
        assert tile is not None, "the bundle begins before the end"
        yield from from_bundle(read(tile))[max(0, begin - index * WIDTH) :]


def catch_up(
    store: Store,
    log: TransparencyLog,
    known: Checkpoint,
    head: Checkpoint,
    beside: Callable[[Sequence[PlacedLeaf]], Sequence[Statement]],
) -> None:
    """Index the leaves between the head that the database knows and the one outside.

    `beside` returns what is committed together with the index of some leaves. ValueError, before anything is written, if the
    tiles are not those of the head or do not continue the known one.
    """
    read = log.folder.reader(head.size)
    frontier = check_continues(known.size, known.root, head.size, read).frontier()
    if frontier.extend(map(leaf_hash, entries_from(known.size, head.size, read))).root() != head.root:
        raise ValueError(f"its leaves from {known.size} on are not those of its head of {head.size}")
    for begin in range(known.size, head.size, CHUNK):
        entries = list(entries_from(begin, min(head.size, begin + CHUNK), read))
        leaves = [PlacedLeaf(place, orjson.loads(entry)) for place, entry in enumerate(entries, begin)]
        frontier = frontier.extend(map(leaf_hash, entries))
        reached = advance(log.origin, frontier.size, frontier.root())
        store.append("", [], [*rows_for(log.origin, leaves), reached, *beside(leaves)])
