"""Before a case is ruled: a referee takes it, parties may refuse them, and views of seats are released."""

from __future__ import annotations

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.table.actors import seat_actor
from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee.appointing import by_referee
from domain.table.referee.heads import check_hears_appeal, check_takes_appeal
from domain.table.referee.hearing import Hearing, check_party, open_case, refused, unruled_case
from domain.table.referee.objecting import may_refuse, may_take, objections_until
from domain.table.referee.state import Case, Referee
from domain.table.referee.stretch import inside
from domain.table.refusals import Refusal

RELEASES = 10
MAY_BE_REFUSED = "Referee {referee} is marked in this case: wait until the time to refuse them is over, or all have spoken."


def take(hearing: Hearing, referee: int, dispute: int) -> Fold:
    """A referee of the case takes it, to rule or to decide its appeals."""
    case = open_case(hearing, dispute)
    if case.state != "appealed":
        unruled_case(hearing, dispute)
    if case.referee is not None:
        raise refused("referee.taking", f"Referee {case.referee} has taken case {dispute}.")
    fold = Fold(hearing.ruleset, hearing.table)
    by_referee(hearing, referee, fold)
    check = check_takes_appeal if case.state == "appealed" else check_may_take
    check(hearing, case, referee)
    marked = ("referee.marked",) if referee in case.marked else ()
    fold.record(e.CaseTaken(dispute, referee), ("referee.taking", *marked))
    return fold


def check_may_take(hearing: Hearing, case: Case, referee: int) -> None:
    """`Refused` with the clause that keeps this referee from taking the case."""
    if referee in may_take(hearing.desk, case):
        return
    if referee not in case.referees:
        detail = (
            f"Referee {referee} accepted after case {case.number} was opened: that counts for later cases."
        )
        raise refused("referee.acceptance", detail, Refusal.FORBIDDEN)
    if referee in case.refused:
        detail = f"Referee {referee} was refused in case {case.number}; another can act."
        raise refused("referee.refusal", detail, Refusal.FORBIDDEN)
    detail = f"Referee {referee} opened case {case.number}; another can act, and takes it."
    raise refused("referee.own-motion", detail, Refusal.FORBIDDEN)


def answer_objection(
    hearing: Hearing, seat: int, dispute: int, refuse: bool, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """A party refuses the marked referee who has taken the case, or says that it will not."""
    case = unruled_case(hearing, dispute)
    check_party(hearing, seat)
    if not objections_pending(hearing, case) or seat not in may_refuse(hearing.table, case):
        raise refused("referee.refusal", NOBODY_TO_REFUSE.format(seat=seat, case=dispute))
    assert case.referee is not None
    said = e.RefereeRefused if refuse else e.RefereeKept
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(said(dispute, case.referee, seat), ("referee.refusal",))
    return fold


NOBODY_TO_REFUSE = (
    "Seat {seat} can refuse nobody in case {case} now: only a marked referee who has taken it, once a case, within the time "
    "for it, and if another can replace them."
)


def objections_pending(hearing: Hearing, case: Case) -> bool:
    """Whether somebody may refuse its referee still, who till then gets no release and does not rule."""
    until = objections_until(hearing.table, case, hearing.at)
    return until is not None and hearing.now < until


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
    if len(hearing.desk.releases_of(dispute)) >= RELEASES:
        raise refused("referee.limit", f"A case has at most {RELEASES} releases.")
    every = range(1, hearing.table.setup.seats + 1)
    if not seats or list(seats) != sorted({*seats} & {*every}):
        raise refused("referee.release", f"Name seats of this game, 1 to {len(every)}, in ascending order.")
    within = inside(hearing.ruleset, hearing.log, case)
    if not within[0] <= first <= last <= within[-1]:
        detail = f"A release lies within {within[0]} to {within[-1]}: the stretch, and before its first disputed action."
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
        if objections_pending(hearing, case):
            raise refused("referee.refusal", MAY_BE_REFUSED.format(referee=referee.number))
    elif case.state == "appealed":
        check_hears_appeal(hearing, case, referee.number)
    else:
        raise refused(
            "referee.state", f"Case {case.number} is {case.state}: take it first, or wait for an appeal."
        )
