"""What the greedy player thinks temples, cards, sticks and the tile of the round are worth, in victory points."""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp

from domain.hidden import EVERYBODY, Hidden
from domain.ruleset import Action
from domain.rulesets.nagaraja.actions import PlaceTile, SwapRelics
from domain.rulesets.nagaraja.components import Box, is_cursed, other, worth
from domain.rulesets.nagaraja.effects.changes import CHANGES
from domain.rulesets.nagaraja.evolve_temples import REBUILDING
from domain.rulesets.nagaraja.names import PLACES, number
from domain.rulesets.nagaraja.paths import amulets_reached, net
from domain.rulesets.nagaraja.state import Player, Spaces, State, Tile, total_fate
from domain.rulesets.nagaraja.temple import turned, with_tile

TILE = 4.0
"""The tile of a round."""
LOST = 40.0
"""The curse complete."""
WON = 40.0
"""Enough points in sight."""
CURSED = 0.9
"""Uneasiness about cursed relics face up, by the square of their number."""
AMULET = 1.8
OPEN_END = 0.25
"""A live path that ends at an empty space."""
SURE = 0.6
"""How steeply the hope to win the tile rises with the fate points ahead."""


def card_worth(box: Box, card: str) -> float:
    return 0.4 * box.card_fate[card] + 0.6 * box.card_nagas[card]


def stakes(state: State, seat: int, change: float, rival: float) -> float:
    """The tile, times the hope to win it with so many fate points more; a tie goes to the guide."""
    ahead = total_fate(state.player(seat)) + change - total_fate(state.player(other(seat))) - rival
    ahead += 0.5 if state.guide == seat else -0.5
    return TILE / (1 + exp(-SURE * max(-50.0, min(50.0, ahead))))


def temple_of(seat: int, action: Action) -> int:
    """The seat whose temple an action changes."""
    return seat if isinstance(action, PlaceTile) else action.temple  # type: ignore[attr-defined]


Relics = tuple[str | None, ...]
"""The relics at the hiding places, as far as a seat knows them."""


def known_temple(player: Player, box: Box, seat: int, offered: Tile | None) -> Temple:
    """A player's temple as this seat knows it. `offered` is the tile of the round."""
    relics = tuple([_known(relic.secret, seat) for relic in player.relics])
    collected = (_known(amulet, seat) for amulet in player.amulets)
    effects = (box.amulet[amulet] for amulet in collected if amulet is not None)
    amulets = sum(effect.number for effect in effects if effect.do == "points")
    return _temple(box, player.spaces, relics, amulets, offered)


def _known(secret: Hidden[str], seat: int) -> str | None:
    return secret.value if seat in secret.knowers or EVERYBODY in secret.knowers else None


class Temple:
    """What changes of a temple would bring. Each is judged once, however many cards offer it."""

    def __init__(self, box: Box, spaces: Spaces, relics: Relics, amulets: int, offered: Tile | None) -> None:
        """`amulets` are the points of those collected."""
        self._box, self._spaces, self._relics, self._offered = box, spaces, relics, offered
        self._amulets, self._needed = amulets, box.figure("points_to_win")
        self._lying = any(tile is not None and tile.amulet is not None for tile in (*spaces, offered))
        self._worth = self._worth_of(spaces, relics)
        self._gains: dict[Action, float] = {}

    def gain(self, action: Action) -> float:
        """The worth of the temple after the action, less that before it."""
        if (gain := self._gains.get(action)) is None:
            gain = self._gains[action] = self._worth_after(action) - self._worth
        return gain

    def _worth_after(self, action: Action) -> float:
        if isinstance(action, SwapRelics):
            return self._worth_of(self._spaces, _swapped(self._relics, action))
        return self._worth_of(_rebuilt(self._spaces, action, self._offered), self._relics)

    def _worth_of(self, spaces: Spaces, relics: Relics) -> float:
        """Points that the temple gives or may give, and the danger of the curse."""
        box, it = self._box, net(self._box, spaces)
        total, cursed, danger = _promise(box.all_relics, relics, it.touched)
        if self._lying:
            total += AMULET * len(amulets_reached(box, spaces, it.live))
        total += OPEN_END * len(it.open_ends)
        won = WON if total + self._amulets >= self._needed else 0.0
        return total * (1 - danger) + won * (1 - danger) - LOST * danger - CURSED * cursed**2


_temple = lru_cache(maxsize=1 << 8)(Temple)
"""Remembered: in a confrontation the same temples are judged from turn to turn."""


def _swapped(relics: Relics, swap: SwapRelics) -> Relics:
    first, second = PLACES.index(swap.first), PLACES.index(swap.second)
    swapped = list(relics)
    swapped[first], swapped[second] = swapped[second], swapped[first]
    return tuple(swapped)


def _rebuilt(spaces: Spaces, action: Action, offered: Tile | None) -> Spaces:
    """The spaces after an action that moves tiles or the trap."""
    if isinstance(action, PlaceTile):
        assert offered is not None
        return with_tile(spaces, number(action.space), turned(offered, action.turns))
    return REBUILDING[CHANGES[type(action)]](spaces, action)


@lru_cache(maxsize=1 << 13)
def _promise(box: tuple[str, ...], relics: Relics, touched: tuple[int, ...]) -> tuple[float, int, float]:
    """Of the relics that live paths touch: their points on average, the cursed ones seen, and the danger of the curse.

    `box` are all relics of a temple. Remembered, because most changes of a temple touch what others touch.
    """
    seen = [value for place in touched if (value := relics[place]) is not None]
    unseen = _unseen(box, relics)
    blind = len(touched) - len(seen)
    total = sum(map(worth, seen)) + (blind * sum(map(worth, unseen)) / len(unseen) if blind else 0)
    cursed = sum(map(is_cursed, seen))
    need = sum(map(is_cursed, box)) - cursed
    return total, cursed, curse(need, blind, sum(map(is_cursed, unseen)), len(unseen))


def _unseen(box: tuple[str, ...], known: Relics) -> list[str]:
    """The relics of the temple that could be anywhere unseen."""
    left = list(box)
    for value in known:
        if value is not None:
            left.remove(value)
    return left


def curse(need: int, blind: int, bad: int, unseen: int) -> float:
    """The chance that `blind` relics out of the unseen, of which some are bad, have the `need` that make the curse complete."""
    if need <= 0:
        return 1.0
    ways = sum(comb(bad, k) * comb(unseen - bad, blind - k) for k in range(need, blind + 1))
    return ways / comb(unseen, blind)
