"""What the desk refuses, each with its clause, and with nothing recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.rulesets.romans import RULESET as ROMANS
from domain.table import decisions
from domain.table import events as t
from domain.table.absence.agreeing import agree
from domain.table.absence.resigning import resign
from domain.table.absence.returning import come_back
from domain.table.absence.suspension import end_suspension
from domain.table.parts.seats import Seats
from domain.table.referee import appealing, appointing, handling, opening, reading, ruling
from domain.table.referee.events import Remedy
from domain.table.referee.excluding import exclude_at_start
from domain.table.referee.opening import Claim
from domain.table.referee.ruling import Said, Sanction
from domain.table.referee.terms import check_terms
from domain.table.refusals import Refusal, Refused
from tests.table.referee.kit import Court, abandon, court, refusing, won_by

SLOW = "referee.conduct.slow"


def ruled(room: Court, *said: Any, **more: Any) -> None:
    room.taken().rule(*said, **more)


def set_to(**changes: Any) -> Callable[[Court], Any]:
    whole = won_by(1)
    members = {name: getattr(whole, name) for name in ("winners", "ranking", "scores")}
    return lambda room: ruled(room, "result", Remedy(**{**members, **changes}))


def three_cases(room: Court, after: int = 0) -> None:
    for number in (1, 2, 3):
        room.open()
        room.tell(opening.withdraw, "seat:1", after + number)


def unfollowed_appeal(room: Court) -> None:
    room.appoint(True)
    room.taken(seat=2).rule(penalties=[Sanction(1, "warning", SLOW)])
    room.appealed(1).decide()


def two_and_an_appeal(room: Court) -> None:
    unfollowed_appeal(room)
    for number in (2, 3):
        room.open()
        room.tell(opening.withdraw, "seat:1", number)
    room.open()


def twenty_cases(room: Court) -> None:
    for _ in range(20):
        ruled(room, "result", won_by(1))
    room.open()


def late(room: Court) -> None:
    room.play()
    room.wait(86_401)
    room.open()


def late_while_a_case_was_open(room: Court) -> None:
    """The time that a case took does not count: a second more than what is left is too late all the same."""
    room.play().open(2)
    room.wait(1000)
    room.tell(opening.withdraw, "seat:2", 1)
    room.wait(86_401)
    room.open()


def to_appeal(room: Court, *said: Any) -> Court:
    """A ruling that may be appealed, by the first referee; the second is a head too."""
    room.appoint(True)
    ruled(room, *(said or ("result", won_by(1))))
    return room


def appealed(then: Callable[[Court], Any]) -> Callable[[Court], Any]:
    """The first seat has appealed, the second has not spoken."""

    def attempt(room: Court) -> None:
        to_appeal(room).tell(appealing.appeal, 1, 1, "grounds")
        then(room)

    return attempt


def answering(then: Callable[[Court], Any]) -> Callable[[Court], Any]:
    """All grounds are in."""
    return appealed(lambda room: (room.tell(appealing.waive, 2, 1), then(room)))


def heard(then: Callable[[Court], Any]) -> Callable[[Court], Any]:
    """A head referee has taken the appeal."""
    return lambda room: then(to_appeal(room).appealed(1))


def reading_of(seat: int, release: int = 1, referee: int = 1) -> Callable[[Court], Any]:
    return lambda room: room.tell(reading.read, referee, 1, release, seat)


def ten_releases(room: Court) -> None:
    case = room.taken().case
    for _ in range(11):
        room.tell(handling.release, 1, 1, (1,), case.first, case.last, "why")


def excluded(seat: int, *cites: str) -> Callable[[Court], Any]:
    said = Said("stands", cites, "h", None, [Sanction(seat, "exclusion", SLOW)])
    return lambda room: room.taken().tell(ruling.rule, 1, 1, said)


def without_head(then: Callable[[Court], Any]) -> Callable[[Court], Any]:
    def attempt(room: Court) -> None:
        room.appoint(False)
        room.tell(appointing.dismiss, 1)
        then(room.taken(referee=2))

    return attempt


def of_rulings_alone(room: Court) -> None:
    room.taken().rule()
    final = room.table.version
    room.open(first=final - 1, last=final)


def kept_out(then: Callable[[Court], Any]) -> Callable[[Court], Any]:
    """A ruling has excluded the first seat."""
    return lambda room: (excluded(1, "table.legal")(room), then(room))


def released(room: Court, seats: tuple[int, ...], first: int = 0, last: int = 0) -> None:
    case = room.taken().case
    room.tell(handling.release, 1, 1, seats, case.first + first, case.last + last, "why")


def penalised(seat: int, code: str, times: int = 1) -> Callable[[Court], Any]:
    return lambda room: ruled(room, penalties=[Sanction(seat, "warning", code)] * times)


REFUSED: list[tuple[str, Callable[[Court], Any]]] = [
    ("referee.appointed", lambda room: room.tell(appointing.appoint, 1, False)),
    ("referee.acceptance", lambda room: (room.open(), room.tell(handling.take, 4, 1))),
    ("referee.acceptance", lambda room: [room.tell(appointing.accept, 1) for _ in "ab"]),
    (
        "referee.acceptance",
        lambda room: (room.open(), room.tell(appointing.resign, 1), room.tell(handling.take, 1, 1)),
    ),
    (
        "referee.acceptance",
        lambda room: (room.open(), room.appoint(True), room.tell(handling.take, 2, 1)),
    ),
    ("referee.dismissed", lambda room: (room.open(), room.tell(appointing.dismiss, 1))),
    ("referee.limit", lambda room: room.appoint(*[False] * 20)),
    ("referee.limit", lambda room: (three_cases(room), room.open())),
    ("referee.limit", two_and_an_appeal),
    ("referee.limit", twenty_cases),
    ("referee.limit", lambda room: room.open(clauses=("romans.clash.1",) * 21)),
    ("referee.limit", penalised(1, SLOW, 11)),
    ("referee.open", lambda room: room.open().open(2)),
    ("referee.window", late),
    ("referee.window", late_while_a_case_was_open),
    ("referee.stretch", lambda room: room.open(first=0)),
    ("referee.stretch", lambda room: room.open(first=room.table.version + 1, last=room.table.version + 1)),
    ("referee.stretch", lambda room: room.open(first=5, last=4)),
    ("referee.stretch", of_rulings_alone),
    (
        "referee.none",
        lambda room: (room.tell(appointing.dismiss, 1), room.tell(appointing.appoint, 2, True), room.open()),
    ),
    ("referee.none", lambda room: (room.tell(appointing.dismiss, 1), room.open())),
    ("referee.statement", lambda room: room.open().tell(opening.state, 1, 1, "h")),
    (
        "referee.statement",
        lambda room: [room.open(), *(room.tell(opening.state, 2, 1, "h") for _ in range(2))],
    ),
    ("referee.statement", lambda room: (room.open(), room.wait(600), room.tell(opening.state, 2, 1, "h"))),
    ("referee.statements", lambda room: (room.open(), room.tell(handling.take, 1, 1), room.rule())),
    ("referee.withdrawal", lambda room: room.open().tell(opening.withdraw, "seat:2", 1)),
    ("referee.withdrawal", lambda room: room.open().tell(opening.withdraw, "referee:1", 1)),
    ("referee.state", lambda room: (ruled(room), room.tell(opening.withdraw, "seat:1", 1))),
    ("referee.state", lambda room: (ruled(room), room.tell(handling.take, 1, 1))),
    ("referee.state", lambda room: (room.open(), room.rule())),
    ("referee.state", lambda room: (room.appoint(True), ruled(room), room.rule())),
    (
        "referee.state",
        lambda room: (room.appoint(True), ruled(room), room.tell(handling.release, 1, 1, (1,), 9, 9, "h")),
    ),
    ("referee.taking", lambda room: (room.appoint(False), room.taken(), room.tell(handling.take, 2, 1))),
    ("referee.taking", lambda room: (room.appoint(False), room.taken(), room.rule(referee=2))),
    ("referee.expiry", lambda room: (room.taken(), room.wait(3600), room.rule())),
    ("referee.expiry", lambda room: (room.open(), room.wait(3600), room.tell(opening.withdraw, "seat:1", 1))),
    (
        "referee.expiry",
        heard(lambda room: (room.wait(3600), room.decide())),
    ),
    ("referee.release", lambda room: released(room, ())),
    ("referee.release", lambda room: released(room, (3,))),
    ("referee.release", lambda room: released(room, (2, 1))),
    ("referee.release", lambda room: released(room, (1,), -2)),
    ("referee.release", lambda room: released(room, (1,), 0, 1)),
    ("referee.limit", ten_releases),
    ("referee.reading", lambda room: (released(room, (1,)), reading_of(2)(room))),
    ("referee.reading", lambda room: (released(room, (1,)), [reading_of(1)(room) for _ in "ab"])),
    ("referee.reading", lambda room: (room.appoint(True), released(room, (1,)), reading_of(1, 1, 2)(room))),
    ("referee.reading", lambda room: (released(room, (1,)), room.rule(), reading_of(1)(room))),
    ("referee.weight", without_head(lambda room: room.rule("result", won_by(1), referee=2))),
    ("referee.weight", without_head(lambda room: room.rule("void", referee=2))),
    (
        "referee.weight",
        without_head(lambda room: room.rule("replayed", Remedy(chapter=5), referee=2)),
    ),
    (
        "referee.weight",
        without_head(lambda room: room.rule(referee=2, penalties=[Sanction(1, "exclusion", SLOW)])),
    ),
    ("referee.weight", excluded(1)),
    ("referee.weight", lambda room: room.taken().tell(ruling.rule, 1, 1, Said("void", (), "h"))),
    (
        "referee.exclusion",
        kept_out(lambda room: room.organise(lambda *at: decisions.request_undo(*at, 1, None))),
    ),
    ("referee.exclusion", kept_out(lambda room: room.sitting.act(1, room.sitting.legal(1)[0]))),
    ("referee.exclusion", kept_out(lambda room: room.organise(lambda *at: resign(*at, 1)))),
    ("referee.exclusion", kept_out(lambda room: room.organise(lambda *at: come_back(*at, 1)))),
    ("referee.exclusion", kept_out(lambda room: room.organise(lambda *at: agree(*at, 1, "abandon")))),
    ("referee.exclusion", kept_out(lambda room: room.organise(lambda *at: end_suspension(*at, 1)))),
    ("referee.exclusion", lambda room: room.tell(exclude_at_start, 1, "0" * 32, 1)),
    ("referee.remedy", lambda room: ruled(room, "stands", Remedy(to_version=3))),
    ("referee.remedy", lambda room: ruled(room, "void", Remedy(to_version=3))),
    ("referee.remedy", lambda room: ruled(room, "result")),
    ("referee.remedy", lambda room: ruled(room, "result", Remedy(to_version=3))),
    ("referee.remedy", lambda room: ruled(room, "backed-up")),
    ("referee.result", set_to(ranking=((1,),))),
    ("referee.result", set_to(ranking=((1,), (2,), (2,)))),
    ("referee.result", set_to(ranking=((), (1,), (2,)))),
    ("referee.result", set_to(ranking=((2,), (1,)))),
    ("referee.result", set_to(winners=(1, 2))),
    ("referee.result", set_to(scores={"1": 1})),
    ("referee.result", set_to(scores={"1": 1, "2": 0, "3": 4})),
    ("referee.penalty", penalised(3, SLOW)),
    ("referee.penalty", penalised(1, "referee.final")),
    ("referee.penalty", penalised(1, "referee.conduct.unheard-of")),
    ("referee.appeal", lambda room: room.open().tell(appealing.appeal, 1, 1, "h")),
    ("referee.appeal", appealed(lambda room: room.tell(appealing.appeal, 1, 1, "h"))),
    ("referee.appeal", appealed(lambda room: room.tell(appealing.waive, 1, 1))),
    ("referee.appeal", appealed(lambda room: (room.wait(600), room.tell(appealing.appeal, 2, 1, "h")))),
    ("referee.appeal", lambda room: to_appeal(room, "stands").tell(appealing.appeal, 2, 1, "h")),
    ("referee.appeal", lambda room: to_appeal(room, "stands").tell(appealing.waive, 2, 1)),
    ("referee.answer", lambda room: to_appeal(room).tell(appealing.answer, 1, 1, "h")),
    ("referee.answer", appealed(lambda room: room.tell(appealing.answer, 1, 1, "h"))),
    ("referee.answer", appealed(lambda room: room.tell(handling.take, 2, 1))),
    ("referee.answer", answering(lambda room: [room.tell(appealing.answer, 2, 1) for _ in "ab"])),
    ("referee.answer", answering(lambda room: (room.wait(600), room.tell(appealing.answer, 2, 1)))),
    ("referee.answer", answering(lambda room: room.tell(handling.take, 2, 1))),
    ("referee.answer", answering(lambda room: room.decide())),
    ("referee.answer", answering(lambda room: room.tell(handling.release, 2, 1, (1,), 9, 9, "h"))),
    ("referee.answer", heard(lambda room: room.tell(appealing.answer, 2, 1))),
    ("referee.taking", heard(lambda room: room.tell(handling.take, 2, 1))),
    ("referee.taking", lambda room: (room.appoint(True), heard(lambda it: it.decide(head=3))(room))),
    ("referee.taking", answering(lambda room: (room.wait(600), room.decide()))),
    ("referee.expiry", answering(lambda room: (room.wait(600 + 3600), room.tell(handling.take, 2, 1)))),
    ("referee.parties", answering(lambda room: room.tell(appealing.answer, 3, 1))),
    (
        "referee.appeal",
        lambda room: (
            room.appoint(True),
            ruled(room),
            room.wait(600),
            room.tell(appealing.appeal, 1, 1, "h"),
        ),
    ),
    (
        "referee.appeal",
        lambda room: (room.appoint(True), ruled(room), room.tell(appealing.decide, 2, 1, "h")),
    ),
    (
        "referee.waiver",
        lambda room: [to_appeal(room).tell(appealing.waive, 1, 1), room.tell(appealing.waive, 1, 1)],
    ),
    (
        "referee.waiver",
        lambda room: (
            to_appeal(room).tell(appealing.waive, 1, 1),
            room.tell(appealing.appeal, 1, 1, "h"),
        ),
    ),
    ("referee.head", answering(lambda room: room.answered(head=1))),
    ("referee.head", lambda room: (room.appoint(False), answering(lambda it: it.answered(head=2))(room))),
    ("referee.parties", lambda room: room.open(3)),
    (
        "referee.parties",
        lambda room: (room.appoint(True), ruled(room), room.tell(appealing.appeal, 3, 1, "h")),
    ),
]


@pytest.mark.parametrize(("clause", "attempt"), REFUSED)
def test_what_is_refused_names_its_clause(clause: str, attempt: Callable[[Court], Any]) -> None:
    room = court(True)
    with refusing(clause):
        attempt(room)
    room.redecide()


def test_an_appeal_that_another_head_referee_has_taken_is_forbidden_and_not_only_early() -> None:
    room = court(True)
    room.appoint(True)
    with pytest.raises(Refused) as refusal:
        heard(lambda it: it.decide(head=3))(room)
    assert refusal.value.kind is Refusal.FORBIDDEN


def test_a_head_referee_does_not_decide_the_appeal_against_himself() -> None:
    room = court(True, True)
    room.taken().rule("result", won_by(1))
    with refusing("referee.head"):
        room.appealed(1, head=1)
    room.tell(handling.take, 2, 1)
    assert room.decide()[-1] == "result-set"


def waiting() -> Court:
    room = Court()
    room.sitting.table, room.log[1:] = decisions.create(ROMANS, room.table.setup).table(), []
    return room


def analysed() -> Court:
    room = Court()
    room.sitting.begin_from(room.play(2).table.game)
    return room


def given_up() -> Court:
    room = Court()
    room.organise(abandon)
    return room


def of_an_older_table() -> Court:
    """The log of such a game does not say who has accepted."""
    room = court(False)
    room.sitting.table = replace(room.table, setup=replace(room.table.setup, table=3))
    return room


@pytest.mark.parametrize(
    "made",
    [waiting, analysed, given_up, lambda: Court(terms=None), of_an_older_table],
    ids=["waiting", "analysis", "abandoned", "none", "older"],
)
def test_games_that_take_no_disputes(made: Callable[[], Court]) -> None:
    room = made()
    with refusing("referee.no-game"):
        room.tell(opening.open_dispute, 1, Claim(1, 1, (), "result", "h"))


def test_a_clause_that_the_game_has_not_is_malformed() -> None:
    for clauses in (("romans.clash.99",), ("age-of-war.turn.1",)):
        with pytest.raises(Refused, match="no clause"):
            court(False).open(clauses=clauses)


def test_a_case_that_there_is_not_is_not_found() -> None:
    room = court(False)
    for dispute in (0, 1, 2):
        with pytest.raises(Refused, match="there is no case"):
            room.tell(handling.take, 1, dispute)


def test_bots_are_no_parties_and_are_not_waited_for() -> None:
    room = court(False, ruleset=AGE_OF_WAR)
    room.sitting.table = replace(room.table, seats=Seats((t.SeatTaken(1), t.SeatTaken(2, bot="greedy"))))
    hearing = room.hearing
    assert hearing.parties == (1,)
    with refusing("referee.parties"):
        opening.open_dispute(hearing, 2, room.claim())


@pytest.mark.parametrize(
    "terms",
    [
        t.Disputes(answer_within=3600),
        t.Disputes(answer_within=600, rule_within=600),
        t.Disputes(open_within=-1),
        t.Disputes(appeal_within=2_592_001),
    ],
)
def test_terms_that_nobody_could_keep_to_are_refused(terms: t.Disputes) -> None:
    with refusing("referee.terms"):
        check_terms(terms)


def test_sensible_terms_are_taken() -> None:
    check_terms(t.Disputes())
    check_terms(t.Disputes(0, 0, 1, 0, False))


def test_the_time_to_open_stands_still_while_a_case_is_open() -> None:
    room = court(False).play().open(2)
    room.wait(1000)
    room.tell(opening.withdraw, "seat:2", 1)
    room.wait(86_400)
    assert room.open().case.number == 2


def test_an_appeal_that_was_followed_does_not_count_among_the_disputes_of_a_seat() -> None:
    room = court(False, True)
    room.taken(seat=2).rule(penalties=[Sanction(1, "warning", SLOW)])
    room.appealed(1).decide(Said("dismissed", (), "h"))
    three_cases(room, after=1)
    with refusing("referee.limit"):
        room.open()
