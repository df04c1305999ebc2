"""What organisers may not do to a running game with a clock, and how everybody may agree to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.table import decisions, seating
from domain.table.absence.agreeing import agree
from domain.table.absence.resigning import resign
from domain.table.absence.starting import not_started, start_due
from domain.table.absence.state import ABSENCE, Absence
from domain.table.absence.suspension import DAY, end_suspension
from domain.table.clock.state import CLOCK as CLOCKS
from domain.table.events import GameAbandoned, GameCreated, Planned, SeatReassigned, SeatTaken
from domain.table.operator import deciding as operator
from domain.table.parts.part import Moment
from domain.table.parts.registry import Parts
from domain.table.parts.seats import Seats
from domain.table.parts.undo import AWAY, UNDO
from domain.table.refusals import Refused
from tests.table.absence.kit import CLOCK, Room
from tests.table.referee.kit import refusing

STOPPED = replace(CLOCK, organiser_stops=True)
STEPS: dict[str, Callable[[Room], object]] = {
    "suspend": lambda room: room.organise(decisions.suspend),
    "abandon": lambda room: room.organise(decisions.abandon),
    "reassign:1": lambda room: room.reassign(1),
}


@pytest.mark.parametrize("to", STEPS)
def test_the_organiser_stops_nothing_in_a_running_game_with_a_clock(to: str) -> None:
    with refusing("clock.organiser.1"):
        STEPS[to](Room())
    STEPS[to](Room(clock=STOPPED))
    STEPS[to](Room(clock=None))


@pytest.mark.parametrize("to", ["suspend", "reassign:1"])
def test_the_organiser_may_what_everybody_agrees_to_and_once(to: str) -> None:
    room = Room()
    for seat in (1, 2, 3):
        with refusing("clock.organiser.1"):
            STEPS[to](room)
        room.agree(seat, to)
    STEPS[to](room)
    if to == "suspend":
        room.organise(decisions.resume)
    with refusing("clock.organiser.1"):
        STEPS[to](room)
    room.redecide()


def test_an_agreement_is_to_one_thing() -> None:
    room = Room()
    for seat in (1, 2, 3):
        room.agree(seat, "reassign:2")
    with refusing("clock.organiser.1"):
        room.reassign(1)
    with refusing("clock.organiser.1"):
        room.organise(decisions.suspend)
    room.reassign(2)


def test_agreements_fall_with_the_next_move() -> None:
    room = Room()
    for seat in (1, 2, 3):
        room.agree(seat, "suspend")
    room.step()
    with refusing("clock.organiser.1"):
        room.organise(decisions.suspend)


def test_agreements_fall_with_a_case() -> None:
    room = Room()
    room.appoint(True)
    room.step()
    for seat in (1, 2):
        room.agree(seat, "suspend")
    room.open(seat=3)
    assert not room.table.absence.agreed
    with refusing("referee.halt"):
        room.agree(3, "suspend")


def test_nobody_asks_who_is_away() -> None:
    room = Room()
    room.run_out(2)
    for seat in (1, 3):
        room.agree(seat, "suspend")
    with refusing("clock.away"):
        room.agree(2, "suspend")
    room.organise(decisions.suspend)


def test_who_was_away_and_is_back_has_to_agree() -> None:
    """An abuse: agree, leave, and let a substitute find that the seat agreed."""
    room = Room()
    seat = next(seat for seat in (1, 2, 3) if seat not in room.table.to_act)
    others = [other for other in (1, 2, 3) if other != seat]
    for other in (seat, *others):
        room.agree(other, "suspend")
    room.run_out(seat)
    room.come_back(seat)
    with refusing("clock.organiser.1"):
        room.organise(decisions.suspend)


def test_the_organiser_may_give_away_a_seat_that_is_away() -> None:
    room = Room()
    seat = next(seat for seat in (1, 2, 3) if seat not in room.table.to_act)
    room.run_out(seat)
    room.reassign(seat)
    assert not room.table.absence.away


@pytest.mark.parametrize("clock", [None, CLOCK, STOPPED])
def test_when_all_agree_to_abandon_the_table_does(clock: Any) -> None:
    room = Room(clock=clock)
    for seat in (1, 2):
        room.agree(seat, "abandon")
        assert room.table.status == "playing"
    said = room.agree(3, "abandon")
    abandoned: Any = next(it for it in said if it.event.__struct_config__.tag == "game-abandoned")
    assert (abandoned.actor, abandoned.event.why, abandoned.rules) == ("table", "agreed", ("clock.agree.2",))
    assert room.table.status == "abandoned"
    room.redecide()


def test_nothing_is_agreed_to_that_needs_no_agreement_and_nothing_twice() -> None:
    with refusing("clock.agree.1"):
        Room(clock=None).agree(1, "suspend")
    with refusing("clock.agree.1"):
        Room(clock=STOPPED).agree(1, "suspend")
    room = Room()
    room.agree(1, "suspend")
    with refusing("clock.agree.1"):
        room.agree(1, "suspend")


@pytest.mark.parametrize(
    "to", ["", "resume", "reassign", "reassign:0", "reassign:4", "reassign:01", "Abandon"]
)
def test_there_are_three_things_to_agree_to(to: str) -> None:
    with pytest.raises(Refused, match="This is abandon"):
        Room().agree(1, to)


def test_persons_end_a_suspension_after_a_day() -> None:
    room = Room()
    for seat in (1, 2, 3):
        room.agree(seat, "suspend")
    room.organise(decisions.suspend)
    room.sitting.time += DAY - 1
    with refusing("clock.suspension"):
        room._decided(end_suspension, 1)
    room.sitting.time += 1
    [resumed, *_] = room._decided(end_suspension, 1)
    assert (resumed.actor, resumed.rules) == ("table", ("clock.suspension",))
    assert room.table.status == "playing"
    room.redecide()


def test_the_day_of_a_suspension_does_not_begin_anew_when_the_operator_closes_the_game_meanwhile() -> None:
    room = Room()
    for seat in (1, 2, 3):
        room.agree(seat, "suspend")
    room.organise(decisions.suspend)
    room.sitting.time += DAY - 1
    room._decided(operator.close, "h")
    room._decided(operator.reopen)
    room.sitting.time += 1
    room._decided(end_suspension, 1)
    assert room.table.status == "playing"
    room.redecide()


def test_in_a_tournament_nobody_agrees_to_anything() -> None:
    table = Room().sitting.now
    table = replace(table, setup=replace(table.setup, tournament=Planned("0" * 32, 0, 2, ())))
    for to in ("suspend", "abandon", "reassign:1"):
        with refusing("clock.agree.1"):
            agree(Room().sitting.ruleset, table, 1, to)


def test_when_the_game_is_over_nobody_agrees_resigns_or_comes_back() -> None:
    room = Room()
    room.run_out(1)
    room.play_out()
    assert 1 in room.table.absence.away
    for step in (lambda: room.agree(2, "abandon"), lambda: room.resign(2), lambda: room.come_back(1)):
        with refusing("table.status"):
            step()


def test_nobody_resumes_a_suspended_game_that_was_abandoned_since() -> None:
    room = Room()
    for to in ("suspend", "abandon"):
        for seat in (1, 2, 3):
            room.agree(seat, to)
        if to == "suspend":
            room.organise(decisions.suspend)
    assert room.table.status == "abandoned"
    room.sitting.time += DAY
    with refusing("clock.suspension"):
        room._decided(end_suspension, 1)


@pytest.mark.parametrize("clock", [None, STOPPED])
def test_no_person_ends_a_suspension_that_is_the_organisers_alone(clock: Any) -> None:
    room = Room(clock=clock)
    room.organise(decisions.suspend)
    room.sitting.time += 2 * DAY
    with refusing("clock.suspension"):
        room._decided(end_suspension, 1)


def test_a_game_that_does_not_start_is_abandoned_in_time() -> None:
    room = Room()
    ruleset, setup = room.sitting.ruleset, room.table.setup
    assert isinstance(setup, GameCreated)
    table = decisions.create(ruleset, setup).table()
    for seat in (1, 2, 3):
        assert start_due(table) is None
        taken = SeatTaken(seat, seed_commitment="c")
        table = seating.take_seat(
            ruleset, table.at(5_000 + seat), taken, lambda _: room.sitting.draws
        ).table()
    assert start_due(table) == 5_003 + 30_000
    with refusing("clock.start"):
        not_started(ruleset, table.at(35_002))
    fold = not_started(ruleset, table.at(35_003))
    [ended] = fold.recorded
    assert (ended.actor, ended.rules) == ("table", ("clock.start",))
    assert ended.event == GameAbandoned("not-started")
    with refusing("clock.start"):
        not_started(ruleset, room.sitting.now.at(10**12))


def test_before_its_start_a_game_is_the_organisers_to_abandon() -> None:
    room = Room()
    ruleset = room.sitting.ruleset
    table = decisions.create(ruleset, room.table.setup).table()
    assert decisions.abandon(ruleset, table.at(1)).table().status == "abandoned"


def test_a_bots_own_seat_neither_resigns_nor_agrees_nor_ends_a_suspension() -> None:
    room = Room()
    taken = tuple(SeatTaken(seat, bot="greedy" if seat == 1 else None) for seat in (1, 2, 3))
    table = replace(room.sitting.now, seats=Seats(taken))
    for decide in (resign, lambda r, t, seat: agree(r, t, seat, "suspend"), end_suspension):
        with pytest.raises(Refused, match="Seat 1 is a bot's"):
            decide(room.sitting.ruleset, table, 1)


def test_a_seat_that_changes_its_own_key_is_not_back_and_still_agrees() -> None:
    agreed = frozenset({(1, "suspend"), (2, "reassign:1"), (2, "suspend")})
    away = Absence(away={1: "greedy"}, agreed=agreed)
    change = SeatReassigned(1)
    for actor, there in (("seat:1", False), ("organiser", True)):
        after = ABSENCE.folds[SeatReassigned](away, change, Moment(9, 9, actor, True, Parts()))
        assert (1 not in after.away) == there
        assert after.agreed == ({(2, "suspend")} if there else agreed)


def test_a_seat_that_changes_its_own_key_while_it_is_away_bars_no_undo_and_moves_nobody() -> None:
    parts = Parts(absence=Absence(away={1: "greedy"}))
    for actor, back in (("seat:1", False), ("organiser", True)):
        moment = Moment(9, 9, actor, True, parts)
        clock, undo = (
            part.folds[SeatReassigned](before, SeatReassigned(1), moment)
            for part, before in ((CLOCKS, parts.clock), (UNDO, parts.undo))
        )
        assert (1 in clock.moved) == (undo.barrier == AWAY) == back
