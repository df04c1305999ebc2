"""What referees do with a case before they rule: they take it, and release views of seats to themselves."""

from __future__ import annotations

from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee.appointing import by_referee
from domain.table.referee.hearing import Hearing, open_case, refused, unruled_case
from domain.table.referee.state import Case, Referee
from domain.table.refusals import Refusal


def take(hearing: Hearing, referee: int, dispute: int) -> Fold:
    """One of the tournament is appointed in this game by the same commit."""
    case = unruled_case(hearing, dispute)
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
    if not case.first <= first <= last <= case.last:
        detail = f"A release lies within the stretch of its case, {case.first} to {case.last}."
        raise refused("referee.release", detail)
    number = len(hearing.desk.releases_of(dispute)) + 1
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
        check_hears_appeal(hearing, case, referee)
    else:
        raise refused(
            "referee.state", f"Case {case.number} is {case.state}: take it first, or wait for an appeal."
        )


def check_hears_appeal(hearing: Hearing, case: Case, referee: Referee) -> None:
    ruling = hearing.desk.ruling_of(case)
    if not referee.head or ruling is None or ruling.said.referee == referee.number:
        detail = "An appeal is decided by a head referee who has not ruled in the case."
        raise refused("referee.head", detail, Refusal.FORBIDDEN)
    if case.appeals and hearing.past(case.appeals[0].version, hearing.terms.rule_within):
        raise refused("referee.expiry", "The time to decide the appeal is over: the ruling becomes final.")
