"""Counters that all workers share: a table in memory, created by the master and inherited by every worker.

The table needs no file and no server and has a fixed size. A counter is forgotten when its window ends. If a row is full,
the counter in it whose window ends first is replaced.
"""

from __future__ import annotations

import mmap
import struct
import time
from contextlib import suppress
from multiprocessing import get_context
from typing import NamedTuple

SLOT = struct.Struct("<QdQ")
"""The hash of the name, the end of the window on the monotonic clock, and the count."""
SLOTS, ROWS = 8, 8192
"""A name is stored in one row of so many slots, among so many rows."""
ROW = struct.Struct("<" + "QdQ" * SLOTS)
LOCK_SECONDS = 0.1
"""The lock is held for microseconds: a process that holds it longer than this has died."""


class Count(NamedTuple):
    """`end` is when the count is forgotten, on the monotonic clock."""

    so_far: int
    end: float


class SharedCounters:
    """For all threads of all processes forked after it was made. They share the hash seed of strings, too."""

    def __init__(self) -> None:
        self._table = mmap.mmap(-1, ROWS * ROW.size)
        self._lock = get_context("fork").Lock()

    def add(self, name: str, amount: int, window: float) -> int:
        """Add `amount` to a name's counter. The first call in `window` seconds starts a new count."""
        id, row = _row(name)
        self._lock.acquire(timeout=LOCK_SECONDS)
        try:
            now = time.monotonic()
            values = ROW.unpack_from(self._table, row)
            slot = _slot(values, id)
            known, end, count = values[3 * slot : 3 * slot + 3]
            if known != id or end <= now:
                end, count = now + window, 0
            SLOT.pack_into(self._table, row + slot * SLOT.size, id, end, count + amount)
        finally:
            with suppress(ValueError):  # another process has released the lock of a dead one
                self._lock.release()
        return int(count + amount)

    def get(self, name: str) -> Count:
        """The present count of a name."""
        id, row = _row(name)
        values = ROW.unpack_from(self._table, row)
        slot = _slot(values, id)
        known, end, count = values[3 * slot : 3 * slot + 3]
        now = time.monotonic()
        return Count(count, end) if known == id and end > now else Count(0, now)


def _row(name: str) -> tuple[int, int]:
    """Hashes of Python strings are keyed, so no client can choose names that collide."""
    id = hash(name) & 0xFFFF_FFFF_FFFF_FFFF
    return id, id % ROWS * ROW.size


def _slot(row: tuple[float, ...], id: int) -> int:
    """The slot of a name in its row, or the one to replace."""
    ids = row[::3]
    if id in ids:
        return ids.index(id)
    ends = row[1::3]
    return ends.index(min(ends))
