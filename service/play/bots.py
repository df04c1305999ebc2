"""Bots: they use the same decisions as people, and only what their seat knows."""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import chain
from time import monotonic
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
from service.play.clocks.arrival import arrived
from service.store import Conflict, StoreUnusable
from service.system.clock import ClockWrong, now
from service.system.settings import BOT_TIME

log = structlog.get_logger()
POLL_SECONDS = 5.0
"""The worker checks for overdue games at this interval even if nothing was written."""
END_SECONDS = 5.0
"""The maximum time that shutdown waits for the current move."""
SEATED = """SELECT game FROM lobby WHERE status = 'playing' AND bot = 1 AND hidden < 2
    AND EXISTS (SELECT 1 FROM players WHERE players.game = lobby.game AND players.bot IN ({kinds}))"""
FOR_AWAY = """SELECT away.game FROM away JOIN lobby ON lobby.game = away.game
    WHERE away.bot IN ({kinds}) AND status = 'playing' AND hidden < 2"""
WAITING = (SEATED, FOR_AWAY)
"""Games with bots at seats of their own, and with bots that play for persons who are away."""
WRITTEN = " AND updated_at BETWEEN ? AND ?"
OVERDUE, GIVEN_UP = 3_000, 60_000
"""Milliseconds since the last event: after the first, the responsible process is gone; after the second, retrying is useless."""


class Bots:
    """One background thread per process plays all bots. It starts when the first game needs it."""

    def __init__(
        self,
        repository: Repository,
        seed: int | None = None,
        kinds: Sequence[str] = QUICK_BOTS,
        on_idle: Callable[[str], object] = str,
        time: int = BOT_TIME,
    ) -> None:
        """`on_idle` is called with each game in which bots of these `kinds` have nothing left to do.

        A move of a searching bot takes `time` milliseconds at most.
        """
        self._repository, self._time = repository, time
        self._kinds, self._on_idle = kinds, on_idle
        self._rng = random.Random(seed) if seed is not None else random.SystemRandom()
        self._games: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._blocked: set[str] = set()
        """Games in which a bot could not act because the store was unusable, or the time unsure."""
        self._closed = False

    def wake(self, game: str) -> None:
        """Queue a game that was written: a bot may have to act."""
        self._games.put(game)
        with self._lock, suppress(RuntimeError):  # no thread available now; the next call tries again
            if self._thread is None and not self._closed:
                thread = threading.Thread(target=self._run, name="bots", daemon=True)
                thread.start()
                self._thread = thread

    def resume(self) -> None:
        """Queue the games in which a bot was about to act when the last process ended."""
        for game in self.waiting():
            self.wake(game)

    def waiting(self) -> set[str]:
        """The running games with a bot of these kinds to act."""
        return self._with_bots()

    def _with_bots(self, which: str = "", *times: int) -> set[str]:
        queries = [(query + which).format(kinds=marks(self._kinds)) for query in WAITING]
        rows = [self._repository.store.query(query, (*self._kinds, *times)) for query in queries]
        return {game for (game,) in chain(*rows)}

    def resume_overdue(self) -> None:
        """Queue the games in which a bot is overdue or was blocked."""
        overdue = self._with_bots(WRITTEN, now() - GIVEN_UP, now() - OVERDUE)
        blocked, self._blocked = self._blocked, set()
        for game in overdue | blocked:
            self.wake(game)

    def close(self) -> None:
        """Wait for the current move. All other games are left to another process, or the next one."""
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
            except (StoreUnusable, ClockWrong) as error:
                self._blocked.add(game)
                if not self._closed:  # a store closed by then is expected
                    log.warning("bot-blocked", game=game, reason=str(error))
            except Exception:
                log.exception("bot-failed", game=game)

    def play(self, game: str) -> None:
        """Let bots act until a person is to act, the game is over, or the service stops.

        The time of an action is read after the bot has thought about it, so that nobody else's clock ran meanwhile.
        """
        while not self._closed:
            decide = self._choice(loaded := self._repository.get(game))
            if decide is None:
                self._on_idle(game)
                return
            present = arrived(self._repository, loaded, self._repository.now())
            if present.version == loaded.version:
                with suppress(Conflict):
                    self._repository.commit(present, decide(present))

    def _choice(self, loaded: LoadedGame) -> Callable[[LoadedGame], Fold] | None:
        """What the next bot does, to be decided at a time; None if no bot is to act."""
        if loaded.has_other_code:
            return None
        request = loaded.table.undo.request if loaded.table.in_play else None
        if request is not None and (seats := self._bots(loaded, request.needs)):
            return partial(_answer_undo, seats[0], request.number)
        for seat in self._bots(loaded, loaded.table.to_act):
            return self._action(loaded, seat)
        return None

    def _action(self, loaded: LoadedGame, seat: int) -> Callable[[LoadedGame], Fold]:
        ruleset, kind = loaded.ruleset, str(_bot_at(loaded, seat))
        action = _CHOICES[kind](ruleset, loaded.table, seat, self._rng, self._time)
        return lambda at: decisions.play(ruleset, at.table, seat, action, at.keys.draws(at.table))

    def _bots(self, loaded: LoadedGame, seats: Iterable[int]) -> list[int]:
        return [seat for seat in seats if _bot_at(loaded, seat) in self._kinds]


