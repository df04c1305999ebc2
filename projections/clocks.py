"""Clocks in documents: functions of the log at a version, so they never say what time it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import msgspec
from msgspec import UNSET, UnsetType

from domain.ruleset import Event
from domain.table import events as t
from domain.table.absence.events import SeatLeft, SeatReturned
from domain.table.clock.events import ClockRow, ClockSet, ClockTerms
from domain.table.clock.rows import row_of
from domain.table.clock.terms import is_daily
from domain.table.clock.undoing import terms_of
from domain.table.parts.part import Moment
from domain.table.parts.registry import PARTS, Parts
from domain.table.state import Logged, Table
from projections.documents.game_clocks import PACES, AgreedClock, GameClock, SeatClock

LIVE, DAILY, NONE = PACES
CHANGES = (t.GameCreated, t.SeatTaken, t.SeatFreed, t.SeatReassigned, ClockSet, SeatLeft, SeatReturned)
"""The events that change clocks in documents."""
FOLLOWED = ("setup", "seats", "clock", "absence")
"""The parts of a table that these are made of."""

SeatClocks = tuple[SeatClock, ...] | UnsetType


def pace_of(clock: ClockTerms | None) -> str:
    if clock is None:
        return NONE
    return DAILY if is_daily(clock) else LIVE


def clock_of(table: Table) -> GameClock | UnsetType:
    """The clock of a game at this version."""
    terms = table.setup.clock
    seats = seat_clocks(table)
    if terms is None or seats is UNSET:
        return UNSET
    return GameClock(terms=terms_document(terms), seats=seats)


@cache
def terms_document(terms: ClockTerms) -> AgreedClock:
    return msgspec.convert(msgspec.to_builtins(terms), AgreedClock)


def seat_clocks(parts: Parts) -> SeatClocks:
    """The clocks of all seats that bots have not taken; before its first row a seat has its whole bank."""
    if not parts.clocked:
        return UNSET
    terms, rows, away = terms_of(parts), parts.clock.rows, parts.absence.away
    bots = {taken.seat for taken in parts.seats.taken if taken.bot}
    people = (seat for seat in range(1, parts.setup.seats + 1) if seat not in bots)
    return tuple(_seat_clock(row_of(rows, terms, seat), away.get(seat)) for seat in people)


def _seat_clock(row: ClockRow, bot: str | None) -> SeatClock:
    """The document of a row; `bot` plays the seat while its person is away."""
    return SeatClock(
        seat=row.seat,
        left=row.left,
        grace=row.grace,
        since=_given(row.since),
        deadline=_given(row.deadline),
        away=UNSET if bot is None else bot,
    )


def _given(time: int | None) -> int | UnsetType:
    return UNSET if time is None else time


def clocks_along(log: Sequence[Logged], before: Table | None = None) -> Iterator[SeatClocks]:
    """The clocks of the seats after each event of a log that continues from `before` (None: it is whole)."""
    parts = Parts() if before is None else Parts(*(getattr(before, name) for name in Parts.__struct_fields__))
    clocks: SeatClocks = UNSET if before is None else seat_clocks(before)
    for logged in log:
        if _follow(parts, logged):
            clocks = seat_clocks(parts)
        yield clocks


def _follow(parts: Parts, logged: Logged) -> bool:
    """Fold an event into the parts that clocks are made of. Returns whether it can have changed them."""
    kind: type[Event] = type(logged.event)
    if kind not in CHANGES:
        return False
    folds = {name: PARTS[name].folds[kind] for name in FOLLOWED if kind in PARTS[name].folds}
    moment = Moment(logged.version, logged.action, logged.actor, True, parts, logged.at)
    for name, after in [
        (name, fold(getattr(parts, name), logged.event, moment)) for name, fold in folds.items()
    ]:
        setattr(parts, name, after)
    return True
