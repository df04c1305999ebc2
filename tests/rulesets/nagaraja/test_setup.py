"""Setting up, and phase 4."""

from __future__ import annotations

import pytest

from conformance.kit import Sitting
from domain.hidden import redact
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.actions import ChooseCards, KeepCards, PlaceTile
from domain.rulesets.nagaraja.names import PLACES
from tests.rulesets.nagaraja.scene import BOX, Falling, Scene, hidden, of_type, player, the, values


def fresh(seed: str) -> Sitting:
    return Sitting(RULESET, 2, RULESET.options(), seed)


def test_nagaraja_setup_1_relics_tiles_amulets_and_cards_lie_face_down() -> None:
    state = fresh("one").table.game
    for seat in (1, 2):
        relics = state.player(seat).relics
        assert sorted(r.secret.value for r in relics) == sorted(BOX.all_relics)
        assert not any(r.face_up or r.secret.knowers for r in relics)
    known = redact(state, 1)
    for pile, size in ((known.tiles, 16), (known.deck, 38)):
        assert len(pile) == size
        assert set(values(pile)) == {None}
    assert RULESET.view(known, 1).trap is None
    other = fresh("two").table.game
    assert values([r.secret for r in other.player(1).relics]) != values(
        [r.secret for r in state.player(1).relics]
    )


def test_nagaraja_setup_2_higher_throw_of_two_brown_sticks_is_guide_and_ties_throw_again() -> None:
    ties = 0
    for seed in range(40):
        throws = of_type([lg.event for lg in fresh(f"g{seed}").log], e.GuideThrown)
        assert all(len(sticks) == 2 for throw in throws for sticks in throw.sticks)
        assert all(throw.guide == 0 and throw.points[0] == throw.points[1] for throw in throws[:-1])
        last = throws[-1]
        assert last.points[last.guide - 1] > last.points[2 - last.guide]
        ties += len(throws) > 1
    assert ties


def test_nagaraja_setup_3_five_cards_and_a_tile_with_its_amulet() -> None:
    kinds = set()
    for seed in range(12):
        sitting = fresh(f"s{seed}")
        state = sitting.table.game
        assert [len(p.hand) for p in state.players] == [5, 5]
        assert all(card.knowers == (1,) for card in state.player(1).hand)
        offered = state.offered
        kinds.add(offered.kind)
        with_place = offered.kind in ("K5", "K6")
        assert (offered.amulet is not None) == with_place
        assert len(state.amulets) == 12 - with_place
        if offered.amulet:
            assert offered.amulet.knowers == ()
        assert state.seat == state.guide
        assert the([lg.event for lg in sitting.log], e.TileTurnedUp).tile.value == offered.kind
    assert len(kinds) > 2


def placing(**more: object) -> Scene:
    """Seat 1 has won the tile and will place it; then the new deal follows."""
    return Scene(player(1, hand="R1"), player(2, hand="R2"), stage="place", **more)  # type: ignore[arg-type]


def test_nagaraja_deal_1_loser_draws_three_and_gives_one() -> None:
    scene = placing(deck=hidden("T1 S1 C1 T2"))
    events = scene.act(1, PlaceTile("a3", 0))
    assert the(events, e.GuidePassed).seat == 2
    drawn = the(events, e.CardsDrawn)
    assert [card.to for card in drawn.cards] == [(2,)] * 3
    assert scene.view(1)["drawn"] == [None] * 3
    assert scene.legal(2) == [KeepCards(c) for c in (("C1", "S1"), ("C1", "T1"), ("S1", "T1"))]
    given = the(scene.act(2, KeepCards(("C1", "S1"))), e.CardsKept)
    assert (given.given.value, given.given.to, given.kept) == ("T1", (1,), 2)
    assert values(scene.player(1).hand) == ["R1", "T1"]
    assert values(scene.player(2).hand) == ["R2", "S1", "C1"]
    assert scene.view(None)["players"][0]["hand"] == [None, None]
    assert scene.view(2)["players"][0]["hand"] == [None, "T1"]


def test_nagaraja_deal_1_keeping_is_of_the_cards_drawn_in_order() -> None:
    scene = placing(deck=hidden("T1 S1 C1"))
    scene.act(1, PlaceTile("a3", 0))
    assert scene.refused(2, KeepCards(("S1", "C1"))) == "deal.1"
    assert scene.refused(2, KeepCards(("C1", "R2"))) == "deal.1"
    assert scene.refused(2, ChooseCards(("R2",))) == "deal.1"


def test_nagaraja_deal_1_empty_deck_is_made_anew_from_the_discards() -> None:
    scene = placing(deck=hidden("T1"), discards=hidden("S1 C1 C2", 0))
    events = scene.act(1, PlaceTile("a3", 0))
    shuffled = the(events, e.DeckShuffled)
    assert shuffled.cards == 3
    assert len(shuffled.draw.refs) == 3
    assert [len(drawn.cards) for drawn in of_type(events, e.CardsDrawn)] == [1, 2]
    assert scene.view(1)["piles"]["discards"] == 0
    assert scene.view(1)["piles"]["deck"] == 1
    assert all(card.knowers == () for card in scene.state.deck)


@pytest.mark.parametrize(("cards", "kept", "given"), [("T1 S1", 1, True), ("T1", 1, False), ("", 0, False)])
def test_nagaraja_deal_1_fewer_than_three_cards(cards: str, kept: int, given: bool) -> None:
    scene = placing(deck=hidden(cards))
    events = scene.act(1, PlaceTile("a3", 0))
    if given:
        assert scene.legal(2) == [KeepCards(("S1",)), KeepCards(("T1",))]
        events = scene.act(2, KeepCards(("S1",)))
    result = the(events, e.CardsKept)
    assert (result.kept, result.given is not None) == (kept, given)
    assert scene.state.stage == "choose"


def test_nagaraja_deal_2_new_guide_turns_up_the_next_tile() -> None:
    scene = placing(deck=hidden("T1"), tiles=hidden("K6 K1"))
    events = scene.act(1, PlaceTile("a3", 0))
    turned = the(events, e.TileTurnedUp)
    assert (turned.tile.value, turned.guide, turned.round, turned.amulet) == ("K6", 2, 2, True)
    assert scene.state.offered is not None
    assert scene.state.offered.amulet is not None
    assert scene.state.offered.amulet.value == "A1"
    assert scene.view(2)["offered"] == {"kind": "K6", "turns": 0, "amulet": True}
    assert scene.state.seat == 2
    assert scene.refused(2, PlaceTile("a3", 0)) == "call.1"


def test_a_tile_gets_no_amulet_when_all_are_taken() -> None:
    scene = placing(deck=hidden("T1"), tiles=hidden("K6"), amulets=())
    assert not the(scene.act(1, PlaceTile("a3", 0)), e.TileTurnedUp).amulet


def test_dice_of_the_scene_fall_as_given() -> None:
    assert Falling((2, 3)).words(0, 0).roll((4, 4)) == (2, 3)


def test_relics_are_shuffled_onto_the_places_of_each_temple() -> None:
    hidden_relics = of_type([lg.event for lg in fresh("p").log], t.RelicsHidden)
    assert [event.seat for event in hidden_relics] == [1, 2]
    assert all(len(event.draw.order) == len(PLACES) for event in hidden_relics)
