"""`kronika.vector`: many games at once, each of them that of `kronika.new`, seen and rewarded as by PettingZoo's environment."""

from __future__ import annotations

import doctest
import random
from array import array
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

import kronika
import kronika.vector
from bench import learning
from domain.ruleset import Ruleset
from domain.rulesets import age_of_war, touche
from engine.arrays import arrays_of
from engine.playout import Trial
from engine.positions import NO_CHANCE
from kronika.vector import NotLegal, VectorEnv
from tests.rulesets.age_of_war import situation

SETUPS = [
    (ruleset, seats, options)
    for ruleset in kronika.rulesets().values()
    for seats, options in ruleset.setups()
]
DAILY = {
    n
    for ruleset in kronika.rulesets().values()
    for numbers in [[n for n, (it, _, _) in enumerate(SETUPS) if it is ruleset]]
    for n in (numbers[0], max(numbers, key=lambda n: (SETUPS[n][1], n)))
}
"""Every day the first setup of each ruleset, and the last of those with the most seats."""
every_setup = pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        pytest.param(*setup, id=f"{setup[0].id}-{setup[1]}-{n}", marks=() if n in DAILY else pytest.mark.soak)
        for n, setup in enumerate(SETUPS)
    ],
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
    beside(VectorEnv(ruleset.id, 2, seats, kronika.plain(options)), 25, seed=1)


@pytest.mark.parametrize(
    ("id", "steps"), [("romans", 230), ("touche", 250), ("age-of-war", 600), ("nagaraja", 150)]
)
def test_so_it_is_later_in_a_game(id: str, steps: int) -> None:
    """At the end of a match; when cards are dead and stacks are dealt out again; when clans are complete."""
    beside(VectorEnv(id, 1), steps, seed=3)


def test_so_it_is_after_the_setup_of_many_games() -> None:
    """Of Nagaraja, which sets them up in place: in one of six the throw for the guide is repeated."""
    beside(VectorEnv("nagaraja", 30), 1, seed=1)


@pytest.mark.parametrize(("seats", "seed"), [(3, 16), (4, 81), (5, 68), (6, 0)])
def test_so_it_is_once_a_clan_is_complete_at_a_table_of_many(seats: int, seed: int) -> None:
    vector = VectorEnv("age-of-war", 1, seats)
    beside(vector, 60, seed)
    clans = [n for n, name in enumerate(vector.arrays.names) if "/stacks/" in name]
    assert vector.observations[0, clans].any()


def test_so_it_is_at_the_limit_of_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (age_of_war.rules, age_of_war.stepper):
        monkeypatch.setattr(module, "TURN_LIMIT", 3)
    assert beside(VectorEnv("age-of-war", 1), 60, seed=1) > 1


