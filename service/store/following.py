"""The global order of all events as it grows, and waiting for commits to one game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic, sleep

from .engine import NO_END, Engine
from .notifier import COMMITS, EVERY_GAME, Notifier, Signal

BATCH = 500
"""Events that a follower reads at once."""
SETTLE_SECONDS = 0.01
"""Between two looks at what is settled, while there is news."""
NEWS_SECONDS = 0.1
"""News is expected for so long after the last; then a commit is waited for."""
POLL_SECONDS = 1.0


class Follower:
    """The part of `Store` that reads the global order and waits for commits. `version` returns a game's version."""

    def __init__(self, engine: Engine, version: Callable[[str], int]) -> None:
        self._engine, self._version = engine, version
        self._define_queries(engine.position)
        self.notifier = Notifier(engine.changes, engine.settled, self.head, self._heads_after)

    def head(self) -> int:
        """The position of the last event that followers may read; 0 when there is none."""
        return self._engine.queries.read(self._head, (self._engine.settled(),))[0][0] or 0

    def changed(self, after: int, most: int | None = BATCH) -> list[tuple[int, str]]:
        """The next games with events after a position, each once, ordered by the position of their last event.

        At most `most` games; all of them if it is None.
        """
        return self._engine.queries.read(
            self._changed, (after, self._engine.settled(), NO_END if most is None else most)
        )

    def places_settled(self) -> int:
        """Every place that an `OrderedStatement` takes from now on is greater; later queries see all places up to this one."""
        return self._engine.places_settled()

    def wait_for(self, game_id: str, after_version: int, timeout: float) -> int:
        """The game's version, as soon as it is above `after_version`, or after `timeout` seconds."""
        return self._wait(game_id, lambda: self._version(game_id), after_version, timeout)

    def wait_for_any(self, after: int, timeout: float) -> int:
        """The position of the last event of all, as soon as it is greater than `after`, or after `timeout` seconds."""
        return self._wait(EVERY_GAME, self.head, after, timeout)

    def watch(self, game_id: str, signal: Signal) -> None:
        """Set `signal`, in a thread of the store, after every commit to the game, now and then without cause, and on close."""
        self.notifier.subscribe(signal, game_id)

    def unwatch(self, game_id: str, signal: Signal) -> None:
        self.notifier.unsubscribe(signal, game_id)

    @property
    def waiting_ended(self) -> bool:
        return self.notifier.closed

    def end_waiting(self) -> None:
        """Return from all present and future waits at once; everything else still works."""
        self.notifier.close()

    def commits(self, pause: float, at_least: float) -> Iterator[None]:
        """Yields at once, then after commits to any table, until waiting is ended.

        It pauses for `pause` seconds before each look, and waits `at_least` so many for a commit. On PostgreSQL a commit
        without events is noticed at the next poll.
        """
        with self.notifier.subscribed(COMMITS) as signal:
            while not self.notifier.closed:
                signal.clear()
                yield
                sleep(pause)
                signal.wait(at_least)

    def follow_settled(self) -> None:
        """Tell standbys what is settled, every 10 ms while there is news, until waiting is ended."""
        news_at = float("-inf")
        with self.notifier.subscribed(COMMITS) as signal:
            while not self.notifier.closed:
                signal.clear()
                if self._engine.queries.settle():
                    news_at = monotonic()
                sleep(SETTLE_SECONDS)
                if monotonic() - news_at > NEWS_SECONDS:
                    signal.wait(POLL_SECONDS)

    def _wait(self, game_id: str, look: Callable[[], int], after: int, timeout: float) -> int:
        found = look()
        if found > after:
            return found
        deadline = monotonic() + timeout
        with self.notifier.subscribed(game_id) as signal:
            while not self.notifier.closed:
                signal.clear()
                found = look()
                left = deadline - monotonic()
                if found > after or left <= 0:
                    break
                signal.wait(left)
        return found

    def _define_queries(self, position: str) -> None:
        """The library names the column of the global order differently on each engine."""
        self._head = f"SELECT max({position}) FROM stored_events WHERE {position} <= ?"
        self._changed = (
            f"SELECT max({position}), originator_id FROM stored_events WHERE {position} > ? AND {position} <= ? "
            f"GROUP BY originator_id ORDER BY max({position}) LIMIT ?"
        )
        self._heads = (
            f"SELECT {position}, originator_id FROM stored_events WHERE {position} > ? ORDER BY {position}"
        )

    def _heads_after(self, position: int) -> list[tuple[int, str]]:
        return self._engine.queries.read(self._heads, (position,))
