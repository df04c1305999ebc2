"""Flags: clocks that ran out."""

from __future__ import annotations

from typing import Any

from domain.ruleset import Ruleset
from domain.table.absence.leaving import leave
from domain.table.actors import TABLE
from domain.table.clock.events import TimeRanOut
from domain.table.clock.forfeiting import forfeit
from domain.table.fold import Fold
from domain.table.state import Table

TIME = "time"
"""Why these seats lose."""


def flag(ruleset: Ruleset[Any], table: Table) -> Fold | None:
    """What the earliest deadline of all running clocks brings, once it has come; None before that.

    All seats that have that deadline lose at once, or leave their seats to bots. Nothing else comes between a deadline and its
    flag, so the flag is recorded under the rules that the game has.
    """
    deadline = table.clock.deadline
    if deadline is None or table.time < deadline:
        return None
    seats = tuple(sorted(row.seat for row in table.clock.rows.values() if row.deadline == deadline))
    fold = Fold(ruleset, table)
    fold.begin_action(TABLE)
    _run_out(fold, seats, deadline)
    return fold


def _run_out(fold: Fold, seats: tuple[int, ...], deadline: int) -> None:
    terms = fold.parts.setup.clock
    if terms is not None and terms.on_time_out == "forfeit":
        outcome = forfeit(fold, seats, TIME)
        fold.record(TimeRanOut(seats, deadline, outcome), ("clock.flag", "clock.forfeit"))
    else:
        fold.record(TimeRanOut(seats, deadline), ("clock.flag",))
        leave(fold, seats)
