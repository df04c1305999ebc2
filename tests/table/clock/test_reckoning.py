"""Every row of every clock, whatever happens, is what the specification makes of the log: to the millisecond."""

from __future__ import annotations

from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.rulesets import registry
from tests.soaking import SOAKING
from tests.table.clock.games import Clocked
from tests.table.clock.reckoned import Row, tag
from tests.table.clock.reckoner import reckon
from tests.table.clock.script import SEATS, Actions, AtOnce, Rounds, Script

SETUPS = [
    (rules, *setup)
    for rules in (*registry().values(), Script(), Actions(), Rounds(), AtOnce())
    for setup in rules.setups()
    if not isinstance(rules, Script) or setup[0] == SEATS
]
LONG = 120
"""So many things happen in a game."""


def check(game: Clocked) -> None:
    for action, rows in reckon(game.sitting.ruleset, game.log):
        last: Any = action[-1]
        written = last.event.seats if tag(last) == "clock-set" else ()
        assert {it.seat: Row(it.stint, it.left, it.grace, it.since) for it in written} == rows, action
        assert [it.seat for it in written] == sorted(rows)


@settings(max_examples=400 if SOAKING else 20, deadline=None)
@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 2**32))
@example(setup=SETUPS[8070 % len(SETUPS)], seed=8070)  # a correction ends the game, and sets clocks
def test_all_rows_are_reckoned_twice(setup: Any, seed: int) -> None:
    game = Clocked(*setup, seed=seed)
    for _ in range(LONG):
        game.step()
    check(game)
    game.check_fold()
