"""Phase 3: placing tiles, paths, relics and amulets."""

from __future__ import annotations

from domain.hidden import redact
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import PeekRelics, PlaceTile, RotateTile, SpendNaga, SwapRelics
from domain.rulesets.nagaraja.names import SPACES
from tests.rulesets.nagaraja.scene import BOX, Scene, of_type, player, spaces_with, the, tile


def placing(kind: str, tiles: dict[str, str] | None = None, **more: object) -> Scene:
    """Seat 1 is to place a tile."""
    return Scene(
        player(1, hand="R1", tiles=tiles, **more),  # type: ignore[arg-type]
        player(2, hand="R1"),
        stage="place",
        offered=tile(kind),
    )


def open_to(scene: Scene) -> list[str]:
    return sorted({action.space for action in scene.legal(1)})


def test_nagaraja_place_1_entrances_and_straight_neighbours_turned_any_way() -> None:
    assert open_to(placing("K1")) == ["a3", "b3", "c3"]
    assert open_to(placing("K1", {"a3": "K1"})) == ["a2", "b3", "c3"]
    scene = placing("K1", {"a3": "K1", "b2": "trap", "a2": "K4"})
    assert open_to(scene) == ["a1", "b3", "c3"], "the trap is no room tile and its space is not empty"
    assert len(scene.legal(1)) == 3 * 4
    assert scene.refused(1, PlaceTile("b1", 0)) == "place.1"
    assert scene.refused(1, PlaceTile("a3", 0)) == "place.1"
    assert scene.refused(1, PlaceTile("b2", 0)) == "place.2"
    placed = the(scene.act(1, PlaceTile("a1", 3)), t.TilePlaced)
    assert (placed.kind, placed.turns, placed.tiles, placed.trap_removed) == ("K1", 3, 3, False)


def test_nagaraja_place_2_trap_makes_way_when_no_empty_space_is_legal() -> None:
    full: dict[str, str] = {space: "K1" for space in SPACES if space != "b2"}
    scene = placing("K1", {**full, "b2": "trap"})
    assert open_to(scene) == ["b2"]
    placed = the(scene.act(1, PlaceTile("b2", 0)), t.TilePlaced)
    assert placed.trap_removed
    assert "trap" not in spaces_with(scene.player(1).spaces).values()
    assert scene.view(1)["trap"] is None
    almost: dict[str, str] = {space: kind for space, kind in full.items() if space != "a1"}
    assert open_to(placing("K1", {**almost, "b2": "trap"})) == ["a1"]


def test_nagaraja_path_1_from_an_entrance_over_ends_on_both_sides() -> None:
    scene = placing("K4", {"a3": "K1", "a2": "K2", "b3": "K2"})
    # K1 leads from the entrance up to K2 at a2, which has no end below; K2 at b3 has none either
    assert scene.view(1)["players"][0]["temple"]["live"] == ["a3"]
    joined = the(scene.act(1, PlaceTile("c3", 0)), t.PathJoined)
    assert joined.spaces == ("b3", "c3"), "K4 at c3 leads to the K2 at b3 through its right side"
    assert [r.place for r in of_type([lg.event for lg in scene.sitting.log], t.RelicUncovered)] == ["E3"]


def test_nagaraja_path_1_separate_paths_of_one_tile_are_not_joined() -> None:
    scene = placing("K6", {})
    events = scene.act(1, PlaceTile("a3", 0))
    assert the(events, t.PathJoined).spaces == ("a3",)
    assert of_type(events, t.RelicUncovered) == [], "only the lower path of K6 is live"


def test_nagaraja_relic_1_face_up_exactly_while_a_live_path_touches_it() -> None:
    scene = placing("K4", relics={"W3": "sacred-5"})
    uncovered = the(scene.act(1, PlaceTile("a3", 0)), t.RelicUncovered)
    assert (uncovered.place, uncovered.relic.value, uncovered.relic.to) == ("W3", "sacred-5", (0,))
    assert (uncovered.points, uncovered.cursed) == (5, 0)
    assert [scene.view(v)["players"][0]["points"] for v in (None, 1, 2)] == [5, 5, 5]


