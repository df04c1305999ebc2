"""Which head referees may hear the appeals in a case, and when one does."""

from __future__ import annotations

from domain.table.actors import referee_actor
from domain.table.referee.deadlines import phase
from domain.table.referee.hearing import Hearing, refused
from domain.table.referee.state import Case, Desk
from domain.table.refusals import Refusal


def heads_for(desk: Desk, case: Case) -> tuple[int, ...]:
    """The head referees who may act in the case, and have neither ruled in it nor opened it."""
    ruled = {it.said.referee for it in desk.rulings if it.said.dispute == case.number}
    heads = (it.number for it in desk.here if it.head and it.number in case.referees)
    others = (it for it in heads if it not in ruled and it not in case.refused)
    return tuple(it for it in others if case.opener != referee_actor(it))


def can_be_heard(desk: Desk, case: Case) -> bool:
    """Whether anybody is left to hear an appeal."""
    return bool(heads_for(desk, case))


def check_takes_appeal(hearing: Hearing, case: Case, referee: int) -> None:
    """`Refused` unless all answers are in, or their time is over, and this head referee may take the appeal."""
    _check_time(hearing, case)
    if referee not in heads_for(hearing.desk, case):
        raise refused("referee.head", NOT_THEIRS, Refusal.FORBIDDEN)
    if case.referee is not None:
        raise refused("referee.taking", f"Referee {case.referee} has taken the appeal in case {case.number}.")


def check_hears_appeal(hearing: Hearing, case: Case, referee: int) -> None:
    """`Refused` unless this head referee has taken the appeal."""
    _check_time(hearing, case)
    if case.referee is None:
        raise refused("referee.taking", f"Take the appeal in case {case.number} first.")
    if case.referee != referee:
        detail = f"Referee {case.referee} has taken the appeal in case {case.number}."
        raise refused("referee.taking", detail, Refusal.FORBIDDEN)


NOT_THEIRS = (
    "An appeal is heard by a head referee who may act in the case and has neither ruled in it nor opened it."
)


def _check_time(hearing: Hearing, case: Case) -> None:
    what = phase(hearing.table, case, hearing.at, hearing.now)
    if what in ("appeal", "answer"):
        detail = f"Parties have time still to give their {'grounds' if what == 'appeal' else 'answers'}."
        raise refused("referee.answer", detail)
