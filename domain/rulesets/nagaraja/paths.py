"""Paths through a temple: which are live, what they touch, where a tile may lie (place.1, path.1)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from domain.rulesets.nagaraja.components import TRAP, Box, ends_decoded
from domain.rulesets.nagaraja.names import PLACES, Place
from domain.rulesets.nagaraja.state import Spaces, room_tiles

N, E, S, W = range(4)
NOTHING = -1
"""The code of an empty space."""

BOTTOM_ROW = (6, 7, 8)
"""The spaces above the three entrances."""

HIDING: dict[Place, tuple[int, int]] = {
    "W3": (6, W),
    "W2": (3, W),
    "W1": (0, W),
    "Na": (0, N),
    "Nb": (1, N),
    "Nc": (2, N),
    "E1": (2, E),
    "E2": (5, E),
    "E3": (8, E),
}
"""Each hiding place with the space and the side of it that it lies at, once around the temple."""

_STEP = {N: (-1, 0), E: (0, 1), S: (1, 0), W: (0, -1)}


def _beyond(space: int, side: int) -> int | None:
    down, right = _STEP[side]
    row, column = space // 3 + down, space % 3 + right
    return 3 * row + column if 0 <= row < 3 and 0 <= column < 3 else None


BEYOND = tuple(tuple(_beyond(space, side) for side in range(4)) for space in range(9))
"""The neighbour of a space at each side, None at the edge."""

_ACROSS = tuple(
    tuple(
        (tuple(n for n, it in enumerate(HIDING.values()) if it == (space, side)), beyond, (side + 2) % 4)
        for side, beyond in enumerate(BEYOND[space])
    )
    for space in range(9)
)
"""What lies across each side of a space: its hiding place if it has one, the neighbour, and that one's side."""

Live = frozenset[tuple[int, int]]
"""Paths by space and by number on the tile there."""


Ends = tuple[int | None, ...]
"""The path that ends at each side of a space, None where none does."""
NO_ENDS: Ends = (None,) * 4


def path_ends(box: Box, spaces: Spaces, space: int) -> Ends:
    """The path that ends at each side of the tile on this space, None where none does."""
    tile = spaces[space]
    return NO_ENDS if tile is None else box.path_at[tile.kind, tile.turns]


def all_ends(box: Box, spaces: Spaces) -> tuple[Ends, ...]:
    """Those of every space."""
    return tuple(path_ends(box, spaces, space) for space in range(9))


def ways(box: Box, spaces: Spaces) -> dict[tuple[int, int], int | None]:
    """The paths that can be walked from an entrance: in from below, on wherever two touching sides have an end (path.1).

    In the order in which they are reached, each with the space it is reached from, None for the entrance below it.
    """
    return _ways(all_ends(box, spaces))


def _ways(ends_of: tuple[Ends, ...]) -> dict[tuple[int, int], int | None]:
    found: dict[tuple[int, int], int | None] = {}
    steps: list[tuple[int, int, int | None]] = [(space, S, None) for space in BOTTOM_ROW]
    while steps:
        space, side, came_from = steps.pop()
        ends = ends_of[space]
        path = ends[side]
        if path is None or (space, path) in found:
            continue
        found[space, path] = came_from
        for out in range(4):
            beyond = BEYOND[space][out]
            if ends[out] == path and beyond is not None:
                steps.append((beyond, (out + 2) % 4, space))
    return found


class Net(NamedTuple):
    """The live paths of a temple, and what they reach."""

    live: Live
    touched: tuple[int, ...]
    """The hiding places at which one ends (relic.1), as places in `PLACES`."""
    open_ends: tuple[int, ...]
    """The empty spaces to which one leads, each as often as one does."""


def net(box: Box, spaces: Spaces) -> Net:
    code = box.code_at
    return _net(tuple([NOTHING if tile is None else code[tile.kind, tile.turns] for tile in spaces]))


@lru_cache(maxsize=1 << 13)
def _net(codes: tuple[int, ...]) -> Net:
    """Remembered by the codes of the spaces (`ends_coded`), because playouts lay the same tiles again and again."""
    live, touched, open_ends = set[tuple[int, int]](), list[int](), list[int]()
    steps = [(space, S) for space in BOTTOM_ROW]
    while steps:
        space, side = steps.pop()
        path, sides = path_through(codes[space], side)
        if path is None or (space, path) in live:
            continue
        live.add((space, path))
        for out in sides:
            place, beyond, opposite = _ACROSS[space][out]
            if beyond is None:
                touched += place
            elif codes[beyond] == NOTHING:
                open_ends.append(beyond)
            else:
                steps.append((beyond, opposite))
    return Net(frozenset(live), tuple(sorted(touched)), tuple(open_ends))


@cache
def path_through(code: int, side: int) -> tuple[int | None, tuple[int, ...]]:
    """The path that ends at this side of a tile of this code, and all sides at which it ends."""
    path = None if code == NOTHING else (ends := ends_decoded(code))[side]
    return path, () if path is None else tuple(out for out in range(4) if ends[out] == path)


def live_paths(box: Box, spaces: Spaces) -> Live:
    return net(box, spaces).live


def places_touched(box: Box, spaces: Spaces, live: Live) -> list[Place]:
    """The hiding places at which a live path ends (relic.1)."""
    return [PLACES[place] for place in _touched(all_ends(box, spaces), live)]


def _touched(ends_of: tuple[Ends, ...], live: Live) -> tuple[int, ...]:
    return tuple(
        n for n, (space, side) in enumerate(HIDING.values()) if (space, ends_of[space][side]) in live
    )


def amulets_reached(box: Box, spaces: Spaces, live: Live) -> list[int]:
    """The spaces where an amulet lies on a live path (amulet.1)."""
    return [
        space
        for space, tile in enumerate(spaces)
        if tile is not None and tile.amulet is not None and (space, box.amulet_path[tile.kind]) in live
    ]


def neighbours(spaces: Spaces, space: int) -> list[int]:
    """The spaces with a room tile in a straight line beside this one (place.1)."""
    return [near for near in room_tiles(spaces) if near in BEYOND[space]]


def supported(spaces: Spaces) -> list[int]:
    """Spaces at an entrance or beside a room tile, whatever lies there, in their order (place.1)."""
    return [space for space in range(9) if space in BOTTOM_ROW or neighbours(spaces, space)]


def open_spaces(spaces: Spaces) -> list[int]:
    """Empty spaces where a room tile may be put (place.1)."""
    return [space for space in supported(spaces) if spaces[space] is None]


def spaces_to_place(spaces: Spaces) -> list[int]:
    """Where the tile that was won may go; the trap's space only when nothing else is left (place.1, place.2)."""
    return open_spaces(spaces) or [s for s in supported(spaces) if _is_trap(spaces, s)]


def _is_trap(spaces: Spaces, space: int) -> bool:
    tile = spaces[space]
    return tile is not None and tile.kind == TRAP
