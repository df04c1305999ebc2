"""The bot that looks ahead: it uses nothing that its seat cannot know, wins what is to be won, and can be told when to stop."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kronika
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from engine.luck import Luck
from engine.playout import Trial, chances
from engine.search import FIRST, Running, explored, looks, search
from tests.engine.coin_game import GAMES
from tests.engine.test_engine import DAILY, TABLES, every_table, play_on
from tests.soaking import soaked

HIDDEN = [
    pytest.param(*table, marks=() if table in DAILY else pytest.mark.soak)
    for table in TABLES
    if kronika.rulesets()[table[0]].traits.hidden_information
]
FEW = looks(4)


def chosen(game: kronika.Game, state: Any, seat: int, seed: int = 3, go_on: Any = FEW) -> kronika.Action:
    return search(game.ruleset, state, seat, game.seats, random.Random(seed), go_on)


@pytest.mark.parametrize("moves", soaked([0, 25], [0]))
@pytest.mark.parametrize(("ruleset", "seats"), HIDDEN)
def test_it_uses_nothing_that_its_seat_cannot_know(ruleset: str, seats: int, moves: int) -> None:
    """With all drawn anew that the seat cannot know it comes to the same figures, to the last digit, and to the same choice."""
    game = play_on(kronika.new(ruleset, seats, seed=moves), moves, moves)
    rules = game.ruleset
    for seat in game.to_act:
        other = rules.redraw(game.state, seat, random.Random(moves + 77).randrange)
        found = [explored(rules, state, seat, seats, random.Random(1), FEW) for state in (game.state, other)]
        assert found[0].results == found[1].results
        assert chosen(game, game.state, seat) == chosen(game, other, seat)


@every_table
def test_what_it_chooses_is_legal_and_the_game_is_as_it_was(ruleset: str, seats: int) -> None:
    game = play_on(kronika.new(ruleset, seats, seed=4), 4, 25)
    before = game.state
    for seat in game.to_act:
        action = chosen(game, game.state, seat)
        assert action in game.legal(seat)
        assert chosen(game, game.state, seat) == action
    assert game.state is before


@every_table
def test_promising_courses_begin_with_the_greedy_one_and_are_legal(ruleset: str, seats: int) -> None:
    game = kronika.new(ruleset, seats, seed=11)
    rng = random.Random(2)
    for _ in range(12):
        seat = game.to_act[0]
        state = game.ruleset.redraw(game.state, seat, rng.randrange)
        legal = game.ruleset.legal_actions(state, seat)
        courses = game.ruleset.promising(state, seat, legal, rng.randrange)
        assert 1 <= len(courses) == len(set(courses)) <= 12
        for course in courses:
            trial = game.redrawn_for(seat, random.Random(1)).clone()
            for action in course:
                trial.apply(seat, action)
        estimate = game.ruleset.outlook(state)
        assert estimate is None or (len(estimate) == seats and all(0 <= share <= 1 for share in estimate))
        game.apply(seat, game.greedy(seat, rng))


@every_table
def test_a_trial_ends_as_games_end(ruleset: str, seats: int) -> None:
    game = kronika.new(ruleset, seats, seed=2)
    trial = Trial(game.ruleset, game.redrawn_for(None, random.Random(1)).state, Luck("1"))
    trial.play_on()
    outcome = game.ruleset.outcome(trial.state)
    assert outcome is not None
    assert outcome.reason in game.ruleset.end_reasons
    assert game.ruleset.conserved(trial.state) == game.ruleset.conserved(game.state)
    shares = chances(game.ruleset, trial.state, seats)
    assert {n for n, share in enumerate(shares, 1) if share == 1.0} == set(outcome.winners)


def test_a_trial_draws_as_the_rules_say() -> None:
    war = kronika.rulesets()["age-of-war"]
    faces = set()
    for n in range(12):
        trial = Trial(war, kronika.new("age-of-war", 2, seed=1).state, Luck(f"{n}"))
        seat = trial.to_act[0]
        trial.act(seat, trial.legal(seat)[0])
        faces |= set(trial.state.dice)
    assert len(faces) == 6


def test_it_stops_when_it_is_told_to() -> None:
    game, asked = play_on(kronika.new("touche", 2, seed=5), 5, 1), []

    def go_on(done: int) -> bool:
        asked.append(done)
        return len(asked) < 5

    found = explored(game.ruleset, game.state, game.to_act[0], 2, random.Random(1), go_on)
    assert asked == list(range(asked[0], asked[0] + 5))
    assert found.rounds * len(found.results) <= asked[-1] == asked[0] + 4


@pytest.mark.parametrize("seats", [2, 3])
def test_a_search_without_luck_or_secrets_needs_one_look_at_each_course(seats: int) -> None:
    """In Age of War a position is judged before the next throw: more looks would find the same figures."""
    game, rng = kronika.new("age-of-war", seats, seed=seats), random.Random(1)
    while len(game.legal(game.to_act[0])) == 1:
        game.apply(game.to_act[0], game.greedy(game.to_act[0], rng))
    state, seat = game.state, game.to_act[0]
    found = explored(game.ruleset, state, seat, seats, random.Random(1), looks(1000))
    least = explored(game.ruleset, state, seat, seats, random.Random(2), looks(0))
    assert found.rounds == least.rounds == 1
    assert len(found.results) > 1
    assert found.results == least.results
    assert found.mean(found.best()) == max(map(found.mean, found.results))


def test_one_look_at_each_course_proves_nothing_where_luck_had_a_part() -> None:
    game = play_on(kronika.new("touche", 2, seed=5), 5, 1)
    found = explored(game.ruleset, game.state, game.to_act[0], 2, random.Random(1), looks(0))
    assert found.rounds == 1
    assert found.mean(found.own) < max(map(found.mean, found.results))
    assert found.best() == found.own


def test_a_search_continues_where_anything_is_drawn() -> None:
    rules = GAMES["coins"]
    assert (
        explored(rules, rules.initial(2, None, rules.editions["1"]), 1, 2, random.Random(1), looks(40)).rounds
        == 20
    )


def test_a_search_continues_where_anything_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if no look draws anything: each is at another game that the seat cannot rule out."""
    monkeypatch.setattr(Luck, "used", False)
    game = play_on(kronika.new("touche", 2, seed=5), 5, 1)
    assert explored(game.ruleset, game.state, game.to_act[0], 2, random.Random(1), looks(100)).rounds > 1


