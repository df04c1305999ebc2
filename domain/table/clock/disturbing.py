"""How often a seat may disturb others while their clocks run: a signed action has to be signed again after each of those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from domain.ruleset import Event
from domain.table.absence.events import Agreed
from domain.table.actors import seat_of
from domain.table.calls.events import CallClosed, JudgeCalled
from domain.table.clock.state import Clock
from domain.table.events import UndoAnswered, UndoRequested
from domain.table.parts.part import Moment, Part
from domain.table.referee.events import DisputeOpened, DisputeWithdrawn
from domain.table.refusals import Refusal, Refused

if TYPE_CHECKING:
    from domain.table.state import Table

MOST = 2
"""Between two events of the ruleset."""
Disturbed = Mapping[int, int]
"""How often each seat has disturbed since the last event of the ruleset."""


def check_disturbs(table: Table, seat: int) -> None:
    """`Refused` clock.disturb.1 for a person's third action while another seat's clock runs."""
    if seat not in table.seats.people or not _another_runs(table.clock, seat):
        return
    if table.disturbed.get(seat, 0) >= MOST:
        detail = f"Another seat's clock runs: until somebody plays, seat {seat} has done {MOST} other things, and that is all."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.disturb.1")


def _another_runs(clock: Clock, seat: int) -> bool:
    return any(row.since is not None for other, row in clock.rows.items() if other != seat)


def _disturbs(disturbed: Disturbed, event: Any, moment: Moment) -> Disturbed:
    if not moment.actor.startswith("seat:") or not _another_runs(moment.parts.clock, seat_of(moment.actor)):
        return disturbed
    seat = seat_of(moment.actor)
    return {**disturbed, seat: disturbed.get(seat, 0) + 1}


_COUNTED: tuple[type[Event], ...] = (
    *(UndoRequested, UndoAnswered, Agreed, DisputeOpened, DisputeWithdrawn),
    *(JudgeCalled, CallClosed),
)
_FOLDS = dict.fromkeys(_COUNTED, _disturbs)
DISTURBED = Part(_FOLDS, taken_back=_FOLDS)
"""What a case asks of a party, resigning and returning are free."""
