"""Async projections: tables that follow the log by themselves and can be rebuilt from it.

Each is a module with `NAME`, `EMPTY` (statements that empty its tables), `HOLD` (statements that begin each of its
transactions, to serialise them) and `rows_for(commit)`, which makes all its rows of one game from the present game. So a
rewind needs no special case, and projecting a game twice is harmless. Most events change no row: `AS_THEY_ARE` finds, from
the lobby's rows, those of `{games}` whose rows are up to date, so that they need not be loaded. If it is empty, all are
loaded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import structlog

from projections import standings, statistics
from projections.commit import Commit, Sql
from projections.paging import marks
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import BATCH, Conflict, Statement, Store, StoreUnusable, Subscription

log = structlog.get_logger()


class Projection(Protocol):
    """A module, or an object with the same attributes."""

    @property
    def NAME(self) -> str: ...

    @property
    def HOLD(self) -> Sequence[Sql]: ...

    @property
    def AS_THEY_ARE(self) -> str: ...

    @property
    def EMPTY(self) -> Sequence[Sql]: ...

    def rows_for(self, commit: Commit) -> Sequence[Sql]: ...


ASYNC_PROJECTIONS: Sequence[Projection] = (standings, statistics)
MAX_LAG = 5000
"""Events that an async projection may be behind while the service still counts as ready."""
BATCH_WAIT = 5.0
"""Seconds that a follower waits for new events at a time."""
PAUSE = 0.25
"""Seconds between two batches while they are small, because frequent small commits would delay the players' writes."""


class ProjectionRunner:
    """Brings one async projection up to date."""

    def __init__(self, repository: Repository, projection: Projection) -> None:
        self._repository = repository
        self._store: Store = repository.store
        self._projection = projection

    def catch_up(self, progress: Callable[[int], object] = int) -> None:
        """Run up to the present end of the log; `progress` is called with the position reached."""
        with self._subscription() as log:
            while self._process(log, timeout=0):
                progress(log.position)

    def follow(self) -> None:
        """Run for ever."""
        with self._subscription() as log:
            while not log.closed:
                done = self._process(log, timeout=BATCH_WAIT)
                if 0 < done < BATCH:
                    time.sleep(PAUSE)

    def rebuild(self) -> None:
        """Replace all rows."""
        games = self._store.changed(0, most=None)
        self.replace_rows(games[-1][0] if games else 0, self.rows_of(game for _, game in games))

    def replace_rows(self, position: int, rows: Sequence[Statement]) -> None:
        """Replace all rows by those of all games, made up to a position.

        One transaction does it, so readers never see a part, and a running follower is not disturbed.
        """
        self._write(position, [*(Statement(*sql) for sql in self._projection.EMPTY), *rows])
        for later, made in self._anew(position):  # games written meanwhile, whose newer rows were replaced
            self._write(later, made)

    def _subscription(self) -> Subscription:
        return self._store.follow(self._store.position(self._projection.NAME))

    def _process(self, events: Subscription, timeout: float) -> int:
        """Process one batch of the log, whose rows and position are written in one transaction; its length."""
        batch = events.batch(timeout)
        if not batch:
            return 0
        games = list(dict.fromkeys(followed.game_id for followed in batch))
        while not self._projected(batch[-1].position, games):
            log.info("projection-retried", projection=self._projection.NAME, position=batch[-1].position)
        return len(batch)

    def _projected(self, position: int, games: Sequence[str]) -> bool:
        """Whether the projection has reached a position; otherwise the transaction was rolled back because of another one."""
        try:
            self._store.project(
                self._projection.NAME, position, self._with_locks(self.rows_of(self._changed(games)))
            )
        except Conflict:  # another runner was faster, and its rows are right; or there was a deadlock
            return self._store.position(self._projection.NAME) >= position
        return True

    def _changed(self, games: Sequence[str]) -> list[str]:
        """The games whose rows may have changed."""
        same: set[str] = set()
        if query := self._projection.AS_THEY_ARE.format(games=marks(games)):
            same = {game for (game,) in self._store.query(query, games)}
        return [game for game in games if game not in same]

    def _anew(self, after: int) -> Iterator[tuple[int, list[Statement]]]:
        """The rows of every game written after a position, page by page, with the position reached."""
        while page := self._store.changed(after):
            after = page[-1][0]
            yield after, self.rows_of(game for _, game in page)

    def _write(self, position: int, rows: Sequence[Statement]) -> None:
        statements = self._with_locks(rows)
        try:
            self._store.project(self._projection.NAME, position, statements)
        except Conflict:  # another runner is ahead: its position stays
            self._store.append("", [], statements)

    def _with_locks(self, rows: Sequence[Statement]) -> list[Statement]:
        return [*(Statement(*sql) for sql in self._projection.HOLD), *rows] if rows else []

    def rows_of(self, games: Iterable[str]) -> list[Statement]:
        """The rows of these games as they are now, without games that cannot be loaded."""
        games_loaded = filter(None, map(self._loaded, games))
        return [
            Statement(*sql) for loaded in games_loaded for sql in self._projection.rows_for(loaded.commit(""))
        ]

    def _loaded(self, game: str) -> LoadedGame | None:
        """A game that cannot be loaded (its entries are damaged: `kronika fsck`) must not block the others."""
        try:
            return self._repository.get(game)
        except StoreUnusable:
            raise
        except Exception:
            log.exception("game-not-projected", game=game)
            return None


def lag(store: Store) -> dict[str, int]:
    """How many events each async projection is behind the log."""
    head = store.head()
    return {projection.NAME: head - store.position(projection.NAME) for projection in ASYNC_PROJECTIONS}