OWN, OTHER, THIRD, FOURTH = (
    (RollDice(),),
    (SetAside(),),
    (FillLine("gifu", 1, ()),),
    (FillLine("gifu", 2, ()),),
)


def test_the_worse_half_is_dropped_and_the_thoughtful_bots_move_never_is() -> None:
    running = Running([OWN, OTHER, THIRD, FOURTH])
    for _ in range(FIRST):
        running.add([0.1, 0.6, 0.5, 0.4])
    assert list(running.results) == [OWN, OTHER, THIRD]
    assert running.best() == OTHER


@pytest.mark.parametrize(
    ("own", "other", "left"),
    [
        ([0.5, 0.5], [0.6, 0.6], True),
        ([0.1, 0.9], [0.2, 1.0], True),  # it is better in the very games in which both were tried
        ([0.1, 0.9], [1.0, 0.2], False),  # as good on average, and it may be chance
        ([0.5, 0.5], [0.5, 0.5], False),
        ([0.5, 0.5], [0.4, 0.5], False),
    ],
)
def test_the_thoughtful_bots_move_is_left_for_what_is_better_beyond_doubt(
    own: list[float], other: list[float], left: bool
) -> None:
    running = Running([OWN, OTHER])
    for pair in zip(own, other, strict=True):
        running.add(pair)
    assert running.best() == (OTHER if left else OWN)


@every_table
def test_a_position_is_judged_when_it_is_settled(ruleset: str, seats: int) -> None:
    """After the foresight that the ruleset asks for, and then as soon as its outlook can judge."""
    game = play_on(kronika.new(ruleset, seats, seed=9), 9, 10)
    trial = Trial(game.ruleset, game.redrawn_for(None, random.Random(1)).state, Luck("1"))
    trial.play_on(game.ruleset.foresight)
    assert game.ruleset.settled(trial.state) or not trial.to_act


def test_it_takes_the_win_that_lies_there() -> None:
    """Moves before the end of games that greedy play won at once, the search wins them at once too."""
    won = 0
    for seed in range(4):
        game, rng, before = kronika.new("touche", 2, seed=seed), random.Random(seed), None
        while game.to_act:
            before = game.clone()
            game.apply(game.to_act[0], game.greedy(game.to_act[0], rng))
        assert before is not None
        seat = before.to_act[0]
        if game.outcome is not None and game.outcome.winners == (seat,) and len(before.legal(seat)) > 1:
            before.apply(seat, chosen(before, before.state, seat, seed, looks(30)))
            assert before.outcome is not None
            won += 1
    assert won
