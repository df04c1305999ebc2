"""Who waits for what: one thread a process reads the heads of the log and wakes those concerned."""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from .engine import Changes
from .rows import StoreUnusable
from .threads import started

log = logging.getLogger(__name__)

EVERY_GAME = ""
PAUSE_SECONDS = 0.5  # before an unreachable store is tried again

Heads = Callable[[int], list[tuple[int, str]]]  # (position, game id) of the events after a position


class Signal(Protocol):
    """What is told of commits; it waits for nothing then."""

    def set(self) -> None: ...


class Bus:
    """Waiters register first and look at the store afterwards, so no commit falls in between."""

    def __init__(
        self,
        changes: Callable[[], Changes],
        settled: Callable[[], int],
        head: Callable[[], int],
        heads: Heads,
    ) -> None:
        self._open_changes, self._settled, self._head, self._heads = changes, settled, head, heads
        self._waiters: dict[str, set[Signal]] = defaultdict(set)
        self._state = threading.Condition()
        self._thread: threading.Thread | None = None
        self._changes: Changes | None = None
        self.closed = False

    @contextmanager
    def listening(self, game_id: str = EVERY_GAME) -> Iterator[threading.Event]:
        """An event that is set after every commit to the game, now and then for nothing, and at the end."""
        signal = self.add(game_id)
        try:
            yield signal
        finally:
            self.remove(signal, game_id)

    def add(self, game_id: str = EVERY_GAME) -> threading.Event:
        signal = threading.Event()
        self.tell(signal, game_id)
        return signal

    def tell(self, signal: Signal, game_id: str = EVERY_GAME) -> None:
        """From now on set this after every commit to the game, until it is removed."""
        with self._state:
            if self._thread is None and not self.closed:
                self._thread = started(self._run, "store-bus")
            self._waiters[game_id].add(signal)
            self._state.notify()

    def remove(self, signal: Signal, game_id: str = EVERY_GAME) -> None:
        with self._state:
            self._waiters[game_id].discard(signal)
            if not self._waiters[game_id]:
                del self._waiters[game_id]

    def close(self) -> None:
        with self._state:
            self.closed = True
            self._state.notify()
            if self._changes is not None:
                self._changes.wake()
        if self._thread is not None:
            self._thread.join()
        self._wake_all()

    def _run(self) -> None:
        while self._parked_until_wanted():
            try:
                self._serve()
            except Exception as error:  # whoever waits meets the same trouble at the next look
                unforeseen = not isinstance(error, StoreUnusable)
                log.warning("Commits cannot be watched for, trying again: %s", error, exc_info=unforeseen)
                with self._state:
                    self._state.wait_for(lambda: self.closed, PAUSE_SECONDS)

    def _parked_until_wanted(self) -> bool:
        with self._state:
            self._state.wait_for(lambda: self._waiters or self.closed)
        return not self.closed

    def _serve(self) -> None:
        self._changes = changes = self._open_changes()
        try:
            position, more = self._head(), False
            self._wake_all()  # what came before that position is for the waiters' next look
            while self._waiters and not self.closed:
                if changes.wait(soon=more):
                    position, more = self._wake_after(position)
        finally:
            with self._state:
                self._changes = None
            with suppress(Exception):
                changes.close()

    def _wake_after(self, position: int) -> tuple[int, bool]:
        """How far all is settled now, and whether there is more that is not; its games are woken now and once more then."""
        settled = self._settled()
        heads = self._heads(position)
        if heads:
            self._wake({EVERY_GAME, *(game_id for _, game_id in heads)})
        last = heads[-1][0] if heads else position
        return max(position, min(last, settled)), last > settled

    def _wake_all(self) -> None:
        with self._state:
            games = set(self._waiters)
        self._wake(games)

    def _wake(self, games: set[str]) -> None:
        with self._state:
            signals = [signal for game in games for signal in self._waiters.get(game, ())]
        for signal in signals:
            signal.set()
