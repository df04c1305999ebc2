"""Judge calls: who asks, who answers, how often; nothing stops, and L4 decides all of it again."""

from __future__ import annotations

from typing import Any

import pytest

from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.table import decisions
from domain.table.asking import CallJudge, CloseCall, decide, read
from domain.table.calls.calling import MOST, Question, answer_call, call_judge, close_call
from domain.table.clock.events import ClockTerms
from domain.table.events import Rewound
from domain.table.fold import Fold
from domain.table.redecide import NotByTheRules
from domain.table.referee.events import EvidenceRead, EvidenceReleased, RefereeResigned
from domain.table.referee.hearing import Hearing
from domain.table.referee.ruling import Sanction
from domain.table.refusals import Refusal, Refused
from tests.table.referee.kit import Court, court, refusing

ASKED = Question("q")


def recording(*recorded: tuple[Any, str]) -> Any:
    """A command that records these events, each as its actor's action."""

    def command(hearing: Hearing) -> Fold:
        fold = Fold(hearing.ruleset, hearing.table)
        fold.log = hearing.log
        for event, actor in recorded:
            fold.begin_action(actor)
            fold.record(event)
        return fold

    return command


@pytest.fixture
def judged() -> Court:
    return court(False, False)


def test_a_seat_asks_a_referee_answers_and_the_seat_closes_it(judged: Court) -> None:
    before = judged.table.status, judged.table.to_act
    judged.tell(call_judge, 1, Question("q", 2, 3))
    judged.tell(answer_call, 2, 1, "a")
    judged.tell(close_call, 1, 1)
    [call] = judged.table.calls
    assert (call.seat, call.first, call.last, [it.referee for it in call.answers]) == (1, 2, 3, [2])
    assert call.closed == judged.table.version
    assert (judged.table.status, judged.table.to_act) == before
    assert {it.rules for it in judged.log[-3:]} == {("referee.call",)}


def test_calls_are_nothing_to_dispute(judged: Court) -> None:
    judged.tell(call_judge, 1, ASKED)
    called = judged.table.version
    with refusing("referee.stretch"):
        judged.open(first=called, last=called)


def test_an_excluded_seat_calls_nobody() -> None:
    room = court(True, ruleset=AGE_OF_WAR)
    room.taken()
    room.rule(penalties=[Sanction(1, "exclusion", "referee.conduct.help")])
    with refusing("referee.exclusion"):
        room.tell(call_judge, 1, ASKED)


def test_calls_count_although_their_stretch_is_taken_back(judged: Court) -> None:
    judged.tell(call_judge, 1, ASKED)
    called = judged.table.version
    judged.tell(recording((Rewound(called - 1), "table")))
    assert [it.seat for it in judged.table.calls] == [1]


def test_a_seat_calls_six_times_and_once_a_minute(judged: Court) -> None:
    for nth in range(MOST):
        judged.tell(call_judge, 1, ASKED)
        judged.wait(59)
        with refusing("referee.call.1" if nth == MOST - 1 else "referee.call.2"):
            judged.tell(call_judge, 1, ASKED)
        judged.wait(1)
    judged.tell(call_judge, 2, ASKED)  # every seat has its own
    with refusing("referee.call.1"):
        judged.tell(call_judge, 1, ASKED)


def test_nobody_is_called_where_nobody_could_answer() -> None:
    with refusing("referee.none"):
        court().tell(call_judge, 1, ASKED)
    left = court(False)
    left.tell(recording((RefereeResigned(1), "referee:1")))
    with refusing("referee.none"):
        left.tell(call_judge, 1, ASKED)


def test_a_game_that_takes_no_disputes_or_is_over_takes_no_calls(judged: Court) -> None:
    with refusing("referee.no-game"):
        Court(terms=None).play(2).tell(call_judge, 1, ASKED)
    judged.play()
    assert judged.table.status == "finished"
    with refusing("referee.call"):
        judged.tell(call_judge, 1, ASKED)


@pytest.mark.parametrize("about", [(0, 1), (3, 2), (1, 10_000), (1, None), (None, 1)])
def test_a_call_is_about_versions_that_exist(judged: Court, about: tuple[int, int]) -> None:
    with refusing("referee.stretch"):
        judged.tell(call_judge, 1, Question("q", *about))


def test_only_referees_who_are_here_answer_each_once(judged: Court) -> None:
    judged.tell(call_judge, 1, ASKED)
    with refusing("referee.acceptance"):
        judged.tell(answer_call, 3, 1, "a")
    judged.tell(recording((RefereeResigned(2), "referee:2")))
    with refusing("referee.acceptance"):
        judged.tell(answer_call, 2, 1, "a")
    judged.tell(answer_call, 1, 1, "a")
    with refusing("referee.call"):
        judged.tell(answer_call, 1, 1, "otherwise")


