"""Seats that a ruling excludes: a bot plays them, their clocks stop, and their persons speak at the desk only."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.table import decisions
from domain.table import events as t
from domain.table.absence.events import SeatExcluded
from domain.table.clock.events import ClockSet, ClockTerms
from domain.table.events import Planned
from domain.table.fold import Fold, fold
from domain.table.redecide import NotByTheRules, redecided
from domain.table.referee import appealing, opening
from domain.table.referee.events import Remedy
from domain.table.referee.excluding import exclude_at_start
from domain.table.referee.ruling import Sanction
from domain.table.seating import reassign_seat
from tests.table.referee.kit import Court, court, refusing, won_by

OUT = "referee.conduct.help"
CLOCK = ClockTerms(bank=600, increment=10, grace=0, on_time_out="bot", start_within=120, organiser_stops=True)


def out(*seats: int) -> list[Sanction]:
    return [Sanction(seat, "exclusion", OUT) for seat in seats]


def test_a_bot_plays_on_and_the_seat_is_a_party_still() -> None:
    room = court(True, ruleset=AGE_OF_WAR).taken()
    assert room.rule(penalties=out(1)) == ["ruled", "ruling-final", "seat-excluded"]
    excluded = room.log[-1]
    assert (excluded.event, excluded.actor, excluded.rules) == (
        SeatExcluded(1, "greedy"),
        "table",
        ("referee.exclusion",),
    )
    assert room.table.absence.away == {1: "greedy"}
    assert (room.table.undo.barrier, room.table.undo.steps) == ("away", ())
    last = room.table.account.decisions[-1]
    assert (last.kind, last.entry, last.ruling) == ("excluded", excluded.version - 1, 1)
    assert room.hearing.parties == (1, 2)
    room.open(1)
    room.tell(opening.withdraw, "seat:1", 2)
    room.redecide()


def test_exclusions_follow_what_the_remedy_does_and_stand_by_seat_before_the_clocks() -> None:
    room = court(True, ruleset=AGE_OF_WAR, seats=3, clock=CLOCK, actions=12)
    back = [it.version for it in room.log if it.actor == "seat:2"][-1] - 1
    room.taken()
    types = room.rule("backed-up", Remedy(to_version=back), why_hash="why", penalties=[*out(3, 1), *out(3)])
    assert types[:3] == ["ruled", "ruling-final", "rewound"]
    assert types[-3:] == ["seat-excluded", "seat-excluded", "clock-set"]
    assert [it.event.seat for it in room.log if isinstance(it.event, SeatExcluded)] == [1, 3]
    room.redecide()


def test_the_clock_of_an_excluded_seat_stops_for_good() -> None:
    room = court(True, ruleset=AGE_OF_WAR, clock=CLOCK)
    [seat] = room.table.to_act
    room.taken(seat=3 - seat)
    room.rule(penalties=out(seat))
    row = room.table.clock.rows[seat]
    assert row.since is None
    room.wait(10_000)
    assert room.table.clock.deadline is None
    assert room.keep() == []
    room.redecide()


def test_a_ruling_sets_no_bank_of_a_seat_that_it_excludes() -> None:
    room = court(True, ruleset=AGE_OF_WAR, clock=CLOCK)
    room.taken()
    with refusing("clock.ruling"):
        room.rule("stands", remedy=Remedy(clock={"1": 700_000, "2": 700_000}), penalties=out(1))
    room.rule("stands", remedy=Remedy(clock={"2": 700_000}), penalties=out(1))
    assert room.table.clock.rows[2].left == 700_000
    room.redecide()


@pytest.mark.parametrize("kind", ["result", "void"])
def test_nobody_is_excluded_from_a_game_that_does_not_go_on(kind: str) -> None:
    room = court(True, ruleset=AGE_OF_WAR).taken()
    types = room.rule(kind, won_by(1) if kind == "result" else None, penalties=out(1))
    assert "seat-excluded" not in types
    assert room.table.absence.excluded == frozenset()
    room.redecide()


def test_an_exclusion_waits_until_the_ruling_is_final_and_falls_with_it() -> None:
    room = court(True, True, ruleset=AGE_OF_WAR).taken()
    assert room.rule(penalties=out(2)) == ["ruled"]
    assert room.table.absence.excluded == frozenset()
    room.tell(appealing.appeal, 2, 1, "grounds")
    room.tell(appealing.waive, 1, 1)
    assert room.answered().decide() == ["appeal-decided", "ruling-final", "seat-excluded"]
    room.redecide()


def test_a_pending_request_to_undo_falls_with_an_exclusion() -> None:
    room = court(True, True, terms=t.Disputes(pause=False)).taken()
    room.rule(penalties=out(2))
    room.play(2)
    step = room.table.undo.steps[-1]
    room.organise(lambda *at: decisions.request_undo(*at, 3 - step.seat, step.version))
    room.tell(appealing.waive, 1, 1)
    assert room.table.undo.request is not None
    room.tell(appealing.waive, 2, 1)
    assert room.table.undo.request is None
    room.redecide()


def test_only_the_organiser_brings_an_excluded_seat_back_by_giving_it_to_another() -> None:
    room = court(True, ruleset=AGE_OF_WAR).taken()
    seat = 3 - AGE_OF_WAR.to_act(room.table.game)[0]
    room.rule(penalties=out(seat))
    room.organise(lambda ruleset, table: reassign_seat(ruleset, table, t.SeatReassigned(seat)))
    assert (room.table.absence.away, room.table.absence.excluded) == ({}, frozenset())
    room.redecide()


# -- in later games of a tournament


def later(number: int = 1, **more: object) -> Court:
    """A later game of a tournament right after its start."""
    room = Court(AGE_OF_WAR, **more)  # type: ignore[arg-type]
    start = next(n for n, it in enumerate(room.log) if isinstance(it.event, t.GameStarted))
    action = room.log[start].action
    room.log[:] = [it for it in room.log if it.action <= action]
    created = replace(room.log[0].event, tournament=Planned("f" * 32, number, 8, ()))
    room.log[0] = replace(room.log[0], event=created)
    room.sitting.table = fold(AGE_OF_WAR, room.log).at(room.now)
    return room


EARLIER = "e" * 32


def test_right_after_the_start_of_a_later_game_the_table_excludes() -> None:
    room = later(clock=CLOCK)
    [first] = room.table.to_act
    for seat in (1, 2):
        room.tell(exclude_at_start, seat, EARLIER, 3)
    assert room.table.absence.away == {1: "greedy", 2: "greedy"}
    assert room.table.clock.rows[first].since is None
    room.redecide()


def test_later_games_take_no_exclusion_twice_or_late_or_of_their_own_or_into_the_first_game() -> None:
    room = later()
    for number, game in ((0, EARLIER), (1, room.table.setup.game)):
        other = later(number)
        with refusing("referee.exclusion"):
            other.tell(exclude_at_start, 1, game, 1)
    [first] = room.table.to_act
    room.tell(exclude_at_start, 3 - first, EARLIER, 1)
    with refusing("referee.exclusion"):
        room.tell(exclude_at_start, 3 - first, EARLIER, 1)
    room.play(1)
    with refusing("referee.exclusion"):
        room.tell(exclude_at_start, first, EARLIER, 1)
    room.redecide()


def test_l4_does_not_follow_an_exclusion_that_nobody_ruled() -> None:
    room = court(True, ruleset=AGE_OF_WAR).taken()
    room.rule("stands")
    fold = Fold(AGE_OF_WAR, room.table)
    fold.begin_action("table")
    fold.record(SeatExcluded(1, "greedy"), ("referee.exclusion",))
    room.take(fold)
    with pytest.raises(NotByTheRules):
        room.redecide()


def test_l4_does_not_follow_a_ruling_that_left_out_its_exclusion() -> None:
    room = court(True, ruleset=AGE_OF_WAR).taken()
    room.rule(penalties=out(1))
    without = [it for it in room.log if not isinstance(it.event, SeatExcluded | ClockSet)]
    with pytest.raises(NotByTheRules):
        list(redecided(AGE_OF_WAR, without))
