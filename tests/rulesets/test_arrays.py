"""Numbers of actions and figures of views, for every ruleset in all its setups: whole, stable, and without a leak."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import kronika
from domain.encoding import counts, fields, figure, keyed, one_of, row
from domain.ruleset import Outcome, Ruleset
from engine.arrays import Arrays, NoArrays, arrays_of, rewards

SETUPS = [
    (ruleset, seats, options)
    for ruleset in kronika.rulesets().values()
    for seats, options in ruleset.setups()
    if ruleset.encoding(seats, options, ruleset.edition("1")) is not None
]
"""Of games that say how their views become figures, which none has to; that the four do is seen by `NUMBERED`."""
IDS = [f"{it.id}-{seats}-{n}" for n, (it, seats, _) in enumerate(SETUPS)]
every_setup = pytest.mark.parametrize(("ruleset", "seats", "options"), SETUPS, ids=IDS)
played_setups = pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        pytest.param(
            *setup, id=id, marks=[] if n % 3 == 0 or setup[0].id == "nagaraja" else [pytest.mark.soak]
        )
        for n, (setup, id) in enumerate(zip(SETUPS, IDS, strict=True))
    ],
)
"""A third of them, in which games are played every day; those in the others are for the soak."""
NUMBERED = {
    "age-of-war": "2a9c302ef77c4219",
    "nagaraja": "7f87caf216bfa049",
    "romans": "a7bdb465e86eb6c2",
    "touche": "0d979461ac87a9c5",
}
"""The beginning of the SHA-256 of all actions in their order, as JSON: a change makes what was learnt worthless."""


def moments(ruleset: Ruleset[Any], seats: int, options: Any, seed: int, most: int) -> Iterator[kronika.Game]:
    """A game of much chance, before each of its actions."""
    game, rng = kronika.new(ruleset.id, seats, kronika.plain(options), seed), random.Random(seed)
    while game.to_act and most:
        yield game
        seat, most = rng.choice(game.to_act), most - 1
        wild = rng.random() < 0.5
        game.apply(seat, rng.choice(game.legal(seat)) if wild else game.greedy(seat, rng))


@played_setups
def test_every_legal_action_has_a_number_of_its_own(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    check_numbers(ruleset, seats, options, seeds=1, most=90)


@pytest.mark.soak
@every_setup
def test_so_it_is_in_whole_games(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    check_numbers(ruleset, seats, options, seeds=8, most=1500)


def check_numbers(ruleset: Ruleset[Any], seats: int, options: Any, seeds: int, most: int) -> None:
    for seed in range(seeds):
        for game in moments(ruleset, seats, options, seed, most):
            arrays = game.arrays
            for seat in range(1, seats + 1):
                legal = game.legal(seat)
                numbers = arrays.numbers(legal)
                assert sorted(map(repr, numbers.values())) == sorted(map(repr, legal))
                assert list(numbers) == sorted(numbers)
                for number, action in numbers.items():
                    fixed = number < len(arrays.actions)
                    assert arrays.actions[number] == action if fixed else type(action) in ruleset.by_rank
                    assert number < arrays.size


@every_setup
def test_what_has_a_number_is_an_action(ruleset: Ruleset[Any], seats: int, options: Any) -> None:
    arrays = kronika.new(ruleset.id, seats, kronika.plain(options)).arrays
    assert len(set(arrays.actions)) == len(arrays.actions)
    assert {type(action) for action in arrays.actions}.isdisjoint(ruleset.by_rank)
    assert {*map(type, arrays.actions), *ruleset.by_rank} <= set(ruleset.actions)


@pytest.mark.parametrize("id", sorted(NUMBERED))
def test_numbers_stay_what_they_are(id: str) -> None:
    ruleset = kronika.rulesets()[id]
    actions = arrays_of(ruleset, "1", 2, {}).actions
    digest = hashlib.sha256(json.dumps(kronika.plain(actions)).encode()).hexdigest()
    assert digest.startswith(NUMBERED[id])


@played_setups
def test_figures_are_as_many_as_their_names_and_tell_nothing_unknown(
    ruleset: Ruleset[Any], seats: int, options: Any
) -> None:
    changed = 0
    for game in moments(ruleset, seats, options, 3, 30):
        arrays = game.arrays
        for seat in range(1, seats + 1):
            seen = seen_by(arrays, game, seat)
            assert len(seen) == len(arrays.names) == len(set(arrays.names))
            guess = game.redrawn_for(seat, random.Random(1))
            assert seen_by(arrays, guess, seat) == seen
            assert arrays.numbers(guess.legal(seat)) == arrays.numbers(game.legal(seat))
            changed += seats > 1 and seen_by(arrays, guess, seat % seats + 1) != seen_by(
                arrays, game, seat % seats + 1
            )
    assert changed or seats == 1 or not ruleset.traits.hidden_information, "nothing was drawn anew"


def seen_by(arrays: Arrays, game: kronika.Game, seat: int) -> list[float]:
    return arrays.observation(game.view(seat), seat, game.to_act)


@pytest.mark.parametrize(
    ("id", "seat", "named"), [("romans", 2, "clans/1/hand/"), ("touche", 1, "players/0/hand/")]
)
def test_figures_are_those_of_the_view(id: str, seat: int, named: str) -> None:
    """Read back by their names."""
    game = kronika.new(id, 2, seed=1)
    figures = dict(zip(game.arrays.names, seen_by(game.arrays, game, seat), strict=True))
    view = kronika.plain(game.view(seat))
    hand = view["clans"][1]["hand"] if id == "romans" else view["players"][0]["hand"]
    cards = [
        name.removeprefix(named)
        for name, count in figures.items()
        if name.startswith(named)
        for _ in range(int(count))
    ]
    assert sorted(cards) == sorted(card or "unknown" for card in hand)
    assert figures[f"viewer/{seat}"] == 1
    assert figures["round"] == view["round"]


def test_parts_of_an_encoding() -> None:
    part = fields(
        real=figure(),
        imag=one_of([1.0, 2.0]),
    )
    assert part.names == ("real", "imag/1.0", "imag/2.0")
    assert list(part.read(3 + 2j)) == [3, 0, 1]
    assert list(part.read(None)) == [0, 0, 0]
    assert list(row(2, figure()).read([7])) == [7, 0]
    assert list(row(2, figure()).read(None)) == [0, 0]
    assert list(keyed("ab", figure()).read({"b": 2})) == [0, 2]
    several = counts("ab", unknown=True)
    assert (several.names, list(several.read(["a", None, "a"]))) == (("a", "b", "unknown"), [2, 0, 1])


@pytest.mark.parametrize(
    ("ranking", "sides", "worth"),
    [
        (((2,), (1, 3)), ("", "", ""), [-0.5, 1.0, -0.5]),
        (((2, 4), (1, 3)), ("a", "b", "a", "b"), [-1.0, 1.0, -1.0, 1.0]),
        (((1, 2),), ("", ""), [0.0, 0.0]),
        (((1,), (2,), (3,), (4,)), ("", "", "", ""), [1.0, 1 / 3, -1 / 3, -1.0]),
    ],
)
def test_rewards_follow_from_the_ranking(ranking: Any, sides: Any, worth: list[float]) -> None:
    given = rewards(Outcome((), ranking, {}, ""), sides)
    assert given == pytest.approx(worth)
    assert sum(given) == pytest.approx(0)


def test_who_plays_alone_wins_or_does_not() -> None:
    assert rewards(Outcome((1,), ((1,),), {}, ""), ("",)) == [1.0]
    assert rewards(Outcome((), ((1,),), {}, ""), ("",)) == [-1.0]


def test_a_ruleset_without_an_encoding_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    romans = kronika.rulesets()["romans"]
    monkeypatch.setattr(type(romans), "encoding", Ruleset.encoding)
    with pytest.raises(NoArrays, match="romans does not say"):
        Arrays(romans, "1", 2, {})
