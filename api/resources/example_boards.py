"""A position of each ruleset to introduce it with: the middle of a game that bots play, always the same one."""

from __future__ import annotations

import random

import msgspec

import engine
from api.http.once import once
from domain.rulesets import registry
from projections.document import view_of
from projections.judgment.boards import Position
from projections.people import Player, seats_of

NAMES = ("Ala", "Bo", "Cleo")
SEED = 2
PLAYED = 0.55
"""The share of the game that has been played: boards are full, and much is still open."""


@once
def example(ruleset: str) -> Position:
    """What a spectator sees; playing the game takes half a second at most."""
    game = _played(ruleset)
    table = game.at(int(game.version * PLAYED)).table
    players = {seat: Player(name, None) for seat, name in enumerate(NAMES[: game.seats], 1)}
    seats = msgspec.to_builtins(seats_of(game.ruleset, table, players))
    return Position(ruleset, view_of(game.ruleset, table, None), seats, table.status, table.to_act)


def _played(ruleset: str) -> engine.Game:
    """Two players where two may play, otherwise as many as the game needs."""
    possible = registry()[ruleset].traits.seats
    game = engine.new(ruleset, seats=2 if 2 in possible else possible[0], seed=SEED)
    chance = random.Random(SEED)
    while game.to_act:
        seat = game.to_act[0]
        game.apply(seat, game.greedy(seat, chance))
    return game
