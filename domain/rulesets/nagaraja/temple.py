"""A temple changed by hand: tiles put, turned, moved, slid, relics swapped. No rule is checked here."""

from __future__ import annotations

from msgspec.structs import replace

from domain.rulesets.nagaraja.names import LINES, PLACES, Direction, Line, Place
from domain.rulesets.nagaraja.state import Relic, Spaces, Tile

SLIDES: dict[Direction, int] = {"left": -1, "right": 1, "up": -1, "down": 1}
"""Where a line is pushed: along a row or a column, back or forward."""


def with_tile(spaces: Spaces, space: int, tile: Tile | None) -> Spaces:
    return (*spaces[:space], tile, *spaces[space + 1 :])


def turned(tile: Tile, turns: int) -> Tile:
    return replace(tile, turns=(tile.turns + turns) % 4)


def rotated(spaces: Spaces, space: int, turns: int) -> Spaces:
    return moved(spaces, space, space, turns)


def moved(spaces: Spaces, space: int, to: int, turns: int) -> Spaces:
    """A tile lifted, turned and put down again."""
    tile = spaces[space]
    assert tile is not None
    return with_tile(with_tile(spaces, space, None), to, turned(tile, turns))


def swapped(spaces: Spaces, first: int, second: int) -> Spaces:
    return with_tile(with_tile(spaces, first, spaces[second]), second, spaces[first])


def slid(spaces: Spaces, line: Line, direction: Direction) -> Spaces:
    """Every space of the line moves by one; what leaves at one end comes in at the other."""
    on_line = LINES[line]
    new = list(spaces)
    for i, space in enumerate(on_line):
        new[on_line[(i + SLIDES[direction]) % 3]] = spaces[space]
    return tuple(new)


def relics_swapped(relics: tuple[Relic, ...], first: Place, second: Place) -> tuple[Relic, ...]:
    new, a, b = list(relics), PLACES.index(first), PLACES.index(second)
    new[a], new[b] = new[b], new[a]
    return tuple(new)