def test_nagaraja_relic_1_face_down_again_as_soon_as_the_path_breaks() -> None:
    two = player(2, hand="S3", tiles={"a3": "K2/2"}, relics={"W3": "sacred-5"})
    scene = Scene(player(1, hand="T2 R1", sticks="white-N"), two)
    assert scene.view(2)["players"][1]["points"] == 5
    events = scene.act(1, SpendNaga("white-N", "T2"), RotateTile(2, "a3", 1))
    assert the(events, t.RelicCovered).points == 0
    assert scene.view(2)["players"][1]["points"] == 0
    assert of_type(events, t.PathJoined) == []


def test_booklet_example_of_a_tile_placed_two_ways() -> None:
    """Booklet, page 5: K5 bottom left, turned by 180 uncovers the relic on the left; unturned it takes the amulet."""
    turned = placing("K5+A1")
    events = turned.act(1, PlaceTile("a3", 2))
    assert [event.place for event in of_type(events, t.RelicUncovered)] == ["W3"]
    assert of_type(events, t.AmuletTaken) == []
    straight = placing("K5+A1")
    events = straight.act(1, PlaceTile("a3", 0))
    assert of_type(events, t.RelicUncovered) == []
    assert the(events, t.AmuletTaken).amulet.value == "A1"
    assert straight.view(1)["players"][0]["points"] == 2


def test_nagaraja_amulet_1_taken_for_good_and_seen_by_its_owner_alone() -> None:
    scene = placing("K6+A3")
    assert scene.view(1)["offered"]["amulet"] is True
    taken = the(scene.act(1, PlaceTile("c3", 0)), t.AmuletTaken)
    assert taken.amulet.to == (1,)
    assert redact(taken, 2).amulet.value is None
    assert scene.view(1)["players"][0]["amulets"] == ["A3"]
    assert scene.view(2)["players"][0]["amulets"] == [None]
    assert scene.view(1)["players"][0]["temple"]["spaces"][8]["amulet"] is False


def test_nagaraja_amulet_1_later_reached_amulet_goes_to_the_owner_of_the_temple() -> None:
    scene = placing("K1", {"a2": "K5+A2", "a3": "K2"})
    assert scene.player(1).amulets == ()
    replaced = placing("K1", {"a2": "K5+A2"})
    taken = the(replaced.act(1, PlaceTile("a3", 0)), t.AmuletTaken)
    assert (taken.seat, taken.space) == (1, "a2")


def test_nagaraja_move_1_swapped_relics_take_the_face_state_of_their_new_places() -> None:
    two = player(2, hand="S3", tiles={"a3": "K4"}, relics={"W3": "sacred-5", "Nc": "cursed-6"})
    scene = Scene(player(1, hand="R1 C1", sticks="white-N"), two)
    scene.act(1, SpendNaga("white-N", "R1"))
    events = scene.act(1, SwapRelics(2, "W3", "Nc"))
    covered, uncovered = the(events, t.RelicCovered), the(events, t.RelicUncovered)
    assert (covered.place, covered.points) == ("Nc", 0)
    assert (uncovered.place, uncovered.relic.value, uncovered.points) == ("W3", "cursed-6", 6)
    relics = scene.view(None)["players"][1]["temple"]["relics"]
    assert relics["W3"] == {"relic": "cursed-6", "face_up": True}
    assert relics["Nc"] == {"relic": "sacred-5", "face_up": False}, "seen once, known for good"


def test_nagaraja_move_1_knowledge_follows_a_relic_through_public_swaps() -> None:
    two = player(2, hand="R2", sticks="white-N", relics={"W1": "cursed-6"})
    scene = Scene(player(1, hand="R4 C1", sticks="white-N"), two)
    scene.act(1, SpendNaga("white-N", "R4"), PeekRelics(2, ("W2", "W1")))
    scene.act(2, SpendNaga("white-N", "R2"), SwapRelics(2, "W1", "E3"))
    for viewer, seen in ((1, "cursed-6"), (2, None), (None, None)):
        relics = scene.view(viewer)["players"][1]["temple"]["relics"]
        assert relics["E3"]["relic"] == seen
        assert relics["W1"]["relic"] is None


def test_placing_waits_for_nothing_else() -> None:
    scene = placing("K1")
    assert scene.refused(1, SpendNaga("white-N", "R1")) == "place.1"
    assert of_type(scene.act(1, PlaceTile("b3", 1)), e.GuidePassed)
    assert BOX.path_at["K1", 1] == (None, 0, None, 0)
