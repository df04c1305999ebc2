"""What an action has brought about that people and programs are notified of: pure functions of the game before and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from domain.ruleset import Event
from domain.table.clock.events import ClockRow
from domain.table.events import GameStarted, SeatFreed
from domain.table.referee.events import AppealDecided, DisputeOpened, Ruled, RulingFinal
from domain.table.state import OVER, Logged, Table

Kind = Literal[
    "your-turn",
    "game-started",
    "game-over",
    "seat-free",
    "undo-asked",
    "case-opened",
    "ruling",
    "clock-low",
    "invited",
    "appointed",
    "account",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
NO_SEAT = 0
SHORTEST_LEAD, LONGEST_LEAD = 60_000, 12 * 3_600_000
"""Milliseconds before a deadline."""
_BY_EVENT: dict[type[Event], Kind] = {
    GameStarted: "game-started",
    DisputeOpened: "case-opened",
    Ruled: "ruling",
    AppealDecided: "ruling",
    RulingFinal: "ruling",
}


class Occurrence(NamedTuple):
    """Something to be notified of. `seat` is the seat that it is about: the one to act or to answer, or the free one; else 0."""

    kind: Kind
    seat: int = NO_SEAT


def occurrences(before: Table, after: Table, action: Sequence[Logged]) -> list[Occurrence]:
    """What this action, which led from one table to the other, has brought about; each once."""
    found = (
        *_by_events(action),
        *_over(before, after),
        *_undo_requested(before, after),
        *_turns(before, after),
    )
    return list(dict.fromkeys(found))


def _by_events(action: Sequence[Logged]) -> Iterator[Occurrence]:
    for logged in action:
        if isinstance(logged.event, SeatFreed):
            yield Occurrence("seat-free", logged.event.seat)
        elif (kind := _BY_EVENT.get(type(logged.event))) is not None:
            yield Occurrence(kind)


def _over(before: Table, after: Table) -> Iterator[Occurrence]:
    if after.status in OVER and before.status not in OVER:
        yield Occurrence("game-over")


def _undo_requested(before: Table, after: Table) -> Iterator[Occurrence]:
    """The seats whose consent to an undo is newly needed."""
    request, earlier = after.undo.request, before.undo.request
    if request is not None and (earlier is None or earlier.number != request.number):
        yield from (Occurrence("undo-asked", seat) for seat in request.needs)


def _turns(before: Table, after: Table) -> Iterator[Occurrence]:
    """Seats that come to act and did not before; not those that a bot plays while their person is away."""
    new = (seat for seat in after.to_act if seat not in before.to_act)
    yield from (Occurrence("your-turn", seat) for seat in new if seat not in after.absence.away)


class LowClock(NamedTuple):
    """When the clock of a seat, which runs since `since`, becomes low: at `at`; None where it does not. In milliseconds."""

    seat: int
    since: int
    at: int | None


def low_clocks(before: Table, after: Table) -> list[LowClock]:
    """The clocks that an action has started, stopped or changed."""
    rows, earlier = after.clock.rows, before.clock.rows
    return [_low(row) for seat, row in rows.items() if row != earlier.get(seat)]


def _low(row: ClockRow) -> LowClock:
    """When a quarter of what it had is left. It is not low where that is less than a minute."""
    lead = (row.grace + row.left) // 4
    if row.deadline is None or row.since is None or lead < SHORTEST_LEAD:
        return LowClock(row.seat, row.since or 0, None)
    return LowClock(row.seat, row.since, row.deadline - min(lead, LONGEST_LEAD))
