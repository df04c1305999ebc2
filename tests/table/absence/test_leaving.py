"""Persons leave their seats, bots play on, and persons come back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.rulesets.touche import RULESET as TOUCHE
from domain.table import decisions
from domain.table.absence.returning import row_on_return
from domain.table.clock.events import ClockRow
from domain.table.fold import fold
from domain.table.parts.undo import AWAY
from domain.table.refusals import Refused
from domain.table.state import Logged
from domain.table.undo import Frontier, frontier
from tests.table.absence.kit import CLOCK, Room
from tests.table.referee.kit import last_word, refusing


def resting(room: Room) -> int:
    """A seat that is not to act."""
    return next(seat for seat in (1, 2, 3) if seat not in room.table.to_act)


def words(logged: list[Logged]) -> list[str]:
    return [str(type(it.event).__struct_config__.tag) for it in logged]


@pytest.mark.parametrize("clock", [None, CLOCK])
def test_a_bot_plays_on_for_who_resigns_where_more_than_two_sides_play(clock: object) -> None:
    room = Room(clock=clock)
    assert words(room.resign(room.table.to_act[0]))[:2] == ["resigned", "seat-left"]
    left = room.table.to_act[0]
    assert room.table.absence.away == {left: "greedy"}
    assert {it.actor for it in room.step()} <= {f"bot:{left}", "table"}
    assert frontier(room.table, left) == Frontier((), (), AWAY)
    room.redecide()


@pytest.mark.parametrize("clock", [None, replace(CLOCK, on_time_out="forfeit")])
def test_resigning_ends_a_game_of_two(clock: object) -> None:
    room = Room(seats=2, clock=clock)
    [said, *_] = room.resign(1)
    assert (room.table.status, room.table.outcome.winners) == ("finished", (2,))
    assert room.table.outcome.reason == "resigned"
    assert said.rules == ("clock.resign.1", "clock.forfeit")
    assert not room.table.absence.away
    room.redecide()
    with pytest.raises(Refused, match="over"):
        room.resign(2)


def test_the_terms_say_what_resigning_does() -> None:
    room = Room(seats=2, clock=CLOCK)  # on_time_out: bot
    room.resign(1)
    assert (room.table.status, room.table.absence.away) == ("playing", {1: "greedy"})


def test_teams_of_two_lose_together() -> None:
    room = Room(seats=4, clock=None, ruleset=TOUCHE)
    room.resign(1)
    outcome = room.table.outcome
    assert outcome is not None
    assert outcome.reason == "resigned"
    assert len(outcome.winners) == 2


def test_nobody_resigns_while_a_case_is_open() -> None:
    room = Room()
    room.appoint(True).play(4)
    room.open()
    with refusing("referee.halt"):
        room.resign(1)


def test_a_seat_that_is_away_resigns_no_more_and_a_bots_seat_never() -> None:
    room = Room()
    room.resign(1)
    with refusing("clock.away"):
        room.resign(1)


def test_the_person_of_an_away_seat_neither_acts_nor_takes_back() -> None:
    room = Room()
    seat = room.table.to_act[0]
    room.run_out(seat)
    with refusing("clock.away"):
        room.sitting.trying(seat, room.sitting.legal(seat)[0])
    with refusing("clock.away"):
        decisions.request_undo(room.sitting.ruleset, room.sitting.now, seat, None)


def test_a_person_comes_back_three_times_and_not_while_to_act() -> None:
    room = Room()
    for _ in range(3):
        seat = 1
        room.run_out(seat)
        while seat in room.table.to_act:
            with refusing("clock.return.1"):
                room.come_back(seat)
            room.step()
        room.come_back(seat)
        assert not room.table.absence.away
    room.run_out(1)
    while 1 in room.table.to_act:
        room.step()
    with refusing("clock.return.2"):
        room.come_back(1)
    with refusing("clock.return.2"):
        room.reassign(1)


def test_nobody_comes_back_while_to_act_in_a_suspended_game() -> None:
    """Who is to act is also to act while the game stands still."""
    room = Room(clock=replace(CLOCK, organiser_stops=True))
    seat = room.table.to_act[0]
    room.run_out(seat)
    room.organise(decisions.suspend)
    with refusing("clock.return.1"):
        room.come_back(seat)


def test_who_resigned_never_comes_back_but_a_substitute_does() -> None:
    room = Room()
    seat = resting(room)
    room.resign(seat)
    with refusing("clock.return.2"):
        room.come_back(seat)
    room.reassign(seat)
    assert (room.table.absence.away, room.table.absence.returns) == ({}, {seat: 1})
    room.run_out(seat)
    room.come_back(seat)
    assert room.table.absence.returns == {seat: 2}


def test_who_is_there_does_not_come_back() -> None:
    with refusing("clock.away"):
        Room().come_back(1)


def test_seats_that_are_away_are_not_asked_about_an_undo() -> None:
    room = Room()
    room.run_out(resting(room))
    away = next(iter(room.table.absence.away))
    seat = room.table.to_act[0]
    needs = decisions._others(room.table, seat)
    assert {*needs} == {1, 2, 3} - {seat, away}


def test_a_row_on_return_has_a_tenth_or_what_was_left() -> None:
    terms = replace(CLOCK, bank=100, grace=50)
    for left, then in ((0, 15_000), (14_999, 15_000), (15_001, 15_001)):
        row = ClockRow(1, 4, left, 7, 1_000)
        assert row_on_return(row, terms) == ClockRow(1, 4, then, 0)


def test_the_account_names_who_left() -> None:
    room = Room()
    room.run_out(resting(room))
    room.resign(room.table.to_act[0])
    kinds = [it.kind for it in room.table.account.decisions if it.kind != "no-seed"]
    assert kinds == ["flag", "bot-took-over", "resigned", "bot-took-over"]


def test_when_the_last_person_leaves_bots_play_to_the_end_and_the_game_counts() -> None:
    room = Room()
    for seat in (1, 2, 3):
        room.resign(seat)
    with refusing("clock.organiser.1"):
        room.organise(decisions.abandon)
    room.play_out()
    assert room.table.status == "finished"
    played = room.sitting.ruleset.outcome(room.table.game)
    assert played is not None
    assert room.table.outcome == replace(played, details=room.table.outcome.details)
    assert room.table.outcome.details["away"] == [1, 2, 3]
    assert fold(room.sitting.ruleset, room.log) == room.table
    assert last_word(room) == "game-ended"
    room.redecide()


def test_who_ran_out_of_time_comes_back_with_a_tenth() -> None:
    room = Room()
    seat = room.time_out()
    while seat in room.table.to_act:
        room.step()
    row = room.table.clock.rows[seat]
    assert (row.left, row.since) == (0, None)
    room.come_back(seat)
    assert room.table.clock.rows[seat] == ClockRow(seat, row.stint, 6_000, 0)
    while seat not in room.table.to_act:
        room.step()
    assert room.table.clock.rows[seat].deadline == room.now + 6_000
    room.redecide()


def test_a_substitute_at_an_away_seat_has_a_tenth_too() -> None:
    room = Room()
    seat = room.time_out()
    with refusing("clock.return.1"):
        room.reassign(seat)
    while seat in room.table.to_act:
        room.step()
    room.reassign(seat)
    assert room.table.clock.rows[seat].left == 6_000
    assert room.table.absence.returns == {seat: 1}
    room.redecide()


def test_who_resigns_keeps_what_was_left() -> None:
    room = Room()
    seat = room.table.to_act[0]
    first = room.table.clock.rows[seat]
    room.wait(31)
    room.resign(seat)
    row = room.table.clock.rows[seat]
    assert (row.left, row.grace, row.since) == (60_000 - 1_000, 0, None)
    assert first.grace == 30_000
    room.redecide()
