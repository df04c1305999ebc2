"""What a clock says, as a sum: the bank, what the seat's stints took of it, its increments, and what else changed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from domain.argument import Step, step
from domain.ruleset import Event
from domain.sentence import Seat
from domain.table.absence.events import SeatReturned
from domain.table.clock.events import ClockRow, ClockSet, ClockTerms, TimeHeld, TimeRanOut
from domain.table.clock.rows import read_at, row_of
from domain.table.clock.stints import own_seat
from domain.table.events import GameCreated, Rewound, SeatReassigned
from domain.table.parts.registry import TABLE_EVENTS
from domain.table.referee.events import RulingFinal
from domain.table.state import Logged

EXPLAINED: tuple[type[Event], ...] = (ClockSet, TimeRanOut)
"""The events that `explain` has an argument for."""
CHANGES: Mapping[str, str] = {
    "clock.stint": "Stints have changed it by {change} ms, beyond their graces: {left} ms.",
    "clock.increment": "Increments have changed it by {change} ms: {left} ms.",
    "clock.return.2": "Coming back has changed it by {change} ms: {left} ms.",
    "clock.undo.2": "Going back has changed it by {change} ms: {left} ms.",
    "clock.case": "Cases that led to nothing have changed it by {change} ms: {left} ms.",
    "clock.ruling": "Rulings have changed it by {change} ms: {left} ms.",
}
"""What changes a bank, by clause, in the order of a sum."""


def explain(log: Sequence[Logged]) -> Sequence[Step]:
    """The argument behind the last event of a log, seat by seat; () where it is none of `EXPLAINED`.

    All numbers are milliseconds.
    """
    setup, event = log[0].event, log[-1].event
    terms = setup.clock if isinstance(setup, GameCreated) else None
    if terms is None:
        return ()
    if isinstance(event, TimeRanOut):
        return [it for seat in event.seats for it in (*sum_of(log, terms, seat), _to_zero(log, seat))]
    rows = event.seats if isinstance(event, ClockSet) else ()
    return [it for row in rows for it in (*sum_of(log, terms, row.seat), _now(row))]


def sum_of(log: Sequence[Logged], terms: ClockTerms, seat: int) -> Iterator[Step]:
    """From the bank at the start to what the seat's last row has left."""
    left = 1000 * terms.bank
    yield step("clock.terms", "The bank of {seat} began with {left} ms.", seat=Seat(seat), left=left)
    for clause, change in changes_of(log, terms, seat).items():
        left += change
        if change:
            yield step(clause, CHANGES[clause], change=change, left=left)


def changes_of(log: Sequence[Logged], terms: ClockTerms, seat: int) -> Mapping[str, int]:
    """By clause, in milliseconds, what has changed a seat's bank so far."""
    changes, before = dict.fromkeys(CHANGES, 0), row_of({}, terms, seat)
    for action, row in _rows(log, seat):
        back = any(isinstance(it.event, Rewound) for it in action)
        stopped = before if back else read_at(before, stopped_at(action[0]))
        changes["clock.stint"] += stopped.left - before.left
        changes["clock.undo.2" if back else _why(action, seat)] += row.left - stopped.left
        before = row
    return changes


def _rows(log: Sequence[Logged], seat: int) -> Iterator[tuple[Sequence[Logged], ClockRow]]:
    """Every action that set a seat's clock, and how."""
    for _, group in groupby(log, key=lambda logged: logged.action):
        action = list(group)
        event = action[-1].event
        for row in event.seats if isinstance(event, ClockSet) else ():
            if row.seat == seat:
                yield action, row


def stopped_at(first: Logged) -> int:
    """At which time an action stops clocks."""
    event = first.event
    if isinstance(event, TimeRanOut):
        return event.deadline
    return event.from_ if isinstance(event, TimeHeld) else first.at


def _why(action: Sequence[Logged], seat: int) -> str:
    """The clause by which an action that did not go back changed a seat's bank, its stint aside."""
    first = action[0]
    if own_seat(first.actor) == seat and not isinstance(first.event, TABLE_EVENTS):
        return "clock.increment"
    if any(isinstance(it.event, RulingFinal) for it in action):
        return "clock.ruling"
    back = isinstance(first.event, SeatReturned | SeatReassigned)
    return "clock.return.2" if back else "clock.case"


def _to_zero(log: Sequence[Logged], seat: int) -> Step:
    *_, (_, row) = _rows(log, seat)
    text = "It ran with {grace} ms of grace before these {left} ms, and nothing was left {used} ms later."
    return step("clock.flag", text, grace=row.grace, left=row.left, used=row.grace + row.left)


def _now(row: ClockRow) -> Step:
    if row.since is None:
        return step("clock.stop", "It stands still with {left} ms.", left=row.left)
    text = "It runs with {grace} ms of grace before these {left} ms."
    return step("clock.stint", text, grace=row.grace, left=row.left)
