"""An async projection (`service.log.async_projections`) as a projection of the `eventsourcing` library."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import structlog

from projections.commit import Commit
from projections.paging import marks
from service.log.async_projections import Rows
from service.log.case_texts import texts_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import BATCH, Conflict, Statement, StoreUnusable
from service.store.projecting import LogRecorder, Projection, Tracking, run

log = structlog.get_logger()

PAUSE = 0.25
"""Seconds between two batches while they are small, because frequent small commits would delay the players' writes."""


class TableProjection(Projection[LogRecorder]):
    """The tables of one async projection. `service.store.projecting.run` makes them follow the log."""

    def __init__(self, repository: Repository, rows: Rows) -> None:
        super().__init__(repository.store.recorder)
        self.name = rows.NAME
        self._repository, self._store, self._rows = repository, repository.store, rows
        self._reached = 0

    def follow(self) -> None:
        """Project what is in the log, then every later event, until the store ends waiting. Raises what the store raises.

        The runner begins behind a backlog, which it would otherwise read once more, event by event.
        """
        self.catch_up()
        run(self)

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        """Project all new events together, because one transaction per event would delay the players' writes."""
        if tracking.notification_id > self._reached:
            self.catch_up(lately=True)
            time.sleep(PAUSE)

    def catch_up(self, lately: bool = False) -> None:
        """Project up to the current end of the log, except what another process of the same projection has written.

        `lately`: see `LogRecorder.select_notifications`.
        """
        self._reached, full = self._store.position(self.name), True
        while full:
            batch = self.view.select_notifications(
                self._reached, BATCH, inclusive_of_start=False, lately=lately
            )
            full = len(batch) == BATCH
            if batch:
                self._process(batch[-1].id, list(dict.fromkeys(str(event.originator_id) for event in batch)))

    def rebuild(self) -> None:
        """Replace all rows."""
        games = self._store.changed(0, most=None)
        self.replace_rows(games[-1][0] if games else 0, self.rows_of(game for _, game in games))

    def replace_rows(self, position: int, rows: Sequence[Statement]) -> None:
        """Replace all rows by those of all games, made up to a position.

        One transaction does it, so readers never see a part, and a running follower is not disturbed.
        """
        self._write(position, [*(Statement(*sql) for sql in self._rows.EMPTY), *rows])
        for later, made in self._anew(position):  # games written meanwhile, whose newer rows were replaced
            self._write(later, made)

    def _process(self, position: int, games: Sequence[str]) -> None:
        """Write the rows of these games, and the position, in one transaction."""
        while not self._projected(position, games):
            log.info("projection-retried", projection=self.name, position=position)
        self._reached = position

    def _projected(self, position: int, games: Sequence[str]) -> bool:
        """Whether the projection has reached a position; otherwise the transaction was rolled back because of another one."""
        try:
            self._store.project(self.name, position, self._with_locks(self.rows_of(self._changed(games))))
        except Conflict:  # another runner was faster, and its rows are right; or there was a deadlock
            return self._store.position(self.name) >= position
        return True

    def _changed(self, games: Sequence[str]) -> list[str]:
        """The games whose rows may have changed."""
        same: set[str] = set()
        if query := self._rows.AS_THEY_ARE.format(games=marks(games)):
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
            self._store.project(self.name, position, statements)
        except Conflict:  # another runner is ahead: its position stays
            self._store.append("", [], statements)

    def _with_locks(self, rows: Sequence[Statement]) -> list[Statement]:
        return [*(Statement(*sql) for sql in self._rows.HOLD), *rows] if rows else []

    def rows_of(self, games: Iterable[str]) -> list[Statement]:
        """The rows of these games as they are now, without games that cannot be loaded."""
        games_loaded = filter(None, map(self._loaded, games))
        commits = map(self._commit, games_loaded)
        return [Statement(*sql) for commit in commits for sql in self._rows.rows_for(commit)]

    def _commit(self, loaded: LoadedGame) -> Commit:
        return loaded.commit("")._replace(
            log=partial(self._repository.versions.log, loaded),
            texts=partial(texts_of, self._store, loaded.id),
        )

    def _loaded(self, game: str) -> LoadedGame | None:
        """A game that cannot be loaded (its entries are damaged: `kronika fsck`) must not block the others."""
        try:
            return self._repository.get(game)
        except StoreUnusable:
            raise
        except Exception:
            log.exception("game-not-projected", game=game)
            return None
