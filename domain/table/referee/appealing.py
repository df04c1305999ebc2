"""A ruling looked at again: parties appeal or waive, all of them may answer, and a head referee decides."""

from __future__ import annotations

from typing import Literal

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.table.actors import seat_actor
from domain.table.decisions import under_todays_rules
from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee.appointing import by_referee
from domain.table.referee.deadlines import may_appeal, phase
from domain.table.referee.finality import final_if_unheard, make_final
from domain.table.referee.heads import check_hears_appeal
from domain.table.referee.hearing import Hearing, check_party, open_case, refused
from domain.table.referee.judging import cites_judged, judged_version
from domain.table.referee.ruling import Said, record


def _check_may_appeal(hearing: Hearing, dispute: int, seat: int) -> None:
    """`Refused` for a party that may not appeal, or has said before whether it does, and before and after the time for it."""
    case = open_case(hearing, dispute)
    check_party(hearing, seat)
    if case.ruling is None:
        raise refused("referee.appeal", f"Case {dispute} is {case.state}: there is no ruling yet.")
    if seat in case.waived:
        raise refused("referee.waiver", f"Seat {seat} has waived its appeal.")
    if any(it.seat == seat for it in case.appeals):
        raise refused("referee.appeal", f"Seat {seat} has appealed.")
    if seat not in may_appeal(hearing.desk, case, hearing.parties):
        raise refused("referee.appeal", NOT_CONCERNED.format(seat=seat))
    ruling = hearing.desk.rulings[case.ruling - 1]
    if hearing.past(ruling.version, hearing.terms.appeal_within):
        raise refused("referee.appeal", "The time to appeal is over.")


NOT_CONCERNED = "Seat {seat} did not open the case, and the ruling has neither a remedy nor a penalty for it: it may not appeal."


def waive(hearing: Hearing, seat: int, dispute: int, attestation: Attestation = NO_ATTESTATION) -> Fold:
    """A party will not appeal. When all that may appeal say so, the ruling is final."""
    _check_may_appeal(hearing, dispute, seat)
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(e.AppealWaived(dispute, seat), ("referee.waiver",))
    final_if_unheard(fold, hearing)
    return fold


def appeal(
    hearing: Hearing, seat: int, dispute: int, grounds_hash: str, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """A party takes the ruling to a head referee, and says why."""
    _check_may_appeal(hearing, dispute, seat)
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(e.Appealed(dispute, seat, grounds_hash), ("referee.appeal",))
    return fold


def answer(
    hearing: Hearing,
    seat: int,
    dispute: int,
    answer_hash: str | None = None,
    attestation: Attestation = NO_ATTESTATION,
) -> Fold:
    """A party answers the grounds, once; without `answer_hash` it has nothing to say."""
    case = open_case(hearing, dispute)
    check_party(hearing, seat)
    if any(it.seat == seat for it in case.answers):
        raise refused("referee.answer", f"Seat {seat} has answered.")
    what = phase(hearing.table, case, hearing.at, hearing.now)
    if case.state != "appealed" or what != "answer":
        early = case.state != "appealed" or what == "appeal"
        when = "Answers are given once all appeals are in." if early else "The time for answers is over."
        raise refused("referee.answer", when)
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(e.AppealAnswered(dispute, seat, answer_hash), ("referee.answer",))
    return fold


Decision = Literal["upheld", "changed"]


def decide(
    hearing: Hearing,
    referee: int,
    dispute: int,
    findings_hash: str,
    instead: Said | None = None,
    judged: int | None = None,
) -> Fold:
    """The head referee who has taken the appeal upholds the ruling, or puts another `instead`; either is final.

    `judged` as in `rule`.
    """
    case = open_case(hearing, dispute)
    if case.state != "appealed":
        raise refused("referee.appeal", f"Case {dispute} is {case.state}: there is no appeal to decide.")
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    head = by_referee(hearing, referee, fold)
    check_hears_appeal(hearing, case, referee)
    version = judged_version(hearing, case, judged)
    decision: Decision = "upheld" if instead is None else "changed"
    cites = ("referee.decision", *cites_judged(hearing, version))
    fold.record(e.AppealDecided(dispute, referee, decision, findings_hash, version), cites)
    if instead is not None:
        record(fold, hearing, head, dispute, instead, version)
    make_final(fold, hearing)
    return fold
