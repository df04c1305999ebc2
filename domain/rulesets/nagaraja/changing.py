"""What can be done to a temple, and what becomes of it, by numbers (`numbers`). Options are listed as by the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from domain.ruleset import Action
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja.effects.tiles import SLIDES
from domain.rulesets.nagaraja.names import LINES
from domain.rulesets.nagaraja.numbers import EMPTY, TRAP_LIES, Cells
from domain.rulesets.nagaraja.paths import BEYOND, BOTTOM_ROW
from domain.rulesets.nagaraja.temple import SLIDES as BY

Turned = Sequence[tuple[int, ...]]
"""Each cell, turned by so many quarter turns."""
Args = tuple[Any, ...]
"""The figures of an action, but for whose temple it is."""
Shape = tuple[int, int]
"""The spaces with room tiles, and those that are not empty, a bit for each."""


SPACE_BITS = [1 << space for space in range(9)]


def shape_of(cells: Cells) -> Shape:
    rooms = lying = 0
    for bit, cell in zip(SPACE_BITS, cells, strict=True):
        if cell != EMPTY:
            lying |= bit
            if cell != TRAP_LIES:
                rooms |= bit
    return rooms, lying


def spaces_of(bits: int) -> list[int]:
    return [space for space in range(9) if bits >> space & 1]


def _open_spaces(rooms: int, lying: int) -> list[int]:
    """Empty spaces at an entrance or beside a room tile (place.1)."""
    return [space for space in spaces_of(~lying) if _supported(rooms, space)]


def _supported(rooms: int, space: int) -> bool:
    return space in BOTTOM_ROW or any(near is not None and rooms >> near & 1 for near in BEYOND[space])


def placements(shape: Shape) -> list[Args]:
    """The trap's space only when nothing else is left (place.2)."""
    rooms, lying = shape
    spaces = _open_spaces(rooms, lying) or [s for s in spaces_of(lying & ~rooms) if _supported(rooms, s)]
    return [(space, turns) for space in spaces for turns in range(4)]


def _rotations(shape: Shape) -> list[Args]:
    return [(space, turns) for space in spaces_of(shape[0]) for turns in (1, 2, 3)]


def _moves(shape: Shape) -> list[Args]:
    rooms, lying = shape
    return [
        (space, to, turns)
        for space in spaces_of(rooms)
        for to in _open_spaces(rooms & ~(1 << space), lying & ~(1 << space))
        if to != space
        for turns in range(4)
    ]


def _slides(shape: Shape) -> list[Args]:
    return [
        (line, direction)
        for direction, lines in SLIDES.items()
        for line in lines
        if any(shape[1] >> space & 1 for space in LINES[line])
    ]


OPTIONS: dict[str, tuple[type[Action], Callable[[Shape], list[Args]]]] = {
    "place-tile": (a.PlaceTile, placements),
    "rotate-tile": (a.RotateTile, _rotations),
    "swap-tiles": (a.SwapTiles, lambda shape: [*combinations(spaces_of(shape[0]), 2)]),
    "move-tile": (a.MoveTile, _moves),
    "slide-line": (a.SlideLine, _slides),
    "place-trap": (a.PlaceTrap, lambda shape: [(space,) for space in spaces_of(~shape[1])]),
}


@lru_cache(maxsize=1 << 11)
def options(do: str, shape: Shape) -> tuple[type[Action], list[Args]]:
    """The type of the actions, and the figures of each."""
    action, listed = OPTIONS[do]
    return action, listed(shape)


SWAPS: dict[bool, list[Args]] = {False: [*combinations(range(9), 2)], True: [*pairwise(range(9))]}
"""Any two relics, or two neighbours around the edge."""


# -- the spaces afterwards


def placed(cells: Cells, turned: Turned, space: int, cell: int) -> Cells:
    return (*cells[:space], cell, *cells[space + 1 :])


def rotated(cells: Cells, turned: Turned, space: int, turns: int) -> Cells:
    return (*cells[:space], turned[cells[space]][turns], *cells[space + 1 :])


def swapped(cells: Cells, turned: Turned, first: int, second: int) -> Cells:
    new = list(cells)
    new[first], new[second] = new[second], new[first]
    return tuple(new)


def moved(cells: Cells, turned: Turned, space: int, to: int, turns: int) -> Cells:
    new = list(cells)
    new[space] = EMPTY
    new[to] = turned[cells[space]][turns]
    return tuple(new)


def slid(cells: Cells, turned: Turned, line: Any, direction: Any) -> Cells:
    new, on_line = list(cells), LINES[line]
    for i, space in enumerate(on_line):
        new[on_line[(i + BY[direction]) % 3]] = cells[space]
    return tuple(new)


def without_trap(cells: Cells) -> Cells:
    return tuple([EMPTY if cell == TRAP_LIES else cell for cell in cells])


def trapped(cells: Cells, turned: Turned, space: int) -> Cells:
    return placed(without_trap(cells), turned, space, TRAP_LIES)


CHANGED: dict[type[Action], Callable[..., Cells]] = {
    a.RotateTile: rotated,
    a.SwapTiles: swapped,
    a.MoveTile: moved,
    a.SlideLine: slid,
    a.PlaceTrap: trapped,
}
