"""Outages: no clock runs while the service is away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.table.clock.events import ClockRow, TimeHeld
from domain.table.clock.holding import Outage
from domain.table.redecide import NotByTheRules, redecided
from domain.table.referee.events import Remedy
from tests.table.clock.script import BANK, AtOnce, Timed, rows_of
from tests.table.referee.kit import resume, suspend


def outage(game: Timed, n: int, from_: int, back: int, own: bool = False) -> Outage:
    """From one time to the return of the service, from the start on."""
    return Outage(n, game.begun + from_, game.begun + back + 30_000, own)


def test_clocks_are_read_as_at_its_beginning_and_start_half_a_minute_after_the_return() -> None:
    game = Timed()
    recorded = game.at(200_000).brought(outage(game, 1, 40_000, 200_000))
    assert recorded[0].event == TimeHeld(1, game.begun + 40_000, game.begun + 230_000)
    assert (recorded[0].actor, recorded[0].rules) == ("table", ("clock.outage",))
    assert rows_of(recorded) == [game.table.clock.rows[1]]
    assert game.row(1) == ClockRow(1, 1, 50_000, 0, 230_000)
    assert game.table.clock.outages == (1,)
    game.check()


def test_it_ends_no_stint() -> None:
    game = Timed()
    game.at(200_000).brought(outage(game, 1, 10_000, 200_000))
    assert game.at(231_000).do(1, 2, turn=2)[0] == ClockRow(1, 1, 65_000, 19_000)
    game.check()


def test_an_outage_is_held_once() -> None:
    game = Timed()
    game.at(200_000).brought(outage(game, 1, 40_000, 200_000))
    assert game.brought(outage(game, 1, 40_000, 200_000)) == []


def test_it_is_held_before_flags_even_when_the_clock_would_have_run_out_meanwhile() -> None:
    game = Timed()
    game.at(200_000).brought(outage(game, 1, 89_999, 200_000))
    assert game.row(1) == ClockRow(1, 1, 1, 0, 230_000)
    assert game.at(230_000).brought() == []
    assert game.at(230_001).brought()[0].event.deadline == game.begun + 230_001
    game.check()


def test_a_clock_that_had_run_out_by_its_beginning_alone_is_nothing_to_hold() -> None:
    game = Timed()
    recorded = game.at(200_000).brought(outage(game, 1, 90_000, 200_000))
    assert recorded[0].event.deadline == game.begun + 90_000
    game.check()


@pytest.mark.parametrize("since", [90_000, 91_000])
def test_such_a_clock_falls_as_it_stood_while_others_are_held(since: int) -> None:
    game = Timed(replace(BANK, on_time_out="bot"), ruleset=AtOnce())
    game.at(20_000).do(2, 1, 2, 3, turn=0)
    held = game.at(200_000).brought(outage(game, 1, since, 200_000))
    assert rows_of(held) == [game.table.clock.rows[2]]
    assert game.row(2) == ClockRow(2, 2, 95_000 - since, 0, 230_000)
    assert game.row(1) == ClockRow(1, 1, 60_000, 30_000, 0)
    flag = game.brought(outage(game, 1, since, 200_000))
    assert (flag[0].event.seats, flag[0].event.deadline) == ((1, 3), game.begun + 90_000)
    game.check()


def test_it_begins_for_a_game_with_its_last_entry_if_that_is_later() -> None:
    game = Timed()
    game.at(44_000).do(1, 2, turn=2)
    recorded = game.at(200_000).brought(outage(game, 1, 40_000, 200_000))
    assert recorded[0].event.from_ == game.begun + 44_000
    assert game.row(2) == ClockRow(2, 1, 60_000, 30_000, 230_000)
    game.check()


def test_it_begins_for_a_game_with_its_rest_if_that_is_later() -> None:
    game = Timed()
    game.appoint(False)
    game.at(1_000).do(1, 2, turn=2)
    game.at(2_000).taken(seat=1)
    game.at(9_000).rule("stands", Remedy(clock={"2": 60_000}))
    recorded = game.at(200_000).brought(outage(game, 1, 20_000, 200_000))
    assert recorded[0].event.from_ == game.begun + 39_000
    assert game.row(2) == ClockRow(2, 1, 60_000, 10_000, 230_000)
    game.check()


@pytest.mark.parametrize("back", [40_000, 35_000])
def test_nothing_is_held_where_it_begins_with_the_return_or_later(back: int) -> None:
    game = Timed()
    game.at(40_000).do(1, 2, turn=2)
    assert game.at(41_000).brought(outage(game, 1, 30_000, back)) == []
    assert game.brought(outage(game, 1, 30_000, 40_001)) != []


def test_nothing_is_held_while_the_game_is_stopped_nor_afterwards() -> None:
    game = Timed()
    game.at(10_000).decide(suspend)
    missed = outage(game, 1, 20_000, 200_000)
    assert game.at(200_000).brought(missed) == []
    game.at(210_000).decide(resume)
    assert game.brought(missed) == []
    assert game.row(1) == ClockRow(1, 1, 60_000, 20_000, 210_000)


def test_an_outage_that_goes_on_is_not_held_yet() -> None:
    game = Timed()
    assert game.at(199_999 - 150_000).brought(outage(game, 1, 40_000, 200_000)) == []


def test_the_games_own_comes_first_then_they_are_held_by_number() -> None:
    """The others hold what is left."""
    game = Timed()
    outages = (
        outage(game, 8, 20_000, 100_000),
        outage(game, 7, 10_000, 15_500),
        outage(game, 9, 5_000, 60_000, own=True),
    )
    held = [game.at(100_000).brought(*outages)[0].event for _ in range(2)]
    assert [it.outage for it in held] == [9, 8]
    assert held[1].from_ == game.begun + 90_000
    assert game.brought(*outages) == []
    assert game.row(1) == ClockRow(1, 1, 60_000, 25_000, 130_000)
    game.check()
    two = Timed()
    both = (outage(two, 2, 60_000, 150_000), outage(two, 1, 5_000, 15_500))
    held = [two.at(150_000).brought(*both)[0].event for _ in range(2)]
    assert [it.outage for it in held] == [1, 2]
    two.check()


def test_clocks_of_a_hold_that_is_recorded_late_run_from_its_end_all_the_same() -> None:
    game = Timed()
    game.at(300_000).brought(outage(game, 1, 10_000, 200_000))
    assert game.row(1) == ClockRow(1, 1, 60_000, 20_000, 230_000)
    game.check()


@pytest.mark.parametrize(
    "change",
    [{"from_": 39_999}, {"to": 300_000}, {"to": 71_000}],
    ids=["before the last entry", "before it is over", "less than it lasts"],
)
def test_a_hold_that_cannot_be_is_not_by_the_rules(change: dict[str, int]) -> None:
    """That the leaf is another one is for L1 to find."""
    game = Timed()
    game.at(40_000).do(1, 2, turn=2)
    game.at(200_000).brought(outage(game, 1, 45_000, 200_000))
    game.check()
    changed: dict[str, Any] = {name: game.begun + value for name, value in change.items()}
    log = [
        replace(it, event=replace(it.event, **changed)) if isinstance(it.event, TimeHeld) else it
        for it in game.log
    ]
    with pytest.raises(NotByTheRules) as broken:
        list(redecided(game.sitting.ruleset, log))
    assert broken.value.version == game.log[-2].version


def test_no_outage_is_held_twice_in_a_log() -> None:
    game = Timed()
    game.at(200_000).brought(outage(game, 1, 10_000, 200_000))
    game.at(500_000 - 220_000).brought(outage(game, 2, 240_000, 280_000))
    log = [
        replace(it, event=replace(it.event, outage=1)) if isinstance(it.event, TimeHeld) else it
        for it in game.log
    ]
    with pytest.raises(NotByTheRules):
        list(redecided(game.sitting.ruleset, log))
