"""What referees do with a case before they rule: they take it, and release views of seats to themselves."""

from __future__ import annotations

from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee.appointing import by_referee
from domain.table.referee.heads import check_hears_appeal, check_takes_appeal
from domain.table.referee.hearing import Hearing, open_case, refused, unruled_case
from domain.table.referee.state import Case, Referee
from domain.table.referee.stretch import inside
from domain.table.refusals import Refusal

RELEASES = 10
"""A case has at most so many."""


def take(hearing: Hearing, referee: int, dispute: int) -> Fold:
    """A case to rule in, or an appeal to decide."""
    case = open_case(hearing, dispute)
    if case.state == "appealed":
        check_takes_appeal(hearing, case, referee)
    else:
        unruled_case(hearing, dispute)
    if case.state == "taken":
        raise refused("referee.taking", f"Referee {case.referee} has taken case {dispute}.")
    fold = Fold(hearing.ruleset, hearing.table)
    by_referee(hearing, referee, fold)
    fold.record(e.CaseTaken(dispute, referee), ("referee.taking",))
    return fold


def release(
    hearing: Hearing,
    referee: int,
    dispute: int,
    seats: tuple[int, ...],
    first: int,
    last: int,
    reason_hash: str,
) -> Fold:
    """The eyes of some seats for a part of the case's stretch. Everybody sees the release."""
    case = open_case(hearing, dispute)
    fold = Fold(hearing.ruleset, hearing.table)
    check_decides(hearing, case, by_referee(hearing, referee, fold))
    every = range(1, hearing.table.setup.seats + 1)
    if not seats or list(seats) != sorted({*seats} & {*every}):
        raise refused("referee.release", f"Name seats of this game, 1 to {len(every)}, in ascending order.")
    within = inside(hearing.ruleset, hearing.log, case)
    if not within[0] <= first <= last <= within[-1]:
        detail = f"A release lies within {within[0]} to {within[-1]}, from before the first disputed action to the end of the stretch."
        raise refused("referee.release", detail)
    number = len(hearing.desk.releases_of(dispute)) + 1
    if number > RELEASES:
        raise refused("referee.limit", f"A case has at most {RELEASES} releases.")
    fold.record(
        e.EvidenceReleased(dispute, number, referee, seats, first, last, reason_hash), ("referee.release",)
    )
    return fold


def check_decides(hearing: Hearing, case: Case, referee: Referee) -> None:
    """`Refused` unless it is this referee's turn: they have taken the case, or it was appealed and they are a head referee."""
    if case.state == "taken":
        unruled_case(hearing, case.number)
        if case.referee != referee.number:
            raise refused("referee.taking", f"Referee {case.referee} has taken this case.", Refusal.FORBIDDEN)
    elif case.state == "appealed":
        check_hears_appeal(hearing, case, referee.number)
    else:
        raise refused(
            "referee.state", f"Case {case.number} is {case.state}: take it first, or wait for an appeal."
        )
