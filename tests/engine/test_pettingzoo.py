"""`kronika.pettingzoo`: PettingZoo's own tests of its interfaces, and what ours promises beside them."""

from __future__ import annotations

import doctest
import random
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import kronika
import kronika.pettingzoo
from kronika.pettingzoo import NotLegal, NotSimultaneous, env, parallel_env, raw_env
from tests.soaking import soaked

TABLES = [
    (id, seats, None) for id, it in kronika.rulesets().items() for seats in it.traits.seats if seats > 1
]
TABLES += [("romans", 1, {"neutral_clans": 1}), ("touche", 6, {"teams_of_two": True})]
DAILY = {("age-of-war", 4), ("nagaraja", 2), ("romans", 1), ("touche", 3)}
"""One of each ruleset; the others are of the soak."""
every_table = pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [pytest.param(*table, marks=() if table[:2] in DAILY else pytest.mark.soak) for table in TABLES],
)
CYCLES = 40


@every_table
def test_the_interface_is_pettingzoos(ruleset: str, seats: int, options: Any) -> None:
    make = partial(env, ruleset, seats, options, max_cycles=CYCLES)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # A mask beside the figures makes a dict, which PettingZoo expects of its own games by their names.
        warnings.filterwarnings("ignore", "Observation (space for each agent probably|is not a NumPy array)")
        api_test(make(), num_cycles=CYCLES)
    seed_test(make, num_cycles=8)


@pytest.mark.parametrize("seats", soaked([2, 3, 4], [2, 4]))
def test_the_parallel_interface_is_pettingzoos(seats: int) -> None:
    make = partial(parallel_env, "romans", seats, max_cycles=CYCLES)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(make(), num_cycles=CYCLES)
    one, two = walked(make(), seats), walked(make(), seats)
    assert one == two != walked(make(), seats + 1)


def walked(table: Any, seed: int) -> list[str]:
    """What everybody saw in some steps of a seed. (PettingZoo's own test of seeds asks no mask, so it takes what is illegal.)"""
    seen, _ = table.reset(seed=seed)
    rng, told = np.random.default_rng(seed), []
    for _ in range(8):
        told.append(repr([(agent, it["observation"].tolist()) for agent, it in seen.items()]))
        choices = {agent: rng.choice(np.flatnonzero(seen[agent]["action_mask"])) for agent in table.agents}
        seen, *_ = table.step(choices)
    return told


def test_the_examples_are_true() -> None:
    failed, tried = doctest.testmod(kronika.pettingzoo)
    assert (failed, tried > 3) == (0, True)


def played(table: Any, seed: int, looks: Any = None) -> Any:
    """By the thoughtful bot, to the end."""
    table.reset(seed=seed)
    rng = random.Random(seed)
    for agent in table.agent_iter():
        observation, _, over, cut, _ = table.last()
        if looks:
            looks(table, agent, observation)
        table.step(None if over or cut else number_of(table, agent, rng))
    return table


def number_of(table: Any, agent: str, rng: random.Random) -> int:
    seat = table.possible_agents.index(agent) + 1
    action = table.game.greedy(seat, rng)
    return next(n for n, it in table.arrays.numbers(table.game.legal(seat)).items() if it == action)


@pytest.mark.parametrize("ruleset", sorted(kronika.rulesets()))
def test_a_whole_game_ends_with_what_its_ranking_is_worth(ruleset: str) -> None:
    worth: dict[str, float] = {}

    def note(table: Any, agent: str, _: Any) -> None:
        if table.terminations[agent]:
            worth[agent] = table.last(observe=False)[1]

    table = played(raw_env(ruleset), 3, note)
    assert list(worth.values()) == table.arrays.rewards(table.game.outcome)
    assert table.agents == []


def test_the_game_is_the_one_of_its_seed() -> None:
    table = raw_env("touche", 3)
    table.reset(seed=8)
    assert table.game.log() == kronika.new("touche", 3, seed=8).log()
    table.reset()
    after = table.game.log()
    table.reset(seed=8)
    table.reset()
    assert table.game.log() == after != kronika.new("touche", 3, seed=8).log()