def _answer_undo(seat: int, number: int, present: LoadedGame) -> Fold:
    """A bot consents to every undo for which the asker has the time left (clock.undo.1), and declines the others.

    A request that it left pending would be its answer to give before every move, and the game would stand still.
    """
    answer = partial(decisions.answer_undo, present.ruleset, present.table, seat, number)
    try:
        return answer(True)
    except Refused:
        return answer(False)


def _bot_at(loaded: LoadedGame, seat: int) -> str | None:
    """The kind of bot that plays a seat, its own or a person's who is away."""
    return loaded.table.absence.away.get(seat) or loaded.players[seat].bot


def bots_play(loaded: LoadedGame) -> bool:
    """Whether a bot plays any seat of the game, so that it is to be woken."""
    return bool(loaded.table.absence.away) or any(player.bot for player in loaded.players.values())


def _random(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random, _: int) -> Action:
    return rng.choice(ruleset.legal_actions(known(ruleset, table.game, seat), seat))


def _greedy(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random, _: int) -> Action:
    state = known(ruleset, table.game, seat)
    return ruleset.greedy(state, seat, ruleset.legal_actions(state, seat), rng.randrange)


def _by_search(ruleset: Ruleset[Any], table: Table, seat: int, rng: random.Random, time: int) -> Action:
    end = now() + time
    return search(ruleset, table.game, seat, table.setup.seats, rng, lambda _: now() < end)


_CHOICES: dict[str, Callable[[Ruleset[Any], Table, int, random.Random, int], Action]] = {
    "random": _random,
    "greedy": _greedy,
    "search": _by_search,
}


class ThinkingBots:
    """Plays the searching bots of all games. One process per database runs it (`kronika keep`)."""

    def __init__(self, repository: Repository, quick: Bots, time: int = BOT_TIME) -> None:
        """`quick` are this process's quick bots, which continue games after a move. A move takes `time` milliseconds at most."""
        self._store = repository.store
        self._bots = Bots(repository, kinds=THINKING_BOTS, on_idle=quick.wake, time=time)

    def follow(self) -> None:
        """Run until the store stops waiting; starts with the games that are already waiting."""
        with closing(self._bots), self._store.recorder.subscribe(self._store.head()) as log:
            self._bots.resume()
            looked_at = monotonic()
            while not log.stopped:
                if monotonic() - looked_at > POLL_SECONDS:
                    self._bots.resume_overdue()
                    looked_at = monotonic()
                written = {str(event.originator_id) for event in log.batch(POLL_SECONDS)}
                for game in written and self._bots.waiting() & written:
                    self._bots.wake(game)
