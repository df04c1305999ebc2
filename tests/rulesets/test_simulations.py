"""Direct simulators double rules and bot, so they have to end in the same state as the rules with the same luck."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kronika
from domain.ruleset import Ruleset
from engine.luck import Luck
from engine.playout import Trial
from tests.rulesets.kit import by_the_rules, without_places

SIMULATED = ("age-of-war", "touche")
PATIENT = 6
"""A game by random moves alone may be long: one in so many is at random."""


def somewhere(ruleset: Ruleset[Any], setup: int, seed: int, moves: int) -> Trial:
    """After so many moves of a game of one of the ruleset's setups; before its end."""
    seats, options = ruleset.setups()[setup % len(ruleset.setups())]
    game = kronika.new(ruleset.id, seats, kronika.plain(options) if options else None, seed=seed)
    rng = random.Random(seed)
    trial = Trial(ruleset, ruleset.redraw(game.state, None, rng.randrange), Luck(f"{seed}", {2: seed % 5}))
    for _ in range(moves):
        before, [seat, *_] = trial.state, trial.to_act
        trial.act(seat, trial.greedy(seat) if rng.randrange(PATIENT) else rng.choice(trial.legal(seat)))
        if not trial.to_act:
            return Trial(ruleset, before, trial.luck)
    return trial


def check(id: str, setup: int, seed: int, moves: int, actions: int | None) -> None:
    """The same end, from the middle of a turn too, where some of its luck is used up."""
    ruleset = kronika.rulesets()[id]
    (simulated, expected) = (somewhere(ruleset, setup, seed, moves) for _ in range(2))
    assert simulated.state == expected.state
    simulated.play_on(actions)
    by_the_rules(expected, actions)
    assert without_places(simulated.state) == without_places(expected.state)


cases = given(st.integers(0, 7), st.integers(0, 10**6), st.integers(0, 150), st.none() | st.integers(0, 60))


@pytest.mark.parametrize("id", SIMULATED)
@settings(max_examples=25, deadline=None)
@cases
def test_a_simulator_ends_where_the_rules_end(
    id: str, setup: int, seed: int, moves: int, actions: int | None
) -> None:
    check(id, setup, seed, moves, actions)


@pytest.mark.soak
@pytest.mark.parametrize("id", SIMULATED)
@settings(max_examples=3_000, deadline=None)
@cases
def test_a_simulator_ends_where_the_rules_end_thousands_of_times(
    id: str, setup: int, seed: int, moves: int, actions: int | None
) -> None:
    check(id, setup, seed, moves, actions)


@pytest.mark.parametrize("id", SIMULATED)
def test_there_is_a_simulator_for_every_setup(id: str) -> None:
    """As soon as nothing is to be chosen before the deal; else playouts would only be slower, and nobody would see it."""
    ruleset = kronika.rulesets()[id]
    for setup in range(len(ruleset.setups())):
        trial = somewhere(ruleset, setup, 1, 4)
        assert ruleset.simulate(trial.state, trial.luck, None) is not None