def test_so_it_is_in_rounds_that_stall(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (touche.turns, touche.in_place):
        monkeypatch.setattr(module, "STALLED_CIRCLES", 0)
    assert beside(VectorEnv("touche", 1), 50, seed=1) > 1


@pytest.mark.parametrize("castles", ["kiyosu", "azuchi matsumoto odani"], ids=["a castle", "a clan"])
@pytest.mark.parametrize("centre", ["gifu", "gifu edo"], ids=["last", "last but one"])
def test_so_it_is_when_the_last_castle_of_the_centre_is_taken(centre: str, castles: str) -> None:
    """It ends a game of Age of War; the last but one does not."""
    sitting = situation.deal(situation.sit(), {1: castles, 2: "inuyama"}, centre=centre)
    situation.lying(sitting, "1C", siege="gifu", line_1="D", line_2="A")
    arrays = arrays_of(sitting.ruleset, sitting.table.setup.edition, 2, {})
    stepper = sitting.ruleset.stepper(Trial(sitting.ruleset, situation.state(sitting), NO_CHANCE))
    assert stepper is not None
    numbers = arrays.numbers(sitting.legal(1))
    assert list(stepper.legal()) == list(numbers)
    situation.fill(sitting, "gifu", 3, "C")
    stepper.step(next(number for number, action in numbers.items() if action == sitting.actions[-1][1]))
    assert stepper.outcome() == sitting.table.outcome
    assert stepper.to_act == (0 if centre == "gifu" else 2)


@pytest.mark.parametrize(("id", "draws"), [("age-of-war", 5), ("touche", 1)])
def test_so_it_is_when_all_draws_are_used_up(id: str, draws: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = type(kronika.rulesets()[id])
    monkeypatch.setattr(ruleset, "traits", replace(ruleset.traits, draws=draws))
    beside(VectorEnv(id, 1), 150, seed=1)


@pytest.mark.soak
@every_setup
def test_so_it_is_in_whole_games(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    assert beside(VectorEnv(ruleset.id, 4, seats, kronika.plain(options)), 1500, seed=1) > 2


def test_the_examples_are_true() -> None:
    failed, tried = doctest.testmod(kronika.vector)
    assert (failed, tried > 3) == (0, True)


@pytest.mark.parametrize("id", ["nagaraja", "romans", "touche"])
def test_nothing_depends_on_what_the_seat_cannot_know(id: str) -> None:
    """From any position, and drawn anew for the seat to act."""
    game, rng, other = kronika.new(id, 2, seed=4), random.Random(4), 0
    for step in range(150):
        if not game.to_act:
            break
        seat = game.to_act[0]
        if step % 4 == 0:
            seen = game.arrays.observation(game.view(seat), seat, game.to_act)
            row, legal = shown(game)
            guess = game.redrawn_for(seat, random.Random(step))
            assert row == np.array(seen, np.float32).tolist()
            assert shown(guess) == (row, legal)
            assert legal == list(game.arrays.numbers(game.legal(seat)))
            other += guess.state != game.state
        game.apply(seat, rng.choice(game.legal(seat)) if rng.random() < WILD else game.greedy(seat, rng))
    assert other > 10


def shown(game: kronika.Game) -> tuple[list[float], list[int]]:
    """What a game that is stepped from this position shows to the seat to act."""
    stepper = game.ruleset.stepper(Trial(game.ruleset, game.state, NO_CHANCE))
    assert stepper is not None
    assert stepper.to_act == game.to_act[0]
    row = array(stepper.format, [0] * len(game.arrays.names))
    stepper.show(memoryview(row))
    return row.tolist(), sorted(stepper.legal())


def test_rulesets_without_a_stepper_go_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(kronika.rulesets()["nagaraja"]), "stepper", lambda self, play: None)
    beside(VectorEnv("nagaraja", 1), 40, seed=2)


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    vector = VectorEnv("romans", 3)
    vector.reset(1)
    first = vector.observations.copy()
    vector.step(vector.masks.argmax(axis=1))
    vector.reset("1")
    assert np.array_equal(vector.observations, first)
    assert vector.seeds == ["1/0/0", "1/1/0", "1/2/0"]
    assert len({row.tobytes() for row in first}) == 3
    vector.reset(2)
    assert not np.array_equal(vector.observations, first)


def test_an_illegal_step_does_nothing() -> None:
    vector = VectorEnv("romans", 2)
    vector.reset(1)
    before, legal = vector.observations.copy(), vector.masks.argmax(axis=1)
    wrong = vector.masks[1].argmin()
    for number in (wrong, -1, 10**6):
        with pytest.raises(NotLegal, match="not legal for seat 1 in game 1"):
            vector.step([legal[0], number])
    with pytest.raises(NotLegal, match="one a game"):
        vector.step(legal[:1])
    assert np.array_equal(vector.observations, before)
    vector.step(legal)
    assert not np.array_equal(vector.observations, before)


def test_a_game_that_ends_begins_anew_with_rewards_for_the_one_that_ended() -> None:
    vector, rng = VectorEnv("nagaraja", 4), np.random.default_rng(1)
    vector.reset(1)
    arrays, ended = (vector.observations, vector.masks, vector.to_act, vector.rewards, vector.done), 0
    for _ in range(250):
        vector.step((vector.masks * rng.random(vector.masks.shape)).argmax(axis=1))
        ended += int(vector.done.sum())
        assert (vector.rewards.any(axis=1) == vector.done).all()
        assert (vector.rewards.sum(axis=1) == 0).all()
        assert (vector.to_act > 0).all()
    assert ended == sum(int(seed.rsplit("/", 1)[1]) for seed in vector.seeds) > 2
    now = (vector.observations, vector.masks, vector.to_act, vector.rewards, vector.done)
    assert all(it is then for it, then in zip(now, arrays, strict=True)), "arrays are filled in place"


def test_what_cannot_be_says_so() -> None:
    with pytest.raises(kronika.Refused, match="is played by"):
        VectorEnv("nagaraja", 2, seats=3)


def test_the_program_of_the_guide_learns() -> None:
    """A few steps; `python -m bench learning` measures how well."""
    guide, vector = learning.program(), VectorEnv("touche", 2)
    agent = guide["Agent"](vector.arrays)
    learnt = guide["learn"](agent, games=9, at_once=8)
    while not agent.weights.any():
        next(learnt)
    vector.reset(1)
    vector.step(agent.best(vector.observations, vector.masks, vector.to_act))
    assert len(learning.GUIDE.read_text().split("```python\n")[1].split("```")[0].splitlines()) < 120


@pytest.mark.soak
def test_it_plays_against_the_thoughtful_bot() -> None:
    agent = learning.program()["Agent"](VectorEnv("touche", 1).arrays)
    assert 0 <= learning.Opponents(agent, 2).won() <= 2
