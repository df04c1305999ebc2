"""Bots: they sit at the table like everybody else and act through the same decisions, from what their seat knows."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from typing import Any

import structlog

from domain.knowledge import known
from domain.ruleset import Action, Ruleset
from domain.table import decisions
from domain.table.fold import Fold
from domain.table.refusals import Refused
from domain.table.state import Table
from engine.search import search
from projections.paging import marks
from projections.people import QUICK_BOTS, THINKING_BOTS
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import Conflict, StoreUnusable
from service.system.clock import now
from service.system.settings import BOT_TIME

log = structlog.get_logger()
AWAKE = 5.0
"""Seconds after which the keeper looks around even when nothing was written."""
END_SECONDS = 5.0
"""How long the end waits for the move that is being made."""
WAITING = """SELECT game FROM lobby WHERE status = 'playing' AND bot = 1 AND hidden < 2
    AND EXISTS (SELECT 1 FROM players WHERE players.game = lobby.game AND players.bot IN ({kinds}))"""
LEFT = f"{WAITING} AND updated_at BETWEEN ? AND ?"
OVERDUE, GIVEN_UP = 3_000, 60_000
"""Milliseconds since the last event: then the process that was to act is gone; and then it is no use to look again."""


class Bots:
    """One background thread a process plays all bots. It begins with the first game it is woken for."""

    def __init__(
        self,
        repository: Repository,
        seed: int | None = None,
        kinds: Sequence[str] = QUICK_BOTS,
        next_to: Callable[[str], object] = str,
        time: int = BOT_TIME,
    ) -> None:
        """`next_to` is told of a game in which bots of these `kinds` have nothing more to do.

        A move that is thought over takes `time` milliseconds.
        """
        self._repository, self._time = repository, time
        self._kinds, self._next_to = kinds, next_to
        self._rng = random.Random(seed) if seed is not None else random.SystemRandom()
        self._games: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._held_up: set[str] = set()
        """Games in which a bot could not act because the store was in trouble, however long that lasts."""
        self._closed = False

    def wake(self, game: str) -> None:
        """Somebody wrote this game: a bot may have to act."""
        self._games.put(game)
        with self._lock, suppress(RuntimeError):  # no thread now: whoever wakes the next bot may get one
            if self._thread is None and not self._closed:
                thread = threading.Thread(target=self._run, name="bots", daemon=True)
                thread.start()
                self._thread = thread

    def resume(self) -> None:
        """Take up the games in which a bot was about to act when the last process ended."""
        for game in self.waiting():
            self.wake(game)

    def waiting(self) -> set[str]:
        """The games that are being played with a bot of these kinds."""
        return self._asked(WAITING)

    def _asked(self, question: str, *more: int) -> set[str]:
        rows = self._repository.store.query(question.format(kinds=marks(self._kinds)), (*self._kinds, *more))
        return {game for (game,) in rows}

    def resume_overdue(self) -> None:
        """Take up the games in which a bot should have acted by now, and those in which it could not."""
        overdue = self._asked(LEFT, now() - GIVEN_UP, now() - OVERDUE)
        held_up, self._held_up = self._held_up, set()
        for game in overdue | held_up:
            self.wake(game)

    def close(self) -> None:
        """The move that is being made is waited for. All others are for another process, or the next one."""
        with self._lock:
            self._closed = True
        self._games.put(None)
        if self._thread is not None:
            self._thread.join(END_SECONDS)

    def _run(self) -> None:
        while (game := self._games.get()) is not None and not self._closed:
            try:
                self.play(game)
            except Refused as refused:
                log.warning("bot-refused", game=game, kind=str(refused.kind), reason=refused.detail)
            except StoreUnusable as error:
                self._held_up.add(game)
                if not self._closed:  # a store that is closed by then is no trouble
                    log.warning("bot-held-up", game=game, reason=str(error))
            except Exception:
                log.exception("bot-failed", game=game)

    def play(self, game: str) -> None:
        """Let bots act until a person is to act or the game is over, or the service ends."""
        while not self._closed:
            fold = self._decision(loaded := self._repository.get(game))
            if fold is None:
                self._next_to(game)
                return
            with suppress(Conflict):
                self._repository.commit(loaded, fold)

    def _decision(self, loaded: LoadedGame) -> Fold | None:
        request = loaded.table.request
        if request is not None and (asked := self._bots(loaded, request.needs)):
            return decisions.answer_undo(loaded.ruleset, loaded.table, asked[0], request.number, True)
        for seat in self._bots(loaded, loaded.table.to_act):
            return self._action(loaded, seat)
        return None

    def _action(self, loaded: LoadedGame, seat: int) -> Fold:
        ruleset, table = loaded.ruleset, loaded.table
        action = _CHOICES[str(loaded.players[seat].bot)](ruleset, table, seat, self._rng, self._time)
        return decisions.act(ruleset, table, seat, action, loaded.keys.draws(table))

    def _bots(self, loaded: LoadedGame, seats: Iterable[int]) -> list[int]:
        return [seat for seat in seats if loaded.players[seat].bot in self._kinds]


def _at_random(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random, _: int) -> Action:
    return rng.choice(ruleset.legal_actions(known(ruleset, table.game, seat), seat))


def _greedily(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random, _: int) -> Action:
    state = known(ruleset, table.game, seat)
    return ruleset.greedy(state, seat, ruleset.legal_actions(state, seat), rng.randrange)


def _thoughtfully(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random, time: int) -> Action:
    end = now() + time
    return search(ruleset, table.game, seat, table.setup.seats, rng, lambda _: now() < end)


_CHOICES: dict[str, Callable[[Ruleset[Any], Table, int, random.Random, int], Action]] = {
    "random": _at_random,
    "greedy": _greedily,
    "search": _thoughtfully,
}


class ThinkingBots:
    """Plays the bots that take their time, in every game that is written. One process a database does (`kronika keep`)."""

    def __init__(self, repository: Repository, quick: Bots, time: int = BOT_TIME) -> None:
        """`quick` are this process's own bots, which go on where the others have moved. A move takes `time` milliseconds."""
        self._store = repository.store
        self._bots = Bots(repository, kinds=THINKING_BOTS, next_to=quick.wake, time=time)

    def follow(self) -> None:
        """Until the store ends waiting; begins with the games that wait already."""
        with closing(self._bots), self._store.follow(self._store.head()) as log:
            self._bots.resume()
            while not log.closed:
                self._bots.resume_overdue()
                written = {followed.game_id for followed in log.batch(AWAKE)}
                for game in written and self._bots.waiting() & written:
                    self._bots.wake(game)