@pytest.mark.parametrize("ruleset", ["nagaraja", "romans", "touche"])
def test_nobody_is_shown_what_he_cannot_know(ruleset: str) -> None:
    """Drawn anew for a seat, the game looks the same to it; also to those who are not to act."""
    looked = 0

    def look(table: Any, agent: str, _: Any) -> None:
        nonlocal looked
        if not table.game.to_act or (looked := looked + 1) % 5:
            return
        for other in table.possible_agents:
            before, document, game = table.observe(other), table.document(other), table.game
            table.game = game.redrawn_for(table.possible_agents.index(other) + 1, random.Random(2))
            guessed = table.observe(other)
            assert table.document(other) == document
            table.game = game
            assert all(np.array_equal(guessed[key], before[key]) for key in before)

    played(raw_env(ruleset), 4, look)
    assert looked > 20


def test_the_mask_says_what_may_be_done_and_nothing_else_is_done() -> None:
    table = raw_env("romans")
    table.reset(seed=1)
    mask = table.observe("seat_1")["action_mask"]
    assert sorted(np.flatnonzero(mask)) == sorted(table.arrays.numbers(table.game.legal(1)))
    for wrong in (int(np.flatnonzero(mask == 0)[0]), -1, 10**6):
        with pytest.raises(NotLegal, match="not legal for seat_1"):
            table.step(wrong)
    assert table.game.log() == kronika.new("romans", 2, seed=1).log()
    assert table.observe("seat_2")["action_mask"].any(), "both give orders"
    assert table.document("seat_1") == kronika.plain(table.game.view(1)) != table.document("seat_2")


def test_a_game_is_cut_off() -> None:
    table = raw_env("age-of-war", max_cycles=3)
    table.reset(seed=1)
    for _ in range(3):
        assert not any(table.truncations.values())
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(np.flatnonzero(mask)[0]))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not any(table.rewards.values())


def test_in_parallel_all_decide_at_once_and_the_others_wait() -> None:
    """Both play the same game as one after the other would, to its end."""
    table, rng = parallel_env("romans", 3), random.Random(5)
    observations, _ = table.reset(seed=5)
    waited = 0
    while table.agents:
        waits = {agent: bool(seen["action_mask"][table.wait]) for agent, seen in observations.items()}
        assert [not waits[agent] for agent in table.agents] == [
            seat in table.game.to_act for seat in (1, 2, 3)
        ]
        waited += any(waits.values())
        actions = {a: table.wait if waits[a] else number_of(table, a, rng) for a in table.agents}
        observations, worth, over, cut, _ = table.step(actions)
    assert waited
    assert list(worth.values()) == table.arrays.rewards(table.game.outcome)
    assert set(over.values()) == {True}
    assert set(cut.values()) == {False}


def test_in_parallel_a_wrong_step_does_nothing() -> None:
    table = parallel_env("romans", 2)
    observations, _ = table.reset(seed=1)
    legal = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
    before = table.game.log()
    for wrong, said in (
        ({"seat_1": legal["seat_1"]}, "seat_2 has no action"),
        ({**legal, "seat_2": table.wait}, "seat_2 has to decide"),
        (
            {**legal, "seat_2": int(np.flatnonzero(observations["seat_2"]["action_mask"] == 0)[0])},
            "not legal for seat_2",
        ),
    ):
        with pytest.raises(NotLegal, match=said):
            table.step(wrong)
        assert table.game.log() == before


def test_what_cannot_be_says_so() -> None:
    with pytest.raises(NotSimultaneous, match="use env"):
        parallel_env("touche")
    with pytest.raises(kronika.Refused, match="is played by"):
        env("nagaraja", 3)
    with pytest.raises(ValueError, match="render_mode"):
        env("nagaraja", render_mode="human")
    with pytest.raises(ValueError, match="lang"):
        env("nagaraja", lang="de")


@pytest.mark.parametrize(("lang", "said"), [("en", "Seat"), ("pl", "Miejsce")])
def test_it_is_told_in_sentences(lang: str, said: str) -> None:
    table = raw_env("age-of-war", render_mode="ansi", lang=lang)
    table.reset(seed=1)
    table.step(0)
    assert said in table.render()
    assert raw_env("age-of-war").render() is None


def test_what_is_told_holds_no_secret() -> None:
    """Who draws a card knows which; nobody else is told."""
    told: list[str] = []
    played(
        raw_env("touche", render_mode="ansi"), 6, lambda table, *_: told.extend(table.render().splitlines())
    )
    drawing = [line for line in told if "draws" in line and "deal" not in line]
    assert len(drawing) > 20
    assert not [line for line in drawing if any(suit in line for suit in "♣♦♥♠")]
