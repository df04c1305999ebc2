"""When what has to be done at the desk is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from domain.table.events import Disputes
from domain.table.referee.objecting import rule_since
from domain.table.referee.state import UNRULED, Case
from domain.table.state import Table

At = Callable[[int], int]
"""When the event of a version was, in milliseconds since the epoch."""


class Deadline(NamedTuple):
    """What happens to a case at a time, if nothing else does before: it expires, or its ruling becomes final.

    `since` is the version that the time is counted from.
    """

    case: Case
    then: Literal["expired", "final"]
    at: int
    since: int


def due(table: Table, at: At) -> Deadline | None:
    """What the open case waits for; None without one."""
    case, terms = table.desk.case, table.setup.disputes
    if case is None or terms is None:
        return None
    since, seconds = _time_of(table, case, terms)
    then: Literal["expired", "final"] = "expired" if case.state in UNRULED else "final"
    return Deadline(case, then, at(since) + 1000 * seconds, since)


def _time_of(table: Table, case: Case, terms: Disputes) -> tuple[int, int]:
    """From which version on, and for how many seconds."""
    if case.state in UNRULED:
        return rule_since(case), terms.rule_within
    if case.appeals:
        return case.appeals[0].version, terms.rule_within
    return table.desk.rulings[-1].version, terms.appeal_within
