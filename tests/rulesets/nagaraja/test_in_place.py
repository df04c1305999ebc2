"""Observations of games in place are written again only where a list is another one: so none that they show may be changed."""

from __future__ import annotations

import random

import kronika
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_state import taken_over
from domain.rulesets.nagaraja.numbers import Numbers
from domain.rulesets.nagaraja.simulation import Drawn
from engine.luck import Luck

OF_TABLE = ("supply", "used", "played", "drawn", "tiles", "amulets", "deck", "discards")
OF_PLAYER = ("relics", "hand", "laid", "sticks", "amulets")


def shown(game: InPlace) -> list[list[int]]:
    of_players = (getattr(player, name) for player in game.players for name in OF_PLAYER)
    return [*(getattr(game, name) for name in OF_TABLE), *of_players]


def test_lists_that_are_shown_are_replaced_and_not_changed() -> None:
    start = kronika.new("nagaraja", 2, seed=1).state
    numbers, rng, acted = Numbers(RULESET.box(start)), random.Random(1), 0
    while acted < 3000:
        game = taken_over(start, numbers, Drawn(Luck(str(acted))))
        while not game.ended:
            before = [(it, [*it]) for it in shown(game)]
            move = rng.choice(game.moves())
            game.act(move)
            assert all(it == then for it, then in before), move
            acted += 1
