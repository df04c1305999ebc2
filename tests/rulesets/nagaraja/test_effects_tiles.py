"""Cards with the symbol tile."""

from __future__ import annotations

import pytest

from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import MoveTile, PlaceTrap, RotateTile, SlideLine, SpendNaga, SwapTiles
from tests.rulesets.nagaraja.scene import Scene, of_type, player, spaces_with, the


def using(card: str, one: dict[int, str] | None = None, two: dict[int, str] | None = None) -> Scene:
    scene = ready(card, one, two)
    scene.act(1, SpendNaga("white-N", card))
    return scene


def ready(card: str, one: dict[int, str] | None = None, two: dict[int, str] | None = None) -> Scene:
    return Scene(
        player(1, hand=card, sticks="white-N", tiles=one),
        player(2, hand="S3", sticks="white-N", tiles=two),
    )


@pytest.mark.parametrize(("card", "temple"), [("T1", 1), ("T2", 2)])
def test_t1_and_t2_rotate_a_room_tile(card: str, temple: int) -> None:
    tiles = {6: "K2/2", 7: "trap", 8: "K5/1+A1"}
    scene = using(card, tiles, tiles)
    assert scene.legal(1) == [RotateTile(temple, space, turns) for space in (6, 8) for turns in (1, 2, 3)]
    assert scene.refused(1, RotateTile(temple, 7, 1)) == "naga.3"
    assert scene.refused(1, RotateTile(temple, 6, 0)) == "naga.3"
    events = scene.act(1, RotateTile(temple, 8, 3))
    taken = the(events, t.AmuletTaken)
    assert (taken.seat, taken.amulet.to) == (temple, (temple,))
    lying = scene.player(temple).spaces[8]
    assert lying is not None
    assert lying.turns == 0


def test_t1_without_a_room_tile_has_no_target() -> None:
    scene = ready("T1", {6: "trap"}, {6: "K1"})
    assert scene.refused(1, SpendNaga("white-N", "T1")) == "naga.3"


def test_t3_swaps_two_of_the_opponents_tiles_without_turning_them() -> None:
    scene = using("T3", None, {6: "K1", 3: "K5/1+A2", 0: "trap"})
    assert scene.legal(1) == [SwapTiles(2, 3, 6)]
    scene.act(1, SwapTiles(2, 3, 6))
    lying = scene.player(2).spaces[6]
    assert lying is not None
    assert (lying.kind, lying.turns, lying.amulet and lying.amulet.value) == ("K5", 1, "A2")


def test_t3_needs_two_room_tiles() -> None:
    assert ready("T3", None, {6: "K1", 7: "trap"}).refused(1, SpendNaga("white-N", "T3")) == "naga.3"


def test_t4_moves_a_tile_to_a_space_that_is_legal_without_it() -> None:
    scene = using("T4", {6: "K1", 3: "K2", 7: "trap"})
    moves = {(a.space, a.to) for a in scene.legal(1)}
    # the tile at 6 may go beside the one at 3 or to the entrance at 8, not onto the trap, not beside itself only
    assert moves == {(6, 0), (6, 4), (6, 8), (3, 8)}
    assert len(scene.legal(1)) == 4 * 4
    assert scene.refused(1, MoveTile(1, 3, 0, 0)) == "naga.3", "it would be its own neighbour"
    assert scene.refused(1, MoveTile(1, 6, 7, 0)) == "naga.3", "the trap lies there"
    assert scene.refused(1, MoveTile(1, 6, 6, 1)) == "naga.3", "it has to move"
    events = scene.act(1, MoveTile(1, 6, 8, 1))
    moved = the(events, t.TileMoved)
    assert (moved.space, moved.to, moved.turns) == (6, 8, 1)
    assert spaces_with(scene.player(1).spaces) == {8: "K1", 3: "K2", 7: "trap"}


def test_t4_moving_a_tile_away_covers_what_it_led_to() -> None:
    scene = using("T4", {6: "K2/2"})
    events = scene.act(1, MoveTile(1, 6, 7, 0))
    assert the(events, t.RelicCovered).place == "W2"


