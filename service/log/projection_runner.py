"""Kept projections: tables that follow the log by themselves and can be made anew from nothing.

Each is a module with `NAME`, `EMPTY` (statements that empty its tables), `HOLD` (statements that each of its transactions
begins with, where two at once would not do) and `rows_for(commit)`, which makes its rows of one game anew from the game as
it is. So a rewind needs no special care, and doing a game twice is harmless. Most events change no row: `AS_THEY_ARE` finds
those of `{games}` whose rows are right, from the lobby's row, which is written with the events, so that they are not folded.
Where it is empty, all are.
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
    """A module, or what looks like one."""

    @property
    def NAME(self) -> str: ...

    @property
    def HOLD(self) -> Sequence[Sql]: ...

    @property
    def AS_THEY_ARE(self) -> str: ...

    @property
    def EMPTY(self) -> Sequence[Sql]: ...

    def rows_for(self, commit: Commit) -> Sequence[Sql]: ...


KEPT: Sequence[Projection] = (standings, statistics)
LAG_ALLOWED = 5000
"""Events that a kept projection may be behind while the service still counts as ready."""
BATCH_WAIT = 5.0
"""Seconds after which a follower looks around even when nothing was written."""
REST = 0.25
"""Seconds between two batches while they are small: a commit for every few events would take the tables' turns."""


class ProjectionRunner:
    """Brings one kept projection up to date."""

    def __init__(self, repository: Repository, projection: Projection) -> None:
        self._repository = repository
        self._store: Store = repository.store
        self._projection = projection

    def catch_up(self, progress: Callable[[int], object] = int) -> None:
        """Up to the present end of the log; `progress` is called with the position reached."""
        with self._subscription() as log:
            while self._take(log, timeout=0):
                progress(log.position)

    def follow(self) -> None:
        """For ever."""
        with self._subscription() as log:
            while not log.closed:
                taken = self._take(log, timeout=BATCH_WAIT)
                if 0 < taken < BATCH:
                    time.sleep(REST)

    def rebuild(self) -> None:
        """From nothing."""
        games = self._store.changed(0, most=None)
        self.put_in_place(games[-1][0] if games else 0, self.rows_of(game for _, game in games))

    def put_in_place(self, position: int, rows: Sequence[Statement]) -> None:
        """Rows of all games, made up to a position, in place of those that there are.

        In one transaction: nobody reads a half, and a runner that follows is not disturbed.
        """
        self._write(position, [*(Statement(*sql) for sql in self._projection.EMPTY), *rows])
        for later, made in self._anew(position):  # games written meanwhile, whose newer rows these replaced
            self._write(later, made)

    def _subscription(self) -> Subscription:
        return self._store.follow(self._store.position(self._projection.NAME))

    def _take(self, events: Subscription, timeout: float) -> int:
        """One batch of the log; its rows and the position are written in one transaction. Gives its length."""
        batch = events.batch(timeout)
        if not batch:
            return 0
        games = list(dict.fromkeys(followed.game_id for followed in batch))
        while not self._projected(batch[-1].position, games):
            log.info("projected-again", projection=self._projection.NAME, position=batch[-1].position)
        return len(batch)

    def _projected(self, position: int, games: Sequence[str]) -> bool:
        """Whether it has come to a position; otherwise the database took this transaction back because of another one."""
        try:
            self._store.project(
                self._projection.NAME, position, self._held(self.rows_of(self._changed(games)))
            )
        except Conflict:  # another runner was here, and what it wrote is right; or two waited for each other
            return self._store.position(self._projection.NAME) >= position
        return True

    def _changed(self, games: Sequence[str]) -> list[str]:
        """Those whose rows may have to be others now."""
        same: set[str] = set()
        if query := self._projection.AS_THEY_ARE.format(games=marks(games)):
            same = {game for (game,) in self._store.query(query, games)}
        return [game for game in games if game not in same]

    def _anew(self, after: int) -> Iterator[tuple[int, list[Statement]]]:
        """The rows of every game written beyond a position, page by page, with the position reached."""
        while page := self._store.changed(after):
            after = page[-1][0]
            yield after, self.rows_of(game for _, game in page)

    def _write(self, position: int, rows: Sequence[Statement]) -> None:
        held = self._held(rows)
        try:
            self._store.project(self._projection.NAME, position, held)
        except Conflict:  # another runner has come further: its position stays
            self._store.append("", [], held)

    def _held(self, rows: Sequence[Statement]) -> list[Statement]:
        return [*(Statement(*sql) for sql in self._projection.HOLD), *rows] if rows else []

    def rows_of(self, games: Iterable[str]) -> list[Statement]:
        """The rows of these games as they are now, none of those that do not open."""
        opened = filter(None, map(self._opened, games))
        return [Statement(*sql) for loaded in opened for sql in self._projection.rows_for(loaded.commit(""))]

    def _opened(self, game: str) -> LoadedGame | None:
        """A game that does not open (its entries are damaged: `kronika fsck`) must not hold up all others."""
        try:
            return self._repository.get(game)
        except StoreUnusable:
            raise
        except Exception:
            log.exception("game-not-projected", game=game)
            return None


def lag(store: Store) -> dict[str, int]:
    """How many events each kept projection is behind the log."""
    head = store.head()
    return {projection.NAME: head - store.position(projection.NAME) for projection in KEPT}
