"""Appeals: who may give grounds, until when, who answers, who hears them, and when a ruling is final."""

from __future__ import annotations

from typing import Any

import pytest

from domain.table.referee import appealing, appointing, handling, opening
from domain.table.referee.deadlines import awaited, due, may_appeal, phase
from domain.table.referee.ruling import Said, Sanction
from tests.table.referee.kit import Court, court, refusing, won_by

WARNED = [Sanction(2, "warning", "referee.conduct.slow")]


def what(room: Court) -> Any:
    """What the open case waits for, of whom, and in how many seconds."""
    it = awaited(room.table, room.case, room.hearing.at, room.now)
    return it.what, it.seats or it.referee, (it.at - room.now) // 1000


def last_second(room: Court) -> int:
    """In how many seconds the ruling becomes final by itself."""
    deadline = due(room.table, room.hearing.at)
    assert deadline is not None
    return (deadline.at - room.now) // 1000


@pytest.mark.parametrize(
    ("kind", "more", "seats"),
    [
        ("result", {"remedy": won_by(1)}, (1, 2)),
        ("stands", {}, (1,)),
        ("stands", {"penalties": WARNED}, (1, 2)),
        ("dismissed", {"penalties": [Sanction(1, "warning", "referee.conduct.slow")]}, (1,)),
    ],
)
def test_other_parties_appeal_only_against_what_changes_something_for_them(
    kind: Any, more: dict[str, Any], seats: tuple[int, ...]
) -> None:
    room = court(True, True).taken()
    room.rule(kind, **more)
    assert may_appeal(room.desk, room.case, room.hearing.parties) == seats
    assert what(room) == ("appeal", seats, 600)


def test_an_own_motion_without_a_penalty_concerns_nobody_and_its_ruling_is_final_at_once() -> None:
    room = court(True, True, True)
    room.tell(opening.open_by_referee, 1, room.claim())
    room.wait(600)
    room.tell(handling.take, 2, 1)
    assert room.rule(referee=2) == ["ruled", "ruling-final"]
    room.redecide()


def test_all_phases_have_their_time_and_begin_with_the_last_word_of_the_one_before() -> None:
    room = court(True, True).taken()
    room.rule("result", won_by(1))
    assert (room.case.state, last_second(room)) == ("ruled", 600)
    room.wait(100)
    room.tell(appealing.appeal, 2, 1, "grounds")
    assert (room.case.state, what(room)) == ("appealed", ("appeal", (1,), 500))
    assert last_second(room) == 500 + 600 + 3600
    room.wait(100)
    room.tell(appealing.appeal, 1, 1, "grounds")
    assert what(room) == ("answer", (1, 2), 600)
    room.wait(100)
    room.tell(appealing.answer, 1, 1, "h")
    assert what(room) == ("answer", (2,), 500)
    assert last_second(room) == 500 + 3600
    room.tell(appealing.answer, 2, 1)
    assert what(room) == ("appeal-taking", None, 3600)
    room.wait(3000)
    room.tell(handling.take, 2, 1)
    assert (room.case.state, what(room)) == ("appealed", ("decision", 2, 600))
    assert room.decide() == ["appeal-decided", "ruling-final", "result-set"]
    room.redecide()


def test_whoever_says_nothing_is_waited_for_no_longer_than_their_time() -> None:
    room = court(True, True).taken()
    room.rule("result", won_by(1))
    room.tell(appealing.appeal, 2, 1, "grounds")
    for seconds, following in ((600, "answer"), (600, "appeal-taking")):
        room.wait(seconds - 1)
        assert room.keep() == []
        assert phase(room.table, room.case, room.hearing.at, room.now) != following
        room.wait(1)
        assert what(room)[0] == following
    room.wait(3599)
    assert room.keep() == []
    room.wait(1)
    assert room.keep() == ["ruling-final", "result-set"]
    room.redecide()


def test_a_head_referee_who_takes_the_appeal_late_or_resigns_gains_no_time() -> None:
    room = court(True, True, True).taken()
    room.rule("result", won_by(1))
    room.appealed(1)
    room.wait(3000)
    assert room.event_types(appointing.resign, 2) == ["referee-resigned"]
    assert what(room) == ("appeal-taking", None, 600)
    room.tell(handling.take, 3, 1)
    assert what(room) == ("decision", 3, 600)
    assert room.event_types(appointing.resign, 3) == ["referee-resigned", "ruling-final", "result-set"]
    room.redecide()


def test_a_ruling_is_final_when_all_who_may_appeal_have_waived() -> None:
    room = court(True, True).taken()
    room.rule("dismissed")
    assert room.event_types(appealing.waive, 1, 1) == ["appeal-waived", "ruling-final"]
    room.taken(seat=2).rule("dismissed", penalties=[Sanction(1, "warning", "referee.conduct.slow")])
    assert room.event_types(appealing.waive, 1, 2) == ["appeal-waived"]
    assert room.event_types(appealing.waive, 2, 2) == ["appeal-waived", "ruling-final"]
    room.redecide()


def test_a_head_referee_who_opened_the_case_does_not_hear_its_appeals() -> None:
    """They took part in it: without another head the ruling is final at once, and says so."""
    room = court(False, True)
    room.tell(opening.open_by_referee, 2, room.claim())
    room.wait(600)
    room.tell(handling.take, 1, 1)
    assert room.rule(penalties=WARNED) == ["ruled", "ruling-final"]
    ruled = next(it for it in room.log if it.version == room.desk.rulings[0].version)
    assert "referee.unheard" in ruled.rules
    room.redecide()


def test_only_where_nobody_can_hear_an_appeal_the_ruling_says_so() -> None:
    room = court(True, True).taken()
    room.rule("result", won_by(1))
    assert "referee.unheard" not in room.log[-1].rules
    room.appealed(1).decide(Said("dismissed", (), "h"))
    assert not any("referee.unheard" in it.rules for it in room.log)


def test_a_ruling_in_place_of_another_cannot_be_appealed_again() -> None:
    room = court(True, True, True).taken()
    room.rule("dismissed")
    types = room.appealed(1).decide(Said("result", ("table.legal",), "h", won_by(2)))
    assert types == ["appeal-decided", "ruled", "ruling-final", "result-set"]
    with refusing("referee.state"):
        room.tell(appealing.appeal, 1, 1, "again")
    room.redecide()
