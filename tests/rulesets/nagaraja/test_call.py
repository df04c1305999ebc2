"""Phase 1, the call of fate."""

from __future__ import annotations

from domain.hidden import redact
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import ChooseCards, Pass, SpendNaga
from tests.rulesets.nagaraja.scene import Scene, of_type, player, the, values


def calling(one: str, two: str, **more: object) -> Scene:
    return Scene(
        player(1, hand=one, laying=True),
        player(2, hand=two, laying=True),
        stage="choose",
        **more,  # type: ignore[arg-type]
    )


def test_nagaraja_call_1_any_number_of_one_symbol_whatever_the_arrows() -> None:
    scene = calling("R1 T1 R5 R1", "S1")
    sets = [action.cards for action in scene.legal(1)]
    assert sets == [("R1",), ("R5",), ("R1", "R1"), ("R1", "R5"), ("R1", "R1", "R5"), ("T1",)]
    assert scene.legal(2) == []
    assert scene.refused(1, ChooseCards(())) == "call.1"
    assert scene.refused(1, ChooseCards(("R1", "T1"))) == "call.1"
    assert scene.refused(1, ChooseCards(("R2",))) == "call.1"
    assert scene.refused(1, ChooseCards(("R5", "R1"))) == "call.1"
    assert scene.refused(1, ChooseCards(("T1",), more=True)) == "call.1"
    assert scene.refused(1, Pass()) == "call.1"


def test_nagaraja_call_1_how_many_is_public_and_which_is_not() -> None:
    scene = calling("R1 T1 R5", "S1 C1")
    events = scene.act(1, ChooseCards(("R1", "R5")))
    chosen = the(events, e.CardsChosen)
    assert chosen.count == 2
    assert values(redact(chosen, 2).places) == [None, None]
    assert scene.view(2)["players"][0]["laid"] == [None, None]
    assert scene.view(1)["players"][0]["laid"] == [0, 2]
    assert scene.view(2)["players"][0]["hand"] == [None, None, None]
    assert scene.sitting.table.to_act == (2,)


def test_nagaraja_call_1_a_large_hand_is_laid_card_by_card() -> None:
    scene = calling("R1 R1 R2 R3 R4 R5 R6 R6 T1", "S1")
    assert ChooseCards(("T1",), more=True) not in scene.legal(1)
    assert scene.refused(1, ChooseCards(("R1", "R2"))) == "call.1"
    scene.act(1, ChooseCards(("R6",), more=True))
    assert scene.sitting.table.to_act == (1,)
    assert {a.cards[0] for a in scene.legal(1)} == {"R1", "R2", "R3", "R4", "R5", "R6"}
    assert scene.refused(1, ChooseCards(("T1",))) == "call.1"
    events = scene.act(1, ChooseCards(("R6",), more=True), ChooseCards(("R1",)))
    assert [(event.count, event.more) for event in events] == [(1, True), (1, False)]
    up = the(scene.act(2, ChooseCards(("S1",))), e.CardsTurnedUp)
    assert [[card.value for card in cards] for cards in up.cards] == [["R6", "R6", "R1"], ["S1"]]


def test_a_player_without_cards_lays_none() -> None:
    scene = calling("", "S1 S2")
    assert scene.legal(1) == [ChooseCards(())]
    scene.act(1, ChooseCards(()))
    events = scene.act(2, ChooseCards(("S1",)))
    assert the(events, e.SticksThrown).sticks[0] == ()


def test_nagaraja_call_2_cards_are_turned_up_together_and_both_throw_at_once() -> None:
    scene = calling("R1 T1", "S1 S3", throws=[(4, 1, 3, 4, 4, 3, 1, 2)])
    scene.act(1, ChooseCards(("R1",)))
    assert scene.state.used == ()
    events = scene.act(2, ChooseCards(("S1",)))
    up = the(events, e.CardsTurnedUp)
    assert [[card.value for card in cards] for cards in up.cards] == [["R1"], ["S1"]]
    thrown = the(events, e.SticksThrown)
    assert thrown.draw.sides == (4,) * 8
    assert thrown.sticks == (
        ("white-N", "green-1", "green-N", "green-N"),
        ("white-N", "green-N", "green-1", "green-1"),
    )
    assert (thrown.points, thrown.nagas) == ((1, 2), (3, 2))
    assert scene.view(None)["sticks"]["green"] == 36 - 6


def test_nagaraja_call_2_sticks_that_the_supply_lacks_are_thrown_all_the_same() -> None:
    few = {"brown": 1, "white": 0, "green": 0}
    scene = calling("R3 R3", "S5", supply=few)
    scene.act(1, ChooseCards(("R3", "R3")))
    events = scene.act(2, ChooseCards(("S5",)))
    assert [len(sticks) for sticks in the(events, e.SticksThrown).sticks] == [4, 2]


def test_nagaraja_call_3_a_chosen_card_never_takes_effect() -> None:
    """Booklet, page 3: R1 chosen throws three green sticks and a white one; it is discarded, not activated."""
    scene = calling("R1 R2", "S1 C3", throws=[(4, 3, 3, 3, 1, 1, 1, 1)])
    scene.act(1, ChooseCards(("R1",)))
    events = scene.act(2, ChooseCards(("S1",)))
    assert the(events, e.SticksThrown).sticks[0] == ("white-N", "green-N", "green-N", "green-N")
    assert of_type(events, e.CardActivated) == []
    assert values(scene.player(1).hand) == ["R2"]
    assert scene.refused(1, SpendNaga("white-N", "R1")) == "naga.1"
