"""Stops of all clocks: suspensions, cases, and the rest after rulings."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.table.clock.events import ClockRow
from domain.table.events import Disputes
from domain.table.referee import opening
from domain.table.referee.events import Remedy
from tests.table.clock.script import AtOnce, Timed
from tests.table.referee.kit import TERMS, abandon, resume, suspend, won_by

ROW = ClockRow(1, 1, 60_000, 30_000, 0)
"""Seat 1, when the game begins."""


def test_a_suspension_writes_what_is_left_and_its_end_writes_that_again() -> None:
    game = Timed()
    assert game.at(40_000).decide(suspend) == [ClockRow(1, 1, 50_000, 0)]
    assert game.table.clock.deadline is None
    game.at(900_000).decide(resume)
    assert game.row(1) == ClockRow(1, 1, 50_000, 0, 900_000)
    game.check()


def test_a_stop_in_the_grace_keeps_the_rest_of_it() -> None:
    game = Timed()
    assert game.at(12_000).decide(suspend) == [ClockRow(1, 1, 60_000, 18_000)]


def test_a_stop_ends_no_stint_and_brings_no_increment() -> None:
    game = Timed()
    game.at(12_000).decide(suspend)
    game.at(20_000).decide(resume)
    assert not game.table.stints.begun[1].rewarded
    assert game.at(21_000).do(1, 2, turn=2)[0] == ClockRow(1, 1, 65_000, 17_000)
    game.check()


def test_all_running_clocks_stop_and_no_other_one_changes() -> None:
    game = Timed(ruleset=AtOnce())
    game.at(1_000).do(3, 1, 2)
    assert [row.seat for row in game.at(2_000).decide(suspend)] == [1, 2]
    assert [row.seat for row in game.at(3_000).decide(resume)] == [1, 2]


def test_a_case_that_pauses_the_game_stops_clocks_until_it_is_withdrawn() -> None:
    game = Timed()
    game.appoint(False)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).open(1)
    assert game.table.clock.rows[2] == ClockRow(2, 1, 60_000, 29_000)
    game.at(5_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(2) == ClockRow(2, 1, 60_000, 29_000, 5_000)
    game.check()


def test_a_case_that_does_not_pause_stops_nothing() -> None:
    game = Timed(terms=Disputes(pause=False))
    game.appoint(False)
    game.at(1_000).do(1, 2, turn=2)
    before = game.row(2)
    game.at(2_000).open(1)
    assert game.row(2) == before
    game.check()


def test_where_the_organiser_and_a_case_halt_the_game_clocks_run_when_both_are_done() -> None:
    game = Timed()
    game.appoint(False)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).decide(suspend)
    assert game.at(3_000).tell(opening.open_dispute, 1, game.claim())
    assert game.at(4_000).decide(resume) == []
    game.at(5_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(2).since == 5_000


def test_the_end_of_the_game_in_whatever_way_stops_all_clocks() -> None:
    game = Timed()
    assert game.at(40_000).decide(suspend) == [ClockRow(1, 1, 50_000, 0)]
    assert game.at(50_000).decide(abandon) == []
    game.check()
    running = Timed()
    assert running.at(40_000).decide(abandon) == [ClockRow(1, 1, 50_000, 0)]
    running.check()


@pytest.mark.parametrize(("kind", "since"), [("stands", 9_000), ("dismissed", 9_000)])
def test_after_a_ruling_without_a_remedy_clocks_start_at_once(kind: Any, since: int) -> None:
    game = Timed()
    game.appoint(False)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).taken(seat=1)
    game.at(since).rule(kind)
    assert game.row(2).since == since
    game.check()


def test_after_a_ruling_with_a_remedy_they_rest_for_half_a_minute() -> None:
    game = Timed()
    game.appoint(False)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).taken(seat=1)
    game.at(9_000).rule("stands", Remedy(clock={"2": 60_000}))
    assert game.row(2) == ClockRow(2, 1, 60_000, 10_000, 39_000)
    assert game.table.clock.rest == game.begun + 39_000
    assert game.at(20_000).do(2, 1, turn=1)[1] == ClockRow(2, 1, 65_000, 10_000), "nothing was used at rest"
    assert game.row(1).since == 39_000, "no clock starts before it"
    game.check()


def test_clocks_that_run_when_such_a_ruling_becomes_final_rest_too() -> None:
    game = Timed(terms=replace(TERMS, pause=False))
    game.appoint(True)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).taken(seat=1)
    game.at(39_000).rule("stands", Remedy(clock={"1": 60_000}))
    assert game.row(2) == ClockRow(2, 1, 52_000, 0, 69_000)
    assert game.table.clock.rows[1] == ClockRow(1, 1, 60_000, 10_000), "the bank and the grace as agreed on"
    game.check()


def test_a_result_ends_the_game_and_its_clocks() -> None:
    game = Timed(terms=replace(TERMS, pause=False))
    game.appoint(True)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).taken(seat=1)
    game.at(33_000).rule("result", won_by(1, 3), why_hash="h")
    assert game.table.clock.rows[2] == ClockRow(2, 1, 58_000, 0)
    game.check()


def test_a_substitute_goes_on_with_the_clock() -> None:
    game = Timed()
    assert game.at(12_000).reassign(1) == []
    assert game.row(1) == ROW
    game.check()


def test_calls_and_statements_of_a_case_stop_nothing() -> None:
    game = Timed(terms=Disputes(pause=False))
    game.appoint(False)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).do(2, 2)
    before = game.row(2)
    game.at(3_000).open(1)
    game.at(4_000).tell(opening.state, 2, 1, "h")
    game.at(5_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(2) == before
    game.check()
