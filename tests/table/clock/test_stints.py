"""Rows, stints and increments: the record of clocks while a game is played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.hidden import EVERYBODY, Hidden
from domain.rulesets.romans import RULESET as ROMANS
from domain.table.clock.events import ClockRow, ClockSet, ClockTerms
from domain.table.clock.stints import Begun
from domain.table.referee.events import Remedy
from tests.table.clock.script import BANK, Actions, AtOnce, Rounds, Timed, rows_of
from tests.table.referee.kit import Court

PLAIN = ClockTerms(60, 0, 0, "forfeit", 30, True)
"""A minute for everything."""


def test_a_clock_starts_with_the_game_and_its_first_grace_is_at_least_the_time_to_start() -> None:
    game = Timed()
    assert game.row(1) == ClockRow(1, 1, 60_000, 30_000, 0)
    assert {*game.table.clock.rows} == {1}
    assert Timed(replace(BANK, grace=40)).row(1).grace == 40_000


def test_only_the_first_stint_of_each_seat_has_that_grace() -> None:
    game = Timed()
    game.after(1_000).do(1, 2, turn=2)
    assert game.row(2) == ClockRow(2, 1, 60_000, 30_000, 1_000)
    game.after(1_000).do(2, 1, turn=1)
    assert game.row(1) == ClockRow(1, 2, 65_000, 10_000, 2_000)


def test_rows_are_the_last_entry_of_their_action_by_the_table_and_ascend() -> None:
    game = Timed()
    game.after(5).do(1, 2, turn=2)
    game.after(5).do(2, 1, turn=1)
    last = game.log[-1]
    assert isinstance(last.event, ClockSet)
    assert (last.actor, last.rules, last.at, last.action) == ("table", (), game.now, game.log[-2].action)
    assert [row.seat for row in last.event.seats] == [1, 2]


def test_where_no_row_differs_there_is_no_entry() -> None:
    game = Timed()
    assert game.after(5).do(1, 1) == []
    assert game.row(1) == ClockRow(1, 1, 60_000, 30_000, 0)


def test_grace_is_used_before_the_bank() -> None:
    game = Timed(replace(BANK, increment=0))
    game.at(12_000).do(1, 2, turn=2)
    assert game.row(1) == ClockRow(1, 1, 60_000, 18_000)
    game.at(55_500).do(2, 1, turn=1)
    assert game.row(2) == ClockRow(2, 1, 46_500, 0)
    game.at(66_000).do(1, 2, turn=2)
    assert game.row(1) == ClockRow(1, 2, 59_500, 0)
    game.check()


def test_the_increment_comes_when_an_own_action_ends_the_stint_and_stays_below_the_most() -> None:
    game = Timed(replace(BANK, most=62))
    assert game.at(31_000).do(1, 2, turn=2)[0] == ClockRow(1, 1, 62_000, 0)
    assert Timed(replace(BANK, most=None)).at(31_000).do(1, 2, turn=2)[0].left == 64_000


def test_a_bank_above_the_most_keeps_what_it_has() -> None:
    game = Timed(replace(BANK, most=60))
    assert game.at(1_000).do(1, 2, turn=2)[0].left == 60_000


def test_the_action_that_ends_the_game_brings_its_increment() -> None:
    game = Timed()
    assert game.at(1_000).do(1) == [ClockRow(1, 1, 65_000, 29_000)]
    assert game.table.clock.deadline is None
    game.check()


def test_when_another_ends_the_game_nobody_else_gets_an_increment() -> None:
    game = Timed(ruleset=AtOnce())
    assert game.at(40_000).do(2) == [
        ClockRow(1, 1, 50_000, 0),
        ClockRow(2, 1, 55_000, 0),
        ClockRow(3, 1, 50_000, 0),
    ]


def test_a_seat_that_another_one_takes_off_the_clock_gets_no_increment() -> None:
    game = Timed(ruleset=AtOnce())
    assert game.at(40_000).do(2, 2, turn=None) == [ClockRow(1, 1, 50_000, 0), ClockRow(3, 1, 50_000, 0)]
    assert not game.table.stints.begun[1].rewarded


def test_what_others_do_neither_ends_nor_renews_a_stint_that_runs() -> None:
    game = Timed(ruleset=AtOnce())
    rows = game.at(5_000).do(2, 1, 2, 3, turn=0)
    assert [row.seat for row in rows] == [2]
    assert game.row(1) == ClockRow(1, 1, 60_000, 30_000, 0)
    assert game.row(2) == ClockRow(2, 2, 65_000, 10_000, 5_000)


def test_a_seat_still_to_act_after_its_own_action_begins_a_new_stint_if_the_turn_is_anothers() -> None:
    game = Timed()
    assert game.at(35_000).do(1, 1, turn=0) == [game.table.clock.rows[1]]
    assert game.row(1) == ClockRow(1, 2, 60_000, 10_000, 35_000)
    assert game.at(36_000).do(1, 1, turn=1) == []
    game.check()


def test_a_seat_that_comes_to_act_again_in_its_stint_goes_on_with_what_is_left_and_gets_nothing_twice() -> (
    None
):
    game = Timed(ruleset=Rounds())
    game.at(12_000).do(1, 2, 3)
    assert game.row(1) == ClockRow(1, 1, 65_000, 18_000)
    game.at(13_000).do(2, 1, 3)
    assert game.row(1) == ClockRow(1, 1, 65_000, 18_000, 13_000)
    game.at(33_000).do(1, 2)
    assert game.row(1) == ClockRow(1, 1, 63_000, 0), "no second increment"
    game.check()


def test_in_the_next_round_there_are_a_new_stint_a_new_grace_and_an_increment() -> None:
    game = Timed(ruleset=Rounds())
    game.at(12_000).do(1, 2)
    game.at(13_000).do(2, 1, 2, turn=0)
    assert game.row(1) == ClockRow(1, 2, 65_000, 10_000, 13_000)
    game.at(14_000).do(1, 2)
    assert game.row(1) == ClockRow(1, 2, 70_000, 9_000)


def test_a_turn_that_is_ones_own_is_no_new_stint() -> None:
    """Others may have been asked in between: only their turns, or nobody's, count."""
    game = Timed(PLAIN)
    game.at(1_000).do(1, 2)
    game.at(2_000).do(2, 1)
    assert game.row(1) == ClockRow(1, 1, 60_000, 29_000, 2_000)
    assert game.at(3_000).do(1, 1, turn=1) == []


