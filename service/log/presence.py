"""Signs of life of the service, and the outages between them.

Each process that can commit writes a row every few seconds. The process that writes the next row after a long gap records
the gap as an outage, numbers it, and queues its leaf in the same transaction, so that no process acts on games before the outage
is known.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import orjson

from domain.ledger.log_leaf import Leaf, outage_leaf
from domain.table.clock.holding import Outage
from domain.table.clock.state import REST
from service.log import releases
from service.log.shared_time import MEASURE_EVERY, SharedTime
from service.log.transparency.log import LogUnusable
from service.log.transparency.logs import Logs
from service.log.transparency.queue import queued
from service.store import Duplicate, Statement, Store, StoreUnusable
from service.store.threads import start_thread
from service.system.clock import counted

AWAY = 10_000
"""Milliseconds without a sign of life of any process after which the service was away."""
EVERY = 4.0
"""Seconds between two rows of a process."""
FRESH = 4.9
"""Seconds after its last row for which a process may act; then it writes another one first."""
RETRY = 0.5
"""Seconds before a row that could not be written is tried again."""
LAST = "SELECT max(at) FROM alive"
ALIVE = """INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE
    SET at = CASE WHEN excluded.at > alive.at THEN excluded.at ELSE alive.at END"""
INSERT = "INSERT INTO outages (log, n, began, ended, game) VALUES (?, ?, ?, ?, ?)"
ADOPT = f"{INSERT} ON CONFLICT DO NOTHING"
KNOWN = "SELECT n, began, ended, game FROM outages WHERE log = ? ORDER BY n"
S = 10**9


class Presence:
    """The signs of life of this process. Any thread may use it.

    A process that has not started it, such as a command for operators, neither writes rows nor looks for outages.
    """

    def __init__(self, store: Store, logs: Logs, time: SharedTime) -> None:
        self._store, self._logs, self._time = store, logs, time
        self._closed = threading.Event()
        self._started = False
        self._written: int | None = None
        """When the last row was begun, by the boot-time counter."""
        self._outages: dict[str, tuple[Outage, ...]] = {}
        """By game; "" for those of the whole service."""
        self._before: dict[object, int] = {}
        """For each earlier log, how many outages it and those after it have."""
        self.latest = 0
        """When the service was back after the latest outage of all; 0 where there was none."""
        self.last = ("", 0)
        """The log that the service writes to, and the number of the last outage in it."""

    def start(self) -> None:
        """Write rows from now on, until it is closed."""
        self._started = True
        start_thread(self._run, "presence")

    def close(self) -> None:
        self._closed.set()

    def _run(self) -> None:
        measured = counted()
        pause = 0.0
        while not self._closed.wait(pause):
            pause = RETRY
            with suppress(StoreUnusable):  # the probes of the service report it
                if counted() - measured >= MEASURE_EVERY * S:
                    self._time.measure()
                    measured = counted()
                self.write()
                pause = EVERY

    def assure(self) -> None:
        """Write a row unless the last one is recent; after that all outages are known. `StoreUnusable` if none can be written."""
        if self._started and (self._written is None or counted() - self._written > FRESH * S):
            self.write()

    def present(self, time: int, game: str = "") -> int:
        """A time that was just read, once all outages are known: the end of the outage in which it lies, if it lies in one.

        A process that waited for the database through an outage, or whose clock is a little behind that of another process, has
        read such a time.
        """
        self.assure()
        if time >= self.latest:
            return time
        return max((it.back for it in self.outages(game) if it.from_ < time < it.back), default=time)

    def now(self) -> int:
        """The present in this sense, for what is of no game alone."""
        return self.present(self._time.now())

    def outages(self, game: str, log: object = "") -> Sequence[Outage]:
        """All outages that a game may have to hold: its own first, then those of the service in order.

        `log` is the one that its first entry promises. Where that is an earlier one, which may have other outages of the same
        numbers, these here follow on its last number.
        """
        found, before = (*self._outages.get(game, ()), *self._outages.get("", ())), self._before.get(log, 0)
        return [outage._replace(n=before + outage.n) for outage in found] if before else found

    def write(self) -> None:
        """Write a row, and before it the outage that it ends, if it ends one."""
        while True:
            began = counted()
            try:
                at = self._time.now()
                self._store.append("", [], [*self._gap(at), Statement(ALIVE, (at,)), releases.alive(at)])
            except Duplicate:  # another process has recorded the outage
                continue
            self._read()
            self._written = began
            return

    def _gap(self, at: int) -> Iterator[Statement]:
        """The outage that a row at this time ends; nothing without a log of logs, where no clock runs."""
        [(last,)] = self._store.query(LAST)
        logs = self._logs.known()
        if last is None or at - last <= AWAY or not logs:
            return
        found = numbering(self._store, logs[-1].origin)
        begin = max(last, self._last_leaf(logs[-1].origin, logs[-1].size), found.end)
        if begin < at:
            yield from record(logs[-1].origin, Outage(found.next, begin, at + REST))

    def _last_leaf(self, origin: str, size: int) -> int:
        """The time of the last leaf: an older copy of the database may have been restored since then."""
        with suppress(LogUnusable, IndexError):
            return int(orjson.loads(self._logs.of(origin).leaf(size - 1))["at"])
        return 0

    def _read(self) -> None:
        *earlier, log = [log.origin for log in self._logs.known()] or [""]
        found: dict[str, tuple[Outage, ...]] = {}
        for n, began, ended, game in self._store.query(KNOWN, (log,)):
            found[game] = (*found.get(game, ()), Outage(n, began, ended, bool(game)))
        every = [outage for outages in found.values() for outage in outages]
        self._outages, self.last = found, (log, max((it.n for it in every), default=0))
        self.latest = max((it.back for it in every), default=0)
        numbers = [numbering(self._store, it).next - 1 for it in earlier]
        self._before = {it: sum(numbers[n:]) for n, it in enumerate(earlier)}


class Numbering(NamedTuple):
    """The number of the next outage in a log, and the end of the last one of the whole service."""

    next: int
    end: int


def numbering(store: Store, log: str) -> Numbering:
    rows = store.query(KNOWN, (log,))
    ends = [ended for _, _, ended, game in rows if not game]
    return Numbering(max((n for n, *_ in rows), default=0) + 1, max(ends, default=0))


def adopted(log: str, leaf: Leaf, game: str) -> Statement:
    """A statement that records the outage of a leaf that is in the log already."""
    return Statement(ADOPT, (log, leaf["n"], leaf["from"], leaf["to"], game))


def record(log: str, outage: Outage, game: str = "", id: str | None = None) -> list[Statement]:
    """Statements that record an outage and queue its leaf. `game` and its `id` in the log where only that game was closed."""
    row = (log, outage.n, outage.from_, outage.to, game)
    return [Statement(INSERT, row), queued(outage_leaf(outage.n, outage.from_, outage.to, id), log)]
