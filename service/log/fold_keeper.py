"""Keeps folds of the logs that have grown long (`service.log.kept_folds`): a job of the keeper's, after the fact."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

import structlog

from domain.ledger.merkle import leaf_hash
from domain.table.milestones import Milestones
from service.log.folding import Folder
from service.log.kept_folds import APART, TABLES, Kept, KeptFolds, code
from service.store import BATCH, EventRef, Statement, Store, StoreUnusable

log = structlog.get_logger("kronika.log")
BATCH_WAIT = 5.0
"""Seconds after which it looks around even when nothing was written."""
REST = 1.0
"""Seconds between two looks at what was written, while that is little."""
REMEMBER = 50_000
"""Positions after which how far it has come is written down, although there was nothing to keep."""
UPTO = "SELECT value FROM service_meta WHERE name = 'folds'"
"""The code that folded, and how far it had come."""
PUT_UPTO = """INSERT INTO service_meta (name, value) VALUES ('folds', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
GO_ON = "UPDATE service_meta SET value = ? WHERE name = 'folds' AND value = ?"
OUTDATED = (
    "DELETE FROM folds WHERE game IN (SELECT game FROM folded_games WHERE code <> ?)",
    "DELETE FROM folded_games WHERE code <> ?",
)


class FoldKeeper:
    """Follows the log of one store. Code that folds otherwise begins anew."""

    def __init__(self, store: Store, apart: int = APART) -> None:
        self._store, self._kept, self._apart = store, KeptFolds(store), apart
        self._written = self._upto()

    def follow(self) -> None:
        """For ever; from the beginning again when somebody has had it so (`begin_anew`)."""
        self._begin()
        while self._follow_on():
            self._written = self._upto()

    def catch_up(self) -> None:
        """Up to the present end of the log."""
        self._begin()
        with self._store.follow(self._written) as events:
            while batch := events.batch(0):
                self._take(batch)

    def begin_anew(self) -> None:
        """Forget all that is kept; whoever follows makes it again."""
        self._written = 0
        self._store.append("", [], [*(Statement(f"DELETE FROM {table}") for table in TABLES), self._come()])

    def _begin(self) -> None:
        outdated = [Statement(sql, (code(),)) for sql in OUTDATED]
        self._store.append("", [], [*outdated, self._come()])

    def _follow_on(self) -> bool:
        """Whether it is to go on from another place, and not to end."""
        with self._store.follow(self._written) as events:
            while not events.closed:
                batch = events.batch(BATCH_WAIT)
                if self._upto() != self._written:
                    return True
                self._take(batch)
                if 0 < len(batch) < BATCH:
                    time.sleep(REST)
        return False

    def _upto(self) -> int:
        for (value,) in self._store.query(UPTO):
            by, position = value.split()
            return int(position) if by == code() else 0
        return 0

    def _come(self) -> Statement:
        return Statement(PUT_UPTO, (f"{code()} {self._written}",))

    def _take(self, batch: Sequence[EventRef]) -> None:
        due = dict.fromkeys(it.game_id for it in batch if it.version % self._apart == 0)
        for game in due:
            self._keep_or_leave(game)
        if batch and (due or batch[-1].position - self._written > REMEMBER):
            before, self._written = self._written, batch[-1].position
            self._store.append(
                "", [], [Statement(GO_ON, tuple(f"{code()} {at}" for at in (self._written, before)))]
            )

    def _keep_or_leave(self, game: str) -> None:
        """A game that does not open (its entries are damaged: `kronika fsck`) must not hold up all others."""
        try:
            self.keep(game)
        except StoreUnusable:
            raise
        except Exception:
            log.exception("folds-not-kept", game=game)

    def keep(self, game: str) -> None:
        """The folds of a game as it is now that are not kept yet."""
        kept, version = self._kept.of(game), self._store.version(game)
        if version // self._apart == kept.frontier.size // self._apart:
            return
        folder = Folder(self._store, every=self._apart, apart=self._apart)
        folder.fold(game, version)
        ways = folder.ways_back(game, version)
        new = [folder.fold(game, at).fold for at in self._wanted(kept, ways, version)]
        entries = self._store.entries(game, kept.frontier.size, version)
        grown = Kept(kept.frontier.extend(map(leaf_hash, entries)), ways, kept.folds)
        self._store.append("", [], list(self._kept.putting(game, grown, new)))

    def _wanted(self, kept: Kept, ways: Mapping[int, int], version: int) -> Iterator[int]:
        """Every so many versions, and where a way back leads so far that the last one on its line is farther."""
        line = Milestones()
        line.learn(ways, version)
        line.offer(kept.folds)
        for at in sorted({*range(self._apart, version + 1, self._apart), *ways}):
            far = at % self._apart == 0 or at - line.nearest(at) >= self._apart
            if at > kept.frontier.size and far:
                line.offer((at,))
                yield at
