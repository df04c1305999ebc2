"""A referee begins to see from the viewpoint of a seat: they can read what was released to them only once the log says so."""

from __future__ import annotations

from domain.table.fold import Fold
from domain.table.referee.appointing import by_referee
from domain.table.referee.events import EvidenceRead
from domain.table.referee.hearing import Hearing, existing_case, refused
from domain.table.referee.state import Case, Release
from domain.table.refusals import Refusal, Refused


def read(hearing: Hearing, referee: int, dispute: int, release: int, seat: int) -> Fold:
    """For the whole stretch of a release of theirs, while it is in force; once a release and seat."""
    fold = Fold(hearing.ruleset, hearing.table)
    by_referee(hearing, referee, fold)
    found = _release(hearing, existing_case(hearing.desk.cases, dispute), release)
    if found.referee != referee or found.ended is not None:
        detail = f"Release {release} of case {dispute} is not yours, or has ended."
        raise refused("referee.reading", detail, Refusal.FORBIDDEN)
    if seat not in found.seats:
        raise refused(
            "referee.reading", f"Release {release} is one of the seats {found.seats}, not of {seat}."
        )
    if found.has_read(seat):
        raise refused(
            "referee.reading", f"You have begun to read seat {seat} under release {release} before."
        )
    fold.record(EvidenceRead(dispute, release, referee, seat), ("referee.reading",))
    return fold


def _release(hearing: Hearing, case: Case, number: int) -> Release:
    releases = hearing.desk.releases_of(case.number)
    if not 1 <= number <= len(releases):
        detail = f"Case {case.number} has {len(releases)} releases; there is no release {number}."
        raise Refused(Refusal.NOT_FOUND, detail)
    return releases[number - 1]
