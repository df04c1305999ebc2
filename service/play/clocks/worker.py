"""The clock worker: it records what time brings to games on which nobody acts. In the one background worker of a database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import structlog

from domain.table.arrival import due_at
from domain.table.refusals import Refused
from projections.due import PUT_OFF
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.arrival import arrived
from service.store import SecretsAltered, Statement, StoreUnusable
from service.system.clock import ClockWrong

log = structlog.get_logger("kronika.clocks")
LONGEST_WAIT = 0.25
"""Seconds between two looks, at most: another process may have started a clock that is due earlier than all others."""
SHORTEST_WAIT = 0.02
"""Seconds between two looks, at least."""
AGAIN = 30.0
"""Seconds before a game that could not be written to is tried again."""
BATCH = 256
DUE = """SELECT game, at FROM due WHERE at <= ? UNION ALL SELECT game, NULL FROM cases WHERE due <= ?"""
NEXT = "SELECT min(at) FROM due WHERE at > ?"
RUNNING = "SELECT game FROM due WHERE game > ? ORDER BY game LIMIT ?"
HELD = "outages held"
"""The number of the last outage of a log that all games hold, as the position of a projection."""
SOON = 1.0
"""Seconds before a game is looked at again to which nothing has come yet: its start waits for the seats' proof."""


class ClockWorker:
    """Looks for what is due. For one thread."""

    def __init__(self, repository: Repository, wake_bots: Callable[[str], None]) -> None:
        """`wake_bots` is called with each game to which something has come: a bot may play on for somebody."""
        self._repository, self._store, self._wake_bots = repository, repository.store, wake_bots
        self._later: dict[str, float] = {}
        """Games that are left alone for a while, and until when (`monotonic`)."""
        self._held = ("", 0)

    def follow(self) -> None:
        """Run until waiting is ended. An unusable database or an unsure time is tried again."""
        while not self._store.waiting_ended:
            try:
                wait = self.look()
            except (StoreUnusable, ClockWrong) as error:
                log.warning("clocks-not-checked", reason=str(error))
                wait = 1.0
            time.sleep(wait)

    def look(self) -> float:
        """One round; the seconds until the next one."""
        self._repository.presence.assure()
        self._hold()
        now = self._repository.now()
        for game, at in self._store.query(DUE, (now, now)):
            self._arrive(game, at)
        return self._wait()

    def _wait(self) -> float:
        now = self._repository.now()
        [(following,)] = self._store.query(NEXT, (now,))
        seconds = LONGEST_WAIT if following is None else (following - now) / 1000
        return min(LONGEST_WAIT, max(SHORTEST_WAIT, seconds))

    def _hold(self) -> None:
        """Let every game whose clock ran hold the outages that are new."""
        last = log, n = self._repository.presence.last
        if last != self._held:
            if n > self._store.position(f"{HELD} {log}"):
                for game in self._running():
                    self._arrive(game)
                self._store.project(f"{HELD} {log}", n, [])
            self._held = last

    def _running(self) -> Iterator[str]:
        after = ""
        while rows := self._store.query(RUNNING, (after, BATCH)):
            yield from (game for (game,) in rows)
            after = rows[-1][0]

    def _arrive(self, game: str, at: int | None = None) -> None:
        """A game with a damaged log does not block the others. `at` is when it was due, as its row says."""
        if time.monotonic() < self._later.get(game, 0.0):
            return
        self._later.pop(game, None)
        try:
            came = self._came(game, at)
        except (Refused, SecretsAltered) as refused:
            log.warning("time-not-brought", game=game, reason=str(refused))
            self._later[game] = time.monotonic() + AGAIN
        else:
            if not came:
                self._later[game] = time.monotonic() + SOON

    def _came(self, game: str, at: int | None) -> bool:
        """Record what time has brought to a game, or that nothing was due so early; whether it was either."""
        loaded = self._repository.get(game)
        after = arrived(self._repository, loaded, self._repository.now())
        if after.version == loaded.version:
            return self._put_off(after, at)
        self._wake_bots(game)
        return True

    def _put_off(self, loaded: LoadedGame, at: int | None) -> bool:
        """Correct the row of a game to which nothing has come; whether it was too early."""
        due = due_at(loaded.table)
        if due is None or at is None or due <= at:
            return False
        self._store.append("", [], [Statement(PUT_OFF, (due, loaded.id, at, loaded.version))])
        return True