def read_by(judged: Court, referee: int) -> None:
    """This referee has seen with the eyes of seat 2, in a case that is over for them."""
    released = EvidenceReleased(1, 1, referee, (2,), 2, 3, "h")
    read = EvidenceRead(1, 1, referee, 2)
    judged.open()
    judged.tell(recording((released, f"referee:{referee}"), (read, f"referee:{referee}")))


def test_who_has_seen_with_a_seats_eyes_answers_only_when_the_game_is_over() -> None:
    judged = court(False, False, actions=6)
    judged.tell(call_judge, 1, ASKED)
    read_by(judged, 1)
    with refusing("referee.call"):
        judged.tell(answer_call, 1, 1, "a")
    judged.tell(answer_call, 2, 1, "a")
    judged.wait(3600)
    assert judged.keep() == ["dispute-expired", "game-resumed"] or not judged.desk.case
    judged.organise(decisions.abandon)
    judged.tell(answer_call, 1, 1, "a")


def test_a_release_that_nobody_has_read_forbids_nothing(judged: Court) -> None:
    judged.tell(call_judge, 1, ASKED)
    judged.open()
    judged.tell(recording((EvidenceReleased(1, 1, 1, (2,), 2, 3, "h"), "referee:1")))
    judged.tell(answer_call, 1, 1, "a")


def test_only_its_seat_closes_a_call_and_nothing_is_added_to_a_closed_one(judged: Court) -> None:
    judged.tell(call_judge, 1, ASKED)
    with refusing("referee.call"):
        judged.tell(close_call, 2, 1)
    judged.tell(close_call, 1, 1)
    for command, *args in ((close_call, 1, 1), (answer_call, 1, 1, "a")):
        with refusing("referee.call"):
            judged.tell(command, *args)
    with pytest.raises(Refused) as refused:
        judged.tell(close_call, 1, 2)
    assert refused.value.kind is Refusal.NOT_FOUND


def test_calling_and_closing_disturb_whose_clock_runs() -> None:
    timed = court(False, ruleset=AGE_OF_WAR, clock=ClockTerms(600, 0, 0, "forfeit", 120, False))
    [acting] = timed.table.to_act
    other = 3 - acting
    timed.tell(call_judge, other, ASKED)
    timed.tell(close_call, other, 1)
    timed.wait(60)
    with refusing("clock.disturb.1"):
        timed.tell(call_judge, other, ASKED)
    timed.tell(call_judge, acting, ASKED)  # only their own clock runs


def test_what_a_seat_signs_is_what_the_log_says(judged: Court) -> None:
    ruleset = judged.sitting.ruleset
    asked = read(ruleset, {"type": "table.call", "from": 2, "to": 3, "question_hash": "q"})
    assert asked == CallJudge("q", 2, 3)
    judged.tell(decide, 1, asked)
    judged.tell(decide, 1, read(ruleset, {"type": "table.call-closing", "call": 1}))
    assert judged.table.calls[0].closed
    assert read(ruleset, {"type": "table.call-closing", "call": 1}) == CloseCall(1)


def test_calls_are_decided_again() -> None:
    judged = court(False, False)
    judged.tell(call_judge, 1, Question("q", 2, 3))
    judged.tell(answer_call, 2, 1, "a")
    judged.wait(60)
    judged.tell(call_judge, 1, ASKED)
    judged.tell(close_call, 1, 1)
    judged.redecide()


@pytest.mark.parametrize(
    "forged",
    [
        (call_judge, 1, ASKED),  # within the minute
        (call_judge, 2, Question("q", 1, 10_000)),
        (answer_call, 2, 1, "again"),
        (answer_call, 3, 1, "by nobody"),
        (close_call, 2, 1),
    ],
)
def test_what_was_not_allowed_fails_l4(forged: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator's service that does not check writes what no honest one would."""
    judged = court(False, False)
    judged.tell(call_judge, 1, ASKED)
    judged.tell(answer_call, 2, 1, "a")
    with monkeypatch.context() as dishonest:
        for check in ("_check_limits", "_check_about"):
            dishonest.setattr(f"domain.table.calls.calling.{check}", lambda *args: None)
        judged.tell(*_without_checks(forged))
    with pytest.raises(NotByTheRules):
        judged.redecide()


def _without_checks(forged: tuple[Any, ...]) -> tuple[Any, ...]:
    from domain.table.calls import events as e

    command, who, *rest = forged
    if command is answer_call:
        return (recording((e.CallAnswered(rest[0], who, rest[1]), f"referee:{who}")),)
    if command is close_call:
        return (recording((e.CallClosed(rest[0]), f"seat:{who}")),)
    return forged
