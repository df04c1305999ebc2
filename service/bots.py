"""Bots: they sit at the table like everybody else and act through the same decisions, from what their seat knows."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterable
from contextlib import suppress

import structlog

from domain.table import decisions
from domain.table.fold import Fold
from domain.table.refusals import Refused
from projections.document import known
from service.clock import now
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import Conflict, StoreUnusable

log = structlog.get_logger()
KINDS = ("random", "greedy")
WAITING = """SELECT DISTINCT lobby.game FROM lobby JOIN players ON players.game = lobby.game
    WHERE lobby.status = 'playing' AND lobby.hidden < 2 AND players.bot IS NOT NULL"""
LEFT = f"{WAITING} AND updated_at BETWEEN ? AND ?"
OVERDUE, GIVEN_UP = 3_000, 60_000
"""Milliseconds since the last event: then the process that was to act is gone; and then it is no use to look again."""


class Bots:
    """One background thread a process plays all bots. It begins with the first game it is woken for."""

    def __init__(self, repository: Repository, seed: int | None = None) -> None:
        self._repository = repository
        self._rng = random.Random(seed) if seed is not None else random.SystemRandom()
        self._games: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._held_up: set[str] = set()
        """Games in which a bot could not act because the store was in trouble, however long that lasts."""

    def wake(self, game: str) -> None:
        """Somebody wrote this game: a bot may have to act."""
        self._games.put(game)
        with self._lock, suppress(RuntimeError):  # no thread now: whoever wakes the next bot may get one
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="bots", daemon=True)
                thread.start()
                self._thread = thread

    def resume(self) -> None:
        """Take up the games in which a bot was about to act when the last process ended."""
        for (game,) in self._repository.store.query(WAITING):
            self.wake(game)

    def resume_overdue(self) -> None:
        """Take up the games in which a bot should have acted by now, and those in which it could not."""
        overdue = self._repository.store.query(LEFT, (now() - GIVEN_UP, now() - OVERDUE))
        held_up, self._held_up = self._held_up, set()
        for game in {game for (game,) in overdue} | held_up:
            self.wake(game)

    def close(self) -> None:
        self._games.put(None)
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while (game := self._games.get()) is not None:
            try:
                self.play(game)
            except Refused as refused:
                log.warning("bot-refused", game=game, kind=str(refused.kind), reason=refused.detail)
            except StoreUnusable as error:
                self._held_up.add(game)
                log.warning("bot-held-up", game=game, reason=str(error))
            except Exception:
                log.exception("bot-failed", game=game)

    def play(self, game: str) -> None:
        """Let bots act until a person is to act or the game is over."""
        while (fold := self._decision(loaded := self._repository.get(game))) is not None:
            try:
                self._repository.commit(loaded, fold)
            except Conflict:
                continue

    def _decision(self, loaded: LoadedGame) -> Fold | None:
        request = loaded.table.request
        if request is not None and (asked := _bots(loaded, request.needs)):
            return decisions.answer_undo(loaded.ruleset, loaded.table, asked[0], request.number, True)
        for seat in _bots(loaded, loaded.table.to_act):
            return self._action(loaded, seat)
        return None

    def _action(self, loaded: LoadedGame, seat: int) -> Fold:
        ruleset, table = loaded.ruleset, loaded.table
        state = known(ruleset, table.game, seat)
        legal = ruleset.legal_actions(state, seat)
        if loaded.players[seat].bot == "greedy":
            action = ruleset.greedy(state, seat, legal, self._rng.randrange)
        else:
            action = self._rng.choice(legal)
        return decisions.act(ruleset, table, seat, action, loaded.keys.draws(table))


def _bots(loaded: LoadedGame, seats: Iterable[int]) -> list[int]:
    return [seat for seat in seats if loaded.players[seat].bot is not None]
