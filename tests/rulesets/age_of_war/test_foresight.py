"""What a search hopes for in games of two, and the network that judges what follows."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

import kronika
from bench import war
from domain.by_seat import of_seat
from domain.ruleset import Action
from domain.rulesets.age_of_war import RULESET, foresight, values
from domain.rulesets.age_of_war.actions import FillLine, SetAside
from domain.rulesets.age_of_war.chances import throws
from domain.rulesets.age_of_war.components import DICE
from domain.rulesets.age_of_war.prospects import conquered, passed, winning
from domain.rulesets.age_of_war.state import State
from engine.luck import Luck
from engine.playout import Trial, chances
from engine.search import looks, search
from tests.rulesets.age_of_war.situation import deal, sit, state
from tests.rulesets.age_of_war.test_prospects import to_throw


def test_a_turn_of_the_bot_is_what_it_does_with_every_throw() -> None:
    """By its own choices, with a castle left and three to steal; ties are broken by the first."""
    found = state(to_throw(deal(sit(), {1: "edo kiyosu", 2: "marugame"}, {2: "mori"}, centre="gifu"), DICE))
    before = replace(found, seat=2)
    assert before.centre == ("gifu",)

    @cache
    def mean(left: int) -> float:
        return sum(share * after(dice, left) for dice, share in throws(left)) if left else missed

    def after(dice: tuple[str, ...], left: int) -> float:
        thrown = replace(before, to_throw=0, dice=dice, set_aside=DICE - left)
        action = RULESET.greedy(thrown, 2, RULESET.legal_actions(thrown, 2), lambda _: 0)
        if isinstance(action, SetAside):
            return mean(left - 1)
        odds = RULESET.odds(thrown, action)
        assert odds is not None
        assert isinstance(action, FillLine)
        return odds.chance * taken(action.castle) + (1 - odds.chance) * missed

    def taken(castle: str) -> float:
        then = conquered(before, castle)
        return begins(passed(then)) if then.centre else (1 in winning(then)) / len(winning(then))

    def begins(then: State) -> float:
        assert then.seat == 1
        return values.chance(then, 1) - foresight.PROGRESS * len(then.centre)

    missed = begins(passed(before))
    assert 0 < missed < 1
    assert RULESET.prospect(before, 1) == pytest.approx(mean(DICE))


def test_a_turn_of_its_own_is_the_best_action_after_every_throw() -> None:
    """Of all legal actions, each judged by the position that follows; a castle falls, is missed, or ends the game."""
    before = state(to_throw(deal(sit(), {1: "edo kiyosu", 2: "marugame"}, {2: "mori"}, centre="gifu"), 3))
    assert before.centre == ("gifu",)

    def judged(thrown: State, action: Action) -> float:
        trial = Trial(RULESET, thrown, Luck("none"))
        trial.act(1, action)
        found = (
            RULESET.prospect(trial.state, 1) if trial.to_act else of_seat(chances(RULESET, trial.state, 2), 1)
        )
        assert found is not None
        return found

    def best(dice: tuple[str, ...]) -> float:
        thrown = replace(before, to_throw=0, dice=dice)
        return max(judged(thrown, action) for action in RULESET.legal_actions(thrown, 1))

    assert RULESET.prospect(before, 1) == pytest.approx(sum(share * best(dice) for dice, share in throws(3)))


def test_it_says_nothing_of_what_the_network_was_not_fitted_to() -> None:
    """Three players, the middle of another's turn, dice to use, another edition."""
    found = state(to_throw(sit(), 3))
    thrown = replace(found, to_throw=0, dice=("daimyo",) * 3)
    others = (state(to_throw(sit(3), DICE)), replace(found, seat=2), thrown, replace(found, edition="2"))
    assert RULESET.prospect(found, 1) is not None
    assert [RULESET.prospect(other, 1) for other in others] == [None] * 4


