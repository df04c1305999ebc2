"""When a head referee may take the appeals in a case, and decide them."""

from __future__ import annotations

from domain.table.referee.deadlines import decision_until, phase
from domain.table.referee.hearing import Hearing, refused
from domain.table.referee.objecting import may_hear_appeal
from domain.table.referee.state import Case
from domain.table.refusals import Refusal


def check_takes_appeal(hearing: Hearing, case: Case, referee: int) -> None:
    """`Refused` unless all answers are in, or their time is over, and this head referee may take the appeal."""
    _check_time(hearing, case)
    if referee not in may_hear_appeal(hearing.desk, case):
        raise refused("referee.head", NOT_THEIRS, Refusal.FORBIDDEN)


NOT_THEIRS = (
    "An appeal is heard by a head referee who may act in the case and has neither ruled in it nor opened it."
)


def check_hears_appeal(hearing: Hearing, case: Case, referee: int) -> None:
    """`Refused` unless this head referee has taken the appeal."""
    _check_time(hearing, case)
    if case.referee is None:
        raise refused("referee.taking", f"Take the appeal in case {case.number} first.")
    if case.referee != referee:
        detail = f"Referee {case.referee} has taken the appeal in case {case.number}."
        raise refused("referee.taking", detail, Refusal.FORBIDDEN)


def _check_time(hearing: Hearing, case: Case) -> None:
    what = phase(hearing.table, case, hearing.at, hearing.now)
    if what in ("appeal", "answer"):
        detail = f"Parties have time still to give their {'grounds' if what == 'appeal' else 'answers'}."
        raise refused("referee.answer", detail)
    if hearing.now >= decision_until(hearing.table, case, hearing.terms).time(hearing.at):
        raise refused("referee.expiry", "The time to decide the appeal is over: the ruling becomes final.")
