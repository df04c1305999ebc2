"""A pool of ids and keys for new games, made ahead because hashing a game's 16,384 draw keys takes a while.

Pooled keys are stored encrypted, exactly as beside entry 0. The transaction that creates a game takes its keys from the pool.
If a database is replaced by an older copy, its pool contains keys that have been used since. So pooled keys are valid only
for the current start of the service (`run`, a file in the data folder), and only for ids that were never signed here. Others
are never used, and are deleted later.
"""

from __future__ import annotations

import secrets
import time
import uuid
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from service.log.head_journal import HeadJournal
from service.log.keys import GameKeys
from service.store import Statement, Store, StoreUnusable
from service.store.private_files import open_private
from service.system.clock import DAY, now

FILE = "run"
LEAST, MOST = 12, 64
"""The number of keys in the pool for each number of slots."""
GROWTH = 4
"""The number of further keys in the pool for each key taken lately."""
LATELY = 3600.0
"""Seconds for which a taken key counts."""
CHECK_SECONDS = 1.0
"""Seconds between two checks of the pool."""
PAUSE_FACTOR = 5
"""The pause before the next keys, as a multiple of the time that the last ones took: players need the processor first."""
COUNT = "SELECT slots, count(*) FROM keys_ahead WHERE run = ? GROUP BY slots"
INSERT = "INSERT INTO keys_ahead (game, run, slots, sealed, at) VALUES (?, ?, ?, ?, ?)"
FIND = "SELECT game, sealed FROM keys_ahead WHERE run = ? AND slots = ? AND game > ? ORDER BY game LIMIT 1"
DELETE = "DELETE FROM keys_ahead WHERE game = ?"
DELETE_OUTDATED = "DELETE FROM keys_ahead WHERE run <> ? AND at < ?"
DELETE_ALL = "DELETE FROM keys_ahead"


class PooledKeys(NamedTuple):
    """Keys for one game, and the statements that have to be committed with it."""

    keys: GameKeys
    beside: Sequence[Statement]


class Demand:
    """Counts the keys taken lately for one number of slots, by what is missing from the pool."""

    def __init__(self) -> None:
        self.expected = 0
        """How many keys the pool has if nobody has taken any since the last look."""
        self._taken = deque[float](maxlen=MOST)

    def wanted(self, available: int) -> int:
        """The number of keys that the pool should have, given the number available."""
        at = time.monotonic()
        self._taken.extend([at] * (self.expected - available))
        self.expected = available
        while self._taken and self._taken[0] <= at - LATELY:
            self._taken.popleft()
        return min(MOST, LEAST + GROWTH * len(self._taken))


class KeyPool:
    """The pool of one start of the service on one machine. Without a `run` it stays empty."""

    def __init__(self, store: Store, journal: HeadJournal, run: str | None) -> None:
        self._store, self._journal, self._run = store, journal, run
        self._demand = defaultdict[int, Demand](Demand)

    def take(self, slots: int) -> PooledKeys | None:
        """Keys from the pool, if any. If two processes take the same ones, the second gets a `Conflict` later."""
        if self._run is None:
            return None
        for begin in (
            secrets.token_hex(16),
            "",
        ):  # a random place, so that two processes rarely take the same ones
            for game, sealed in self._store.query(FIND, (self._run, slots, begin)):
                used = Statement(DELETE, (game,))
                keys = self._opened(game, sealed, slots)
                if keys is not None:
                    return PooledKeys(keys, [used])
                self._store.append("", [], [used])
        return None

    def _opened(self, game: str, sealed: bytes, slots: int) -> GameKeys | None:
        """None if the id was signed before, or if the row was tampered with."""
        if self._journal.last(game) is not None:
            return None
        try:
            return GameKeys.unpacked(game, self._store.unseal(sealed, game, 1), slots)
        except StoreUnusable:
            return None

    def add(self, slots: int) -> None:
        """Make keys for one more game."""
        keys = GameKeys.fresh(uuid.uuid4().hex, slots)
        game = keys.game.hex()
        row = (game, self._run, slots, self._store.seal(keys.pack_with_roots(), game, 1), now())
        self._store.append("", [], [Statement(INSERT, row)])
        self._demand[slots].expected += 1

    def missing(self, slots: Sequence[int]) -> list[int]:
        """The numbers of slots that the pool has too few keys for."""
        available = Counter[int](dict(self._store.query(COUNT, (self._run,))))
        return [n for n in slots if available[n] < self._demand[n].wanted(available[n])]

    def follow(self, slots: Sequence[int]) -> None:
        """Fill the pool for ever, also after the database was unavailable."""
        if self._run is None:
            return
        outdated = [Statement(DELETE_OUTDATED, (self._run, now() - DAY))]
        while True:
            with suppress(StoreUnusable):
                if outdated:
                    self._store.append("", [], outdated)
                    outdated = []
                while missing := self.missing(slots):
                    self._add_slowly(missing)
            time.sleep(CHECK_SECONDS)

    def _add_slowly(self, slots: Sequence[int]) -> None:
        for number in slots:
            began = time.monotonic()
            self.add(number)
            time.sleep(PAUSE_FACTOR * (time.monotonic() - began))

    def empty(self) -> None:
        """Empty the pool of a restored database: which of its keys were used since is unknown."""
        self._store.append("", [], [Statement(DELETE_ALL)])


def start_run(data: Path) -> None:
    """Begin a new run: when the service starts, before its processes do."""
    with open(open_private(data / FILE), "w") as file:
        file.truncate()
        file.write(secrets.token_hex(16))


def current_run(data: Path) -> str | None:
    """The run begun last; None if the service was never started from this folder."""
    try:
        return (data / FILE).read_text() or None
    except FileNotFoundError:
        return None
