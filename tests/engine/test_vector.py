"""`kronika.vector`: many games at once, each of them that of `kronika.new`, seen and rewarded as by PettingZoo's environment."""

from __future__ import annotations

import doctest
import random
from typing import Any

import numpy as np
import pytest

import kronika
import kronika.vector
from domain.ruleset import Ruleset
from kronika.vector import VectorEnv

SETUPS = [
    (ruleset, seats, options)
    for ruleset in kronika.rulesets().values()
    for seats, options in ruleset.setups()
]
every_setup = pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    SETUPS,
    ids=[f"{it.id}-{seats}-{n}" for n, (it, seats, _) in enumerate(SETUPS)],
)
WILD = 0.5
"""The share of random actions; the others are those of the thoughtful bot, which come further in a game."""


def beside(vector: VectorEnv, steps: int, seed: int) -> int:
    """Play the same games by `kronika.new` and compare all that is to be seen before each step; how many games ended."""
    rng, ended = random.Random(seed), 0
    vector.reset(seed)
    games = [new(vector, place) for place in range(vector.games)]
    for _ in range(steps):
        actions = [chosen(vector, place, game, rng) for place, game in enumerate(games)]
        vector.step(actions)
        for place, game in enumerate(games):
            assert vector.done[place] == (game.outcome is not None)
            worth = [0.0] * game.seats if game.outcome is None else game.arrays.rewards(game.outcome)
            assert vector.rewards[place].tolist() == np.array(worth, np.float32).tolist()
            if game.outcome is not None:
                games[place], ended = new(vector, place), ended + 1
    return ended


def new(vector: VectorEnv, place: int) -> kronika.Game:
    ruleset, options = vector.arrays.ruleset.id, vector.options
    return kronika.new(ruleset, vector.seats, options, vector.seeds[place])


def chosen(vector: VectorEnv, place: int, game: kronika.Game, rng: random.Random) -> int:
    """The number of the next action, which is carried out in the game, too."""
    seat = game.to_act[0]
    numbers = game.arrays.numbers(game.legal(seat))
    seen = game.arrays.observation(game.view(seat), seat, game.to_act)
    assert vector.to_act[place] == seat
    assert np.flatnonzero(vector.masks[place]).tolist() == list(numbers)
    assert differing(vector, place, seen) == []
    thoughtful = rng.random() >= WILD
    wanted = game.greedy(seat, rng) if thoughtful else rng.choice([*numbers.values()])
    game.apply(seat, wanted)
    return next(number for number, action in numbers.items() if action == wanted)


def differing(vector: VectorEnv, place: int, seen: list[float]) -> list[tuple[str, float, float]]:
    """The figures that are not those of the view."""
    row, expected = vector.observations[place], np.array(seen, np.float32)
    return [(vector.arrays.names[n], row[n], expected[n]) for n in np.flatnonzero(row != expected)]


@every_setup
def test_each_game_is_the_one_of_its_seed(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    beside(VectorEnv(ruleset.id, 2, seats, kronika.plain(options)), 40, seed=1)


@pytest.mark.soak
@every_setup
def test_so_it_is_in_whole_games(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    vector = VectorEnv(ruleset.id, 4, seats, kronika.plain(options))
    assert sum(beside(vector, 1500, seed) for seed in range(2)) > 3


def test_the_examples_are_true() -> None:
    failed, tried = doctest.testmod(kronika.vector)
    assert (failed, tried > 3) == (0, True)
