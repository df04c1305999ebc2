"""Cards with the symbol stick."""

from __future__ import annotations

from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import ChoosePlayer, DiscardSticks, NameStick, SpendNaga, ThrowNamed
from tests.rulesets.nagaraja.scene import Scene, of_type, player, the


def ready(card: str, mine: str = "", theirs: str = "", *throws: tuple[int, ...]) -> Scene:
    return Scene(
        player(1, hand=f"{card} C1", sticks=f"white-N {mine}"),
        player(2, hand="S3", sticks=theirs),
        throws=throws,
    )


def using(card: str, mine: str = "", theirs: str = "", *throws: tuple[int, ...]) -> Scene:
    scene = ready(card, mine, theirs, *throws)
    scene.act(1, SpendNaga("white-N", card))
    return scene


def test_s1_discards_two_brown_sticks_of_the_opponent() -> None:
    scene = using("S1", "", "brown-1 brown-4 brown-4 white-3 green-N")
    assert [a.sticks for a in scene.legal(1)] == [("brown-1", "brown-4"), ("brown-4", "brown-4")]
    gone = the(scene.act(1, DiscardSticks(("brown-4", "brown-4"))), e.SticksDiscarded)
    assert (gone.seat, gone.total) == (2, 4)
    assert scene.player(2).sticks == ("brown-1", "white-3", "green-N")
    assert scene.state.supply["brown"] == 38


def test_s1_takes_one_when_there_is_one_and_has_no_target_without() -> None:
    assert using("S1", "", "brown-2 white-3").legal(1) == [DiscardSticks(("brown-2",))]
    assert ready("S1", "brown-3", "white-3").refused(1, SpendNaga("white-N", "S1")) == "naga.3"


def test_s2_discards_any_stick_of_the_opponent_a_naga_too() -> None:
    scene = using("S2", "", "green-N white-3 white-3 green-N")
    assert scene.legal(1) == [DiscardSticks(("green-N",)), DiscardSticks(("white-3",))]
    assert scene.refused(1, DiscardSticks(("white-3", "white-3"))) == "naga.3"
    scene.act(1, DiscardSticks(("green-N",)))
    assert scene.view(None)["players"][1]["nagas"] == 1
    assert ready("S2").refused(1, SpendNaga("white-N", "S2")) == "naga.3"


def test_s3_adds_three_points_for_this_round() -> None:
    scene = ready("S3", "brown-2", "green-N")
    added = the(scene.act(1, SpendNaga("white-N", "S3")), e.FatePointsAdded)
    assert (added.points, added.total) == (3, 5)
    assert scene.view(2)["players"][0]["fate_points"] == 5


def test_s4_throws_two_more_white_sticks() -> None:
    scene = ready("S4", "brown-2", "green-N", (3, 4))
    thrown = the(scene.act(1, SpendNaga("white-N", "S4")), e.MoreSticksThrown)
    assert (thrown.sticks, thrown.total) == (("white-3", "white-N"), 5)
    assert scene.player(1).sticks == ("brown-2", "white-3", "white-N")
    assert scene.state.supply["white"] == 37 - 2


def test_s5_names_any_number_of_own_sticks_before_the_throw() -> None:
    scene = using("S5", "brown-1 brown-1 green-N", "green-N", (4, 1))
    assert scene.legal(1) == [NameStick("brown-1"), NameStick("green-N")]
    assert scene.refused(1, ThrowNamed()) == "naga.3"
    scene.act(1, NameStick("brown-1"), NameStick("green-N"))
    assert scene.legal(1) == [NameStick("brown-1"), ThrowNamed()]
    assert scene.view(None)["effect"]["named"] == ["brown-1", "green-N"]
    thrown = the(scene.act(1, ThrowNamed()), e.SticksThrownAgain)
    assert (thrown.before, thrown.sticks) == (("brown-1", "green-N"), ("brown-4", "green-1"))
    assert thrown.total == 6
    assert sorted(scene.player(1).sticks) == ["brown-1", "brown-4", "green-1"]


def test_s5_all_sticks_named_leaves_only_the_throw() -> None:
    scene = using("S5", "brown-1")
    scene.act(1, NameStick("brown-1"))
    assert scene.legal(1) == [ThrowNamed()]
    assert ready("S5").refused(1, SpendNaga("white-N", "S5")) == "naga.3"


def test_s6_a_chosen_player_throws_all_his_sticks_again() -> None:
    scene = using("S6", "brown-1", "brown-4 green-N", (1, 1))
    assert scene.legal(1) == [ChoosePlayer(1), ChoosePlayer(2)]
    thrown = the(scene.act(1, ChoosePlayer(2)), e.SticksThrownAgain)
    assert (thrown.seat, thrown.sticks, thrown.total) == (2, ("brown-1", "green-1"), 2)


def test_s6_a_player_without_sticks_is_no_target() -> None:
    assert using("S6", "", "brown-4").legal(1) == [ChoosePlayer(2)]
    assert using("S6", "brown-4").legal(1) == [ChoosePlayer(1)]
    assert ready("S6").refused(1, SpendNaga("white-N", "S6")) == "naga.3"


def test_points_added_stay_when_sticks_go() -> None:
    one = player(1, hand="S3 C1", sticks="white-N")
    two = player(2, hand="S1", sticks="white-N")
    scene = Scene(one, two)
    scene.act(1, SpendNaga("white-N", "S3"))
    assert scene.refused(2, SpendNaga("white-N", "S1")) == "naga.3"
    assert of_type([lg.event for lg in scene.sitting.log], e.SticksDiscarded) == []
    assert scene.view(2)["players"][0]["fate_points"] == 3
