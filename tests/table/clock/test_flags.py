"""Flags: who loses when, what follows, and that nothing later stands before them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from conformance.kit import Sitting
from domain.by_seat import by_seat
from domain.contract.withdrawing import withdrawn
from domain.rulesets.touche import RULESET as TOUCHE
from domain.table.arrival import due_at
from domain.table.clock.events import ClockRow, ClockSet, Forfeit, TimeRanOut
from domain.table.events import Disputes
from domain.table.fold import fold
from domain.table.redecide import NotByTheRules, redecided
from domain.table.referee.events import DisputeExpired
from domain.table.refusals import Refused
from domain.table.state import Logged
from tests.table.clock.script import BANK, AtOnce, Timed, rows_of
from tests.table.referee.kit import resume, suspend

OUT = 90_000
"""When seat 1, to act from the start, has used 30 seconds of grace and a minute."""
BOT = replace(BANK, on_time_out="bot")


def kinds(recorded: list[Logged]) -> list[str]:
    return [str(type(it.event).__struct_config__.tag) for it in recorded]


def test_nothing_is_due_before_the_deadline() -> None:
    game = Timed()
    assert due_at(game.table) == game.begun + OUT
    assert game.at(OUT - 1).brought() == []


def test_at_the_deadline_the_clock_has_run_out() -> None:
    game = Timed()
    recorded = game.at(OUT).brought()
    assert kinds(recorded) == ["time-ran-out", "clock-set"]
    assert recorded[0].event == TimeRanOut(
        (1,), game.begun + OUT, Forfeit((2, 3), ((2, 3), (1,)), {"1": 0, "2": 0, "3": 0}, "time")
    )
    assert (recorded[0].actor, recorded[0].rules) == ("table", ("clock.flag", "clock.forfeit"))
    assert rows_of(recorded) == [ClockRow(1, 1, 0, 0)]
    game.check()


def test_an_action_a_millisecond_before_is_in_time() -> None:
    game = Timed()
    assert game.at(OUT - 1).do(1, 2, turn=2)[0] == ClockRow(1, 1, 5_001, 0)
    assert game.brought() == []


def test_a_forfeit_ends_the_game_with_its_outcome() -> None:
    game = Timed()
    game.at(OUT).brought()
    assert (game.table.status, game.table.to_act) == ("finished", ())
    assert (game.table.outcome.winners, game.table.outcome.reason) == ((2, 3), "time")
    assert due_at(game.table) is None
    assert game.at(2 * OUT).brought() == []
    with pytest.raises(Refused, match="over"):
        game.do(1, 2)


def test_it_may_be_recorded_later_and_is_reckoned_with_its_deadline() -> None:
    game = Timed()
    recorded = game.at(OUT + 500_000).brought()
    assert (recorded[0].at, recorded[0].event.deadline) == (game.begun + OUT + 500_000, game.begun + OUT)
    assert rows_of(recorded) == [ClockRow(1, 1, 0, 0)]
    game.check()


def test_other_clocks_stop_as_at_the_deadline() -> None:
    game = Timed(ruleset=AtOnce())
    game.at(20_000).do(2, 1, 2, 3, turn=0)
    assert game.row(2) == ClockRow(2, 2, 65_000, 10_000, 20_000)
    recorded = game.at(OUT + 7_000).brought()
    assert recorded[0].event.seats == (1, 3), "both have that deadline"
    assert rows_of(recorded) == [
        ClockRow(1, 1, 0, 0),
        ClockRow(2, 2, 5_000, 0),
        ClockRow(3, 1, 0, 0),
    ]
    assert game.table.outcome.winners == (2,)
    game.check()


def test_all_seats_of_one_millisecond_lose_together_and_then_nobody_wins() -> None:
    game = Timed(ruleset=AtOnce())
    recorded = game.at(OUT).brought()
    assert recorded[0].event.seats == (1, 2, 3)
    assert recorded[0].event.outcome == Forfeit((), ((1, 2, 3),), {"1": 0, "2": 0, "3": 0}, "time")
    game.check()


def test_where_bots_play_on_the_seats_leave_in_order_after_the_flag() -> None:
    game = Timed(BOT, ruleset=AtOnce())
    game.at(20_000).do(2, 1, 2, 3, turn=0)
    recorded = game.at(OUT).brought()
    assert kinds(recorded) == ["time-ran-out", "seat-left", "seat-left", "clock-set"]
    assert [it.event.seat for it in recorded[1:3]] == [1, 3]
    assert recorded[0].event.outcome is None
    assert rows_of(recorded) == [ClockRow(1, 1, 0, 0), ClockRow(3, 1, 0, 0)]
    assert game.row(2) == ClockRow(2, 2, 65_000, 10_000, 20_000), "the others run on"
    assert game.table.status == "playing"
    game.check()


def test_away_seats_have_no_clock() -> None:
    game = Timed(BOT)
    game.at(OUT).brought()
    assert game.at(OUT + 1).do(1, 2, turn=2) == [ClockRow(2, 1, 60_000, 30_000, game.begun + OUT + 1)], (
        "the bot's action sets the next clock alone"
    )
    assert game.at(OUT + 2).do(2, 1, turn=1) == [ClockRow(2, 1, 65_000, 29_999)]
    assert due_at(game.table) is None
    game.check()


def test_while_the_game_stands_still_no_clock_runs_out() -> None:
    game = Timed()
    game.at(50_000).decide(suspend)
    assert game.at(OUT).brought() == []
    game.at(5 * OUT).decide(resume)
    assert game.at(5 * OUT + 40_000).brought() != []
    game.check()


# -- what stands before a flag


def late(game: Timed, at: int) -> list[Logged]:
    """The log, whose last action was at a time from the start on."""
    action, time = game.log[-1].action, game.begun + at
    return [replace(it, at=time) if it.action == action else it for it in game.log]


def assert_late(game: Timed, log: list[Logged]) -> None:
    with pytest.raises(NotByTheRules) as broken:
        list(redecided(game.sitting.ruleset, log))
    assert log[broken.value.version - 1].action == log[-1].action


def test_an_action_at_the_deadline_or_later_is_not_by_the_rules() -> None:
    game = Timed()
    game.at(OUT - 1).do(1, 2, turn=2)
    game.check()
    assert_late(game, late(game, OUT))


def test_no_entry_of_the_table_stands_there_either() -> None:
    game = Timed()
    game.at(OUT - 1).decide(suspend)
    game.check()
    assert_late(game, late(game, OUT))


def test_an_early_flag_is_not_by_the_rules() -> None:
    game = Timed()
    game.at(OUT).brought()
    assert_late(game, late(game, OUT - 1))


@pytest.mark.parametrize(
    "event",
    [
        lambda flag: replace(flag, seats=(2,)),
        lambda flag: replace(flag, seats=(1, 2)),
        lambda flag: replace(flag, deadline=flag.deadline - 1),
        lambda flag: replace(flag, outcome=None),
        lambda flag: replace(flag, outcome=replace(flag.outcome, winners=(1,))),
        lambda flag: replace(flag, outcome=replace(flag.outcome, scores={"1": 0, "2": 1, "3": 0})),
        lambda flag: replace(flag, outcome=replace(flag.outcome, reason="resigned")),
    ],
)
def test_another_flag_than_that_is_not_by_the_rules(event: Any) -> None:
    game = Timed()
    game.at(OUT).brought()
    log = [replace(it, event=event(it.event)) if isinstance(it.event, TimeRanOut) else it for it in game.log]
    assert_late(game, log)


@pytest.mark.parametrize(
    "change", [{"left": 1}, {"grace": 1}, {"stint": 2}, {"since": 5}, {"seat": 2}], ids=str
)
def test_another_row_than_that_is_not_by_the_rules(change: dict[str, int]) -> None:
    game = Timed()
    game.at(12_000).do(1, 2, turn=2)
    last: Any = game.log[-1]
    rows = (replace(last.event.seats[0], **change), *last.event.seats[1:])
    assert_late(game, [*game.log[:-1], replace(last, event=ClockSet(rows))])


def test_a_row_left_out_or_added_is_not_by_the_rules() -> None:
    game = Timed()
    game.at(12_000).do(1, 2, turn=2)
    last: Any = game.log[-1]
    for rows in (last.event.seats[:1], last.event.seats[1:], (*last.event.seats, ClockRow(3, 0, 60_000, 0))):
        assert_late(game, [*game.log[:-1], replace(last, event=ClockSet(rows))])
    assert_late(game, game.log[:-1])


def test_the_deadline_of_a_case_comes_first_only_if_it_was_due_earlier() -> None:
    """And a flag of the same millisecond comes before it."""
    terms = Disputes(pause=False, rule_within=60)
    for open_at, first in ((OUT - 60_001, "dispute-expired"), (OUT - 60_000, "time-ran-out")):
        game = Timed(terms=terms)
        game.appoint(False)
        game.at(1).do(1, 1)
        game.at(open_at).open(2)
        assert kinds(game.at(OUT + 5_000).brought())[0] == first
        game.check()


def test_no_other_deadline_of_a_case_stands_before_a_flag() -> None:
    game = Timed(terms=Disputes(pause=False, rule_within=60))
    game.appoint(False)
    game.at(1).do(1, 1)
    game.at(OUT - 60_000).open(2)
    game.sitting.time += 70_000
    expired = Logged(
        len(game.log) + 1,
        DisputeExpired(1),
        "table",
        game.log[-1].action + 1,
        ("referee.expiry",),
        at=game.now,
    )
    assert_late(game, [*game.log, expired])


# -- the outcome


def test_sides_lose_together() -> None:
    sides = by_seat(("red", "blue", "red", "blue"))
    outcome = withdrawn((3,), "time", sides)
    assert (outcome.winners, outcome.ranking) == ((2, 4), ((2, 4), (1, 3)))
    assert (outcome.scores, outcome.reason) == ({"1": 0, "2": 0, "3": 0, "4": 0}, "time")


def test_of_touche_the_others_are_ranked_by_their_patterns() -> None:
    sitting = Sitting(TOUCHE, 3, TOUCHE.options(), "touche").play_out(seed=3)
    state = replace(sitting.table.game, ended="")
    made = {seat: sum(it.side == seat - 1 for it in state.crowned) for seat in (1, 2, 3)}
    assert len({*made.values()}) > 1
    best, other = sorted((1, 2, 3), key=lambda seat: -made[seat])[0], min(made, key=lambda seat: made[seat])
    sides = TOUCHE.sides(3, TOUCHE.options())
    outcome = TOUCHE.withdrawn(state, (other,), "time", sides)
    assert outcome.winners == outcome.ranking[0]
    assert best in outcome.winners
    assert outcome.ranking[-1] == (other,)
    assert TOUCHE.withdrawn(state, (best,), "time", sides).ranking[-1] == (best,)
    assert TOUCHE.withdrawn(state, (1, 2, 3), "time", sides) == replace(
        outcome, winners=(), ranking=((1, 2, 3),)
    )


def test_teams_of_touche_lose_together_whatever_they_have() -> None:
    sitting = Sitting(TOUCHE, 4, TOUCHE.options(), "touche").play_out(seed=3)
    sides = TOUCHE.sides(4, TOUCHE.options())
    for seat, winners in ((1, (2, 4)), (4, (1, 3))):
        outcome = TOUCHE.withdrawn(sitting.table.game, (seat,), "resigned", sides)
        assert outcome.winners == winners
        assert outcome.reason == "resigned"


def test_the_whole_log_folds_to_the_same_end() -> None:
    game = Timed()
    game.at(OUT).brought()
    assert fold(game.sitting.ruleset, game.log).outcome == game.table.outcome
