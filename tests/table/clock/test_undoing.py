"""Clocks under undo: as they were when the action was made, less what the asker has used since."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.table import decisions
from domain.table.absence.resigning import resign
from domain.table.clock.events import ClockRow
from domain.table.clock.holding import Outage
from domain.table.refusals import Refused
from tests.table.clock.script import BANK, AtOnce, Timed
from tests.table.referee.kit import refusing, resume, suspend

BOT = replace(BANK, on_time_out="bot")


def ask(game: Timed, seat: int, to_version: int | None = None) -> list[ClockRow]:
    """The rows that a request sets, with `since` from the start on."""
    rows = game.decide(decisions.request_undo, seat, to_version)
    return [row if row.since is None else replace(row, since=row.since - game.begun) for row in rows]


def answer(game: Timed, seat: int, accept: bool = True) -> list[ClockRow]:
    return game.decide(decisions.answer_undo, seat, game.table.undo.request.number, accept)


def test_the_asker_loses_the_time_since_and_others_what_they_never_began() -> None:
    game = Timed()
    assert game.at(40_000).do(1, 2, turn=2)[0] == ClockRow(1, 1, 55_000, 0)
    assert ask(game.at(52_000), 1) == [ClockRow(1, 1, 38_000, 0, 52_000), ClockRow(2, 0, 60_000, 0)]
    assert game.at(53_000).do(1, 2, turn=2)[0] == ClockRow(1, 1, 42_000, 0), "the increment is given again"
    game.check()


def test_time_is_lost_from_the_grace_first() -> None:
    game = Timed()
    game.at(5_000).do(1, 2, turn=2)
    assert ask(game.at(9_000), 1)[0] == ClockRow(1, 1, 60_000, 21_000, 9_000)
    game.check()


def test_within_a_stint_the_clock_runs_on_as_if_nothing_had_been_taken_back() -> None:
    game = Timed()
    game.at(10_000).do(1, 1)
    assert ask(game.at(15_000), 1) == []
    assert game.row(1) == ClockRow(1, 1, 60_000, 30_000, 0)
    game.check()


def test_clocks_that_ran_then_and_run_now_keep_their_rows() -> None:
    game = Timed(ruleset=AtOnce())
    game.at(5_000).do(1, 2, 3)
    assert ask(game.at(9_000), 1) == [ClockRow(1, 1, 60_000, 21_000, 9_000)]
    assert game.row(2) == ClockRow(2, 1, 60_000, 30_000, 0)
    game.check()


def test_a_stint_that_ended_in_between_is_no_longer_the_same() -> None:
    game = Timed(ruleset=AtOnce(), undo="consent")
    version = game.table.version
    game.at(5_000).do(1, 2, 3)
    game.at(6_000).do(2, 3)
    game.at(7_000).do(3, 1, 2, 3)
    ask(game.at(9_000), 1, version)
    answer(game, 2)
    rows = answer(game, 3)
    assert rows[1:] == [ClockRow(2, 1, 60_000, 25_000, game.now)], "as at 5 s"
    assert game.row(3) == ClockRow(3, 1, 60_000, 30_000, 0), (
        "still to act after its own action, in the same stint"
    )
    assert rows[0] == ClockRow(1, 1, 60_000, 21_000, game.now)
    game.check()


def test_halts_holds_and_rest_cost_nothing() -> None:
    game = Timed()
    game.at(5_000).do(1, 2, turn=2)
    game.at(6_000).decide(suspend)
    game.at(16_000).decide(resume)
    assert ask(game.at(18_000), 1)[0] == ClockRow(1, 1, 60_000, 22_000, 18_000)
    game.check()


def test_an_outage_costs_nothing() -> None:
    game = Timed()
    game.at(5_000).do(1, 2, turn=2)
    outage = Outage(1, game.begun + 7_000, game.begun + 137_000)
    game.at(110_000).brought(outage)
    assert ask(game.at(140_000), 1)[0] == ClockRow(1, 1, 60_000, 20_000, 140_000), (
        "2 s before it, 3 s after it"
    )
    game.check()


def test_who_has_not_the_time_takes_nothing_back() -> None:
    game = Timed()
    game.at(40_000).do(1, 2, turn=2)
    with refusing("clock.undo.1"):
        ask(game.at(90_000), 1)
    assert ask(game.at(89_999), 1)[0] == ClockRow(1, 1, 1, 0, 89_999)


def test_the_refusal_says_the_sum() -> None:
    game = Timed(undo="consent")
    game.at(12_000).do(1, 2, turn=2)
    game.at(20_000).decide(suspend)
    game.at(26_000).decide(resume)
    for seat, had in ((1, 78_000), (3, 60_000)):
        with pytest.raises(Refused) as refused:
            ask(game.at(96_000), seat, game.table.undo.steps[0].version)
        assert f"Seat {seat} had {had} ms to lose then, and 78000 ms have passed" in str(refused.value)


def test_the_last_consent_may_come_too_late() -> None:
    game = Timed(undo="consent")
    version = game.table.version
    game.at(40_000).do(1, 2, turn=2)
    game.at(41_000).do(2, 3, turn=3)
    ask(game.at(60_000), 1, version)
    answer(game, 2)
    with refusing("clock.undo.1"):
        answer(game.at(90_000), 3)
    answer(game, 3, accept=False)
    game.check()


def test_who_was_not_to_act_loses_what_is_left_and_no_grace() -> None:
    game = Timed(undo="consent")
    game.at(12_000).do(1, 2, turn=2)
    version = game.table.version
    game.at(20_000).do(2, 3, turn=3)
    ask(game.at(23_000), 1, version)
    answer(game, 2)
    rows = answer(game, 3)
    assert rows[0] == ClockRow(1, 1, 62_000, 18_000)
    assert rows[1] == ClockRow(2, 1, 60_000, 22_000, game.now), "nobody else loses anything"
    game.check()


def test_who_never_had_a_stint_pays_too() -> None:
    game = Timed(BOT, undo="consent")
    game.at(1_000).do(1, 2, turn=2)
    version = game.table.version
    game.at(2_000).do(2, 1, turn=1)
    ask(game.at(5_000), 3, version)
    answer(game, 1)
    assert ClockRow(3, 0, 57_000, 0) in answer(game, 2)
    game.check()


def test_a_flag_and_a_resignation_drop_requests_and_bar_undo() -> None:
    for event in ("flag", "resignation"):
        game = Timed(BOT, undo="consent")
        game.at(1_000).do(1, 2, turn=2)
        game.at(2_000).do(2, 3, turn=3)
        ask(game, 1, game.table.undo.steps[0].version)
        if event == "flag":
            game.at(100_000).brought()
        else:
            game.decide(resign, 3)
        undo = game.table.undo
        assert (undo.request, undo.steps, undo.barrier) == (None, (), "away")
        with refusing("table.undo"):
            ask(game, 1)
        game.check()


def test_seats_that_are_away_are_not_asked_and_ask_for_nothing() -> None:
    game = Timed(BOT, undo="consent")
    game.decide(resign, 3)
    game.at(1_000).do(1, 2, turn=2)
    version = game.table.undo.steps[0].version
    game.at(2_000).do(2, 1, turn=1)
    with refusing("clock.away"):
        ask(game, 3, version)
    ask(game, 1, version)
    assert game.table.undo.request.needs == (2,)
