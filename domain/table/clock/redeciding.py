"""Deciding again what time has brought, and whether other actions were in time (L4).

The log does not say which outages there were: whether a hold is that of a leaf in the log of logs is for L1 to check.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.table.arrival import brought
from domain.table.clock.events import TimeHeld, TimeRanOut
from domain.table.clock.holding import Outage
from domain.table.events import RulesChanged
from domain.table.fold import Fold
from domain.table.referee.deadlines import due
from domain.table.referee.events import DisputeExpired, RulingFinal
from domain.table.referee.hearing import Hearing
from domain.table.state import Logged


def brought_again(hearing: Hearing, event: TimeHeld | TimeRanOut) -> Fold:
    """What time had brought when this event was recorded; ValueError where that was nothing."""
    outages = (Outage(event.outage, event.from_, event.to),) if isinstance(event, TimeHeld) else ()
    fold = brought(hearing._replace(outages=outages))
    if fold is None:
        raise ValueError("time had brought nothing yet")
    return fold


def in_time(hearing: Hearing, action: Sequence[Logged]) -> bool:
    """Whether an action may stand before what is due next: a flag (clock.flag), or the end of the open case.

    What time brings is judged by itself, except that a case ends only before a flag that is due later.
    """
    first, now, flag = action[0].event, hearing.now, hearing.table.clock.deadline
    if isinstance(first, TimeHeld | TimeRanOut):
        return True
    case = due(hearing.table, hearing.at)
    if isinstance(first, RulingFinal | DisputeExpired):
        return case is not None and (flag is None or now < flag or case.at < flag)
    case_over = case is not None and case.at <= now and not isinstance(first, RulesChanged)
    return not case_over and (flag is None or now < flag)
