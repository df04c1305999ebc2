"""Every row and every flag is explained as a sum that comes out."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.argument import Step
from domain.sentence import english
from domain.table.clauses import CLAUSES
from domain.table.clock.events import ClockSet, TimeRanOut
from domain.table.clock.explaining import changes_of, explain
from domain.table.state import Logged
from tests.soaking import SOAKING
from tests.table.clock.games import Clocked
from tests.table.clock.script import BANK, SEATS, AtOnce, Rounds, Timed


def said(steps: Any) -> list[tuple[str, str]]:
    return [(it.clause, english(it.text)) for it in steps]


def test_a_flag_is_the_bank_its_stints_its_increments_to_zero() -> None:
    game = Timed(replace(BANK, most=None))
    game.at(32_000).do(1, 2, turn=2)
    game.at(33_000).do(2, 1, turn=1)
    game.at(33_000 + 10_000 + 63_000).brought()
    log = [it for it in game.log if it.version <= game.log[-2].version]
    assert said(explain(log)) == [
        ("clock.terms", "The bank of seat 1 began with 60000 ms."),
        ("clock.stint", "Stints have changed it by -2000 ms, beyond their graces: 58000 ms."),
        ("clock.increment", "Increments have changed it by 5000 ms: 63000 ms."),
        (
            "clock.flag",
            "It ran with 10000 ms of grace before these 63000 ms, and nothing was left 73000 ms later.",
        ),
    ]


def test_a_row_says_what_a_clock_has_and_whether_it_runs() -> None:
    game = Timed()
    game.at(12_000).do(1, 2, turn=2)
    assert said(explain(game.log)) == [
        ("clock.terms", "The bank of seat 1 began with 60000 ms."),
        ("clock.increment", "Increments have changed it by 5000 ms: 65000 ms."),
        ("clock.stop", "It stands still with 65000 ms."),
        ("clock.terms", "The bank of seat 2 began with 60000 ms."),
        ("clock.stint", "It runs with 30000 ms of grace before these 60000 ms."),
    ]


def test_nothing_is_explained_where_there_is_no_clock_or_another_event() -> None:
    game = Timed(None)
    game.do(1, 2)
    assert explain(game.log) == ()
    timed = Timed()
    timed.at(5).do(1, 1)
    assert explain(timed.log) == []


def sums(steps: list[Step]) -> None:
    """Each step goes on from the one before."""
    left = 0
    for step in steps:
        left = step.numbers["left"] if step.clause == "clock.terms" else left + step.numbers.get("change", 0)
        assert step.numbers["left"] == left
        assert step.clause in CLAUSES


@settings(max_examples=100 if SOAKING else 8, deadline=None)
@given(ruleset=st.sampled_from([AtOnce(), Rounds()]), seed=st.integers(0, 2**32))
def test_every_sum_comes_out_in_any_game(ruleset: Any, seed: int) -> None:
    game = Clocked(ruleset, SEATS, ruleset.options(), seed)
    for _ in range(60):
        game.step()
    terms = game.table.setup.clock
    for logged in game.log:
        if isinstance(logged.event, ClockSet | TimeRanOut):
            log: list[Logged] = game.log[: logged.version]
            sums(list(explain(log)))
    for row in game.table.clock.rows.values():
        assert 1000 * terms.bank + sum(changes_of(game.log, terms, row.seat).values()) == row.left
