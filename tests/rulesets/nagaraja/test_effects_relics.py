"""Cards with the symbol relic."""

from __future__ import annotations

from itertools import pairwise

import pytest

from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import LeaveRelics, PeekRelics, SpendNaga, SwapRelics
from domain.rulesets.nagaraja.names import PLACES
from tests.rulesets.nagaraja.scene import RELICS, Scene, of_type, player, the

OPEN_EDGE = {"a3": "K4", "a2": "K4", "a1": "K4", "b1": "K4", "c1": "K4", "c2": "K4"}
"""Paths to every hiding place but E3."""


def using(
    card: str, two_tiles: dict[str, str] | None = None, one_tiles: dict[str, str] | None = None
) -> Scene:
    """Seat 1 has just activated the card; the other can act after it."""
    scene = Scene(
        player(1, hand=card, sticks="white-N", tiles=one_tiles),
        player(2, hand="S3", sticks="white-N", tiles=two_tiles),
    )
    scene.act(1, SpendNaga("white-N", card))
    return scene


@pytest.mark.parametrize(("card", "temple"), [("R1", 2), ("R2", 1)])
def test_r1_and_r2_swap_any_two_relics(card: str, temple: int) -> None:
    """Booklet, page 3: R1 activated swaps two relics in the opponent's temple."""
    scene = using(card)
    assert len(scene.legal(1)) == 36
    assert {action.temple for action in scene.legal(1)} == {temple}
    assert scene.refused(1, SwapRelics(temple, "Na", "W3")) == "naga.3"
    assert scene.refused(1, SwapRelics(3 - temple, "W3", "Na")) == "naga.3"
    events = scene.act(1, SwapRelics(temple, "W3", "E3"))
    swapped = the(events, t.RelicsSwapped)
    assert (swapped.seat, swapped.first, swapped.second) == (temple, "W3", "E3")
    lying = scene.player(temple).relics
    assert (lying[0].secret.value, lying[8].secret.value) == (RELICS["E3"], RELICS["W3"])
    assert scene.sitting.table.to_act == (2,)


@pytest.mark.parametrize(("card", "temple"), [("R3", 1), ("R4", 2)])
def test_r3_and_r4_look_at_two_face_down_relics_named_before(card: str, temple: int) -> None:
    scene = using(card, {"a3": "K4"}, {"a3": "K4"})
    assert len(scene.legal(1)) == 28, "the relic at W3 lies face up"
    events = scene.act(1, PeekRelics(temple, ("Na", "E1")))
    peeked = the(events, t.RelicsPeeked)
    assert [(r.value, r.to) for r in peeked.relics] == [(RELICS["Na"], (1,)), (RELICS["E1"], (1,))]
    seen = scene.view(1)["players"][temple - 1]["temple"]["relics"]
    assert (seen["Na"]["relic"], seen["E1"]["relic"]) == (RELICS["Na"], RELICS["E1"])
    unseen = scene.view(2)["players"][temple - 1]["temple"]["relics"]
    assert unseen["Na"] == {"relic": None, "face_up": False}


def test_r4_looks_at_as_many_as_there_are() -> None:
    scene = using("R4", OPEN_EDGE)
    assert scene.legal(1) == [PeekRelics(2, ("E3",))]
    everything = Scene(
        player(1, hand="R4", sticks="white-N"),
        player(2, hand="S3", tiles={**OPEN_EDGE, "c3": "K4"}),
    )
    assert everything.refused(1, SpendNaga("white-N", "R4")) == "naga.3"


def test_r5_swaps_neighbours_along_the_edge_in_either_temple() -> None:
    scene = using("R5")
    pairs = list(pairwise(PLACES))
    assert scene.legal(1) == [SwapRelics(seat, *pair) for seat in (1, 2) for pair in pairs]
    assert scene.refused(1, SwapRelics(1, "W3", "E3")) == "naga.3"
    scene.act(1, SwapRelics(1, "W1", "Na"))
    assert scene.player(1).relics[2].secret.value == RELICS["Na"]


def test_r6_looks_at_one_and_may_swap_it_with_another_face_down() -> None:
    scene = using("R6", {"a3": "K4"})
    assert len(scene.legal(1)) == 9 + 8
    events = scene.act(1, PeekRelics(2, ("Nb",)))
    assert the(events, e.EffectGoesOn).chooser == 1
    swaps = scene.legal(1, SwapRelics)
    assert len(swaps) == 7
    assert all("Nb" in (a.first, a.second) and "W3" not in (a.first, a.second) for a in swaps)
    assert scene.refused(1, SwapRelics(2, "W3", "Nb")) == "naga.3"
    scene.act(1, SwapRelics(2, "W2", "Nb"))
    assert scene.view(1)["players"][1]["temple"]["relics"]["W2"]["relic"] == RELICS["Nb"]


def test_r6_may_leave_the_relics() -> None:
    scene = using("R6")
    scene.act(1, PeekRelics(1, ("Nb",)))
    events = scene.act(1, LeaveRelics())
    assert [type(event) for event in events[:2]] == [t.RelicsLeft, e.EffectCarriedOut]
    assert of_type(events, t.RelicsSwapped) == []


def test_r6_with_one_face_down_relic_only_looks() -> None:
    scene = using("R6", OPEN_EDGE, OPEN_EDGE)
    events = scene.act(1, PeekRelics(2, ("E3",)))
    assert of_type(events, e.EffectCarriedOut)
    assert scene.sitting.table.to_act == (2,)


def test_a_swap_into_the_light_can_give_the_third_cursed_relic() -> None:
    two = player(2, hand="S3", tiles=OPEN_EDGE, relics={"W3": "cursed-6", "Na": "cursed-6", "E3": "cursed-6"})
    scene = Scene(player(1, hand="R1", sticks="white-N"), two)
    events = scene.act(1, SpendNaga("white-N", "R1"), SwapRelics(2, "W2", "E3"))
    assert the(events, e.GameEnded).reason == "cursed"
