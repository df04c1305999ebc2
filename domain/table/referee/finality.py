"""When a ruling becomes final, and that it then does what it says."""

from __future__ import annotations

from domain.table.actors import TABLE
from domain.table.decisions import under_todays_rules
from domain.table.fold import Fold
from domain.table.referee import remedies
from domain.table.referee.deadlines import due
from domain.table.referee.events import DisputeExpired, RulingFinal
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import Desk


def can_be_heard(desk: Desk, ruler: int) -> bool:
    """Whether there is a head referee for an appeal who did not rule."""
    return any(it.head and it.number != ruler for it in desk.here)


def final_if_unheard(fold: Fold, hearing: Hearing) -> None:
    """Go on to the end of the case if nobody can or wants to have the ruling looked at any more."""
    case = fold.parts.desk.case
    ruling = None if case is None else fold.parts.desk.ruling_of(case)
    if case is None or ruling is None:
        return
    waived = case.state == "ruled" and {*case.waived} >= {*hearing.parties}
    if waived or not can_be_heard(fold.parts.desk, ruling.said.referee):
        make_final(fold, hearing)


def make_final(fold: Fold, hearing: Hearing) -> None:
    """In the action that is being recorded, by the table."""
    case = fold.parts.desk.cases[-1]
    ruling = fold.parts.desk.ruling_of(case)
    assert ruling is not None
    fold.actor, fold.log = TABLE, hearing.log
    fold.record(RulingFinal(case.number, ruling.said.ruling), ("referee.final",))
    if ruling.remedies:
        remedies.take_effect(fold, hearing.draws, ruling.said)


def keep(hearing: Hearing) -> Fold | None:
    """What the time that has gone by brings: the open case expires, or its ruling becomes final. None before that."""
    deadline = due(hearing.table, hearing.at)
    if deadline is None or hearing.now < deadline.at:
        return None
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    fold.begin_action(TABLE)
    if deadline.then == "final":
        make_final(fold, hearing)
    else:
        fold.record(DisputeExpired(deadline.case.number), ("referee.expiry",))
    return fold
