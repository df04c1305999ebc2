"""While another seat's clock runs, a seat does two things besides playing between two moves, and no more."""

from __future__ import annotations

from msgspec.structs import replace

from domain.hidden import EVERYBODY, Hidden
from domain.rulesets.romans import RULESET as ROMANS
from domain.table import asking, decisions
from domain.table.asking import TABLE_ACTIONS
from domain.table.clock.disturbing import DISTURBED, MOST, check_disturbs
from domain.table.referee import opening
from domain.table.referee.events import Remedy
from tests.table.absence.kit import Room
from tests.table.clock.script import Timed
from tests.table.referee.kit import TERMS, refusing

FREE = {
    *(asking.Resign, asking.Return, asking.GiveStatement, asking.Object),
    *(asking.Waive, asking.Appeal, asking.AnswerAppeal),
}
"""Resigning, coming back, and what a case asks of a party."""


def others(room: Room) -> list[int]:
    return [seat for seat in (1, 2, 3) if seat not in room.table.to_act]


def test_two_and_no_more_until_the_next_move() -> None:
    room = Room()
    one, other = others(room)
    room.agree(one, "suspend")
    room.agree(one, "abandon")
    with refusing("clock.disturb.1"):
        room.agree(one, "reassign:1")
    room.agree(other, "suspend")
    room.step()
    room.agree(one, "suspend")
    room.redecide()


def test_who_has_the_only_running_clock_disturbs_nobody() -> None:
    room = Room()
    [seat] = room.table.to_act
    for to in ("suspend", "reassign:1", "reassign:2", "reassign:3"):
        room.agree(seat, to)


def test_without_a_clock_nobody_is_disturbed() -> None:
    room = Room(clock=None, seats=2, terms=None, undo="consent")
    assert room.table.disturbed == {}
    room.agree(1, "abandon")
    assert room.table.disturbed == {}


def test_disputes_and_their_withdrawal_count_and_what_a_case_asks_for_does_not() -> None:
    room = Room(terms=replace(TERMS, pause=False))
    room.appoint(True)
    room.step()
    one, other = others(room)
    room.open(seat=one)
    room.tell(opening.withdraw, f"seat:{one}", 1)
    with refusing("clock.disturb.1"):
        room.open(seat=one)
    room.agree(other, "suspend")
    room.agree(other, "abandon")
    room.appoint(True)
    with refusing("clock.disturb.1"):
        room.open(seat=other)


def test_resigning_and_coming_back_are_free() -> None:
    room = Room()
    one, other = others(room)
    room.run_out(one)
    room.come_back(one)
    assert room.table.disturbed == {}
    for to in ("suspend", "abandon"):
        room.agree(other, to)
    room.resign(other)
    assert room.table.disturbed == {other: 2}


def test_what_was_taken_back_has_disturbed() -> None:
    """An abuse: whoever takes back one move after the other makes the others sign anew each time."""
    room = Room(ruleset=ROMANS, undo="free")
    for _ in range(3):
        room.step(1)
    for _ in range(2):
        room.take(decisions.request_undo(ROMANS, room.sitting.now, 1, None))
    with refusing("clock.disturb.1"):
        decisions.request_undo(ROMANS, room.sitting.now, 1, None)
    room.step(2)
    room.take(decisions.request_undo(ROMANS, room.sitting.now, 2, None))
    room.redecide()


def test_whatever_a_seat_asks_of_the_table_counts_unless_it_is_free() -> None:
    counted = {"undo-requested", "undo-answered", "agreed", "dispute-opened", "dispute-withdrawn"}
    counted |= {"judge-called", "call-closed"}
    assert {str(event.__struct_config__.tag) for event in DISTURBED.folds} == counted
    assert len(TABLE_ACTIONS) == len(counted) + len(FREE), "a new action is counted, or is free"
    assert {*TABLE_ACTIONS.values()} > FREE


def test_a_move_that_the_table_makes_by_a_ruling_is_one_too() -> None:
    game = Timed(terms=replace(TERMS, pause=False))
    game.appoint(True)
    to_version = game.table.version
    game.at(1_000).do(1, 1)
    game.open(2).tell(opening.withdraw, "seat:2", 1)
    game.taken(seat=3)
    with refusing("clock.disturb.1"):
        decisions.request_undo(game.sitting.ruleset, game.sitting.now, 2, None)
    action = Hidden({"type": "do", "asks": [1], "turn": None}, (EVERYBODY,))
    game.rule("corrected", Remedy(to_version=to_version, seat=1, action=action))
    assert game.table.disturbed == {}
    game.open(2)
    game.check()


def test_a_bot_answers_however_often_it_is_asked() -> None:
    """Its answer comes before its next move: a bot that may not answer never moves again."""
    room = Room()
    one = others(room)[0]
    table = replace(room.sitting.now, disturbed={one: MOST})
    with refusing("clock.disturb.1"):
        check_disturbs(table, one)
    bot = replace(table.seats, taken=tuple(replace(it, bot="greedy") for it in table.seats.taken))
    check_disturbs(replace(table, seats=bot), one)
