"""Takes snapshots of logs that have grown long (`service.log.snapshots`): a job of the background worker."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

import structlog

from domain.ledger.merkle import leaf_hash
from domain.table.snapshots import Snapshots
from service.log.replayer import Replayer
from service.log.snapshots import STORED_INTERVAL, TABLES, SnapshotIndex, SnapshotStore, code_id
from service.store import BATCH, Notification, Statement, Store, StoreUnusable

log = structlog.get_logger("kronika.log")
BATCH_WAIT = 5.0
"""Seconds to wait for new events before checking whether the position was reset."""
PAUSE = 1.0
"""Seconds between two batches while they are small."""
RECORD_EVERY = 50_000
"""Positions after which the own position is recorded even if no snapshot was due."""
POSITION = "SELECT value FROM service_meta WHERE name = 'folds'"
"""The code that folded, and the position that it had reached."""
UPSERT_POSITION = """INSERT INTO service_meta (name, value) VALUES ('folds', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
ADVANCE = "UPDATE service_meta SET value = ? WHERE name = 'folds' AND value = ?"
DELETE_OUTDATED = (
    "DELETE FROM folds WHERE game IN (SELECT game FROM folded_games WHERE code <> ?)",
    "DELETE FROM folded_games WHERE code <> ?",
)


class Snapshotter:
    """Follows the log of one store. It starts over when the code that folds has changed."""

    def __init__(self, store: Store, every: int = STORED_INTERVAL) -> None:
        self._store, self._snapshots, self._every = store, SnapshotStore(store), every
        self._position = self._recorded_position()

    def follow(self) -> None:
        """Run for ever, and start over after a `reset` by any process."""
        self._begin()
        while self._follow_on():
            self._position = self._recorded_position()

    def catch_up(self) -> None:
        """Run up to the present end of the log."""
        self._begin()
        with self._store.recorder.subscribe(self._position) as events:
            while batch := events.batch(0):
                self._process(batch)

    def reset(self) -> None:
        """Delete all snapshots; the process that follows makes them again."""
        self._position = 0
        deleted = (Statement(f"DELETE FROM {table}") for table in TABLES)
        self._store.append("", [], [*deleted, self._record_position()])

    def _begin(self) -> None:
        outdated = [Statement(sql, (code_id(),)) for sql in DELETE_OUTDATED]
        self._store.append("", [], [*outdated, self._record_position()])

    def _follow_on(self) -> bool:
        """Follow until the store closes (False) or the recorded position was reset (True)."""
        with self._store.recorder.subscribe(self._position) as events:
            while not events.stopped:
                batch = events.batch(BATCH_WAIT)
                if self._recorded_position() != self._position:
                    return True
                self._process(batch)
                if 0 < len(batch) < BATCH:
                    time.sleep(PAUSE)
        return False

    def _recorded_position(self) -> int:
        for (value,) in self._store.query(POSITION):
            by, position = value.split()
            return int(position) if by == code_id() else 0
        return 0

    def _record_position(self) -> Statement:
        return Statement(UPSERT_POSITION, (f"{code_id()} {self._position}",))

    def _process(self, batch: Sequence[Notification]) -> None:
        due = dict.fromkeys(str(it.originator_id) for it in batch if it.originator_version % self._every == 0)
        for game in due:
            self._try_snapshot(game)
        if batch and (due or batch[-1].id - self._position > RECORD_EVERY):
            before, self._position = self._position, batch[-1].id
            values = tuple(f"{code_id()} {at}" for at in (self._position, before))
            self._store.append("", [], [Statement(ADVANCE, values)])

    def _try_snapshot(self, game: str) -> None:
        """A game that cannot be loaded (its entries are damaged: `kronika fsck`) must not block the others."""
        try:
            self.snapshot(game)
        except StoreUnusable:
            raise
        except Exception:
            log.exception("snapshot-failed", game=game)

    def snapshot(self, game: str) -> None:
        """Store the snapshots of a game, as it is now, that are missing."""
        index, version = self._snapshots.index(game), self._store.version(game)
        if version // self._every == index.frontier.size // self._every:
            return
        replayer = Replayer(self._store, every=self._every, stored_every=self._every)
        replayer.replay(game, version)
        ways = replayer.ways_back(game, version)
        new = [replayer.replay(game, at).fold for at in self._due(index, ways, version)]
        entries = self._store.entries(game, index.frontier.size, version)
        grown = SnapshotIndex(index.frontier.extend(map(leaf_hash, entries)), ways, index.folds)
        self._store.append("", [], list(self._snapshots.saving(game, grown, new)))

    def _due(self, index: SnapshotIndex, ways: Mapping[int, int], version: int) -> Iterator[int]:
        """Every so many versions, and rewinds whose nearest earlier snapshot is at least as many versions away."""
        line = Snapshots()
        line.learn(ways, version)
        line.add_stored(index.folds)
        for at in sorted({*range(self._every, version + 1, self._every), *ways}):
            far = at % self._every == 0 or at - line.nearest(at) >= self._every
            if at > index.frontier.size and far:
                line.add_stored((at,))
                yield at
