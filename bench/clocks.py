"""Clocks: what one adds to an action, how soon flags are recorded while thousands run, and what the clock worker takes for it.

Only the worker runs in the process while it is measured, so its share of a core is that of the process. The banks of the games
are such that their clocks run out one after another; the time is then set forward to shortly before the first of them. Clocks
that do not run out meanwhile are rows without games.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson

from bench.games import service
from bench.size import size
from bench.timing import percentile
from service.log.shared_time import SharedTime
from service.operation.app import Kronika
from service.play.acting import Act, act
from service.queries import states
from service.store import Statement
from service.tables.creating import Create, create
from service.tables.seating import Join, join

CLOCKS = size(10_000, 60)
"""Rows of running clocks. The worker loads no game before its clock runs out, so only the first ones need games."""
GAMES = size(520, 30)
SECONDS = size(40, 2)
AT_ONCE = size(300, 5)
A_SECOND = 5
"""Clocks that run out in a second."""
BANK = 86_400
ACTIONS = size(300, 2)
SETTING = {"ruleset": "touche", "seats": 2, "options": {}}


class Shifted:
    """The time of a service, which can be set forward."""

    def __init__(self) -> None:
        self.by = 0
        self._real = SharedTime.now

    @contextmanager
    def used(self) -> Iterator[None]:
        real = self._real
        SharedTime.now = lambda it: real(it) + self.by  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            SharedTime.now = real  # type: ignore[method-assign]


def seated(kronika: Kronika, clock: dict[str, Any] | None) -> tuple[str, list[str]]:
    """A game that has just begun, and the tokens of its seats."""
    new = SETTING if clock is None else {**SETTING, "clock": clock}
    game = str(orjson.loads(create(Create(new), kronika.context).body)["id"])
    taken = [join(Join(game, None, {"name": name}), kronika.context) for name in ("Ada", "Bo")]
    return game, [orjson.loads(it.body)["token"] for it in taken]


class Player:
    """Plays a game at random, through the command; begins another one when it is over."""

    def __init__(self, kronika: Kronika, clock: dict[str, Any] | None) -> None:
        self._kronika, self._clock = kronika, clock
        self._game, self._tokens = seated(kronika, clock)

    def prepare(self) -> None:
        table = self._kronika.repository.get(self._game).table
        if not table.to_act:
            self._game, self._tokens = seated(self._kronika, self._clock)
            table = self._kronika.repository.get(self._game).table
        token = self._tokens[table.to_act[0] - 1]
        legal = states.legal_actions(self._kronika.repository, self._game, token).body
        assert isinstance(legal, bytes), "a few actions"
        self._next = Act(self._game, token, orjson.loads(legal)["actions"][0])

    def act(self) -> float:
        """Processor seconds of one action."""
        self.prepare()
        began = time.process_time()
        act(self._next, self._kronika.context)
        return time.process_time() - began


def an_action() -> tuple[float, float]:
    """Processor seconds of an action without a clock, and with one, in turn."""
    with service() as kronika:
        players = [Player(kronika, None), Player(kronika, {"bank": BANK, "increment": 10})]
        timed = [[player.act() for player in players] for _ in range(ACTIONS)]
    without, with_clock = (statistics.median(column) for column in zip(*timed, strict=True))
    return without, with_clock


class Watched:
    """A service with many running clocks, and its worker."""

    def __init__(self, kronika: Kronika, shifted: Shifted) -> None:
        self._kronika, self._store, self._shifted = kronika, kronika.store, shifted
        for number in range(GAMES):
            seated(kronika, {"bank": BANK + number // A_SECOND, "start_within": 30})
        last = self.due()[-1]
        rows = [(f"{number:032x}", last + 1000 * number) for number in range(1, CLOCKS - GAMES + 1)]
        self._store.append(
            "", [], [Statement("INSERT INTO due (game, at) VALUES (?, ?)", row) for row in rows]
        )

    def due(self) -> list[int]:
        return [at for (at,) in self._store.query("SELECT at FROM due ORDER BY at")]

    def idle(self) -> float:
        """The worker's share of a core while nothing runs out."""
        return self._share(SECONDS)

    def one_after_another(self) -> tuple[float, list[float]]:
        """The worker's share while clocks run out, and the seconds from each deadline to its entry."""
        self._set_before(self.due()[0], 1_000)
        share = self._share(SECONDS)
        return share, self._delays()

    def at_once(self) -> list[float]:
        """Seconds until the flags are recorded of many clocks whose deadline is over at the same time."""
        self._set_before(self.due()[AT_ONCE], 0)
        began = self._kronika.repository.now()
        self._share(SECONDS / 2)
        return [(at - began) / 1000 for at, deadline in self._flags() if at >= began >= deadline]

    def _set_before(self, deadline: int, milliseconds: int) -> None:
        self._shifted.by += deadline - milliseconds - self._kronika.repository.now()

    def _share(self, seconds: float) -> float:
        worker, done = self._kronika.clocks(), threading.Event()
        processor, began = time.process_time(), time.perf_counter()
        threading.Timer(seconds, done.set).start()
        while not done.is_set():
            time.sleep(worker.look())
        return (time.process_time() - processor) / (time.perf_counter() - began)

    def _delays(self) -> list[float]:
        return [(at - deadline) / 1000 for at, deadline in self._flags()]

    def _flags(self) -> list[tuple[int, int]]:
        """The time and the deadline of each flag, in milliseconds."""
        flags = self._store.query("SELECT state FROM stored_events WHERE topic = 'time-ran-out'")
        entries = [orjson.loads(entry) for (entry,) in flags]
        return [(entry["at"], entry["d"]["deadline"]) for entry in entries]


def main() -> list[str]:
    without, with_clock = an_action()
    shifted = Shifted()
    with shifted.used(), service() as kronika:
        watched = Watched(kronika, shifted)
        idle = watched.idle()
        share, delays = watched.one_after_another()
        together = watched.at_once()
    rows = {
        "an action without a clock, ms of processor": f"{1000 * without:.2f}",
        "with one": f"{1000 * with_clock:.2f} ({100 * (with_clock / without - 1):+.0f} %)",
        f"the worker's share of a core, {CLOCKS:,} clocks running": f"{100 * idle:.1f} %",
        f"the same while {len(delays) / SECONDS:.1f} of them run out a second": f"{100 * share:.1f} %",
        "seconds from a deadline to its flag, median": f"{statistics.median(delays):.2f}",
        "seconds from a deadline to its flag, p99": f"{percentile(delays, 0.99):.2f}",
        f"seconds to {len(together)} flags of one moment, median": f"{statistics.median(together):.2f}",
        f"seconds to {len(together)} flags of one moment, p99": f"{percentile(together, 0.99):.2f}",
    }
    return ["| measure | |", "|---|---|", *(f"| {name} | {value} |" for name, value in rows.items())]
