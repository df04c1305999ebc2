"""What the desk is after each of its events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.ruleset import Event
from domain.table.parts.part import Moment, Part
from domain.table.referee import events as e
from domain.table.referee.state import Appeal, Case, Desk, Referee, Release, Ruling, Statement


def _case(desk: Desk, number: int, **changes: Any) -> Desk:
    cases = tuple(replace(case, **changes) if case.number == number else case for case in desk.cases)
    return replace(desk, cases=cases)


def _end_releases(desk: Desk, version: int, referee: int | None = None) -> Desk:
    """Those of one referee that have not ended; without `referee`, of all."""

    def ended(release: Release) -> Release:
        ends = release.ended is None and referee in (None, release.referee)
        return replace(release, ended=version) if ends else release

    return replace(desk, releases=tuple(map(ended, desk.releases)))


def _appointed(desk: Desk, event: e.RefereeAppointed, moment: Moment) -> Desk:
    referee = Referee(event.referee, event.head, moment.version, moment.begun)
    return replace(desk, referees=(*desk.referees, referee))


def _dismissed(desk: Desk, event: e.RefereeDismissed, moment: Moment) -> Desk:
    gone = [
        replace(referee, dismissed=moment.version) if referee.number == event.referee else referee
        for referee in desk.referees
    ]
    desk = _end_releases(replace(desk, referees=tuple(gone)), moment.version, event.referee)
    case = desk.case
    if case is not None and case.state == "taken" and case.referee == event.referee:
        return _case(desk, case.number, state="open", referee=None)
    return desk


def _opened(desk: Desk, event: e.DisputeOpened, moment: Moment) -> Desk:
    stretch = (event.from_, event.to, event.clauses, event.wants)
    case = Case(event.dispute, moment.version, event.seat, moment.actor, *stretch)
    return replace(desk, cases=(*desk.cases, case))


def _closed(state: str) -> Callable[[Desk, Any, Moment], Desk]:
    def close(desk: Desk, event: Any, moment: Moment) -> Desk:
        desk = _end_releases(desk, moment.version)
        return _case(desk, event.dispute, state=state, closed=moment.version)

    return close


def _stated(desk: Desk, event: e.StatementGiven, moment: Moment) -> Desk:
    said = desk.cases[event.dispute - 1].statements
    return _case(desk, event.dispute, statements=(*said, Statement(event.seat, moment.version)))


def _taken(desk: Desk, event: e.CaseTaken, moment: Moment) -> Desk:
    return _case(desk, event.dispute, state="taken", referee=event.referee)


def _released(desk: Desk, event: e.EvidenceReleased, moment: Moment) -> Desk:
    case = desk.cases[-1]
    release = Release(case.number, event.referee, event.seats, event.from_, event.to, moment.version)
    return replace(desk, releases=(*desk.releases, release))


def _ruled(desk: Desk, event: e.Ruled, moment: Moment) -> Desk:
    desk = replace(desk, rulings=(*desk.rulings, Ruling(moment.version, event)))
    return _case(_end_releases(desk, moment.version), event.dispute, state="ruled", ruling=event.ruling)


def _waived(desk: Desk, event: e.AppealWaived, moment: Moment) -> Desk:
    waived = desk.cases[event.dispute - 1].waived
    return _case(desk, event.dispute, waived=(*waived, event.seat))


def _appealed(desk: Desk, event: e.Appealed, moment: Moment) -> Desk:
    return _case(desk, event.dispute, state="appealed", appeal=Appeal(event.seat, moment.version))


def _decided(desk: Desk, event: e.AppealDecided, moment: Moment) -> Desk:
    appeal = desk.cases[event.dispute - 1].appeal
    decided = None if appeal is None else replace(appeal, decision=event.decision)
    return _case(_end_releases(desk, moment.version), event.dispute, appeal=decided)


def _final(desk: Desk, event: e.RulingFinal, moment: Moment) -> Desk:
    rulings = [
        replace(ruling, final=moment.version) if ruling.said.ruling == event.ruling else ruling
        for ruling in desk.rulings
    ]
    return _closed("final")(replace(desk, rulings=tuple(rulings)), event, moment)


_LASTING: dict[type[Event], Callable[[Desk, Any, Moment], Desk]] = {
    e.RefereeAppointed: _appointed,
    e.RefereeDismissed: _dismissed,
    e.DisputeOpened: _opened,
    e.DisputeWithdrawn: _closed("withdrawn"),
    e.DisputeExpired: _closed("expired"),
    e.StatementGiven: _stated,
    e.CaseTaken: _taken,
    e.EvidenceReleased: _released,
    e.Ruled: _ruled,
    e.AppealWaived: _waived,
    e.Appealed: _appealed,
    e.AppealDecided: _decided,
    e.RulingFinal: _final,
    e.ResultSet: lambda desk, event, moment: replace(desk, result=event, voided=False),
    e.GameVoided: lambda desk, event, moment: replace(desk, result=None, voided=True),
}
# The events after a correction say what it does.
DESK = Part({**_LASTING, e.ActionCorrected: lambda desk, event, moment: desk}, frozenset(_LASTING))
DESK_EVENTS: tuple[type[Event], ...] = (*DESK.folds, e.StackReshuffled)
