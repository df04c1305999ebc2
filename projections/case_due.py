"""What a case waits for, and until when."""

from __future__ import annotations

from collections.abc import Iterator

from domain.table.referee.deadlines import due
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import UNRULED, Case
from projections.documents.disputes import Due
from projections.people import rfc3339


def due_of(hearing: Hearing, case: Case) -> tuple[Due, ...]:
    """Empty once the case is closed."""
    return tuple(_due(hearing, case)) if case.is_open else ()


def _due(hearing: Hearing, case: Case) -> Iterator[Due]:
    """For statements, only the seats that can still give one."""
    deadline = due(hearing.table, hearing.at)
    if deadline is None:
        return
    if case.state in UNRULED and not hearing.statements_in(case):
        until = hearing.at(case.version) + 1000 * hearing.terms.answer_within
        given = {statement.seat for statement in case.statements} | {case.seat}
        seats = tuple(seat for seat in hearing.parties if seat not in given)
        yield Due(what="statement", seats=seats, referee=None, at=rfc3339(until))
    what = {"open": "taking", "taken": "ruling", "ruled": "appeal", "appealed": "decision"}[case.state]
    parties = tuple(seat for seat in hearing.parties if seat not in case.waived) if what == "appeal" else ()
    by = case.referee if what == "ruling" else None
    yield Due(what=what, seats=parties, referee=by, at=rfc3339(deadline.at))
