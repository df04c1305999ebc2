"""A window under rules that nobody has: between `rules-changed 999` and back, an operator writes what suits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.draws import Shuffle
from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.rulesets.romans.events import OrdersSealed
from domain.table import events as t
from domain.table.absence.events import Agreed, Resigned, SeatExcluded, SeatLeft, SeatReturned
from domain.table.calls.events import CallAnswered, CallClosed, JudgeCalled
from domain.table.clock.events import ClockRow, ClockSet, TimeHeld, TimeRanOut
from domain.table.event_types import TABLE_TYPES
from domain.table.foreign import Stretch, undecided
from domain.table.redecide import NotByTheRules, Unfoldable, redecided
from domain.table.referee import events as e
from domain.table.referee import opening
from domain.table.state import Logged
from tests.table.absence.kit import Room
from tests.table.referee.kit import TERMS, Court, court, won_by

Actions = Sequence[tuple[str, Sequence[Any]]]
"""Who does something, and the events of it."""
WON = won_by(1)
RESULT = e.ResultSet(1, WON.winners or (), WON.ranking or (), WON.scores or {})
CLAIM = e.DisputeOpened(1, 1, 2, (), "back-up", "h", 1)
RULED_VOID = e.Ruled(1, 1, 1, "void", ("table.legal",), "h", 2)
CREATED = court(True).log[0].event
EMPTY = e.StackReshuffled((), Shuffle(0, 5, ()))
CLOSED, REOPENED = t.GameSuspended("operator", "h"), t.GameResumed("operator")


def added(room: Court, *actions: tuple[str, Sequence[Any]]) -> list[Logged]:
    """The log with these actions behind it, written without asking anybody."""
    log = list(room.log)
    for actor, events in actions:
        number = log[-1].action + 1
        log += (Logged(len(log) + n, event, actor, number, at=room.now) for n, event in enumerate(events, 1))
    return log


def window(room: Court, *actions: tuple[str, Sequence[Any]], rules: int = 999) -> list[Logged]:
    back = room.sitting.ruleset.rules
    return added(room, ("table", [t.RulesChanged(rules)]), *actions, ("table", [t.RulesChanged(back)]))


FORGED: dict[str, Actions] = {
    "voided by nobody": [("table", [e.GameVoided(1)])],
    "a ruling final without a case": [("table", [e.RulingFinal(1, 1)])],
    "voided by a ruling without a case": [("table", [e.RulingFinal(1, 1), e.GameVoided(1)])],
    "appointed by a seat": [("seat:1", [e.RefereeAppointed(7, True)])],
    "ruled by nobody's referee": [("referee:9", [e.Ruled(1, 1, 9, "void", (), "h", 2)])],
    "ruled at once": [("seat:1", [CLAIM]), ("referee:1", [RULED_VOID, e.RulingFinal(1, 1), e.GameVoided(1)])],
    "a seat given away by the table": [("table", [t.SeatReassigned(1)])],
    "a seat claimed by the other seat": [("seat:2", [t.SeatClaimed(1, "h")])],
    "a seat that goes on elsewhere without an account": [("seat:1", [t.SeatReassigned(1)])],
    "suspended by a seat": [("seat:1", [t.GameSuspended()])],
    "a seed opened in the midst": [("seat:1", [t.SeedRevealed(1, "A" * 43)])],
    "the rules changed by a seat": [("seat:1", [t.RulesChanged(998)])],
    "the rules changed to what they are": [("table", [t.RulesChanged(999)])],
    "dismissed by a seat": [("seat:1", [e.RefereeDismissed(1)])],
    "a seat taken after the start": [("seat:1", [t.SeatTaken(1)])],
    "a seat freed after the start": [("organiser", [t.SeatFreed(1)])],
    "an answer to no request": [("seat:2", [t.UndoAnswered(2, 7, True)])],
    "resumed though it goes on": [("organiser", [t.GameResumed()])],
    "abandoned by a seat": [("seat:1", [t.GameAbandoned()])],
    "closed by the organiser": [("organiser", [CLOSED])],
    "closed without a reason": [("table", [t.GameSuspended("operator")])],
    "abandoned by the operator without a reason": [("table", [t.GameAbandoned("operator")])],
    "closed twice": [("table", [CLOSED]), ("table", [CLOSED])],
    "reopened though nobody closed it": [("organiser", [t.GameSuspended()]), ("table", [REOPENED])],
    "resumed by the organiser though the operator closed it": [
        ("table", [CLOSED]),
        ("organiser", [t.GameResumed()]),
    ],
    "abandoned by the operator while a case is open": [
        ("seat:1", [CLAIM]),
        ("table", [t.GameAbandoned("operator", "h")]),
    ],
    "created a second time": [("table", [CREATED])],
    "a dispute opened by somebody else": [("seat:2", [CLAIM])],
    "a dispute withdrawn by the other seat": [("seat:1", [CLAIM]), ("seat:2", [e.DisputeWithdrawn(1)])],
    "a dispute that expires at once": [("seat:1", [CLAIM]), ("table", [e.DisputeExpired(1)])],
    "a statement by who opened the case": [("seat:1", [CLAIM]), ("seat:1", [e.StatementGiven(1, 1, "h")])],
    "a case taken by nobody's referee": [("seat:1", [CLAIM]), ("referee:9", [e.CaseTaken(1, 9)])],
    "evidence released to a seat": [("seat:1", [e.EvidenceReleased(1, 1, 1, (1,), 1, 2, "h")])],
    "an appeal waived before the ruling": [("seat:1", [CLAIM]), ("seat:1", [e.AppealWaived(1, 1)])],
    "an appeal before the ruling": [("seat:1", [CLAIM]), ("seat:1", [e.Appealed(1, 1, "h")])],
    "a reading without a release": [("seat:1", [CLAIM]), ("referee:1", [e.EvidenceRead(1, 1, 1, 1)])],
    "an answer to no appeal": [("seat:1", [CLAIM]), ("seat:1", [e.AppealAnswered(1, 1)])],
    "an acceptance without an appointment": [("referee:9", [e.RefereeAccepted(9)])],
    "a resignation of nobody": [("referee:9", [e.RefereeResigned(9)])],
    "a referee refused who has not taken the case": [
        ("seat:1", [CLAIM]),
        ("seat:1", [e.RefereeRefused(1, 1, 1)]),
    ],
    "a referee kept who has not taken the case": [("seat:1", [CLAIM]), ("seat:1", [e.RefereeKept(1, 1, 1)])],
    "a call of somebody else": [("seat:2", [JudgeCalled(1, 1, "h")])],
    "an answer to no call": [("referee:1", [CallAnswered(1, 1, "h")])],
    "no call closed": [("seat:1", [CallClosed(1)])],
    "an outage held where no clock runs": [("table", [TimeHeld(1, 1_000_000, 1_060_000)])],
    "an agreement of the other seat": [("seat:2", [Agreed(1, "suspend")])],
    "an appeal decided that nobody made": [
        ("seat:1", [CLAIM]),
        ("referee:1", [e.AppealDecided(1, 1, "upheld", "h", 2)]),
    ],
    "a judge is called twice within a minute": [
        ("seat:1", [JudgeCalled(1, 1, "h")]),
        ("seat:1", [JudgeCalled(2, 1, "h")]),
    ],
    "a call is answered by nobody who referees": [
        ("seat:1", [JudgeCalled(1, 1, "h")]),
        ("referee:9", [CallAnswered(1, 9, "h")]),
    ],
    "a call is closed by another seat": [
        ("seat:1", [JudgeCalled(1, 1, "h")]),
        ("seat:2", [CallClosed(1)]),
    ],
}


@pytest.mark.parametrize("actions", FORGED.values(), ids=list(FORGED))
def test_what_needs_no_state_is_judged_in_a_window_too(actions: Actions) -> None:
    room = court(True)
    with pytest.raises(NotByTheRules) as broken:
        list(redecided(room.sitting.ruleset, window(room, *actions)))
    assert broken.value.version > len(room.log) + 1


UNJUDGED: dict[str, Actions] = {
    "a result": [("table", [RESULT])],
    "a result by a ruling": [("table", [e.RulingFinal(1, 1), RESULT])],
    "a way back": [("table", [t.Rewound(6, ruling=1, rng="same")])],
    "empty shuffles": [("table", [EMPTY]), ("table", [EMPTY])],
    "a correction": [("table", [e.ActionCorrected(1)])],
    "an undo": [("seat:1", [t.UndoRequested(1, 1, 6, ())])],
    "a second start": [("table", [t.GameStarted(0)])],
    "a fork": [("table", [t.Forked("0" * 32, 1)])],
    "a position": [("table", [t.PositionSet({})])],
    "an event of the ruleset": [("seat:1", [OrdersSealed(1, ())])],
    "clocks set": [("table", [ClockSet((ClockRow(1, 1, 1_000, 0),))])],
    "a clock that ran out": [("table", [TimeRanOut((1,), 1_000_000)])],
    "a seat left": [("table", [SeatLeft(1, "greedy")])],
    "a seat excluded": [("table", [SeatExcluded(1, "greedy")])],
    "a seat returned to": [("seat:1", [SeatReturned(1)])],
    "a seat that resigned": [("seat:1", [Resigned(1)])],
    "a ruling with a remedy": [
        ("seat:1", [CLAIM]),
        ("referee:1", [e.Ruled(1, 1, 1, "result", ("table.legal",), "h", 2, WON)]),
    ],
    "clauses that only those rules have": [
        ("seat:1", [e.DisputeOpened(1, 1, 2, ("x.y.1",), "back-up", "h", 1)])
    ],
}


@pytest.mark.parametrize("actions", UNJUDGED.values(), ids=list(UNJUDGED))
def test_what_needs_a_state_makes_its_stretch_undecided(actions: Actions) -> None:
    room = court(True)
    log = window(room, *actions)
    assert undecided(room.sitting.ruleset, log) == (Stretch(999, len(room.log) + 1, len(log) - 2),)
    with pytest.raises(NotByTheRules):
        list(redecided(room.sitting.ruleset, added(room, *actions)))


def test_each_type_of_the_table_and_the_desk_was_tried_in_a_window() -> None:
    """What says that the rules change ends a window; an analysis has none."""
    tried = {
        type(event)
        for actions in (*FORGED.values(), *UNJUDGED.values())
        for _, its in actions
        for event in its
    }
    assert {*TABLE_TYPES.values()} - tried == set()


def opened(desk: Court) -> None:
    desk.tell(opening.open_dispute, 1, desk.claim())


def withdrawn(desk: Court) -> None:
    opened(desk)
    desk.tell(opening.withdraw, "seat:1", 1)


def upheld(desk: Court) -> None:
    desk.taken().rule("stands")
    desk.appealed(1).decide()


def waited(desk: Court) -> None:
    desk.taken().rule("dismissed")
    desk.wait(TERMS.appeal_within)
    assert desk.keep() == ["ruling-final"]


def expired(desk: Court) -> None:
    opened(desk)
    desk.wait(TERMS.rule_within + TERMS.answer_within)
    assert desk.keep() == ["dispute-expired"]


def one_later(logged: Logged) -> Logged:
    """Behind one entry more, which whoever judges has seen."""
    event: Any = logged.event
    if isinstance(event, e.Ruled | e.AppealDecided):
        event = replace(event, judged=event.judged + 1)
    return replace(logged, version=logged.version + 1, action=logged.action + 1, event=event)


@pytest.mark.parametrize("course", [opened, withdrawn, upheld, waited, expired])
def test_an_honest_desk_in_a_window_is_judged_and_passes(course: Callable[[Court], None]) -> None:
    room, desk = court(True, True), court(True, True)
    course(desk)
    change = Logged(len(room.log) + 1, t.RulesChanged(999), "table", room.log[-1].action + 1, at=room.now)
    moved = [one_later(it) for it in desk.log[len(room.log) :]]
    log = [*room.log, change, *moved]
    assert undecided(room.sitting.ruleset, log) == ()
    assert [*redecided(room.sitting.ruleset, log)][-1].version == len(log)


GOING_ON = [t.SeatReassigned(1), t.GameSuspended(), t.GameAbandoned()]
"""What an organiser does while a game goes on, and not when it is over."""


@pytest.mark.parametrize("event", GOING_ON, ids=lambda event: type(event).__name__)
def test_in_a_window_nobody_undoes_that_a_game_is_over(event: Any) -> None:
    """Only those rules could have seen it otherwise, so nothing passes that follows from that alone."""
    going_on, over = (Court(ruleset=AGE_OF_WAR).play(actions) for actions in (4, None))
    log = window(going_on, ("organiser", [event]))
    assert [*redecided(AGE_OF_WAR, log)][-1].version == len(log)
    with pytest.raises(Unfoldable, match=f"whether the game was over at entry {len(over.log) + 1}"):
        list(redecided(AGE_OF_WAR, window(over, ("organiser", [event]))))


@pytest.mark.parametrize("event", GOING_ON, ids=lambda event: type(event).__name__)
def test_where_those_rules_have_decided_more_they_may_see_a_game_go_on(event: Any) -> None:
    over = Court(ruleset=AGE_OF_WAR).play(None)
    log = window(over, ("table", [e.ActionCorrected(1)]), ("organiser", [event]))
    assert [*redecided(AGE_OF_WAR, log)][-1].version == len(log)
    assert undecided(AGE_OF_WAR, log)


def test_what_a_window_makes_of_the_game_may_not_be_known() -> None:
    room = court(True, ruleset=AGE_OF_WAR)
    log = window(room, ("table", [t.Rewound(6, request=77)]))
    with pytest.raises(Unfoldable):
        list(redecided(AGE_OF_WAR, log))
    assert undecided(AGE_OF_WAR, log)


def test_only_those_rules_know_whether_a_substitute_came_while_the_bot_was_to_act() -> None:
    """An honest service under the other rules may have seen somebody else to act."""
    room = Room(clock=None)
    [seat] = room.table.to_act
    room.resign(seat)
    given = window(room, ("organiser", [t.SeatReassigned(seat)]))
    assert undecided(AGE_OF_WAR, given) == (Stretch(999, len(room.log) + 1, len(given) - 2),)
    assert [*redecided(AGE_OF_WAR, given)][-1].version == len(given)
    other = seat % 3 + 1
    assert undecided(AGE_OF_WAR, window(room, ("organiser", [t.SeatReassigned(other)]))) == ()
