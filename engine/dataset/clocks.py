"""The clocks of a game's seats, as rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby

from domain.table.clock.events import ClockRow as Clock
from domain.table.clock.events import ClockSet, TimeHeld, TimeRanOut
from domain.table.clock.rows import row_of
from domain.table.state import Logged
from engine.game import Game
from projections.clocks import pace_of
from projections.dataset import ClockRow


def clock_rows(game: Game) -> Iterator[ClockRow]:
    """A row for each person's seat of a game with a clock; none for other games."""
    table, terms = game.table, game.table.setup.clock
    if terms is None:
        return
    used, flags = _used(game.history), _flags(game.history)
    for seat in table.seats.people:
        yield ClockRow(
            game=table.setup.game,
            seat=seat,
            pace=pace_of(terms),
            bank=1000 * terms.bank,
            increment=1000 * terms.increment,
            grace=1000 * terms.grace,
            on_time_out=terms.on_time_out,
            used=used[seat],
            left=row_of(table.clock.rows, terms, seat).left,
            flags=flags[seat],
        )


def _flags(log: tuple[Logged, ...]) -> Mapping[int, int]:
    return Counter(seat for it in log if isinstance(it.event, TimeRanOut) for seat in it.event.seats)


def _used(log: tuple[Logged, ...]) -> Mapping[int, int]:
    """How long each clock ran. An undo gives time back to a clock, but it has run nevertheless."""
    used, running = Counter[int](), dict[int, int]()
    for _, group in groupby(log, key=lambda it: it.action):
        action = list(group)
        for it in action:
            if isinstance(it.event, ClockSet):
                for row in it.event.seats:
                    _set(row, _stops(action[0]), used, running)
    return used


def _stops(first: Logged) -> int:
    """When clocks stop that an action stops."""
    if isinstance(first.event, TimeRanOut):
        return first.event.deadline
    return first.event.from_ if isinstance(first.event, TimeHeld) else first.at


def _set(row: Clock, stops: int, used: Counter[int], running: dict[int, int]) -> None:
    since = running.pop(row.seat, None)
    if since is not None and row.since != since:
        used[row.seat] += max(0, stops - since)
        since = None
    if row.since is not None:
        running[row.seat] = row.since
