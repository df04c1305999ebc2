"""Assessments of rewinds as documents."""

from __future__ import annotations

from msgspec import UNSET

from domain.table.referee.assessment import Assessment, WayBack
from domain.table.referee.hearing import Hearing
from domain.table.referee.preview import Preview
from domain.table.referee.state import Case
from projections.documents.assessments import (
    ActionBack,
    AssessmentDocument,
    ClockAfter,
    DrawBack,
    PlaceLearnt,
    PreviewDocument,
    ReachableVersion,
    WayBackDocument,
)


def assessment_of(hearing: Hearing, case: Case, to: int | None = None) -> AssessmentDocument:
    """The assessment of the game as it is now, or at the last ruling of a closed case.

    `Refused` for a `to` out of reach.
    """
    if not case.is_open:
        return assessment_at_ruling(hearing, case, to)
    return _assessment(hearing, case, hearing.table.version, to)


def assessment_at_ruling(hearing: Hearing, case: Case, to: int | None = None) -> AssessmentDocument:
    """The assessment at the last ruling of the case; without one at its end, or as the game is now.

    `Refused` for a `to` out of reach.
    """
    ruling = hearing.desk.ruling_of(case)
    version = (ruling and ruling.version) or case.closed or hearing.table.version
    return _assessment(hearing, case, version, to)


def _assessment(hearing: Hearing, case: Case, version: int, to: int | None) -> AssessmentDocument:
    assessed, opened = Assessment(hearing.ruleset, hearing.log[:version]), hearing.at(case.version)
    return AssessmentDocument(
        game=hearing.table.setup.game,
        dispute=case.number,
        version=version,
        reachable=tuple(ReachableVersion(version=it.version, kind=it.kind) for it in assessed.reachable),
        back=None if to is None else _back(assessed.to(to, opened)),
    )


def preview_document(hearing: Hearing, case: Case, seen: Preview) -> PreviewDocument:
    """What a ruling in this case would do."""
    back = None if seen.way is None else _back(seen.way)
    return PreviewDocument(
        game=hearing.table.setup.game,
        dispute=case.number,
        version=hearing.table.version,
        back=back,
        later=() if back is None else tuple(it for it in back.actions if it.first > case.last),
        rng=seen.rng,
        shuffled=seen.shuffled,
        needs_head=seen.head,
        acts=seen.acts,
        clocks=tuple(ClockAfter(seat=it.seat, left=it.left, grace=it.grace) for it in seen.clocks) or UNSET,
    )


def _back(way: WayBack) -> WayBackDocument:
    return WayBackDocument(
        version=way.version,
        kind=way.kind,
        actions=tuple(
            ActionBack(action=it.number, actor=it.actor, first=it.first, last=it.last) for it in way.actions
        ),
        draws=tuple(DrawBack(version=it.version, epoch=it.epoch, slot=it.slot) for it in way.draws),
        learnt=tuple(PlaceLearnt(version=it.version, place=it.place, to=it.to) for it in way.learnt),
        seconds=way.seconds,
    )
