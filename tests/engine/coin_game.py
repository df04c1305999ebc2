"""A game whose chances are known: two players act in turn, and then a throw decides.

Each player chooses *left* or *right*, or *blunders*, and throws dice. With *right* there is one throw more, and the sum of all
throws counts at the end: so the luck of playouts is out of step after it, and pairing them does not help an analysis.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.draws import Roll
from domain.play import Play
from domain.redraw import Choose
from domain.ruleset import Action, Edition, Event, Outcome, Ruleset, Traits
from engine import Game, new

DECISIONS, PERCENT = 8, 100
EVEN, AFTER_BLUNDER = 50, 10
"""Percent of seat 1's chance."""


class Go(Action, frozen=True, tag="go"):
    way: str


class Went(Event, frozen=True, tag="went"):
    seat: int
    way: str
    draw: Roll


class State(msgspec.Struct, frozen=True):
    done: int = 0
    total: int = 0
    chance: int = EVEN

    @property
    def first_wins(self) -> bool:
        return self.total % PERCENT < self.chance


def went(state: State, event: Went) -> State:
    chance = state.chance
    if event.way == "blunder":
        chance = AFTER_BLUNDER if event.seat == 1 else PERCENT - AFTER_BLUNDER
    return replace(state, done=state.done + 1, total=state.total + sum(event.draw.values), chance=chance)


class Coins(Ruleset[State]):
    id, name, state, end_reasons = "coins", {"en": "Coins", "pl": "Monety"}, State, ("thrown",)
    traits = Traits(seats=(2,), draws=32, longest=DECISIONS)
    editions = {"1": Edition("1", {})}
    evolvers = {Went: went}
    actions = (Go,)
    ways: tuple[str, ...] = ("left", "right")

    @property
    def deciders(self) -> Mapping[Any, Any]:  # type: ignore[override]
        return {Go: self.go}

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        return State()

    def setup(self, play: Play[State]) -> None: ...

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.done == DECISIONS else (1 + state.done % 2,)

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return [Go(way) for way in self.ways]

    def go(self, play: Play[State], seat: int, action: Go) -> None:
        play.record(Went(seat, action.way, play.roll([PERCENT] * (1 + (action.way == "right")))), "coins.go")

    def outcome(self, state: State) -> Outcome | None:
        if state.done < DECISIONS:
            return None
        order = ((1,), (2,)) if state.first_wins else ((2,), (1,))
        return Outcome(order[0], order, {}, "thrown")

    def conserved(self, state: State) -> Mapping[str, int]:
        return {"coins": 1}


class Blunders(Coins):
    """Who blunders is down from 50 to 10 percent; the thoughtful player does not."""

    id, ways = "blunders", ("left", "right", "blunder")
    editions, evolvers = Coins.editions, Coins.evolvers

    def greedy(self, state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
        return legal[choose(2)]


GAMES = {it.id: it for it in (Coins(), Blunders())}


def played(ruleset: str, seed: int, blunder_at: int | None = None) -> Game:
    """By chance, with a blunder at one decision."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("domain.table.terms.registry", lambda: GAMES)
        game = new(ruleset, 2, seed=seed)
    rng = random.Random(seed)
    while game.to_act:
        way = "blunder" if game.state.done == blunder_at else rng.choice(("left", "right"))
        game.apply(game.to_act[0], Go(way))
    return game
