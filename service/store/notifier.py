"""Wakes waiters after commits: one thread per process reads the head of the log and signals the waiters concerned."""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from .engine import Changes
from .threads import start_thread
from .types import StoreUnusable

log = logging.getLogger(__name__)

EVERY_GAME = ""
FOLLOWERS = "followers"
"""For subscribers that follow all games and are in no hurry: while there are no others, commits are read in batches."""
COMMITS = "commits"
"""For subscribers that follow other tables than that of events: set after every commit that this process can see."""
BATCH_SECONDS = 0.1
"""Pause after each batch. A commit after a quiet moment is still published at once."""
RETRY_SECONDS = 0.5
"""Pause before an unreachable store is tried again."""

Heads = Callable[[int], list[tuple[int, str]]]  # (position, game id) of the events after a position


class Signal(Protocol):
    """What the notifier sets after a commit. `set` must not block."""

    def set(self) -> None: ...


class Notifier:
    """Waiters subscribe first and look at the store afterwards, so they miss no commit in between."""

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
    def subscribed(self, game_id: str = EVERY_GAME) -> Iterator[threading.Event]:
        """A new event, subscribed while the context lasts."""
        signal = self.new_signal(game_id)
        try:
            yield signal
        finally:
            self.unsubscribe(signal, game_id)

    def new_signal(self, game_id: str = EVERY_GAME) -> threading.Event:
        signal = threading.Event()
        self.subscribe(signal, game_id)
        return signal

    def subscribe(self, signal: Signal, game_id: str = EVERY_GAME) -> None:
        """Set `signal` after every commit to the game, now and then without cause, and on close, until it is unsubscribed."""
        with self._state:
            if self._thread is None and not self.closed:
                self._thread = start_thread(self._run, "store-notifier")
            self._waiters[game_id].add(signal)
            self._state.notify()

    def unsubscribe(self, signal: Signal, game_id: str = EVERY_GAME) -> None:
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
        while self._wait_until_wanted():
            try:
                self._serve()
            except Exception as error:  # waiters get the same error when they next look
                unforeseen = not isinstance(error, StoreUnusable)
                log.warning("Watching for commits failed, retrying: %s", error, exc_info=unforeseen)
                with self._state:
                    self._state.wait_for(lambda: self.closed, RETRY_SECONDS)

    def _wait_until_wanted(self) -> bool:
        with self._state:
            self._state.wait_for(lambda: self._waiters or self.closed)
        return not self.closed

    def _serve(self) -> None:
        self._changes = changes = self._open_changes()
        try:
            position, more = self._head(), False
            self._wake_all()  # waiters find earlier commits when they next look
            while self._waiters and not self.closed:
                if changes.wait(soon=more):
                    self._wake({COMMITS})
                    before = position
                    position, more = self._wake_after(position)
                    if more or position > before:
                        self._let_batch_grow()
        finally:
            with self._state:
                self._changes = None
            with suppress(Exception):
                changes.close()

    def _wake_after(self, position: int) -> tuple[int, bool]:
        """Wake waiters of the games with events after `position`.

        Returns the position up to which all is settled, and whether there are unsettled events beyond it: their games are
        woken now, and again once they are settled.
        """
        settled = self._settled()
        heads = self._heads(position)
        if heads:
            self._wake({EVERY_GAME, FOLLOWERS, *(game_id for _, game_id in heads)})
        last = heads[-1][0] if heads else position
        return max(position, min(last, settled)), last > settled

    def _let_batch_grow(self) -> None:
        """Pause until somebody is in a hurry: a new waiter ends the pause."""
        with self._state:
            self._state.wait_for(
                lambda: self.closed or self._waiters.keys() - {FOLLOWERS, COMMITS}, BATCH_SECONDS
            )

    def _wake_all(self) -> None:
        with self._state:
            games = set(self._waiters)
        self._wake(games)

    def _wake(self, games: set[str]) -> None:
        with self._state:
            signals = [signal for game in games for signal in self._waiters.get(game, ())]
        for signal in signals:
            signal.set()
