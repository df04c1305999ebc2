"""Setting up a game in place, as `dealing.set_up` does by events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_doing import NOBODY
from domain.rulesets.nagaraja.numbers import knower


def set_up(game: InPlace) -> None:
    """Everything is shuffled, the first guide is thrown for, hands are dealt and the first tile is turned up (setup)."""
    numbers, shuffle = game.numbers, game.chance.shuffle
    box = numbers.box
    for player in game.players:
        player.relics = shuffle(_unseen(box.all_relics, numbers.relic))
    game.tiles = shuffle(_unseen(box.all_tiles, numbers.tile))
    game.amulets = shuffle(_unseen(box.all_amulets, numbers.amulet))
    game.deck = shuffle(_unseen(box.all_cards, numbers.card))
    while game.guide == NOBODY:
        _throw_for_guide(game)
    for seat, player in enumerate(game.players):
        player.hand = [card | knower(seat) for card in game.draw(box.figure("hand"))]
    game.turn_up_tile()


def _unseen(names: Iterable[str], number: Mapping[str, int]) -> list[int]:
    """Secrets that nobody knows."""
    return [8 * number[name] for name in names]


def _throw_for_guide(game: InPlace) -> None:
    """Equal throws are repeated (setup.2)."""
    numbers = game.numbers
    names = Counter(numbers.box.figure("guide_sticks")).elements()
    colours = [numbers.colours.index(name) for name in names]
    points = [numbers.fate[stick] for stick in game.throw([*colours, *colours])]
    one, two = sum(points[: len(colours)]), sum(points[len(colours) :])
    if one != two:
        game.guide = int(two > one)
