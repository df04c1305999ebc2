"""Amulets in play."""

from __future__ import annotations

import pytest

from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import (
    ChooseCards,
    DiscardSticks,
    KeepCards,
    Pass,
    PlaceTile,
    PlayAmulet,
    SpendNaga,
)
from domain.rulesets.nagaraja.state import Stage
from tests.rulesets.nagaraja.scene import Scene, hidden, of_type, player, the, values


def test_nagaraja_amulet_2_a_naga_is_an_activation_without_a_stick_and_takes_the_turn() -> None:
    scene = Scene(player(1, hand="S1 T1", amulets="A2"), player(2, hand="R1", sticks="brown-1 green-N"))
    assert scene.legal(1, PlayAmulet) == [PlayAmulet("A2", "S1")], "T1 has no tile to turn"
    assert scene.refused(1, PlayAmulet("A2")) == "naga.1"
    assert scene.refused(1, PlayAmulet("A2", "T1")) == "naga.3"
    events = scene.act(1, PlayAmulet("A2", "S1"), DiscardSticks(("brown-1",)))
    played = the(events, e.AmuletPlayed)
    assert (played.amulet.value, played.amulet.to, played.takes_turn) == ("A2", (0,), False)
    assert of_type(events, e.NagaSpent) == []
    assert scene.sitting.table.to_act == (2,)
    assert scene.view(2)["played_amulets"] == ["A2"]


def test_nagaraja_amulet_2_fate_points_take_the_turn() -> None:
    scene = Scene(player(1, amulets="A3 A3"), player(2, hand="R1", sticks="brown-1 green-N"))
    added = the(scene.act(1, PlayAmulet("A3")), e.FatePointsAdded)
    assert (added.points, added.total) == (3, 3)
    assert scene.sitting.table.to_act == (2,)
    assert values(scene.player(1).amulets) == ["A3"]
    scene.act(2, Pass())
    assert scene.sitting.table.to_act == (1,), "the pass of the other does not end the phase by itself"


def test_nagaraja_amulet_2_after_a_pass_an_amulet_lets_the_other_act_again() -> None:
    scene = Scene(player(1, hand="S3", sticks="white-N"), player(2, amulets="A3"))
    scene.act(1, Pass())
    scene.act(2, PlayAmulet("A3"))
    assert scene.sitting.table.to_act == (1,)


@pytest.mark.parametrize("stage", ["choose", "confront", "place", "keep"])
def test_nagaraja_amulet_2_cards_are_drawn_before_any_own_decision_and_take_no_turn(stage: Stage) -> None:
    one = player(1, hand="R1 C1", sticks="white-N", amulets="A4 A3", laying=stage == "choose")
    drawn = hidden("S1 S2", 1) if stage == "keep" else ()
    scene = Scene(one, player(2, hand="R1", sticks="green-N"), stage=stage, drawn=drawn)
    assert PlayAmulet("A4") in scene.legal(1)
    if stage != "confront":
        assert scene.refused(1, PlayAmulet("A3")) == "amulet.2"
    events = scene.act(1, PlayAmulet("A4"))
    assert the(events, e.CardsDrawn).purpose == "hand"
    assert values(scene.player(1).hand) == ["R1", "C1", "T1", "T2"]
    assert scene.sitting.table.to_act == (1,)
    assert scene.state.stage == stage
    assert scene.view(2)["players"][0]["hand"] == [None] * 4


def test_nagaraja_amulet_2_not_while_an_effect_is_under_way() -> None:
    scene = Scene(player(1, hand="S1", sticks="white-N", amulets="A4"), player(2, sticks="brown-1"))
    scene.act(1, SpendNaga("white-N", "S1"))
    assert scene.legal(1) == [DiscardSticks(("brown-1",))]
    assert scene.refused(1, PlayAmulet("A4")) == "naga.3"


def test_nagaraja_amulet_2_victory_points_are_never_played() -> None:
    scene = Scene(player(1, hand="R1", amulets="A1"), player(2))
    assert scene.legal(1) == [Pass()]
    assert scene.refused(1, PlayAmulet("A1")) == "amulet.2"
    assert scene.refused(1, PlayAmulet("A4")) == "amulet.2"
    assert [scene.view(viewer)["players"][0]["points"] for viewer in (1, 2, None)] == [2, 0, 0]


def test_an_amulet_that_draws_needs_a_card_to_draw() -> None:
    scene = Scene(player(1, hand="R1", amulets="A4"), player(2), deck=(), stage="place")
    assert scene.legal(1, PlayAmulet) == []
    assert scene.refused(1, PlayAmulet("A4")) == "amulet.2"
    assert scene.legal(1, PlaceTile)


def test_after_the_last_amulet_the_table_passes() -> None:
    scene = Scene(player(1, hand="R1", amulets="A4"), player(2))
    events = scene.act(1, PlayAmulet("A4"))
    assert [event.by_himself for event in of_type(events, e.Passed)] == [False, False]
    assert scene.state.stage == "place"


def test_nagaraja_amulet_2_not_between_two_cards_of_one_call() -> None:
    one = player(1, hand="R1 R1 R2 R3 R4 R5 R6 R6 T1", amulets="A4", laying=True)
    scene = Scene(
        one, player(2, hand="S1", amulets="A4", laying=True), stage="choose", deck=hidden("R2 S4 C1")
    )
    assert PlayAmulet("A4") in scene.legal(1)
    scene.act(1, ChooseCards(("R2",), more=True))
    assert scene.legal(1, PlayAmulet) == []
    assert scene.refused(1, PlayAmulet("A4")) == "amulet.2"
    assert "before its first card" in str(scene.sitting.refusal(1, PlayAmulet("A4")))
    assert scene.refused(1, KeepCards(("R2",))) == "call.1"
    scene.act(1, ChooseCards(("R1",)))
    assert [place.value for place in scene.player(1).laid] == [2, 0]
    assert PlayAmulet("A4") in scene.legal(2), "the call of the other has not begun"


def test_nagaraja_amulet_2_cards_drawn_before_the_call_may_be_laid_in_it() -> None:
    one = player(1, hand="R1 R1 R2 R3 R4 R5 R6 R6 T1", amulets="A4", laying=True)
    scene = Scene(one, player(2, hand="S1", laying=True), stage="choose", deck=hidden("R2 S4"))
    scene.act(1, PlayAmulet("A4"), ChooseCards(("R2",), more=True), ChooseCards(("R2",)))
    assert [place.value for place in scene.player(1).laid] == [2, 9]
