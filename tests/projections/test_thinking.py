"""How long seats take for their moves, from logs written by hand."""

from __future__ import annotations

from typing import Any

from domain.rulesets.age_of_war.events import TurnEnded
from domain.table.clock.events import ClockRow, ClockSet, TimeHeld
from domain.table.events import GameSuspended
from domain.table.state import Logged
from projections.thinking import Thinking, thinking

MOVE = TurnEnded(1, False, 2)


def log(*entries: tuple[str, int, Any]) -> list[Logged]:
    """Each of these is an action of its own, and what has no actor is part of the one before."""
    found, action = [], 0
    for version, (actor, at, event) in enumerate(entries, 1):
        action += bool(actor)
        found.append(Logged(version, event, actor or "table", action, at=at))
    return found


def running(seat: int, since: int | None) -> ClockSet:
    return ClockSet((ClockRow(seat, 1, 60_000, 0, since),))


def test_a_move_takes_from_when_the_clock_runs() -> None:
    moves = log(
        ("table", 0, running(1, 5_000)),
        ("seat:1", 9_000, MOVE),
        ("", 9_000, running(1, None)),
        ("", 9_000, running(2, 39_000)),
        ("seat:2", 40_500, MOVE),
    )
    assert thinking(moves) == Thinking(2, 4_000 + 1_500)


def test_of_several_moves_in_a_stint_each_counts_from_the_last_one() -> None:
    moves = log(("table", 0, running(1, 0)), ("seat:1", 4_000, MOVE), ("seat:1", 5_000, MOVE))
    assert thinking(moves) == Thinking(2, 5_000)


def test_what_ran_before_a_halt_or_an_outage_counts_and_these_do_not() -> None:
    moves = log(
        ("table", 0, running(1, 0)),
        ("organiser", 1_000, GameSuspended()),
        ("", 1_000, running(1, None)),
        ("organiser", 500_000, running(1, 500_000)),
        ("table", 501_000, TimeHeld(1, 501_000, 600_000)),
        ("", 501_000, running(1, 600_000)),
        ("seat:1", 602_000, MOVE),
    )
    assert thinking(moves) == Thinking(1, 1_000 + 1_000 + 2_000)


def test_what_ran_in_a_stint_without_a_move_is_no_time_of_the_next_one() -> None:
    away = ClockSet((ClockRow(1, 1, 60_000, 0),))
    back = ClockSet((ClockRow(1, 2, 60_000, 0, 500_000),))
    moves = log(
        ("table", 0, running(1, 0)),
        ("table", 9_000, away),
        ("seat:2", 500_000, back),
        ("seat:1", 502_000, MOVE),
    )
    assert thinking(moves) == Thinking(1, 2_000)


def test_before_its_clock_runs_a_seat_takes_no_time() -> None:
    assert thinking(log(("table", 0, running(1, 30_000)), ("seat:1", 8_000, MOVE))) == Thinking(1, 0)


def test_bots_and_the_table_make_no_moves() -> None:
    moves = log(("table", 0, running(1, 0)), ("bot:1", 4_000, MOVE), ("table", 5_000, MOVE))
    assert thinking(moves) == thinking(()) == Thinking(0, 0)