def test_without_turns_an_action_of_another_seat_makes_the_stint_a_new_one() -> None:
    game = Timed(PLAIN, ruleset=Actions())
    game.at(1_000).do(1, 2)
    game.at(2_000).do(2, 1)
    assert game.row(1) == ClockRow(1, 2, 60_000, 0, 2_000)
    assert game.at(3_000).do(1, 1) == []


def test_the_stints_of_a_seat_are_counted_and_their_values_kept() -> None:
    game = Timed(PLAIN)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).do(2, 1, turn=1)
    assert game.table.stints.begun == {1: Begun(2, 1, False), 2: Begun(1, 1, True)}
    assert game.table.stints.counted == {1: 2, 2: 1}


def test_in_romans_a_stint_is_a_round_of_orders() -> None:
    game = Court(ROMANS, clock=PLAIN).play(60)
    state = game.table.game
    assert state.round > 1 or state.clash > 0
    assert [ROMANS.stint(state, seat) for seat in (1, 2)] == [state.round] * 2
    rows = [row for it in game.log if isinstance(it.event, ClockSet) for row in it.event.seats]
    assert {row.stint for row in rows} == {*range(1, state.round + 1)}


def test_a_game_without_a_clock_has_no_rows_and_counts_no_turns() -> None:
    game = Timed(None)
    assert game.do(1, 2, turn=2) == []
    assert not game.table.clock.rows
    assert not game.table.stints.counted
    assert not any(isinstance(it.event, ClockSet) for it in game.log)


@pytest.mark.parametrize("seat", [1, 2])
def test_an_own_action_is_one_that_begins_with_an_event_of_the_ruleset(seat: int) -> None:
    """An undo request is none: it takes a seat off the clock without an increment."""
    game = Timed(PLAIN, undo="consent")
    game.at(1_000).do(1, 2, turn=2)
    recorded = game.after(10).sitting.undo(seat, game.table.undo.steps[0].version)
    assert rows_of(recorded)
    assert not game.table.stints.rewarded(2)


def test_a_stint_that_begins_anew_after_a_correction_is_counted_on_the_line_gone_back_to() -> None:
    game = Timed(PLAIN)
    game.appoint(True)
    to_version = game.table.version
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).taken(seat=1)
    action = Hidden({"type": "do", "asks": [2], "turn": 2}, (EVERYBODY,))
    game.at(3_000).rule("corrected", Remedy(to_version=to_version, seat=1, action=action))
    assert game.row(2) == ClockRow(2, 1, 60_000, 30_000, 33_000)
    assert game.table.stints.begun[2] == Begun(1, 1)
    game.check()
