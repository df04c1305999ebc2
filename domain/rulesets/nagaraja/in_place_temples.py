"""What the greedy player thinks of temples in a game played in place: each change is judged once."""

from __future__ import annotations

from typing import Any, Protocol

from domain.rulesets.nagaraja.changing import CHANGED, SWAPS, Args, options, placed
from domain.rulesets.nagaraja.numbers import Cells, Numbers

Relics = tuple[int, ...]
"""The relics at the hiding places, as far as a seat knows them."""

SPACES = {"rotate-tile": 1, "swap-tiles": 2, "move-tile": 2}
"""How many of an option's figures are the spaces that it changes, and all of these."""


class Judge(Protocol):
    numbers: Numbers

    def worth_of(self, relics: Relics, judged: int, amulets: int) -> float:
        """Points that a temple gives or may give, and the danger of the curse; `judged` as in `Net`."""


class Judged:
    """A temple as a seat knows it: what it is worth, and what changes would bring."""

    def __init__(
        self, bot: Judge, cells: Cells, shape: tuple[int, int], relics: Relics, amulets: int
    ) -> None:
        """`amulets` are the points of those collected."""
        self._bot, self._cells, self._shape, self._relics, self._amulets = bot, cells, shape, relics, amulets
        self._worths = dict[int, float]()
        self._gains = dict[tuple[str, Any], list[float]]()
        self._touched, self._near = bot.numbers.net(cells).judged, bot.numbers.net(cells).near
        self._worth = self._of_paths(cells)

    def gains(self, do: str, what: Any) -> list[float]:
        """Of each option. `what` is the cell offered, or whether relics are neighbours."""
        known = self._gains.get((do, what))
        if known is None:
            known = self._gains[do, what] = [worth - self._worth for worth in self._options(do, what)]
        return known

    def _options(self, do: str, what: Any) -> list[float]:
        if do == "swap-relics":
            return [self._swapped(*pair) for pair in SWAPS[what]]
        return self._of_places(what) if do == "place-tile" else self._of_changes(do)

    def gain_of_swap(self, first: int, second: int) -> float:
        return self._swapped(first, second) - self._worth

    def _of_paths(self, cells: Cells) -> float:
        judged = self._bot.numbers.net(cells).judged
        worth = self._worths.get(judged)
        if worth is None:
            worth = self._worths[judged] = self._bot.worth_of(self._relics, judged, self._amulets)
        return worth

    def _of_changes(self, do: str) -> list[float]:
        action, listed = options(do, self._shape)
        change, turned, spaces = CHANGED[action], self._bot.numbers.turned_like, SPACES.get(do, 0)
        return [
            self._worth
            if spaces and self._far(args[:spaces])
            else self._of_paths(change(self._cells, turned, *args))
            for args in listed
        ]

    def _far(self, spaces: Args) -> bool:
        """Whether the same paths are live, whatever lies there."""
        return not any(self._near >> space & 1 for space in spaces)

    def _of_places(self, cell: int) -> list[float]:
        turned = self._bot.numbers.turned_like
        _, listed = options("place-tile", self._shape)
        return [
            self._of_paths(placed(self._cells, turned, space, turned[cell][turns]))
            if self._near >> space & 1
            else self._worth
            for space, turns in listed
        ]

    def _swapped(self, first: int, second: int) -> float:
        relics, touched = list(self._relics), self._touched
        alike = (touched >> first & 1) == (touched >> second & 1)
        if alike or relics[first] == relics[second]:
            return self._worth
        relics[first], relics[second] = relics[second], relics[first]
        return self._bot.worth_of(tuple(relics), touched, self._amulets)
