"""Where the sections of an observation stand, and which number is which action, for games that are stepped in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from msgspec import structs

from domain.encoding import Part
from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.arrays import numbered, player_parts, table_parts
from domain.rulesets.nagaraja.in_place_doing import NO_CARD, SEATS, Move
from domain.rulesets.nagaraja.largest import largest_figure
from domain.rulesets.nagaraja.names import PLACES, number
from domain.rulesets.nagaraja.numbers import Numbers
from domain.rulesets.nagaraja.sections import Seen, Shared

INSIDE = {"stage", "seat", "guide", "fate_points", "nagas", "passed", "live"}
"""They belong to the section before."""


class Layout:
    """What all games of one edition have in common."""

    def __init__(self, numbers: Numbers) -> None:
        box = numbers.box
        self.numbers, self.in_bytes = numbers, largest_figure(box) < 128
        self.moves = [move_of(action, numbers) for action in numbered(box)]
        self.number = {move: n for n, move in enumerate(self.moves)}
        self.shared = Shared(numbers)
        self.seen = [Seen(self.shared, numbers, viewer) for viewer in SEATS]
        self.size = 2 * len(SEATS)
        self.table = self._placed(table_parts(box))
        self.players = [self._placed(player_parts(box)) for _ in SEATS]

    def _placed(self, parts: Mapping[str, Part]) -> Mapping[str, slice]:
        """The sections by the names of their first figures."""
        first = dict[str, int]()
        for name, part in parts.items():
            if name not in INSIDE:
                first[name] = self.size
            self.size += len(part.names)
        ends = pairwise([*first.values(), self.size])
        return dict(zip(first, (slice(*it) for it in ends), strict=True))


def move_of(action: Action, numbers: Numbers) -> Move:
    """An action as a game in place carries it out."""
    figure: Mapping[str, Callable[[Any], Any]] = {
        "stick": lambda name: numbers.stick[name],
        "card": lambda name: numbers.card.get(name, NO_CARD),
        "amulet": lambda name: numbers.amulet[name],
        "temple": lambda seat: seat - 1,
        "player": lambda seat: seat - 1,
        **dict.fromkeys(("space", "to"), number),
        **dict.fromkeys(("first", "second"), PLACES.index if isinstance(action, a.SwapRelics) else number),
    }
    fields = structs.asdict(action).items()
    return (type(action), *(figure[name](it) if name in figure else it for name, it in fields))
