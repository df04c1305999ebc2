"""Counts the actions that clauses refuse, without who tried them: in memory, and in the database once a minute.

A process that is killed loses the counts of its last minute.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime

from domain.table.refusals import Refusal, Refused
from service.log.loaded import LoadedGame
from service.store import Statement, Store, StoreUnusable
from service.store.threads import start_thread
from service.system.clock import now

EVERY = 60.0
"""Seconds between two writes of a process that has counted something."""
ADD = """INSERT INTO refusals (day, ruleset, rule, refused) VALUES (?, ?, ?, ?)
    ON CONFLICT (day, ruleset, rule) DO UPDATE SET refused = refusals.refused + excluded.refused"""


class RefusalCounts:
    """The counts of one process. Any thread may use it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._counts = Counter[tuple[str, str, str]]()

    def add(self, loaded: LoadedGame, refused: Refused) -> None:
        """Count a refusal, if a clause is its reason and everybody may see the game."""
        rule, setup = refused.more.get("rule"), loaded.table.setup
        if refused.kind != Refusal.ILLEGAL_ACTION or rule is None or not _is_public(loaded):
            return
        day = datetime.fromtimestamp(now() / 1000, UTC).date().isoformat()
        with self._lock:
            self._counts[day, setup.ruleset, str(rule)] += 1

    def start(self) -> None:
        """Write once a minute from now on, until it is closed."""
        start_thread(self._run, "refusals")

    def close(self) -> None:
        """Write what is counted, and stop."""
        self._closed.set()
        with suppress(StoreUnusable):
            self.flush()

    def flush(self) -> None:
        """Write what is counted; `StoreUnusable` leaves the counts as they were."""
        with self._lock:
            counts, self._counts = self._counts, Counter()
        if not counts:
            return
        try:
            added = [Statement(ADD, (*key, n)) for key, n in sorted(counts.items())]
            self._store.append("", [], added)
        except StoreUnusable:
            with self._lock:
                self._counts += counts
            raise

    def _run(self) -> None:
        while not self._closed.wait(EVERY):
            with suppress(StoreUnusable):  # the probes of the service report it
                self.flush()


def _is_public(loaded: LoadedGame) -> bool:
    table = loaded.table
    return table.setup.visibility == "public" and table.forked is None and not loaded.hidden
