"""A ruling looked at again: appealed once, decided by a head referee, or not wanted by any party."""

from __future__ import annotations

from typing import Literal

from domain.ledger.entry import NO_ATTESTATION, Attestation
from domain.table.actors import seat_actor
from domain.table.decisions import under_todays_rules
from domain.table.fold import Fold
from domain.table.referee import events as e
from domain.table.referee.appointing import by_referee
from domain.table.referee.finality import final_if_unheard, make_final
from domain.table.referee.handling import check_hears_appeal
from domain.table.referee.hearing import Hearing, check_party, open_case, refused
from domain.table.referee.ruling import Said, record
from domain.table.referee.state import Case


def _ruled_case(hearing: Hearing, dispute: int, seat: int) -> Case:
    """One whose ruling this party can still take to a head referee."""
    case = open_case(hearing, dispute)
    check_party(hearing, seat)
    if case.state != "ruled":
        detail = (
            "there is no ruling yet" if case.ruling is None else "one appeal a case, and it has been made"
        )
        raise refused("referee.appeal", f"Case {dispute} is {case.state}: {detail}.")
    if hearing.past(hearing.desk.rulings[-1].version, hearing.terms.appeal_within):
        raise refused("referee.appeal", "The time to appeal is over: the ruling becomes final.")
    if seat in case.waived:
        raise refused("referee.waiver", f"Seat {seat} has waived its appeal.")
    return case


def waive(hearing: Hearing, seat: int, dispute: int, attestation: Attestation = NO_ATTESTATION) -> Fold:
    """A party will not appeal; when every party says so, the ruling is final."""
    _ruled_case(hearing, dispute, seat)
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(e.AppealWaived(dispute, seat), ("referee.waiver",))
    final_if_unheard(fold, hearing)
    return fold


def appeal(
    hearing: Hearing, seat: int, dispute: int, grounds_hash: str, attestation: Attestation = NO_ATTESTATION
) -> Fold:
    """Whichever party is first takes the ruling to a head referee."""
    _ruled_case(hearing, dispute, seat)
    fold = Fold(hearing.ruleset, hearing.table)
    fold.begin_action(seat_actor(seat), *attestation)
    fold.record(e.Appealed(dispute, seat, grounds_hash), ("referee.appeal",))
    return fold


Decision = Literal["upheld", "changed"]


def decide(
    hearing: Hearing, referee: int, dispute: int, findings_hash: str, instead: Said | None = None
) -> Fold:
    """A head referee upholds the ruling, or puts another `instead`; either is final."""
    case = open_case(hearing, dispute)
    if case.state != "appealed":
        raise refused("referee.appeal", f"Case {dispute} is {case.state}: there is no appeal to decide.")
    fold = under_todays_rules(hearing.ruleset, hearing.table)
    head = by_referee(hearing, referee, fold)
    check_hears_appeal(hearing, case, head)
    decision: Decision = "upheld" if instead is None else "changed"
    judged = hearing.table.version
    fold.record(e.AppealDecided(dispute, referee, decision, findings_hash, judged), ("referee.decision",))
    if instead is not None:
        record(fold, hearing, head, dispute, instead)
    make_final(fold, hearing)
    return fold
