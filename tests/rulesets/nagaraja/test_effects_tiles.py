"""Cards with the symbol tile."""

from __future__ import annotations

import pytest

from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import MoveTile, PlaceTrap, RotateTile, SlideLine, SpendNaga, SwapTiles
from domain.rulesets.nagaraja.names import SPACES, Direction, Line
from tests.rulesets.nagaraja.scene import Scene, of_type, player, spaces_with, the


def using(card: str, one: dict[str, str] | None = None, two: dict[str, str] | None = None) -> Scene:
    scene = ready(card, one, two)
    scene.act(1, SpendNaga("white-N", card))
    return scene


def ready(card: str, one: dict[str, str] | None = None, two: dict[str, str] | None = None) -> Scene:
    return Scene(
        player(1, hand=card, sticks="white-N", tiles=one),
        player(2, hand="S3", sticks="white-N", tiles=two),
    )


@pytest.mark.parametrize(("card", "temple"), [("T1", 1), ("T2", 2)])
def test_t1_and_t2_rotate_a_room_tile(card: str, temple: int) -> None:
    tiles = {"a3": "K2/2", "b3": "trap", "c3": "K5/1+A1"}
    scene = using(card, tiles, tiles)
    assert scene.legal(1) == [
        RotateTile(temple, space, turns) for space in ("a3", "c3") for turns in (1, 2, 3)
    ]
    assert scene.refused(1, RotateTile(temple, "b3", 1)) == "naga.3"
    assert scene.refused(1, RotateTile(temple, "a3", 0)) == "naga.3"
    events = scene.act(1, RotateTile(temple, "c3", 3))
    taken = the(events, t.AmuletTaken)
    assert (taken.seat, taken.amulet.to) == (temple, (temple,))
    lying = scene.player(temple).spaces[8]
    assert lying is not None
    assert lying.turns == 0


def test_t1_without_a_room_tile_has_no_target() -> None:
    scene = ready("T1", {"a3": "trap"}, {"a3": "K1"})
    assert scene.refused(1, SpendNaga("white-N", "T1")) == "naga.3"


def test_t3_swaps_two_of_the_opponents_tiles_without_turning_them() -> None:
    scene = using("T3", None, {"a3": "K1", "a2": "K5/1+A2", "a1": "trap"})
    assert scene.legal(1) == [SwapTiles(2, "a2", "a3")]
    scene.act(1, SwapTiles(2, "a2", "a3"))
    lying = scene.player(2).spaces[6]
    assert lying is not None
    assert (lying.kind, lying.turns, lying.amulet and lying.amulet.value) == ("K5", 1, "A2")


def test_t3_needs_two_room_tiles() -> None:
    assert ready("T3", None, {"a3": "K1", "b3": "trap"}).refused(1, SpendNaga("white-N", "T3")) == "naga.3"


def test_t4_moves_a_tile_to_a_space_that_is_legal_without_it() -> None:
    scene = using("T4", {"a3": "K1", "a2": "K2", "b3": "trap"})
    moves = {(a.space, a.to) for a in scene.legal(1)}
    # the tile at a3 may go beside the one at a2 or to the entrance at c3, not onto the trap, not beside itself only
    assert moves == {("a3", "a1"), ("a3", "b2"), ("a3", "c3"), ("a2", "c3")}
    assert len(scene.legal(1)) == 4 * 4
    assert scene.refused(1, MoveTile(1, "a2", "a1", 0)) == "naga.3", "it would be its own neighbour"
    assert scene.refused(1, MoveTile(1, "a3", "b3", 0)) == "naga.3", "the trap lies there"
    assert scene.refused(1, MoveTile(1, "a3", "a3", 1)) == "naga.3", "it has to move"
    events = scene.act(1, MoveTile(1, "a3", "c3", 1))
    moved = the(events, t.TileMoved)
    assert (moved.space, moved.to, moved.turns) == ("a3", "c3", 1)
    assert spaces_with(scene.player(1).spaces) == {"c3": "K1", "a2": "K2", "b3": "trap"}


def test_t4_moving_a_tile_away_covers_what_it_led_to() -> None:
    scene = using("T4", {"a3": "K2/2"})
    events = scene.act(1, MoveTile(1, "a3", "b3", 0))
    assert the(events, t.RelicCovered).place == "W3"


