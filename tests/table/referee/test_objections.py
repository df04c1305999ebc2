"""Marked referees, who may be refused: by whom, when, how often, and what waits for it."""

from __future__ import annotations

import pytest

from domain.table.redecide import NotByTheRules, redecided
from domain.table.referee import appealing, appointing, events, handling, opening
from domain.table.referee.objecting import may_hear_appeal, may_refuse, may_take
from tests.table.referee.kit import Court, court, refusing
from tests.table.referee.test_abuse import Forgery, by, numbered, said_otherwise, without

ANSWER, HOUR = 600, 3600


def late(*heads: bool) -> Court:
    """A running game whose referees have all accepted after its start."""
    return court().appoint(*heads)


def taken(room: Court, referee: int = 1) -> Court:
    """A case with all statements in that a referee has taken, of whom nobody has spoken yet."""
    room.open()
    room.tell(opening.state, 2, room.case.number, "h")
    room.tell(handling.take, referee, room.case.number)
    return room


def say(room: Court, seat: int, refuse: bool) -> None:
    room.tell(handling.answer_objection, seat, room.case.number, refuse)


def test_who_accepted_after_the_start_or_is_the_only_one_is_marked() -> None:
    assert court(False).open().case.marked == (1,)
    assert court(False, True).open().case.marked == ()
    assert court(False, True).appoint(False).open().case.marked == (3,)
    room = court(False, True)
    room.tell(appointing.dismiss, 2)
    assert room.open().case.marked == (1,)


def test_a_marked_referee_waits_until_all_have_spoken() -> None:
    room = taken(late(False, False))
    for step in (
        room.rule,
        lambda: room.tell(handling.release, 1, 1, (1,), room.case.first, room.case.last, "h"),
    ):
        with refusing("referee.refusal"):
            step()
    say(room, 1, refuse=False)
    with refusing("referee.refusal"):
        room.rule()
    say(room, 2, refuse=False)
    assert room.rule() == ["ruled", "ruling-final"]
    room.redecide()


def test_a_marked_referee_waits_until_the_time_is_over() -> None:
    room = taken(late(False, False))
    room.wait(ANSWER - 1)
    with refusing("referee.refusal"):
        room.rule()
    room.wait(1)
    with refusing("referee.refusal"):
        say(room, 1, refuse=True)
    assert room.rule() == ["ruled", "ruling-final"]
    room.redecide()


def test_a_refused_referee_leaves_the_case_open_for_another_and_the_time_begins_anew() -> None:
    room = taken(late(False, False))
    room.wait(100)
    say(room, 2, refuse=True)
    assert (room.case.state, room.case.referee, room.case.refused) == ("open", None, {1})
    with refusing("referee.refusal"):
        room.tell(handling.take, 1, 1)
    room.wait(HOUR - 1)
    assert room.keep() == []
    room.tell(handling.take, 2, 1)
    assert may_refuse(room.table, room.case) == (), "nobody else can act"
    room.wait(HOUR - 1)
    assert room.rule(referee=2) == ["ruled", "ruling-final"]
    room.redecide()


def test_a_case_expires_after_the_last_refusal() -> None:
    room = taken(late(False, False))
    room.wait(100)
    say(room, 2, refuse=True)
    room.wait(HOUR)
    assert room.keep() == ["dispute-expired"]
    room.redecide()


def test_each_party_refuses_once_a_case_and_speaks_once_of_each_referee() -> None:
    room = taken(late(False, False, False, False))
    say(room, 1, refuse=False)
    with refusing("referee.refusal"):
        say(room, 1, refuse=True)
    say(room, 2, refuse=True)
    room.tell(handling.take, 2, 1)
    assert may_refuse(room.table, room.case) == (1,), "seat 2 has refused one already"
    with refusing("referee.refusal"):
        say(room, 2, refuse=True)
    say(room, 1, refuse=True)
    room.tell(handling.take, 3, 1)
    assert may_refuse(room.table, room.case) == ()
    assert room.rule(referee=3) == ["ruled", "ruling-final"]
    room.redecide()


