"""Where the sections of an observation stand, and which number is which action, for games that are stepped in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec import structs

from domain.encoding import Part
from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.arrays import numbered, player_parts, table_parts
from domain.rulesets.nagaraja.in_place_effects import NO_CARD, SEATS, Move
from domain.rulesets.nagaraja.names import PLACES, number
from domain.rulesets.nagaraja.numbers import Numbers
from domain.rulesets.nagaraja.sections import Figures, Sections, Shown

SELDOM = {"trap", "played_amulets", "points", "amulets", "spaces", "relics"}
"""These change only where `InPlace.temples` counts it."""


class Section(NamedTuple):
    """As in `Shown`, and where it stands."""

    at: slice
    shows: Callable[[Any], Any]
    figures: Callable[[Any], Figures]


class Groups(NamedTuple):
    """Sections of the table and of both players: those that may change at any time, and those that seldom do."""

    often: Sequence[Sequence[Section]]
    seldom: Sequence[Sequence[Section]]


class Layout:
    """What all games of one edition have in common."""

    def __init__(self, numbers: Numbers) -> None:
        box, sections = numbers.box, Sections(numbers)
        self.numbers = numbers
        self.moves = [move_of(action, numbers) for action in numbered(box)]
        self.number = {move: n for n, move in enumerate(self.moves)}
        self.size = 2 * len(SEATS)
        all_see = [sections.table(), *(sections.player() for _ in SEATS)]
        each_sees = [
            [sections.table_of(viewer), *(sections.player_of(viewer, seat) for seat in SEATS)]
            for viewer in SEATS
        ]
        parts = [table_parts(box), *(player_parts(box) for _ in SEATS)]
        places = [self._placed(*it) for it in zip(parts, all_see, each_sees[0], strict=True)]
        self.public = _grouped(places, all_see)
        """What both seats see alike."""
        self.private = [_grouped(places, shown) for shown in each_sees]
        """And what depends on the seat."""

    def _placed(self, parts: Mapping[str, Part], *shown: Shown) -> dict[str, slice]:
        """Sections begin where the figures of their names do, and end where the next one begins."""
        first = dict[str, int]()
        for name, part in parts.items():
            if any(name in them for them in shown):
                first[name] = self.size
            self.size += len(part.names)
        return dict(
            zip(first, (slice(*ends) for ends in pairwise([*first.values(), self.size])), strict=True)
        )


def _grouped(places: Sequence[Mapping[str, slice]], shown: Sequence[Shown]) -> Groups:
    often, seldom = (
        [
            [Section(place[name], *it) for name, it in them.items() if (name in SELDOM) == rare]
            for place, them in zip(places, shown, strict=True)
        ]
        for rare in (False, True)
    )
    return Groups(often, seldom)


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
