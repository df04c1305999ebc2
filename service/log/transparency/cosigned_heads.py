"""Cosignatures of the heads of logs of logs: what witnesses signed, stored by head.

`service.log.log_cosigning` requests them. A witness cosigns a head again where nothing is new; the newest cosignature is
stored. Rows expire after a day: files have copies of those that they need.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from domain.ledger import note
from domain.ledger.audit import Cosignature
from domain.ledger.note import Checkpoint
from domain.table.events import Witnessed
from service.log.transparency.leaf_lists import CosignedHead
from service.store import Statement, Store
from service.system.clock import HOUR, now

LOG_COSIGNATURES = (
    """CREATE TABLE log_cosignatures (
        log TEXT NOT NULL, size BIGINT NOT NULL, vkey TEXT NOT NULL, note TEXT NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (log, size, vkey))""",
    "CREATE INDEX log_cosignatures_by_age ON log_cosignatures (at)",
    """CREATE TABLE log_witnesses (
        log TEXT NOT NULL, vkey TEXT NOT NULL, size BIGINT NOT NULL, note TEXT NOT NULL, at BIGINT NOT NULL,
        PRIMARY KEY (log, vkey))""",
)
"""`note` is the head with the line of this witness alone; `at` is when it came, in milliseconds. `log_witnesses` has the newest
row of each witness."""
STORE = """INSERT INTO log_cosignatures (log, size, vkey, note, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (log, size, vkey) DO UPDATE SET note = excluded.note, at = excluded.at"""
STORE_LAST = """INSERT INTO log_witnesses (log, size, vkey, note, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (log, vkey) DO UPDATE SET size = excluded.size, note = excluded.note, at = excluded.at
    WHERE excluded.size >= log_witnesses.size"""
OF_HEAD = "SELECT vkey, note FROM log_cosignatures WHERE log = ? AND size = ? ORDER BY vkey"
FROM_SIZE = "SELECT size, vkey, note FROM log_cosignatures WHERE log = ? AND size >= ? ORDER BY size, vkey"
LATELY = 9 * HOUR
"""Milliseconds; a head that stays the newest is cosigned again after 8 hours."""
LAST = "SELECT size, note, at FROM log_witnesses WHERE log = ? AND vkey = ?"


class LastCosigned(NamedTuple):
    """The largest head that a witness has cosigned, as its note; `at` is when its newest cosignature came (ms)."""

    size: int
    note: str
    at: int


def store_cosignature(store: Store, vkey: str, cosigned: str) -> None:
    """Store the cosignature of a head, a note with the witness's line alone."""
    head = note.parse_checkpoint(note.split(cosigned)[0])
    row = (head.origin, head.size, vkey, cosigned, now())
    store.append("", [], [Statement(STORE, row), Statement(STORE_LAST, row)])


def last_cosigned(store: Store, log: str, vkey: str) -> LastCosigned | None:
    """The largest head of this log that the witness has cosigned."""
    return next((LastCosigned(*row) for row in store.query(LAST, (log, vkey))), None)


def silence(store: Store, head: Checkpoint, vkey: str) -> float:
    """Since when, in seconds, a witness has cosigned nothing although it should have; 0 if it has cosigned this head lately,
    infinity if it never has.
    """
    last = last_cosigned(store, head.origin, vkey)
    if last is None:
        return math.inf if head.size else 0.0
    since = now() - last.at
    return 0.0 if last.size == head.size and since < LATELY else since / 1000


def cosignatures_of(store: Store, log: str, size: int) -> list[Cosignature]:
    """The cosignatures of this log's head of `size` leaves, ordered by vkey."""
    return [Cosignature(*row) for row in store.query(OF_HEAD, (log, size))]


def heads_with_quorum(store: Store, log: str, promised: Witnessed, size: int) -> Iterator[CosignedHead]:
    """The heads of at least `size` leaves that the promised quorum has cosigned, the smallest first."""
    rows = store.query(FROM_SIZE, (log, size))
    for found, of_head in groupby(rows, key=lambda row: int(row[0])):
        cosigned = [Cosignature(vkey, text) for _, vkey, text in of_head if vkey in promised.witnesses]
        if len(cosigned) >= promised.quorum:
            root = note.parse_checkpoint(note.split(cosigned[0].note)[0]).root
            yield CosignedHead(found, root, cosigned)
