"""Games by the greedy bot alone, as the rules would play them with the same luck, in a fraction of their time."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from domain.contract.programs import Luck
from domain.rulesets.nagaraja.in_place import InPlace
from domain.rulesets.nagaraja.in_place_bot import Bot
from domain.rulesets.nagaraja.in_place_state import state_of, taken_over
from domain.rulesets.nagaraja.state import State


class Drawn:
    """What luck brings."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck

    def roll(self, sides: Sequence[int]) -> Sequence[int]:
        number, values = self._luck.below(prod(sides)), []
        for side in sides:
            number, digit = divmod(number, side)
            values.append(1 + digit)
        return values

    def shuffle(self, items: list[int]) -> list[int]:
        self._luck.shuffle(items)
        return items


def simulated(state: State, bot: Bot, luck: Luck, actions: int | None) -> State:
    """To the end, or for so many actions and until the position is settled. The game has to be set up."""
    game = taken_over(state, bot.numbers, Drawn(luck))
    while not game.ended:
        if actions is not None:
            if actions <= 0 and _settled(game):
                break
            actions -= 1
        luck.begin(game.to_act + 1)
        game.act(bot.choose(game, luck.choose))
    return state_of(game, state)


def _settled(game: InPlace) -> bool:
    """As `Ruleset.settled`: between two rounds."""
    return game.stage == "choose" and not any(player.laid for player in game.players)
