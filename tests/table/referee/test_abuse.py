"""What somebody might try at the desk: to stall, to throw again, to look, to rewrite. Each is tried, and fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.draws import Roll
from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.table import decisions
from domain.table.line import draws_of
from domain.table.redecide import NotByTheRules, redecided
from domain.table.referee import appealing, appointing, events, handling, opening, remedies
from domain.table.referee.events import Remedy
from domain.table.referee.hearing import Proposed
from domain.table.refusals import Refused
from domain.table.state import Logged
from tests.table.referee.kit import TERMS, Court, court, refusing, won_by

HOUR = 3600


def test_a_party_stalls_by_disputes_and_runs_out_of_them() -> None:
    """Four times the time to rule, of which the first is free, and no longer, even where no referee ever does anything."""
    room, halted = court(False), 0
    for _ in range(4):
        room.open()
        while room.table.status == "suspended":
            room.wait(60)
            halted += 60
            room.keep()
    assert halted == 4 * HOUR
    with refusing("referee.limit"):
        room.open()
    assert room.table.in_play


def test_a_party_stalls_by_an_appeal_and_the_ruling_stands_when_nobody_decides_it() -> None:
    room = court(True, True).taken()
    room.rule("result", won_by(1))
    room.wait(599)
    room.tell(appealing.appeal, 2, 1, "grounds")
    room.wait(1 + 600 + HOUR)
    assert room.keep() == ["ruling-final", "result-set"]
    with refusing("referee.state"):
        room.tell(appealing.appeal, 1, 1, "grounds")


def test_the_organiser_neither_dismisses_nor_brings_in_referees_while_a_case_is_open() -> None:
    """Who judges a case is settled when it is opened."""
    room = court(False, True).open()
    for referee in (1, 2):
        with refusing("referee.dismissed"):
            room.tell(appointing.dismiss, referee)
    room.appoint(True)
    with refusing("referee.acceptance"):
        room.tell(handling.take, 3, 1)
    assert room.case.referees == (1, 2)


def test_referees_stall_by_resigning_and_each_can_do_so_once() -> None:
    room = court(False, False).open()
    for referee in (1, 2):
        room.wait(HOUR - 1)
        room.tell(handling.take, referee, 1)
        room.wait(HOUR - 1)
        room.tell(appointing.resign, referee)
        assert (room.case.state, room.case.referee) == ("open", None)
    room.wait(HOUR - 1)
    assert room.keep() == []
    room.wait(1)
    assert room.keep() == ["dispute-expired"]
    assert room.table.in_play
    room.redecide()


def test_a_party_stalls_by_silence_and_is_ruled_without_its_statement() -> None:
    room = court(False).open()
    room.tell(handling.take, 1, 1)
    room.wait(600)
    assert room.rule() == ["ruled", "ruling-final"]


def test_statements_do_not_put_the_time_to_rule_off() -> None:
    """It counts from the last taking."""
    room = court(False, False).open()
    room.wait(300)
    room.tell(handling.take, 1, 1)
    room.wait(100)
    room.tell(opening.state, 2, 1, "h")
    room.wait(HOUR - 100)
    with refusing("referee.expiry"):
        room.rule()
    assert room.keep() == ["dispute-expired"]


def test_nobody_opens_takes_and_rules_their_own_motion_where_another_can_act() -> None:
    room = court(False, False)
    room.tell(opening.open_by_referee, 1, room.claim())
    with refusing("referee.own-motion"):
        room.tell(handling.take, 1, 1)
    room.tell(appointing.resign, 2)
    room.tell(handling.take, 1, 1)
    assert room.case.referee == 1
    room.redecide()


def test_a_referee_opens_five_cases_of_their_own_motion_which_are_none_of_the_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = court(False, False)
    for number in range(1, 6):
        room.tell(opening.open_by_referee, 1, room.claim())
        room.tell(opening.withdraw, "referee:1", number)
    with refusing("referee.own-motion"):
        room.tell(opening.open_by_referee, 1, room.claim())
    room.tell(opening.open_by_referee, 2, room.claim())
    room.tell(opening.withdraw, "referee:2", 6)
    monkeypatch.setattr(opening, "CASES", 1)
    room.open()
    room.tell(opening.withdraw, "seat:1", 7)
    with refusing("referee.limit"):
        room.open()


def test_a_case_is_not_withdrawn_once_somebody_has_looked() -> None:
    """Neither an accomplice among the parties nor the referee can look and let it be."""
    room = court(False, False).taken()
    room.tell(handling.release, 1, 1, (2,), room.case.first, room.case.last, "why")
    with refusing("referee.withdrawal"):
        room.tell(opening.withdraw, "seat:1", 1)
    room.tell(appointing.resign, 1)
    with refusing("referee.withdrawal"):
        room.tell(opening.withdraw, "seat:1", 1)


def thrown(log: list[Logged]) -> list[Roll]:
    return [draw for it in log for draw in draws_of(it.event)]


def test_a_ruling_that_throws_again_takes_slots_that_were_never_used() -> None:
    """Playing the same chapter again does not give the same dice, and no slot is used twice."""
    room = court(True, ruleset=AGE_OF_WAR, actions=6)
    for _ in range(3):
        back = next(s for s in range(room.table.version, 0, -1) if reachable(room, s))
        room.taken()
        room.rule("backed-up", Remedy(to_version=back), why_hash="why")
        room.play(2)
    slots = [(draw.epoch, draw.slot) for draw in thrown(room.log)]
    assert len(slots) == len({*slots})
    room.redecide()


def reachable(room: Court, version: int) -> bool:
    """Whether a ruling could go back there, past something that was thrown."""
    try:
        remedies.check(
            room.hearing,
            Proposed("backed-up", Remedy(to_version=version), 1, True, True, True, frozenset({1})),
        )
    except Refused:
        return False
    return bool(thrown(room.log[version:]))


def test_a_ruling_past_a_throw_needs_a_head_referee_who_says_why() -> None:
    for head, why, clause in ((False, "why", "referee.weight"), (True, None, "referee.head")):
        room = court(head, ruleset=AGE_OF_WAR, actions=6)
        back = next(s for s in range(room.table.version, 0, -1) if reachable(room, s))
        room.taken()
        with refusing(clause):
            room.rule("backed-up", Remedy(to_version=back), why_hash=why)


def test_a_requested_undo_is_not_granted_behind_a_dispute() -> None:
    room = court(False, undo="consent")
    requester = next(s for s in (1, 2) if any(step.seat == s for step in room.table.undo.steps))
    room.take(
        decisions.request_undo(room.sitting.ruleset, room.table, requester, room.table.undo.steps[0].version)
    )
    assert room.table.undo.request is not None
    number = room.table.undo.request.number
    room.open()
    assert room.table.undo.request is None
    with pytest.raises(Refused, match="not pending"):
        decisions.answer_undo(room.sitting.ruleset, room.table, 3 - requester, number, True)
    with pytest.raises(Refused, match="taken back"):
        decisions.request_undo(room.sitting.ruleset, room.table, requester, None)


def test_a_request_to_take_back_falls_with_the_ruling_on_what_it_would_take_back() -> None:
    room = court(False, undo="consent", terms=replace(TERMS, pause=False))
    step = room.table.undo.steps[-1]
    room.taken(seat=3 - step.seat)
    room.take(decisions.request_undo(room.sitting.ruleset, room.table, 3 - step.seat, step.version))
    assert room.table.undo.request is not None
    number = room.table.undo.requests
    room.rule("stands")
    assert room.table.undo.request is None
    with pytest.raises(Refused):
        decisions.answer_undo(room.sitting.ruleset, room.table, step.seat, number, True)
    room.redecide()


def test_a_request_that_takes_back_nothing_that_was_judged_stays_open() -> None:
    room = court(False, undo="consent", terms=replace(TERMS, pause=False))
    step = room.table.undo.steps[-1]
    room.open(3 - step.seat, first=step.version, last=step.version)
    room.tell(opening.state, step.seat, 1, "h")
    room.tell(handling.take, 1, 1)
    room.take(decisions.request_undo(room.sitting.ruleset, room.table, 3 - step.seat, step.version))
    assert room.table.undo.request is not None
    assert len(room.table.undo.steps) > 1
    room.rule("dismissed")
    assert [*room.table.undo.steps] == [step], "what was judged is gone, and no more"
    number = room.table.undo.requests
    room.take(decisions.answer_undo(room.sitting.ruleset, room.table, step.seat, number, True))
    room.redecide()


def test_an_undo_is_not_answered_while_the_organiser_halts_the_game() -> None:
    room = court(False, undo="consent")
    requester = next(s for s in (1, 2) if any(step.seat == s for step in room.table.undo.steps))
    room.take(
        decisions.request_undo(room.sitting.ruleset, room.table, requester, room.table.undo.steps[0].version)
    )
    request = room.table.undo.request
    assert request is not None
    room.organise(decisions.suspend)
    with pytest.raises(Refused) as refused:
        decisions.answer_undo(room.sitting.ruleset, room.table, 3 - requester, request.number, True)
    assert refused.value.more["rule"] == "table.status"
    room.organise(decisions.resume)
    room.take(decisions.answer_undo(room.sitting.ruleset, room.table, 3 - requester, request.number, True))
    room.redecide()


def test_what_a_ruling_has_done_no_seat_takes_back() -> None:
    room = court(False, undo="free", actions=3)
    back = room.table.undo.steps[-1].version
    room.taken()
    room.rule("backed-up", Remedy(to_version=back))
    assert (room.table.undo.steps, room.table.undo.barrier) == ((), "ruled")
    for seat in (1, 2):
        with pytest.raises(Refused):
            decisions.request_undo(room.sitting.ruleset, room.table, seat, None)


Forgery = Callable[[list[Logged]], list[Logged]]


def without(kind: type) -> Forgery:
    """As if an event had never been."""
    return lambda log: [it for it in log if not isinstance(it.event, kind)]


def later_in_the_log(kind: type, places: int) -> Forgery:
    """As if an action had come after those that follow it."""

    def moved(log: list[Logged]) -> list[Logged]:
        place = next(n for n, it in enumerate(log) if isinstance(it.event, kind))
        one, rest = log[place], [*log[:place], *log[place + 1 :]]
        rest.insert(len(rest) - places, one)
        return rest

    return moved


def earlier(kind: type, seconds: int) -> Forgery:
    """As if an event, and all before it, had come sooner after those before."""

    def moved(log: list[Logged]) -> list[Logged]:
        place = next(n for n, it in enumerate(log) if isinstance(it.event, kind))
        return [replace(it, at=it.at - 1000 * seconds) if n >= place else it for n, it in enumerate(log)]

    return moved


def said_otherwise(type_: type, **changes: Any) -> Forgery:
    return lambda log: [
        replace(it, event=replace(it.event, **changes)) if isinstance(it.event, type_) else it for it in log
    ]


def by(kind: type, actor: str) -> Forgery:
    return lambda log: [replace(it, actor=actor) if isinstance(it.event, kind) else it for it in log]


FORGED: list[Forgery] = [
    without(events.RefereeAppointed),
    without(events.RefereeAccepted),
    later_in_the_log(events.RefereeAccepted, 1),
    without(events.CaseTaken),
    without(events.StatementGiven),
    without(events.Ruled),
    without(events.ResultSet),
    without(events.RulingFinal),
    earlier(events.RulingFinal, 1),
    said_otherwise(events.ResultSet, winners=(2,)),
    said_otherwise(events.ResultSet, winners=()),
    said_otherwise(events.Ruled, referee=2),
    said_otherwise(events.Ruled, kind="void", remedy=None),
    said_otherwise(events.Ruled, kind="result", remedy=won_by(2)),
    said_otherwise(events.CaseTaken, referee=2),
    said_otherwise(events.DisputeOpened, seat=2),
    said_otherwise(events.DisputeOpened, from_=900, to=901),
    by(events.Ruled, "table"),
    by(events.Ruled, "seat:1"),
    by(events.Ruled, "organiser"),
    by(events.RulingFinal, "organiser"),
    by(events.RefereeAppointed, "seat:1"),
    by(events.RefereeAccepted, "organiser"),
    by(events.DisputeOpened, "seat:2"),
    by(events.StatementGiven, "seat:1"),
    by(events.DisputeOpened, "referee:1"),
]


def numbered(log: list[Logged]) -> list[Logged]:
    return [replace(it, version=n) for n, it in enumerate(log, 1)]


@pytest.mark.parametrize("forged", FORGED)
def test_l4_does_not_follow_a_desk_that_was_rewritten(forged: Forgery) -> None:
    room = court(True, True).taken()
    room.rule("result", won_by(1))
    room.wait(600)
    room.keep()
    assert room.table.status == "finished"
    room.redecide()
    with pytest.raises((NotByTheRules, LookupError)):
        list(redecided(room.sitting.ruleset, numbered(forged(list(room.log)))))


@pytest.mark.parametrize("kind", [events.DisputeExpired, events.RulingFinal])
def test_l4_does_not_follow_a_deadline_that_was_not_over(kind: type) -> None:
    room = court(False, True)
    if kind is events.DisputeExpired:
        room.open()
        room.wait(HOUR)
    else:
        room.taken().rule()
        room.wait(600)
    room.keep()
    room.redecide()
    with pytest.raises(NotByTheRules):
        list(redecided(room.sitting.ruleset, earlier(kind, 1)(list(room.log))))


def test_l4_does_not_follow_what_came_after_its_time() -> None:
    room = court(False, True).open()
    room.wait(599)
    room.tell(opening.state, 2, 1, "said")
    room.redecide()
    with pytest.raises(NotByTheRules):
        list(redecided(room.sitting.ruleset, earlier(events.StatementGiven, -1)(list(room.log))))
