"""Effects on tiles: rotate, swap, move, slide a line, put the trap. Room tiles only, except where the trap slides along."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from domain.ruleset import Action
from domain.rulesets.nagaraja.actions import MoveTile, PlaceTrap, RotateTile, SlideLine, SwapTiles
from domain.rulesets.nagaraja.effects.changes import change
from domain.rulesets.nagaraja.effects.step import Doing, Rule
from domain.rulesets.nagaraja.names import LINES, SPACES, Direction, Line
from domain.rulesets.nagaraja.paths import open_spaces
from domain.rulesets.nagaraja.state import Spaces, empty, room_tiles
from domain.rulesets.nagaraja.temple import with_tile


def _temples(doing: Doing) -> list[tuple[int, Spaces]]:
    return [(seat, doing.state.player(seat).spaces) for seat in doing.seats]


def rotations(doing: Doing) -> Sequence[Action]:
    """A room tile by 90, 180 or 270 degrees."""
    return [
        RotateTile(seat, SPACES[space], turns)
        for seat, spaces in _temples(doing)
        for space in room_tiles(spaces)
        for turns in (1, 2, 3)
    ]


def swaps(doing: Doing) -> Sequence[Action]:
    """Two room tiles of a temple."""
    return [
        SwapTiles(seat, SPACES[first], SPACES[second])
        for seat, spaces in _temples(doing)
        for first, second in combinations(room_tiles(spaces), 2)
    ]


def moves(doing: Doing) -> Sequence[Action]:
    """A room tile to another empty space that is legal with the tile lifted: it is not its own neighbour."""
    return [
        MoveTile(seat, SPACES[space], SPACES[to], turns)
        for seat, spaces in _temples(doing)
        for space in room_tiles(spaces)
        for to in open_spaces(with_tile(spaces, space, None))
        if to != space
        for turns in range(4)
    ]


SLIDES: dict[Direction, tuple[Line, ...]] = {
    "left": ("1", "2", "3"),
    "right": ("1", "2", "3"),
    "up": ("a", "b", "c"),
    "down": ("a", "b", "c"),
}
"""The lines that can be pushed in each direction."""


def slides(doing: Doing) -> Sequence[Action]:
    """A row or column that holds a tile or the trap, either way."""
    return [
        SlideLine(seat, line, direction)
        for seat, spaces in _temples(doing)
        for direction, lines in SLIDES.items()
        for line in lines
        if any(spaces[space] is not None for space in LINES[line])
    ]


def traps(doing: Doing) -> Sequence[Action]:
    """Any empty space."""
    return [PlaceTrap(seat, SPACES[space]) for seat, spaces in _temples(doing) for space in empty(spaces)]


RULES: dict[str, Rule] = {
    "rotate-tile": Rule(change, rotations),
    "swap-tiles": Rule(change, swaps),
    "move-tile": Rule(change, moves),
    "slide-line": Rule(change, slides),
    "place-trap": Rule(change, traps),
}
