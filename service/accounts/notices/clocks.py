"""Notices of clocks that are low. In the one background worker of a database."""

from __future__ import annotations

import time
from collections.abc import Iterable

import structlog

from domain.table.refusals import Refused
from projections.notices import LowClock, Occurrence
from service.accounts.notices import writing
from service.accounts.notices.recipients import audiences, recipients_of, with_hooks
from service.accounts.notices.writing import Notice
from service.log.repository import Repository
from service.store import Conflict, SecretsAltered, Statement, StoreUnusable

log = structlog.get_logger()
WAIT = 1.0
"""Seconds between two looks."""
BATCH = 256
DUE = f"SELECT game, seat, since FROM clock_lows WHERE at <= ? ORDER BY at LIMIT {BATCH}"
SET = """INSERT INTO clock_lows (game, seat, since, at) VALUES (?, ?, ?, ?)
    ON CONFLICT (game, seat) DO UPDATE SET since = excluded.since, at = excluded.at"""
UNSET = "DELETE FROM clock_lows WHERE game = ? AND seat = ?"
DONE = f"{UNSET} AND since = ?"


def clock_rows(game: str, clocks: Iterable[LowClock]) -> list[Statement]:
    """The statements that note when the clocks of a game become low."""
    return [
        Statement(UNSET, (game, seat)) if at is None else Statement(SET, (game, seat, since, at))
        for seat, since, at in clocks
    ]


class LowClocks:
    """For one thread."""

    def __init__(self, repository: Repository) -> None:
        self._repository, self._store = repository, repository.store

    def follow(self) -> None:
        """Run until waiting is ended. An unusable database is tried again."""
        while not self._store.waiting_ended:
            try:
                self.look()
            except (Conflict, StoreUnusable) as error:  # the first after a deadlock with another writer
                log.warning("low-clocks-not-checked", reason=str(error))
            time.sleep(WAIT)

    def look(self) -> None:
        """Notify of each clock that has become low, and delete its row, in one transaction."""
        for game, seat, since in self._store.query(DUE, (self._repository.now(),)):
            notices = writing.rows(self._notices(game, seat, since))
            self._store.append("", [], [*notices, Statement(DONE, (game, seat, since))])

    def _notices(self, game: str, seat: int, since: int) -> list[Notice]:
        """None for a clock that has stopped or begun again meanwhile, or whose game cannot be read."""
        try:
            table = self._repository.get(game).table
        except (Refused, SecretsAltered) as error:
            log.warning("clock-without-notices", game=game, reason=str(error))
            return []
        found = with_hooks(self._store, [game], (), audiences(self._store, [game]))
        row, audience = table.clock.rows.get(seat), found.get(game)
        if row is None or row.since != since or audience is None:
            return []
        recipients = recipients_of(audience, Occurrence("clock-low", seat))
        at = self._repository.now()
        return [Notice(it, "clock-low", game, table.version, at, seat, since) for it in recipients]
