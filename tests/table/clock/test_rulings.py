"""Clocks and the desk: who pays for a case, what goes back with a ruling, and the banks that one sets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.hidden import EVERYBODY, Hidden
from domain.table.absence.returning import come_back
from domain.table.clock.events import ClockRow
from domain.table.events import Disputes
from domain.table.operator import deciding
from domain.table.referee import appealing, opening
from domain.table.referee.events import Remedy
from domain.table.referee.hearing import Proposed
from domain.table.referee.preview import preview
from domain.table.referee.ruling import Said
from tests.table.clock.script import BANK, AtOnce, Timed
from tests.table.referee.kit import refusing, resume, suspend, won_by


def court(*heads: bool, **more: Any) -> Timed:
    game = Timed(**more)
    game.appoint(*heads)
    return game


# -- the opener


def test_the_opener_pays_for_a_case_that_comes_to_nothing() -> None:
    game = court(False)
    game.at(20_000).open(1)
    game.at(25_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(1) == ClockRow(1, 1, 60_000, 5_000, 25_000), (
        "10 s were left of the grace, 5 s the case took"
    )
    game.check()


def test_a_minute_is_left_to_the_opener() -> None:
    game = court(False)
    game.at(2_000).open(1)
    game.at(100_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(1) == ClockRow(1, 1, 60_000, 0, 100_000)


def test_who_has_less_than_a_minute_keeps_it() -> None:
    game = court(False)
    game.at(50_000).open(1)
    game.at(100_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(1) == ClockRow(1, 1, 40_000, 0, 100_000)


def test_the_organiser_beside_a_case_costs_the_opener_nothing() -> None:
    game = court(False)
    game.at(2_000).open(1)
    game.at(5_000).decide(suspend)
    game.at(9_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(1) == ClockRow(1, 1, 60_000, 25_000), "2 s before the case, 3 s for it"
    game.at(70_000).decide(resume)
    assert game.row(1) == ClockRow(1, 1, 60_000, 25_000, 70_000)
    game.check()


def test_the_operator_beside_a_case_costs_the_opener_nothing_either() -> None:
    game = court(False)
    game.at(2_000).open(1)
    game.at(5_000).decide(deciding.close, "h")
    game.at(9_000).tell(opening.withdraw, "seat:1", 1)
    assert game.row(1) == ClockRow(1, 1, 60_000, 25_000), "2 s before the case, 3 s for it"
    game.at(70_000).decide(deciding.reopen)
    assert game.row(1) == ClockRow(1, 1, 60_000, 25_000, 70_000)
    game.check()


def test_who_was_not_to_act_pays_nothing() -> None:
    game = court(False, clock=replace(BANK, bank=90, most=None))
    game.at(2_000).open(2)
    game.at(9_000).tell(opening.withdraw, "seat:2", 1)
    assert game.row(1) == ClockRow(1, 1, 90_000, 28_000, 9_000)
    assert 2 not in game.table.clock.rows


@pytest.mark.parametrize(
    ("kind", "grace"), [("stands", 22_000), ("dismissed", 22_000), ("backed-up", 26_000)]
)
def test_a_ruling_with_a_remedy_is_free(kind: Any, grace: int) -> None:
    game = court(False)
    game.at(4_000).do(1, 1)
    version = game.table.undo.steps[0].version
    game.at(4_000).taken()
    game.at(8_000).rule(kind, Remedy(to_version=version) if kind == "backed-up" else None)
    rest = 38_000 if kind == "backed-up" else 8_000
    assert game.row(1) == ClockRow(1, 1, 60_000, grace, rest)
    game.check()


def test_a_ruling_changed_to_none_on_appeal_is_paid_for() -> None:
    game = court(False, True)
    game.at(4_000).taken()
    game.at(5_000).rule("stands", Remedy(clock={"1": 65_000}))
    game.at(6_000).appealed(2)
    game.at(9_000).tell(appealing.decide, 2, 1, "h", Said("dismissed", (), "h"))
    assert game.row(1) == ClockRow(1, 1, 60_000, 21_000, 9_000)
    game.check()


def test_without_a_pause_the_halt_for_a_remedy_is_all_that_is_paid_for() -> None:
    game = court(False, True, terms=Disputes(pause=False))
    game.at(4_000).taken()
    game.at(10_000).rule("stands", Remedy(clock={"1": 65_000}))
    assert game.table.clock.rows[1].since is None
    game.at(11_000).appealed(2)
    game.at(12_000).tell(appealing.decide, 2, 1, "h", Said("dismissed", (), "h"))
    assert game.row(1) == ClockRow(1, 1, 60_000, 18_000, 12_000), "10 s to the ruling, 2 s until it fell"
    game.check()


# -- banks


def banks(**clock: int) -> Remedy:
    return Remedy(clock={seat[1:]: left for seat, left in clock.items()})


def test_a_ruling_sets_banks_and_the_grace_of_the_terms_and_lets_all_rest() -> None:
    game = court(False)
    game.at(35_000).do(1, 1, 2, turn=2)
    game.at(40_000).taken()
    game.at(50_000).rule("stands", banks(_1=70_000))
    assert game.row(1) == ClockRow(1, 2, 70_000, 10_000, 80_000)
    assert game.row(2) == ClockRow(2, 1, 60_000, 25_000, 80_000)
    assert game.at(81_000).do(1, 2)[0] == ClockRow(1, 2, 70_000, 9_000), "not above the most"
    game.check()


def test_a_game_that_was_not_halted_rests_too() -> None:
    game = court(False, terms=Disputes(pause=False))
    game.at(4_000).taken()
    game.at(6_000).rule("stands", banks(_2=70_000))
    assert game.row(1) == ClockRow(1, 1, 60_000, 24_000, 36_000)
    assert game.row(2) == ClockRow(2, 0, 70_000, 10_000)
    game.check()


@pytest.mark.parametrize(
    "remedy", [banks(_1=9_999), banks(_1=70_001), banks(_4=60_000), banks(), banks(_0=60_000)]
)
def test_banks_have_bounds_and_seats_have_clocks(remedy: Remedy) -> None:
    game = court(True)
    game.at(4_000).taken()
    with refusing("clock.ruling"):
        game.rule("stands", remedy)


def test_a_most_of_less_is_exactly_ten_seconds() -> None:
    game = court(True, clock=replace(BANK, bank=2, grace=10, most=5))
    game.at(4_000).taken()
    with refusing("clock.ruling"):
        game.rule("stands", banks(_1=10_001))
    game.rule("stands", banks(_1=10_000))
    assert game.at(5_000).do(1, 2)[0] == ClockRow(1, 1, 10_000, 10_000), "more than the most, and kept"
    game.check()


def test_without_a_most_a_bank_is_a_month_at_most() -> None:
    game = court(False, clock=replace(BANK, most=None))
    game.at(4_000).taken()
    with refusing("clock.ruling"):
        game.rule("stands", banks(_1=30 * 86_400_000 + 1))
    game.rule("stands", banks(_1=30 * 86_400_000))


def test_only_a_head_referee_lowers_a_bank() -> None:
    game = court(False, True)
    game.at(4_000).taken()
    with refusing("referee.head"):
        game.rule("stands", banks(_1=59_999))
    game.rule("stands", banks(_1=60_000))
    head = court(True)
    head.at(4_000).taken()
    head.rule("stands", banks(_1=59_999))
    head.check()


def test_what_a_back_up_gives_back_is_lowered_by_a_head_referee_only() -> None:
    game = court(False)
    version = game.table.version
    game.at(70_000).do(1, 1)
    game.at(85_000).do(1, 2, turn=2)
    game.at(86_000).taken(seat=2)
    with refusing("referee.head"):
        game.rule("backed-up", Remedy(to_version=version, clock={"1": 19_999}))
    game.rule("backed-up", Remedy(to_version=version, clock={"1": 20_000}))
    assert game.row(1) == ClockRow(1, 1, 20_000, 10_000, 116_000)
    game.check()


def test_no_bank_is_set_without_a_clock_or_when_the_game_is_over() -> None:
    game = court(True, clock=None)
    game.taken()
    with refusing("clock.ruling"):
        game.rule("stands", banks(_1=60_000))
    game = court(True)
    game.at(100_000).brought()
    game.taken()
    with refusing("clock.ruling"):
        game.rule("stands", banks(_1=60_000))
    with refusing("referee.remedy"):
        game.rule("result", replace(won_by(1, 3), clock={"1": 60_000}))


def test_a_flag_that_ended_the_game_can_be_disputed() -> None:
    game = court(True)
    game.at(100_000).brought()
    assert game.table.status == "finished"
    assert game.table.outcome.winners == (2, 3)
    game.taken()
    game.rule("result", won_by(1, 3), why_hash="h")
    assert game.table.outcome.winners == (1,)
    game.check()


# -- going back


def test_clocks_go_back_with_a_ruling_and_nobody_is_charged() -> None:
    game = court(False, ruleset=AtOnce())
    version = game.table.version
    game.at(40_000).do(1, 2, 3)
    game.at(45_000).do(2, 3)
    game.at(50_000).taken()
    game.at(55_000).rule("backed-up", Remedy(to_version=version))
    for seat in (1, 2, 3):
        assert game.row(seat) == ClockRow(seat, 1, 50_000, 0, 85_000), "as at 40 s, also of 3, who ran on"
    game.check()


def test_who_left_and_came_back_since_keeps_the_clock() -> None:
    game = court(False, clock=replace(BANK, on_time_out="bot"))
    version = game.table.version
    game.at(40_000).do(1, 2, turn=2)
    game.at(130_000).brought()
    game.do(2, 3, turn=3)
    game.decide(come_back, 2)
    assert game.row(2) == ClockRow(2, 1, 7_000, 0), "a tenth"
    game.at(131_000).taken()
    game.rule("backed-up", Remedy(to_version=version))
    assert game.row(2) == ClockRow(2, 1, 7_000, 0)
    assert game.row(1) == ClockRow(1, 1, 50_000, 0, 161_000)
    assert game.at(162_000).do(1, 2, turn=2)[1] == ClockRow(2, 2, 7_000, 10_000, game.now)
    game.check()


def test_who_has_left_since_keeps_the_clock_too() -> None:
    game = court(False, clock=replace(BANK, on_time_out="bot"))
    version = game.table.version
    game.at(40_000).do(1, 2, turn=2)
    game.at(130_000).brought()
    game.taken().rule("backed-up", Remedy(to_version=version))
    assert game.row(2) == ClockRow(2, 1, 0, 0)
    game.check()


@pytest.mark.parametrize("back", [lambda game: game.decide(come_back, 2), lambda game: game.reassign(2)])
def test_who_was_away_then_and_has_come_back_keeps_the_clock(back: Any) -> None:
    game = court(False, clock=replace(BANK, on_time_out="bot"))
    game.at(1_000).do(1, 2, turn=2)
    game.at(91_000).brought()
    game.do(2, 1, turn=1)
    version = game.table.version
    game.at(92_000).do(1, 3, turn=3)
    back(game)
    game.at(93_000).taken().rule("backed-up", Remedy(to_version=version))
    assert game.row(2) == ClockRow(2, 1, 7_000, 0)
    game.check()


def test_a_clock_that_was_kept_brings_no_increment_in_the_stint_as_it_is() -> None:
    game = court(False, clock=replace(BANK, on_time_out="bot"))
    version = game.table.version
    game.at(40_000).do(1, 1)
    game.at(90_000).brought()
    game.do(1, 2, turn=2)
    game.decide(come_back, 1)
    game.at(95_000).taken(seat=2).rule("backed-up", Remedy(to_version=version))
    assert game.row(1) == ClockRow(1, 1, 7_000, 0, 125_000)
    assert game.at(126_000).do(1, 2, turn=2)[0] == ClockRow(1, 1, 6_000, 0)
    game.check()


def test_who_left_and_came_back_before_goes_on_in_the_same_stint() -> None:
    game = court(False, clock=replace(BANK, on_time_out="bot"))
    game.at(1_000).do(1, 2, turn=2)
    game.at(91_000).brought()
    game.do(2, 1, turn=1)
    game.decide(come_back, 2)
    game.at(92_000).do(1, 2, turn=2)
    version = game.table.version
    game.at(93_000).do(2, 2)
    game.at(94_000).taken(seat=1).rule("backed-up", Remedy(to_version=version))
    assert game.row(2) == ClockRow(2, 2, 7_000, 9_000, 124_000)
    assert game.at(125_000).do(2, 3, turn=3)[0] == ClockRow(2, 2, 12_000, 8_000)
    game.check()


def test_what_the_table_makes_by_a_ruling_brings_no_increment() -> None:
    game = court(True)
    game.at(1_000).do(1, 1)
    version = game.table.version
    game.at(2_000).do(1, 2, turn=2)
    game.at(3_000).taken(seat=2)
    action = Hidden({"type": "do", "asks": [3], "turn": 3}, (EVERYBODY,))
    game.rule("corrected", Remedy(to_version=version, seat=1, action=action))
    assert game.row(1) == ClockRow(1, 1, 60_000, 28_000)
    game.check()


def test_a_preview_shows_the_clocks_that_the_ruling_makes() -> None:
    game = court(True)
    version = game.table.version
    game.at(40_000).do(1, 2, turn=2)
    game.at(50_000).taken()
    remedy = Remedy(to_version=version, clock={"2": 30_000})
    seen = preview(game.hearing, Proposed("backed-up", remedy, 1, True, True), 0)
    assert seen.clocks == (ClockRow(1, 1, 50_000, 0), ClockRow(2, 0, 30_000, 10_000))
    assert seen.head, "it lowers the bank of seat 2"
    game.rule("backed-up", remedy)
    assert [replace(game.row(seat), since=None) for seat in (1, 2)] == [*seen.clocks]
