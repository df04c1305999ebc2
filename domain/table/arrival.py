"""What time has brought to a game: it is recorded before anything else is decided."""

from __future__ import annotations

from domain.table.absence.starting import start_due
from domain.table.clock.flags import flag
from domain.table.clock.holding import hold
from domain.table.fold import Fold
from domain.table.referee.deadlines import due
from domain.table.referee.finality import keep
from domain.table.referee.hearing import Hearing
from domain.table.state import Table


def brought(hearing: Hearing) -> Fold | None:
    """The next action that time has brought by `hearing.now`; None when there is none.

    Each is committed by itself, so callers ask again afterwards. First outages that are to be held, then clocks that ran out and
    deadlines of cases as they were due; of the same millisecond the clocks first.
    """
    ruleset, table = hearing.ruleset, hearing.table.at(hearing.now)
    held = hold(ruleset, table, hearing.log, hearing.outages)
    if held is not None:
        return held
    ran_out = flag(ruleset, table)
    return ran_out if ran_out is not None and not _case_is_due_before(hearing) else keep(hearing)


def _case_is_due_before(hearing: Hearing) -> bool:
    """Whether the deadline of a case is earlier than that of every running clock."""
    case, clock = due(hearing.table, hearing.at), hearing.table.clock.deadline
    return case is not None and clock is not None and case.at < clock


def due_at(table: Table) -> int | None:
    """When time brings something next, cases aside, in milliseconds since the epoch; None while nothing is to come.

    That is the deadline of a clock or the end of the time to open seeds.
    """
    return start_due(table) if table.game is None else table.clock.deadline
