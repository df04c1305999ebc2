"""The three ends, checked at once after every event that can change them."""

from __future__ import annotations

from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import PlaceTile, SlideLine, SpendNaga, SwapRelics
from domain.rulesets.nagaraja.names import SPACES
from tests.rulesets.nagaraja.scene import Scene, of_type, player, the, tile

ROW = {"a3": "K4", "b3": "K4", "c3": "K4"}
"""The bottom row open to W3 and E3."""
COLUMN = {"a3": "K4", "a2": "K4", "a1": "K4"}
"""The left column open to W3, W2, W1 and Na."""
CURSED = {"W3": "cursed-6", "E3": "cursed-6", "Nb": "cursed-6"}


def test_nagaraja_end_1_third_cursed_relic_face_up_loses_at_once() -> None:
    one = player(1, hand="R1", tiles={**COLUMN, "b1": "K4"}, relics={"W3": "cursed-6", "W1": "cursed-6"})
    scene = Scene(one, player(2, hand="R1"), stage="place")
    assert scene.view(1)["players"][0]["temple"]["relics"]["Nb"]["face_up"]
    events = scene.act(1, PlaceTile("b3", 0))
    assert not of_type(events, e.GameEnded), "two cursed relics do no harm"
    one = player(1, hand="R1", tiles=COLUMN, relics={"W3": "cursed-6", "W1": "cursed-6", "Nb": "cursed-6"})
    scene = Scene(one, player(2, hand="R1"), stage="place")
    ended = the(scene.act(1, PlaceTile("b1", 0)), e.GameEnded)
    assert (ended.reason, ended.winner, ended.cursed) == ("cursed", 2, (3, 0))
    assert scene.sitting.table.status == "finished"
    assert scene.sitting.table.to_act == ()


def test_nagaraja_end_1_beats_end_2() -> None:
    """The third cursed relic brings the points to 25 and more: it still loses."""
    relics = {"W3": "cursed-6", "W2": "cursed-6", "W1": "sacred-5", "Na": "sacred-5", "Nb": "cursed-6"}
    scene = Scene(player(1, hand="R1", tiles=COLUMN, relics=relics), player(2, hand="R1"), stage="place")
    assert scene.view(1)["players"][0]["points"] == 22
    ended = the(scene.act(1, PlaceTile("b1", 0)), e.GameEnded)
    assert (ended.reason, ended.winner, ended.points[0]) == ("cursed", 2, 28)


def test_nagaraja_end_1_counts_those_face_up_at_the_same_time() -> None:
    """A swap covers one cursed relic while it uncovers another: never three at once."""
    two = player(2, hand="C1", tiles=ROW | {"a2": "K4"}, relics={**CURSED, "W2": "sacred-3"})
    scene = Scene(player(1, hand="R1", sticks="white-N"), two)
    scene.act(1, SpendNaga("white-N", "R1"))
    events = scene.act(1, SwapRelics(2, "W3", "Nb"))
    assert of_type(events, e.GameEnded) == []
    assert the(events, t.RelicUncovered).cursed == 2


def test_nagaraja_end_1_in_the_opponents_turn_by_a_slide() -> None:
    """A slide puts a path to the third cursed relic of the opponent: he loses."""
    two = player(
        2, hand="C1", tiles=ROW | {"b2": "K1", "a1": "K4", "a2": "K4"}, relics={**CURSED, "Nb": "cursed-6"}
    )
    assert sum(r.face_up and r.secret.value == "cursed-6" for r in two.relics) == 2
    scene = Scene(player(1, hand="T5", sticks="white-N"), two)
    events = scene.act(1, SpendNaga("white-N", "T5"), SlideLine(2, "1", "right"))
    ended = the(events, e.GameEnded)
    assert (ended.reason, ended.winner) == ("cursed", 1)
    assert of_type(events, e.EffectCarriedOut) == []
    assert scene.state.effect is None


def test_nagaraja_end_2_twenty_five_points_win_at_once() -> None:
    relics = {"W3": "cursed-6", "W2": "cursed-6", "W1": "sacred-5", "Na": "sacred-4", "Nb": "sacred-4"}
    scene = Scene(player(1, hand="R1", tiles=COLUMN, relics=relics), player(2, hand="R1"), stage="place")
    ended = the(scene.act(1, PlaceTile("b1", 0)), e.GameEnded)
    assert (ended.reason, ended.winner, ended.points) == ("points", 1, (25, 0))
    outcome = RULESET.outcome(scene.state)
    assert outcome is not None
    assert (outcome.winners, outcome.ranking, outcome.scores) == ((1,), ((1,), (2,)), {"1": 25, "2": 0})


def test_nagaraja_end_2_collected_amulets_count_and_are_shown() -> None:
    relics = {"W3": "cursed-6", "W2": "cursed-6", "W1": "sacred-4", "Na": "sacred-4", "Nb": "sacred-3"}
    one = player(1, hand="R1", tiles=COLUMN, relics=relics, amulets="A1 A3")
    scene = Scene(one, player(2, hand="R1", amulets="A4"), stage="place")
    ended = the(scene.act(1, PlaceTile("b1", 0)), e.GameEnded)
    assert (ended.reason, ended.points) == ("points", (25, 0))
    assert [[amulet.value for amulet in amulets] for amulets in ended.amulets] == [["A1", "A3"], ["A4"]]
    assert scene.view(None)["players"][0]["amulets"] == ["A1", "A3"]


def test_nagaraja_end_2_an_amulet_reached_may_bring_the_last_points() -> None:
    relics = {"W3": "cursed-6", "W2": "cursed-6", "W1": "sacred-5", "Na": "sacred-5", "Nb": "sacred-3"}
    one = player(1, hand="R1", tiles=COLUMN, relics=relics, amulets="A1")
    scene = Scene(one, player(2, hand="R1"), stage="place", offered=tile("K5+A1"))
    ended = the(scene.act(1, PlaceTile("c3", 0)), e.GameEnded)
    assert ended.points == (26, 0)


def full_but_one(kind: str) -> dict[str, str]:
    """Eight tiles of a kind, the upper right space free."""
    return {space: kind for space in SPACES if space != "c1"}


def test_nagaraja_end_3_ninth_room_tile_and_more_points_win() -> None:
    two = player(2, hand="R1", tiles={"a3": "K4"}, relics={"W3": "sacred-5"})
    scene = Scene(player(1, hand="R1", tiles=full_but_one("K1/1")), two, stage="place")
    events = scene.act(1, PlaceTile("c1", 0))
    ended = the(events, e.GameEnded)
    assert the(events, t.TilePlaced).tiles == 9
    assert (ended.reason, ended.winner, ended.points) == ("full-temple", 2, (0, 5))


def test_nagaraja_end_3_a_tie_goes_to_who_placed_it() -> None:
    scene = Scene(
        player(1, hand="R1"),
        player(2, hand="R1", tiles=full_but_one("K1/1")),
        stage="place",
        seat=2,
    )
    ended = the(scene.act(2, PlaceTile("c1", 0)), e.GameEnded)
    assert (ended.reason, ended.winner, ended.points) == ("full-temple", 2, (0, 0))


def test_nagaraja_end_3_the_trap_does_not_count() -> None:
    seven = dict.fromkeys(["a1", "b1", "c1", "a2", "b2", "c2", "a3"], "K1/1")
    one = player(1, hand="R1", tiles={**seven, "b3": "trap"})
    scene = Scene(one, player(2, hand="R1"), stage="place")
    events = scene.act(1, PlaceTile("c3", 1))
    assert the(events, t.TilePlaced).tiles == 8
    assert of_type(events, e.GameEnded) == []