def test_t4_takes_an_uncollected_amulet_along() -> None:
    scene = using("T4", {"a3": "K5/1+A2"})
    events = scene.act(1, MoveTile(1, "a3", "c3", 3))
    assert (the(events, t.AmuletTaken).space, scene.player(1).amulets[0].value) == ("c3", "A2")


def test_t4_without_a_tile_has_no_target() -> None:
    assert ready("T4", {"a3": "trap"}).refused(1, SpendNaga("white-N", "T4")) == "naga.3"


def test_t5_slides_a_line_with_wrap_round_trap_and_empty_spaces_too() -> None:
    scene = using("T5", {"a3": "K1"}, {"a1": "trap", "a3": "K4"})
    lines = {(a.temple, a.direction, a.line) for a in scene.legal(1)}
    row, column = ("left", "right"), ("up", "down")
    assert lines == {(1, d, "3") for d in row} | {(1, d, "a") for d in column} | {
        (2, d, line) for d in row for line in ("1", "3")
    } | {(2, d, "a") for d in column}
    assert scene.refused(1, SlideLine(2, "1", "up")) == "naga.3", "a row is not pushed up"
    assert scene.refused(1, SlideLine(2, "2", "left")) == "naga.3"
    scene.act(1, SlideLine(2, "a", "up"))
    assert spaces_with(scene.player(2).spaces) == {"a3": "trap", "a2": "K4"}


@pytest.mark.parametrize(
    ("line", "direction", "after"),
    [
        ("3", "left", {"c3": "K1", "a3": "K2", "b3": "K3"}),
        ("3", "right", {"b3": "K1", "c3": "K2", "a3": "K3"}),
        ("b", "down", {"a3": "K1", "b1": "K2", "c3": "K3"}),
        ("b", "up", {"a3": "K1", "b2": "K2", "c3": "K3"}),
    ],
)
def test_t5_every_direction(line: Line, direction: Direction, after: dict[str, str]) -> None:
    scene = using("T5", {"a3": "K1", "b3": "K2", "c3": "K3"})
    scene.act(1, SlideLine(1, line, direction))
    assert spaces_with(scene.player(1).spaces) == after


def test_t5_on_empty_temples_has_no_target() -> None:
    assert ready("T5").refused(1, SpendNaga("white-N", "T5")) == "naga.3"


def test_t6_puts_the_trap_from_anywhere_on_an_empty_space_of_the_opponent() -> None:
    scene = using("T6", {"c3": "trap"}, {"a3": "K1"})
    assert scene.legal(1) == [PlaceTrap(2, space) for space in SPACES if space != "a3"]
    events = scene.act(1, PlaceTrap(2, "b2"))
    assert the(events, t.TrapPlaced).seat == 2
    assert scene.view(None)["trap"] == {"seat": 2, "space": "b2"}
    assert spaces_with(scene.player(1).spaces) == {}


def test_t6_also_from_another_space_of_the_same_temple() -> None:
    scene = using("T6", None, {"c3": "trap", "a3": "K1"})
    assert scene.refused(1, PlaceTrap(2, "c3")) == "naga.3"
    scene.act(1, PlaceTrap(2, "a1"))
    assert spaces_with(scene.player(2).spaces) == {"a1": "trap", "a3": "K1"}


def test_t6_without_an_empty_space_has_no_target() -> None:
    full = dict.fromkeys(["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"], "K1/1")
    assert ready("T6", None, {**full, "c3": "trap"}).refused(1, SpendNaga("white-N", "T6")) == "naga.3"


def test_nagaraja_move_1_everything_is_worked_out_anew_after_a_slide() -> None:
    """The tile under the left entrance slides away: its relic is covered, and a path to another one opens."""
    scene = using("T5", None, {"a3": "K2/2", "b3": "K1", "a2": "K2/2"})
    events = scene.act(1, SlideLine(2, "3", "left"))
    assert the(events, t.PathJoined).spaces == ("a2", "c3")
    assert the(events, t.RelicCovered).place == "W3"
    assert the(events, t.RelicUncovered).place == "W2"
    assert of_type(events, e.EffectCarriedOut)
