"""Counts that all workers of a service share: a table in memory, made by the master and inherited by every worker.

It needs no file and no server, never grows, and forgets: a count lives until its window ends. When a place is wanted
and none is free, that count of its row goes that would have ended first.
"""

from __future__ import annotations

import mmap
import struct
import time
from contextlib import suppress
from multiprocessing import get_context
from typing import NamedTuple

PLACE = struct.Struct("<QdQ")
"""The name's hash, when the window ends on the system's monotonic clock, and the count."""
PLACES, ROWS = 8, 8192
"""A name has its place in one row, among so many."""
ROW = struct.Struct("<" + "QdQ" * PLACES)
PATIENCE = 0.1
"""Seconds after which whoever holds the table must have died: it is held for microseconds."""


class Count(NamedTuple):
    """`end` is when it is forgotten, on the monotonic clock."""

    so_far: int
    end: float


class Counts:
    """For all threads of all processes that are forked after it was made, which have its hashes of names too."""

    def __init__(self) -> None:
        self._table = mmap.mmap(-1, ROWS * ROW.size)
        self._lock = get_context("fork").Lock()

    def add(self, name: str, amount: int, window: float) -> int:
        """Count so much more under this name; the first time in `window` seconds begins anew."""
        id, row = _row(name)
        self._lock.acquire(timeout=PATIENCE)
        try:
            now = time.monotonic()
            found = ROW.unpack_from(self._table, row)
            place = _place(found, id)
            known, end, count = found[3 * place : 3 * place + 3]
            if known != id or end <= now:
                end, count = now + window, 0
            PLACE.pack_into(self._table, row + place * PLACE.size, id, end, count + amount)
        finally:
            with suppress(ValueError):  # somebody else has released what a dead process held
                self._lock.release()
        return int(count + amount)

    def get(self, name: str) -> Count:
        """What is counted under this name now."""
        id, row = _row(name)
        found = ROW.unpack_from(self._table, row)
        place = _place(found, id)
        known, end, count = found[3 * place : 3 * place + 3]
        now = time.monotonic()
        return Count(count, end) if known == id and end > now else Count(0, now)


def _row(name: str) -> tuple[int, int]:
    """The hashes of Python's strings are keyed, so nobody outside can choose names that meet."""
    id = hash(name) & 0xFFFF_FFFF_FFFF_FFFF
    return id, id % ROWS * ROW.size


def _place(row: tuple[float, ...], id: int) -> int:
    """Where in its row a name is counted, or will be."""
    ids = row[::3]
    if id in ids:
        return ids.index(id)
    ends = row[1::3]
    return ends.index(min(ends))
