"""What the desk is after each of its events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.ruleset import Event
from domain.table.absence.events import SeatExcluded
from domain.table.events import GameStarted
from domain.table.parts.part import Moment, Part
from domain.table.referee import events as e
from domain.table.referee.state import (
    UNRULED,
    Case,
    Decision,
    Desk,
    Objection,
    Reading,
    Referee,
    Release,
    Ruling,
    Statement,
)

T = TypeVar("T")


def _with(those: Iterable[T], which: Callable[[T], bool], **changes: Any) -> tuple[T, ...]:
    return tuple(replace(it, **changes) if which(it) else it for it in those)  # type: ignore[type-var]


def _case(desk: Desk, number: int, **changes: Any) -> Desk:
    return replace(desk, cases=_with(desk.cases, lambda case: case.number == number, **changes))


def _referee(desk: Desk, number: int, **changes: Any) -> Desk:
    return replace(desk, referees=_with(desk.referees, lambda it: it.number == number, **changes))


def _end_releases(desk: Desk, version: int, referee: int | None = None) -> Desk:
    """Those of one referee that have not ended; without `referee`, of all."""
    releases = _with(
        desk.releases, lambda it: it.ended is None and referee in (None, it.referee), ended=version
    )
    return replace(desk, releases=releases)


# -- referees


def _started(desk: Desk, event: GameStarted, moment: Moment) -> Desk:
    return replace(desk, opening=moment.action)


def _belongs_to_start(desk: Desk, moment: Moment) -> bool:
    """Whether an action comes directly after the start of a game whose tournament or meeting has referees."""
    setup = moment.parts.setup
    of_place = setup.tournament is not None or setup.meeting is not None
    return of_place and desk.opening is not None and moment.action <= desk.opening + 1


def _goes_on_with_start(desk: Desk, moment: Moment) -> Desk:
    return replace(desk, opening=moment.action) if _belongs_to_start(desk, moment) else desk


def _appointed(desk: Desk, event: e.RefereeAppointed, moment: Moment) -> Desk:
    referee = Referee(event.referee, event.head, moment.version, moment.begun)
    return _goes_on_with_start(replace(desk, referees=(*desk.referees, referee)), moment)


def _accepted(desk: Desk, event: e.RefereeAccepted, moment: Moment) -> Desk:
    from_start = not moment.begun or _belongs_to_start(desk, moment)
    desk = _referee(desk, event.referee, accepted=moment.version, from_start=from_start)
    return _goes_on_with_start(desk, moment)


def _left(desk: Desk, number: int, moment: Moment, resigned: bool) -> Desk:
    desk = _referee(desk, number, left=moment.version, resigned=resigned)
    desk = _end_releases(desk, moment.version, number)
    case = desk.case
    return desk if case is None or case.referee != number else _freed(desk, case, moment)


def _freed(desk: Desk, case: Case, moment: Moment) -> Desk:
    """Somebody else may take the case. One that is ruled waits as it is."""
    state = "open" if case.state in UNRULED else case.state
    return _case(desk, case.number, state=state, referee=None, taken=None, freed=moment.version)


def _refused(desk: Desk, event: e.RefereeRefused, moment: Moment) -> Desk:
    case = desk.cases[event.dispute - 1]
    said = Objection(event.referee, event.seat, moment.version, True)
    desk = _case(desk, event.dispute, objections=(*case.objections, said))
    return _freed(desk, desk.cases[event.dispute - 1], moment) if case.referee == event.referee else desk


def _not_refused(desk: Desk, event: e.RefereeKept, moment: Moment) -> Desk:
    said = Objection(event.referee, event.seat, moment.version, False)
    return _case(desk, event.dispute, objections=(*desk.cases[event.dispute - 1].objections, said))


# -- cases


def _opened(desk: Desk, event: e.DisputeOpened, moment: Moment) -> Desk:
    here = tuple(it.number for it in desk.here)
    only = len(here) == 1
    marked = tuple(it.number for it in desk.here if only or not it.from_start)
    stretch = (event.from_, event.to, event.clauses, event.wants)
    case = Case(event.dispute, moment.version, event.seat, moment.actor, *stretch, here, marked)
    return replace(desk, cases=(*desk.cases, case))


def _closed(state: str) -> Callable[[Desk, Any, Moment], Desk]:
    def close(desk: Desk, event: Any, moment: Moment) -> Desk:
        desk = _end_releases(desk, moment.version)
        return _case(desk, event.dispute, state=state, closed=moment.version)

    return close


def _said(member: str) -> Callable[[Desk, Any, Moment], Desk]:
    """What a seat says in a case, once each."""

    def say(desk: Desk, event: Any, moment: Moment) -> Desk:
        so_far = getattr(desk.cases[event.dispute - 1], member)
        return _case(desk, event.dispute, **{member: (*so_far, Statement(event.seat, moment.version))})

    return say


def _taken(desk: Desk, event: e.CaseTaken, moment: Moment) -> Desk:
    """A case in appeal stays so when a head referee takes it."""
    state = desk.cases[event.dispute - 1].state
    state = "taken" if state in UNRULED else state
    return _case(desk, event.dispute, state=state, referee=event.referee, taken=moment.version)


def _released(desk: Desk, event: e.EvidenceReleased, moment: Moment) -> Desk:
    about = (event.seats, event.from_, event.to, moment.version)
    release = Release(event.dispute, event.release, event.referee, *about)
    return replace(desk, releases=(*desk.releases, release))


def _read(desk: Desk, event: e.EvidenceRead, moment: Moment) -> Desk:
    reading = Reading(event.seat, moment.version)
    read = next(it for it in desk.releases if (it.dispute, it.number) == (event.dispute, event.release))
    return replace(
        desk, releases=_with(desk.releases, lambda it: it is read, readings=(*read.readings, reading))
    )


def _ruled(desk: Desk, event: e.Ruled, moment: Moment) -> Desk:
    """Nobody has the case any more until a head referee takes an appeal; a ruling in place of another ends it."""
    desk = replace(desk, rulings=(*desk.rulings, Ruling(moment.version, event)))
    desk = _end_releases(desk, moment.version)
    return _case(desk, event.dispute, state="ruled", ruling=event.ruling, referee=None, taken=None)


def _appealed(desk: Desk, event: e.Appealed, moment: Moment) -> Desk:
    return _case(_said("appeals")(desk, event, moment), event.dispute, state="appealed")


def _decided(desk: Desk, event: e.AppealDecided, moment: Moment) -> Desk:
    decision = Decision(moment.version, event.referee, event.decision)
    return _case(_end_releases(desk, moment.version), event.dispute, decision=decision)


def _final(desk: Desk, event: e.RulingFinal, moment: Moment) -> Desk:
    rulings = _with(desk.rulings, lambda it: it.said.ruling == event.ruling, final=moment.version)
    return _closed("final")(replace(desk, rulings=rulings), event, moment)


_LASTING: dict[type[Event], Callable[[Desk, Any, Moment], Desk]] = {
    e.RefereeAppointed: _appointed,
    e.RefereeAccepted: _accepted,
    e.RefereeDismissed: lambda desk, event, moment: _left(desk, event.referee, moment, False),
    e.RefereeResigned: lambda desk, event, moment: _left(desk, event.referee, moment, True),
    e.RefereeRefused: _refused,
    e.RefereeKept: _not_refused,
    e.DisputeOpened: _opened,
    e.DisputeWithdrawn: _closed("withdrawn"),
    e.DisputeExpired: _closed("expired"),
    e.StatementGiven: _said("statements"),
    e.CaseTaken: _taken,
    e.EvidenceReleased: _released,
    e.EvidenceRead: _read,
    e.Ruled: _ruled,
    e.AppealWaived: _said("waivers"),
    e.Appealed: _appealed,
    e.AppealAnswered: _said("answers"),
    e.AppealDecided: _decided,
    e.RulingFinal: _final,
    e.ResultSet: lambda desk, event, moment: replace(desk, result=event, voided=False),
    e.GameVoided: lambda desk, event, moment: replace(desk, result=None, voided=True),
}
DESK = Part(
    {
        **_LASTING,
        # The events after a correction say what it does.
        e.ActionCorrected: lambda desk, event, moment: desk,
        GameStarted: _started,
        SeatExcluded: lambda desk, event, moment: _goes_on_with_start(desk, moment),
    },
    frozenset(_LASTING),
)
DESK_EVENTS: tuple[type[Event], ...] = (*_LASTING, e.ActionCorrected, e.StackReshuffled)
