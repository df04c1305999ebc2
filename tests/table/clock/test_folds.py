"""However a log is folded, the table with its clocks is the same; and all of it is decided again."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.rulesets.age_of_war import RULESET as AGE_OF_WAR
from domain.rulesets.romans import RULESET as ROMANS
from domain.table.fold import Fold, fold
from domain.table.redecide import redecided
from domain.table.snapshots import folded_with_snapshots
from tests.soaking import SOAKING
from tests.table.clock.games import Clocked
from tests.table.clock.script import SEATS, AtOnce, Rounds, Script

SETUPS = [
    *((rules, SEATS, rules.options()) for rules in (Script(), AtOnce(), Rounds())),
    *((rules, 2, rules.options()) for rules in (AGE_OF_WAR, ROMANS)),
]
THINGS = 60
"""So many happen in a game."""


def played(setup: Any, seed: int) -> Clocked:
    game = Clocked(*setup, seed)
    for _ in range(THINGS):
        game.step()
    return game


@settings(max_examples=300 if SOAKING else 5, deadline=None)
@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 2**32), every=st.integers(1, 9))
def test_snapshots_and_whole_logs_fold_to_the_table_that_was_played(
    setup: Any, seed: int, every: int
) -> None:
    game = played(setup, seed)
    rules, log, table = setup[0], game.log, game.table
    assert fold(rules, log) == table
    for snapshot in folded_with_snapshots(Fold(rules), log, every):
        reached = pickle.loads(pickle.dumps(snapshot.reached()))
        folding = Fold.from_reached(rules, reached)
        folding.read_whole(log[snapshot.version :])
        assert folding.table() == table


@settings(max_examples=60 if SOAKING else 6, deadline=None)
@given(setup=st.sampled_from(SETUPS[1:4]), seed=st.integers(0, 2**32))
def test_whatever_happened_is_decided_again(setup: Any, seed: int) -> None:
    game = played(setup, seed)
    *_, last = redecided(setup[0], game.log)
    assert last.table() == game.table
