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

from domain.draws import Roll, Shuffle
from domain.hidden import Hidden
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
    first: str = ""
    """The first decision."""
    coin: tuple[Hidden[str], ...] = ()

    @property
    def first_wins(self) -> bool:
        return self.total % PERCENT < self.chance


class Dealt(Event, frozen=True, tag="dealt"):
    coin: Shuffle[str]


def went(state: State, event: Went) -> State:
    chance = state.chance
    if event.way == "blunder":
        chance = AFTER_BLUNDER if event.seat == 1 else PERCENT - AFTER_BLUNDER
    first = state.first or event.way
    return replace(
        state, done=state.done + 1, total=state.total + sum(event.draw.values), chance=chance, first=first
    )


def matched(state: State, event: Went) -> State:
    after = went(state, event)
    return replace(after, chance=chance_of(event.way == state.first)) if state.done == 1 else after


def dealt(state: State, event: Dealt) -> State:
    return replace(state, coin=event.coin.order)


def guessed(state: State, event: Went) -> State:
    after = went(state, event)
    return after if state.first else replace(after, chance=chance_of(event.way == state.coin[0].value))


def chance_of(right: bool) -> int:
    return PERCENT - AFTER_BLUNDER if right else AFTER_BLUNDER


class Coins(Ruleset[State]):
    id, name, state, end_reasons = "coins", {"en": "Coins", "pl": "Monety"}, State, ("thrown",)
    traits = Traits(seats=(2,), draws=32, longest=DECISIONS)
    editions = {"1": Edition("1", {})}
    evolvers = {Went: went}
    actions = (Go,)
    decisions = DECISIONS
    ways: tuple[str, ...] = ("left", "right")

    @property
    def deciders(self) -> Mapping[Any, Any]:  # type: ignore[override]
        return {Go: self.go}

    def initial(self, seats: int, options: Any, edition: Edition) -> State:
        return State()

    def setup(self, play: Play[State]) -> None: ...

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.done == self.decisions else (1 + state.done % 2,)

    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return [Go(way) for way in self.ways]

    def go(self, play: Play[State], seat: int, action: Go) -> None:
        play.record(Went(seat, action.way, play.roll([PERCENT] * (1 + (action.way == "right")))), "coins.go")

    def outcome(self, state: State) -> Outcome | None:
        if state.done < self.decisions:
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


class LongBlunders(Blunders):
    """More decisions than an analysis compares."""

    id, decisions, evolvers = "long-blunders", 3 * DECISIONS, Coins.evolvers
    traits = Traits(seats=(2,), draws=64, longest=3 * DECISIONS)


class Matches(Coins):
    """The first player has the first two decisions, and wins nine games in ten if they are alike."""

    id, evolvers = "matches", {Went: matched}

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.done == self.decisions else (1 + state.done // 2 % 2,)


class Guesses(Coins):
    """The first player guesses which of two coins lies on top, and wins nine games in ten if that was right."""

    id, evolvers = "guesses", {Dealt: dealt, Went: guessed}
    traits = Traits(seats=(2,), draws=32, longest=DECISIONS, hidden_information=True)

    def setup(self, play: Play[State]) -> None:
        play.record(Dealt(play.shuffle(["left", "right"])), "coins.deal")


GAMES = {it.id: it for it in (Coins(), Blunders(), LongBlunders(), Matches(), Guesses())}


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
