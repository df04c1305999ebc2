"""Direct simulators double rules and bot, so they have to end in the same state as the rules with the same luck."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import kronika
from conformance.kit import by_the_rules, without_places
from domain.by_seat import by_seat
from domain.ruleset import Ruleset
from domain.rulesets.age_of_war.components import TURN_LIMIT
from domain.rulesets.touche.options import ToucheOptions
from domain.rulesets.touche.turns import NO_PLACE_LEFT, STALLED
from engine.luck import Luck
from engine.playout import Trial
from tests.rulesets.touche.situation import stuck

WAR, TOUCHE = (kronika.rulesets()[id] for id in ("age-of-war", "touche"))
SIMULATED = ("age-of-war", "nagaraja", "touche")
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
    both = [somewhere(ruleset, setup, seed, moves) for _ in range(2)]
    ends_alike(*both, actions)


def ends_alike(simulated: Trial, expected: Trial, actions: int | None = None) -> str:
    assert simulated.state == expected.state
    simulated.play_on(actions)
    by_the_rules(expected, actions)
    assert without_places(simulated.state) == without_places(expected.state)
    return str(expected.state.ended)


def changed(ruleset: Ruleset[Any], seed: int, **fields: Any) -> Iterator[Trial]:
    """Two of one kind, where the state has been changed to what games seldom come to."""
    for _ in range(2):
        yield Trial(ruleset, replace(somewhere(ruleset, 0, seed, 20).state, **fields), Luck(f"{seed}"))


cases = given(st.integers(0, 7), st.integers(0, 10**6), st.integers(0, 150), st.none() | st.integers(0, 60))
DAILY = [
    *(("age-of-war", setup, 7 + setup, 37 * setup, None) for setup in range(5)),
    *(("touche", setup, 7 + setup, 2 + 11 * setup, 16 * (setup % 3)) for setup in range(8)),
    *(("touche", setup, 3, 150, 60) for setup in (1, 3, 6)),
    ("touche", 0, 3, 60, None),
    *(("nagaraja", 0, seed, 12 * seed, 8 * (seed % 2) or None) for seed in range(9)),
    *(("nagaraja", 0, seed, moves, None) for seed, moves in ((109, 60), (17, 60), (11, 30))),
    ("nagaraja", 0, 458, 15, 20),
]
"""Every setup, and late positions, where stacks run out; Nagaraja won with 25 points, with a full temple and equal points,
with a trap that moves to the other temple, and where it matters which Naga is spent for a card that throws sticks again.

Whole games of Touché take the rules a while."""


@pytest.mark.parametrize(("id", "setup", "seed", "moves", "actions"), DAILY)
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


@pytest.mark.parametrize("turn", [TURN_LIMIT - 3, TURN_LIMIT])
def test_age_of_war_ends_at_the_limit_of_turns(turn: int) -> None:
    assert ends_alike(*changed(WAR, 1, turn=turn)) == "turn-limit"


@pytest.mark.parametrize(("limit", "reason"), [(0, NO_PLACE_LEFT), (1, STALLED), (3, STALLED)])
def test_touche_ends_where_nobody_has_a_card_left(limit: int, reason: str) -> None:
    none = dict.fromkeys(("hands", "stacks", "used"), by_seat(((), ())))
    both = changed(TOUCHE, 1, options=ToucheOptions(stalled_rounds=limit), completed=(), **none)
    assert ends_alike(*both) == reason


@pytest.mark.parametrize("seats", TOUCHE.traits.seats)
def test_touche_stalls_after_three_circles_at_every_table(seats: int) -> None:
    for idle in (3 * seats - 2, 3 * seats - 1):
        game = stuck(seats, idle=idle).table.game
        simulated, expected = (Trial(TOUCHE, game, Luck("1")) for _ in range(2))
        ends_alike(simulated, expected, 1)
        assert simulated.state.stalls == (idle == 3 * seats - 1)