def test_only_who_can_be_replaced_is_refused_and_a_head_by_a_head() -> None:
    for heads, seats in (
        ((False,), ()),
        ((True, False), ()),
        ((False, True), (1, 2)),
        ((True, True), (1, 2)),
    ):
        room = taken(late(*heads))
        assert may_refuse(room.table, room.case) == seats, heads


def test_who_opened_a_case_replaces_nobody() -> None:
    room = late(False, False)
    room.tell(opening.open_by_referee, 2, room.claim())
    room.tell(handling.take, 1, 1)
    assert may_refuse(room.table, room.case) == ()


def test_a_referee_who_is_not_marked_is_not_refused() -> None:
    room = taken(court(False, False))
    with refusing("referee.refusal"):
        say(room, 1, refuse=True)
    with refusing("referee.refusal"):
        say(room, 1, refuse=False)


def test_a_bot_and_a_free_case_refuse_nobody() -> None:
    room = late(False, False).open()
    with refusing("referee.refusal"):
        say(room, 1, refuse=True)
    with refusing("referee.parties"):
        room.tell(handling.answer_objection, 3, 1, True)


def test_a_refused_referee_comes_back_only_when_nobody_else_can_act() -> None:
    room = taken(late(False, False))
    say(room, 1, refuse=True)
    assert may_take(room.desk, room.case) == {2}
    room.tell(appointing.resign, 2)
    assert may_take(room.desk, room.case) == {1}
    room.tell(handling.take, 1, 1)
    assert room.rule() == ["ruled", "ruling-final"]
    room.redecide()


def test_who_opened_a_case_takes_it_before_one_who_was_refused() -> None:
    room = court().appoint(False, False, False)
    room.tell(opening.open_by_referee, 1, room.claim())
    for seat in (1, 2):
        room.tell(opening.state, seat, 1, "h")
    room.tell(handling.take, 2, 1)
    say(room, 1, refuse=True)
    assert may_take(room.desk, room.case) == {3}
    room.tell(appointing.resign, 3)
    assert may_take(room.desk, room.case) == {1}


def test_an_appeal_is_heard_by_a_head_who_neither_opened_nor_ruled() -> None:
    room = court(True, True, False)
    room.tell(opening.open_by_referee, 1, room.claim())
    assert may_hear_appeal(room.desk, room.case) == {2}
    room = taken(late(True, True, False))
    say(room, 1, refuse=True)
    assert may_hear_appeal(room.desk, room.case) == {2}
    room.tell(handling.take, 2, 1)
    room.rule(referee=2)
    assert may_hear_appeal(room.desk, room.case) == {1}, "one who was refused, where no other can"


def test_nobody_is_refused_after_the_ruling() -> None:
    room = late(False, True)
    room.taken().rule()
    room.tell(appealing.appeal, 1, 1, "grounds")
    with refusing("referee.state"):
        say(room, 1, refuse=True)


FORGED: list[Forgery] = [
    without(events.RefereeKept),
    by(events.RefereeRefused, "table"),
    by(events.RefereeRefused, "seat:1"),
    said_otherwise(events.RefereeRefused, seat=1),
    said_otherwise(events.RefereeRefused, referee=2),
    said_otherwise(events.RefereeKept, referee=3),
    said_otherwise(events.CaseTaken, referee=1),
    without(events.RefereeRefused),
    without(events.RefereeAccepted),
]


@pytest.mark.parametrize("forged", FORGED)
def test_l4_does_not_follow_objections_that_were_not_made(forged: Forgery) -> None:
    room = taken(late(False, False, False))
    say(room, 2, refuse=True)
    room.tell(handling.take, 2, 1)
    say(room, 1, refuse=False)
    room.rule(referee=2)
    room.redecide()
    with pytest.raises((NotByTheRules, LookupError)):
        list(redecided(room.sitting.ruleset, numbered(forged(list(room.log)))))