def test_t4_takes_an_uncollected_amulet_along() -> None:
    scene = using("T4", {6: "K5/1+A2"})
    events = scene.act(1, MoveTile(1, 6, 8, 3))
    assert (the(events, t.AmuletTaken).space, scene.player(1).amulets[0].value) == (8, "A2")


def test_t4_without_a_tile_has_no_target() -> None:
    assert ready("T4", {6: "trap"}).refused(1, SpendNaga("white-N", "T4")) == "naga.3"


def test_t5_slides_a_line_with_wrap_round_trap_and_empty_spaces_too() -> None:
    scene = using("T5", {6: "K1"}, {0: "trap", 6: "K4"})
    lines = {(a.temple, a.direction, a.line) for a in scene.legal(1)}
    row, column = ("left", "right"), ("up", "down")
    assert lines == {(1, d, 2) for d in row} | {(1, d, 0) for d in column} | {
        (2, d, line) for d in row for line in (0, 2)
    } | {(2, d, 0) for d in column}
    assert scene.refused(1, SlideLine(2, 1, "left")) == "naga.3"
    scene.act(1, SlideLine(2, 0, "up"))
    assert spaces_with(scene.player(2).spaces) == {6: "trap", 3: "K4"}


@pytest.mark.parametrize(
    ("line", "direction", "after"),
    [
        (2, "left", {8: "K1", 6: "K2", 7: "K3"}),
        (2, "right", {7: "K1", 8: "K2", 6: "K3"}),
        (1, "down", {6: "K1", 1: "K2", 8: "K3"}),
        (1, "up", {6: "K1", 4: "K2", 8: "K3"}),
    ],
)
def test_t5_every_direction(line: int, direction: str, after: dict[int, str]) -> None:
    scene = using("T5", {6: "K1", 7: "K2", 8: "K3"})
    scene.act(1, SlideLine(1, line, direction))  # type: ignore[arg-type]
    assert spaces_with(scene.player(1).spaces) == after


def test_t5_on_empty_temples_has_no_target() -> None:
    assert ready("T5").refused(1, SpendNaga("white-N", "T5")) == "naga.3"


def test_t6_puts_the_trap_from_anywhere_on_an_empty_space_of_the_opponent() -> None:
    scene = using("T6", {8: "trap"}, {6: "K1"})
    assert scene.legal(1) == [PlaceTrap(2, space) for space in (0, 1, 2, 3, 4, 5, 7, 8)]
    events = scene.act(1, PlaceTrap(2, 4))
    assert the(events, t.TrapPlaced).seat == 2
    assert scene.view(None)["trap"] == {"seat": 2, "space": 4}
    assert spaces_with(scene.player(1).spaces) == {}


def test_t6_also_from_another_space_of_the_same_temple() -> None:
    scene = using("T6", None, {8: "trap", 6: "K1"})
    assert scene.refused(1, PlaceTrap(2, 8)) == "naga.3"
    scene.act(1, PlaceTrap(2, 0))
    assert spaces_with(scene.player(2).spaces) == {0: "trap", 6: "K1"}


def test_t6_without_an_empty_space_has_no_target() -> None:
    full = dict.fromkeys(range(8), "K1/1")
    assert ready("T6", None, {**full, 8: "trap"}).refused(1, SpendNaga("white-N", "T6")) == "naga.3"


def test_nagaraja_move_1_everything_is_worked_out_anew_after_a_slide() -> None:
    """The tile under the left entrance slides away: its relic is covered, and a path to another one opens."""
    scene = using("T5", None, {6: "K2/2", 7: "K1", 3: "K2/2"})
    events = scene.act(1, SlideLine(2, 2, "left"))
    assert the(events, t.PathJoined).spaces == (3, 8)
    assert the(events, t.RelicCovered).place == "W2"
    assert the(events, t.RelicUncovered).place == "W1"
    assert of_type(events, e.EffectCarriedOut)
