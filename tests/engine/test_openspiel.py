"""`kronika.openspiel`: OpenSpiel's own test of a game, its searching bots, and what ours promises beside them."""

from __future__ import annotations

import doctest
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import kronika
import kronika.openspiel

NAMES = [f"kronika_{id.replace('-', '_')}" for id in kronika.rulesets()]
SOLO = 'kronika_romans(options={"neutral_clans":2;"tied_fort":true},players=1)'
every_game = pytest.mark.parametrize("name", NAMES)


def test_a_game_of_openspiels_own_test() -> None:
    game = pyspiel.load_game("kronika_touche(players=3)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("serialize", [False, True])
@pytest.mark.parametrize("name", [*NAMES, SOLO, "kronika_romans(players=3)", "kronika_touche(players=6)"])
def test_games_of_openspiels_own_test(name: str, serialize: bool) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=serialize, verbose=False)


def test_the_examples_are_true() -> None:
    failed, tried = doctest.testmod(kronika.openspiel)
    assert (failed, tried > 3) == (0, True)


def played(game: Any, seed: int, actions: int) -> Any:
    """At random, for so many decisions of players; chance comes besides."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and actions:
        actions -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def shown(state: Any) -> Any:
    """All that is told of a state, to everybody."""
    players = range(state.num_players())
    told = [
        (state.information_state_string(p), state.observation_string(p), state.observation_tensor(p))
        for p in players
    ]
    return str(state), told, state.current_player(), state.legal_actions(), state.returns()


@every_game
def test_a_state_is_its_history_and_can_be_written_down(name: str) -> None:
    game = pyspiel.load_game(name)
    state = played(game, 1, 30)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    copies = [
        again,
        state.clone(),
        game.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
    ]
    assert all(shown(copy) == shown(state) for copy in copies)
    before = shown(state)
    for copy in copies:
        copy.apply_action(copy.legal_actions()[0])
    assert shown(state) == before
    assert len({str(copy) for copy in copies}) == 1


@every_game
def test_chance_comes_before_all_that_is_drawn(name: str) -> None:
    """An action that draws has a chance node of equal chances; what others do follows from the state alone."""
    game, results = pyspiel.load_game(name), set()
    for first in range(12):
        state = game.new_initial_state()
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert len(outcomes) == game.max_chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert len({chance for _, chance in outcomes}) == 1
        state.apply_action(first)
        assert state.is_chance_node()
        state.apply_action(0)
        assert not state.is_chance_node()
        results.add(str(state))
    assert len(results) > 1, "who begins, at the least"


def test_a_search_does_not_see_the_dice_to_come() -> None:
    state = pyspiel.load_game("kronika_age_of_war").new_initial_state()
    for _ in range(2):
        state.apply_action(0)
    state.apply_action(state.legal_actions()[0])
    assert state.is_chance_node()
    throws = set()
    for outcome in range(8):
        other = state.clone()
        other.apply_action(outcome)
        other.apply_action(outcome)
        throws.add(other.observation_string(0))
    assert len(throws) > 4


def test_another_salt_is_another_fate() -> None:
    """And the same salt the same."""
    deals = [str(played(pyspiel.load_game("kronika_romans", {"salt": salt}), 1, 0)) for salt in (0, 0, 1)]
    assert deals[0] == deals[1] != deals[2]


@pytest.mark.parametrize("name", ["kronika_nagaraja", "kronika_romans", "kronika_touche(players=3)"])
def test_what_a_player_is_told_follows_from_what_he_can_know(name: str) -> None:
    """All else is drawn anew; his own past stays, and nothing of the others' true past is left."""
    state, rng = played(pyspiel.load_game(name), 5, 40), random.Random(3)
    others = 0
    for player in range(state.num_players()):
        guess = state.resample_from_infostate(player, rng.random)
        assert guess.information_state_string(player) == state.information_state_string(player)
        assert guess.observation_tensor(player) == state.observation_tensor(player)
        assert guess.legal_actions(player) == state.legal_actions(player)
        others += str(guess) != str(state)
        told = [
            [it.information_state_string(p).split()[0] for p in range(it.num_players())]
            for it in (guess, state)
        ]
        assert [its == true for its, true in zip(*told, strict=True)] == [
            p == player for p in range(state.num_players())
        ]
        twice = [it.resample_from_infostate(player, lambda: 0.5) for it in (state, guess)]
        assert shown(twice[0]) == shown(twice[1])
        while not guess.is_terminal():
            guess.apply_action(rng.choice(guess.legal_actions()))
            if len(guess.history()) > 200:
                break
    assert others


def test_a_players_past_is_in_what_he_is_told() -> None:
    """Two states that look the same now and came about in another way are two for who saw it, and for nobody else."""
    game = pyspiel.load_game("kronika_romans")
    start = played(game, 1, 0)
    arrays = kronika.new("romans", 2).arrays
    number = {str(kronika.plain(action)): n for n, action in enumerate(arrays.actions)}
    place = [a for a in start.legal_actions() if "place-warrior" in start.action_to_string(0, a)]
    one, two = start.clone(), start.clone()
    for state, first in ((one, place[0]), (two, place[1])):
        state.apply_action(first)
        fort = 1 + (place.index(first))
        state.apply_action(number[str({"type": "withdraw-warrior", "fort": fort})])
    assert one.observation_string(0) == two.observation_string(0)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)


def test_who_waits_for_chance_remembers_what_he_did() -> None:
    """And nobody else can tell it."""
    state, waiting = played(pyspiel.load_game("kronika_nagaraja"), 1, 1), []
    actor = state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        waiting += [child] if child.is_chance_node() else []
    one, two, *_ = waiting
    assert one.observation_string(actor) == two.observation_string(actor)
    assert one.information_state_string(actor) != two.information_state_string(actor)
    assert one.information_state_string(1 - actor) == two.information_state_string(1 - actor)


def test_returns_are_what_the_ranking_is_worth() -> None:
    state = played(pyspiel.load_game("kronika_nagaraja"), 2, 10_000)
    assert state.is_terminal()
    assert sorted(state.returns()) in ([-1, 1], [0, 0])
    assert pyspiel.load_game(SOLO).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert pyspiel.load_game("kronika_romans").utility_sum() == 0


def test_what_cannot_be_is_refused() -> None:
    for params in ({"players": 9}, {"options": '{"neutral_clans":7}'}, {"options": "{"}):
        with pytest.raises((pyspiel.SpielError, kronika.Refused, ValueError)):
            pyspiel.load_game("kronika_romans", params)


@pytest.mark.soak
def test_its_searching_bots_play_to_the_end() -> None:
    """MCTS, which sees everything, against ISMCTS, which draws anew what it cannot know."""
    game, rng = pyspiel.load_game("kronika_nagaraja"), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    looking = mcts.MCTSBot(game, 2.0, 2, evaluator, random_state=rng)
    guessing = ismcts.ISMCTSBot(
        game=game, uct_c=2.0, max_simulations=2, evaluator=evaluator, random_state=rng,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    state, bots = game.new_initial_state(), (looking, guessing)
    searched = [0, 0]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.randint(256)))
            continue
        player = state.current_player()
        thinks = searched[player] < 4
        searched[player] += 1
        state.apply_action(bots[player].step(state) if thinks else int(rng.choice(state.legal_actions())))
    assert min(searched) > 4
    assert sum(state.returns()) == 0
