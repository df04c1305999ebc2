"""Path finding against a naive search, for temples of all sorts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain.rulesets.nagaraja.components import TRAP
from domain.rulesets.nagaraja.names import LINES, PLACES, Direction, Line
from domain.rulesets.nagaraja.paths import (
    amulets_reached,
    live_paths,
    net,
    open_spaces,
    places_touched,
    spaces_to_place,
)
from domain.rulesets.nagaraja.state import Spaces, Tile
from domain.rulesets.nagaraja.temple import rotated, slid, swapped
from tests.rulesets.nagaraja.scene import BOX, secret

kinds = st.sampled_from([tile.id for tile in BOX.tiles])
room = st.builds(lambda kind, turns: Tile(kind, turns, secret("A1")), kinds, st.integers(0, 3))
temples = st.tuples(*[st.one_of(st.none(), st.just(Tile(TRAP)), room)] * 9)

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def ends(spaces: Spaces, row: int, column: int) -> dict[str, int]:
    """Side -> path number, read off the printed tile and turned by hand."""
    tile = spaces[3 * row + column] if 0 <= row < 3 and 0 <= column < 3 else None
    if tile is None or tile.kind == TRAP:
        return {}
    (kind,) = (k for k in BOX.tiles if k.id == tile.kind)
    order = "NESW" * 2
    return {order[order.index(side) + tile.turns]: n for n, path in enumerate(kind.paths) for side in path}


def naive_live(spaces: Spaces) -> set[tuple[int, int]]:
    """Grow the set of live paths, a neighbour at a time, until nothing changes."""
    live: set[tuple[int, int]] = set()
    while True:
        found = {
            (3 * row + column, path)
            for row in range(3)
            for column in range(3)
            for side, path in ends(spaces, row, column).items()
            if _reached(spaces, row, column, side, live)
        }
        if found <= live:
            return live
        live |= found


def _reached(spaces: Spaces, row: int, column: int, side: str, live: set[tuple[int, int]]) -> bool:
    if row == 2 and side == "S":
        return True
    down, right = STEPS[side]
    facing = ends(spaces, row + down, column + right).get({"N": "S", "S": "N", "E": "W", "W": "E"}[side])
    return (3 * (row + down) + column + right, facing) in live


def naive_touched(spaces: Spaces) -> set[str]:
    live = naive_live(spaces)
    edge = {f"W{i + 1}": (i, 0, "W") for i in range(3)}
    edge |= {f"E{i + 1}": (i, 2, "E") for i in range(3)}
    edge |= {f"N{'abc'[i]}": (0, i, "N") for i in range(3)}
    return {p for p, (r, c, side) in edge.items() if (3 * r + c, ends(spaces, r, c).get(side)) in live}


def naive_open_ends(spaces: Spaces) -> list[int]:
    """The empty spaces that live paths lead to."""
    return sorted(
        3 * row + column
        for row in range(3)
        for column in range(3)
        for side in STEPS
        if spaces[3 * row + column] is None and not (row == 2 and side == "S")
        if _reached(spaces, row, column, side, naive_live(spaces))
    )


@given(temples)
def test_a_net_reaches_what_its_live_paths_reach(spaces: Spaces) -> None:
    it = net(BOX, spaces)
    assert {PLACES[place] for place in it.touched} == naive_touched(spaces)
    assert sorted(it.open_ends) == naive_open_ends(spaces)


@given(temples)
def test_live_paths_are_those_of_a_naive_search(spaces: Spaces) -> None:
    live = live_paths(BOX, spaces)
    assert live == naive_live(spaces)
    assert set(places_touched(BOX, spaces, live)) == naive_touched(spaces)
    reached = set(amulets_reached(BOX, spaces, live))
    assert reached == {s for s, path in live if path == 1}, (
        "the second path of K5 and K6 has the amulet place"
    )


@given(temples)
def test_spaces_for_a_tile_are_empty_and_supported(spaces: Spaces) -> None:
    rooms = {s for s, tile in enumerate(spaces) if tile and tile.kind != TRAP}
    for space in range(9):
        beside = any(abs(space // 3 - s // 3) + abs(space % 3 - s % 3) == 1 for s in rooms)
        assert (space in open_spaces(spaces)) == (spaces[space] is None and (space >= 6 or beside))
    assert open_spaces(spaces) == spaces_to_place(spaces) or not open_spaces(spaces)


@given(temples, st.sampled_from(list(LINES)))
def test_slides_undo_each_other_and_touch_one_line_only(spaces: Spaces, line: Line) -> None:
    row = line in ("1", "2", "3")
    direction: Direction = "left" if row else "up"
    back: Direction = "right" if row else "down"
    moved = slid(spaces, line, direction)
    assert slid(moved, line, back) == spaces
    assert slid(slid(moved, line, direction), line, direction) == spaces
    still = set(range(9)) - {s for s in range(9) if line in (str(s // 3 + 1), "abc"[s % 3])}
    assert all(moved[s] == spaces[s] for s in still)


@given(room, st.integers(0, 8), st.integers(0, 8))
def test_four_turns_and_two_swaps_are_none(tile: Tile, first: int, second: int) -> None:
    spaces: Spaces = (tile,) * 9
    assert rotated(rotated(spaces, first, 3), first, 1) == spaces
    assert swapped(swapped(spaces, first, second), first, second) == spaces


def test_places_go_once_around_the_temple() -> None:
    assert PLACES == ("W3", "W2", "W1", "Na", "Nb", "Nc", "E1", "E2", "E3")
