"""What a case waits for, and until when (docs/ledger.md, section 13)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.table.referee.deadlines import awaited
from domain.table.referee.hearing import Hearing
from domain.table.referee.objecting import may_refuse, objections_until
from domain.table.referee.state import UNRULED, Case
from projections.documents.disputes import Due
from projections.people import rfc3339


def due_of(hearing: Hearing, case: Case) -> tuple[Due, ...]:
    """Empty once the case is closed. Statements and refusals are waited for beside the ruling."""
    if not case.is_open:
        return ()
    it = awaited(hearing.table, case, hearing.at, hearing.now)
    main = Due(what=it.what, seats=it.seats, referee=it.referee, at=rfc3339(it.at))
    return (*_statements(hearing, case), *_refusals(hearing, case), main)


def _statements(hearing: Hearing, case: Case) -> Iterator[Due]:
    """Of the seats that can still give one."""
    if case.state in UNRULED and not hearing.statements_in(case):
        given = {statement.seat for statement in case.statements} | {case.seat}
        seats = tuple(seat for seat in hearing.parties if seat not in given)
        until = hearing.at(case.version) + 1000 * hearing.terms.answer_within
        yield Due(what="statement", seats=seats, referee=None, at=rfc3339(until))


def _refusals(hearing: Hearing, case: Case) -> Iterator[Due]:
    until = objections_until(hearing.table, case, hearing.at)
    if until is not None and hearing.now < until:
        yield Due(what="refusal", seats=may_refuse(hearing.table, case), referee=None, at=rfc3339(until))
