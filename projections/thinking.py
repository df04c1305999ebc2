"""How long seats take for their moves, in games with a clock: from when the clock runs, so without halts and outages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.table.clock.events import ClockSet
from domain.table.clock.explaining import stopped_at
from domain.table.clock.stints import own_seat
from domain.table.parts.registry import TABLE_EVENTS
from domain.table.state import Logged


class Thinking(NamedTuple):
    """The number of moves, and the milliseconds that they took in all."""

    moves: int
    milliseconds: int


def thinking(log: Sequence[Logged]) -> Thinking:
    """Of a whole log; what was taken back counts as well. Moves of bots have no clock."""
    times = list(_times(log))
    return Thinking(len(times), sum(times))


class _Watch(NamedTuple):
    """The clock of a seat in one stint: since when it runs, and how long it ran before that, after the seat's last move."""

    stint: int
    since: int | None
    ran: int = 0

    def until(self, at: int) -> int:
        return self.ran + (0 if self.since is None else max(0, at - self.since))


def _times(log: Sequence[Logged]) -> Iterator[int]:
    """The time of each move: how long the clock of its seat has run in this stint, or since its last move there."""
    watches: dict[int, _Watch] = {}
    for _, action in groupby(log, key=lambda logged: logged.action):
        first, *others = action
        mover = 0 if type(first.event) in TABLE_EVENTS else own_seat(first.actor)
        if (watch := watches.get(mover)) is not None and watch.since is not None:
            yield watch.until(first.at)
            watches[mover] = _Watch(watch.stint, max(watch.since, first.at))
        for logged in (first, *others):
            if isinstance(logged.event, ClockSet):
                watches.update(_set(watches, logged.event, stopped_at(first)))


def _set(watches: Mapping[int, _Watch], event: ClockSet, at: int) -> Mapping[int, _Watch]:
    """The clocks that an action changes. What ran before them, it stops `at` that time."""
    after: dict[int, _Watch] = {}
    for row in event.seats:
        before = watches.get(row.seat)
        ran = before.until(at) if before is not None and before.stint == row.stint else 0
        after[row.seat] = _Watch(row.stint, row.since, ran)
    return after