def test_a_search_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were every die set aside a win, the search would set one aside where the bot attacks."""
    game, rng = kronika.new("age-of-war", 2, seed=1), random.Random(1)
    while len(game.legal(game.to_act[0])) == 1 or isinstance(game.greedy(game.to_act[0], rng), SetAside):
        game.apply(game.to_act[0], game.greedy(game.to_act[0], rng))
    monkeypatch.setattr(type(RULESET), "prospect", lambda _, found, seat: found.set_aside / DICE)
    assert search(game.ruleset, game.state, game.to_act[0], 2, rng, looks(30)) == SetAside()


def test_the_shipped_network_is_small_and_near_the_exact_chances() -> None:
    """At the beginning `bench/war.c` calculates 70.8 % for who throws first."""
    assert Path(values.__file__).with_suffix(".json").stat().st_size < 200_000
    assert 0 < values.network().error < 0.03
    assert values.chance(kronika.new("age-of-war", 2, seed=1).state, 1) == pytest.approx(0.708, abs=0.03)


def test_the_inputs_of_the_service_are_those_of_the_fit() -> None:
    game, rng = kronika.new("age-of-war", 2, seed=3), random.Random(3)
    while game.to_act:
        found, seat = game.state, game.to_act[0]
        sets = (np.array([war.bits(values.castles_of(found, one))]) for one in (seat, 3 - seat))
        assert values.inputs(found, seat) == tuple(war.inputs(*sets)[0])
        game.apply(seat, game.greedy(seat, rng))


def test_learning_again_gives_the_same_network_near_the_chances_that_it_learnt() -> None:
    rng = np.random.default_rng(1)
    own = rng.integers(0, 1 << 14, 200)
    other = rng.integers(0, 1 << 14, 200) & ~own
    rows, taught = war.inputs(own, other), 1 / (1 + np.exp((war.POINTS[other] - war.POINTS[own]) / 8))
    counts = np.ones(len(rows), np.float32)

    def learnt() -> war.Fit:
        fit = war.Fit(np.random.default_rng(2))
        for _ in range(40):
            fit.step(rows, taught.astype(np.float32), counts, 0.01)
        return fit

    first, again = learnt(), learnt()
    assert war.written(first, 0.1) == war.written(again, 0.1)
    off = first.chances(rows)[:, 0] - taught
    assert np.sqrt((off * off).mean()) < 0.1 * taught.std() + 0.02


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler, which `bench/war.c` needs")
def test_the_exact_chances_are_those_of_two_turns_by_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of positions with a castle or two left in the centre: what the program solved is what two turns from there lead to."""
    _, solved, _ = war.solved(tmp_path, centre=2)
    rng = random.Random(1)

    def exact(found: State, seat: int) -> float:
        own, other = (war.bits(values.castles_of(found, one)) for one in (seat, 3 - seat))
        return float(solved[war.numbers(np.array([own]), np.array([other]))[0]])

    monkeypatch.setattr(foresight, "PROGRESS", 0.0)
    monkeypatch.setattr(values, "chance", exact)
    foresight.prospect.cache_clear()
    foresight._waiting.cache_clear()
    for _ in range(60):
        found = in_the_end(rng, 1 + rng.randrange(2))
        assert RULESET.prospect(found, 1) == pytest.approx(exact(found, 1), abs=5e-4), found
    foresight.prospect.cache_clear()
    foresight._waiting.cache_clear()


def in_the_end(rng: random.Random, left: int) -> State:
    """A position in which seat 1 is to begin a turn, all castles but a few dealt out by chance; whole clans are stacked."""
    castles = rng.sample(war.IDS, len(war.IDS))
    given = {1: set[str](), 2: set[str]()}
    for castle in castles[left:]:
        given[rng.randrange(1, 3)].add(castle)
    stacks = {
        seat: [id for id, its in war.BOX.castles_of.items() if its <= has] for seat, has in given.items()
    }
    held = {seat: set().union(*(war.BOX.castles_of[id] for id in ids)) for seat, ids in stacks.items()}
    dealt = deal(
        sit(),
        {seat: " ".join(sorted(given[seat] - held[seat])) for seat in given},
        {seat: " ".join(ids) for seat, ids in stacks.items()},
        centre=" ".join(castles[:left]),
    )
    return state(to_throw(dealt, DICE))
