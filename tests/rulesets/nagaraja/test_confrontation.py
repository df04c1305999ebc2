"""Phase 2, the confrontation, and who wins the tile."""

from __future__ import annotations

from itertools import product

from domain.hidden import redact
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.actions import (
    ChooseCards,
    DiscardSticks,
    Pass,
    PlaceTile,
    PlayAmulet,
    SpendNaga,
)
from engine.arrays import arrays_of
from engine.playout import Trial
from engine.positions import NO_CHANCE
from tests.rulesets.nagaraja.scene import BOX, Scene, of_type, player, the, values


def both(one: str = "white-N", two: str = "green-N", **more: object) -> Scene:
    """Both have a Naga and cards that leave nothing to choose."""
    return Scene(
        player(1, hand="S3 C1", sticks=one, tiles={"a3": "K4"}),
        player(2, hand="S3 S4", sticks=two),
        **more,  # type: ignore[arg-type]
    )


def test_booklet_example_of_a_confrontation() -> None:
    """Booklet, page 4: 5 points and a Naga against 11 and a Naga; S1 takes two brown sticks; 5 to 4."""
    scene = Scene(
        player(1, hand="R5 S1", laying=True),
        player(2, hand="R3 R4 C1", laying=True),
        stage="choose",
        throws=[(2, 3, 4, 4, 3, 3, 1, 3)],
    )
    scene.act(1, ChooseCards(("R5",)))
    thrown = the(scene.act(2, ChooseCards(("R3", "R4"))), e.SticksThrown)
    assert thrown.sticks[0] == ("white-2", "white-3", "white-N")
    assert thrown.sticks[1] == ("brown-4", "brown-3", "brown-3", "white-1", "green-N")
    assert (thrown.points, thrown.nagas) == ((5, 11), (1, 1))
    events = scene.act(1, SpendNaga("white-N", "S1"), DiscardSticks(("brown-3", "brown-4")))
    assert the(events, e.SticksDiscarded).total == 4
    events = scene.act(2, Pass())
    assert [(event.seat, event.by_himself) for event in of_type(events, e.Passed)] == [(2, True), (1, False)]
    won = the(events, e.TileWon)
    assert (won.seat, won.points, won.tie) == (1, (5, 4), False)


def test_nagaraja_naga_1_in_turn_from_the_guide_until_both_pass_in_a_row() -> None:
    scene = both("white-N white-N", "green-N green-N", guide=2, seat=2)
    assert scene.sitting.table.to_act == (2,)
    scene.act(2, Pass())
    assert scene.sitting.table.to_act == (1,)
    scene.act(1, SpendNaga("white-N", "S3"))
    assert scene.sitting.table.to_act == (2,), "who passed may act again when the other acted"
    scene.act(2, SpendNaga("green-N", "S3"))
    scene.act(1, Pass())
    events = scene.act(2, Pass())
    assert the(events, e.TileWon).points == (3, 3)
    assert scene.state.stage == "place"


def test_nagaraja_naga_1_only_sticks_with_a_naga_and_cards_of_the_hand() -> None:
    scene = both("white-N brown-2")
    assert scene.refused(1, SpendNaga("brown-2", "S3")) == "naga.1"
    assert scene.refused(1, SpendNaga("green-N", "S3")) == "naga.1"
    assert scene.refused(1, SpendNaga("white-N", "S4")) == "naga.1"
    assert scene.refused(1, PlaceTile("b3", 0)) == "naga.1"


def test_nagaraja_naga_1_the_table_passes_only_for_who_visibly_can_do_nothing() -> None:
    scene = Scene(
        player(1, hand="S3", sticks="white-N"), player(2, hand="S3", sticks="brown-1", amulets="A1")
    )
    events = scene.act(1, Pass())
    assert of_type(events, e.TileWon) == [], "an amulet that cannot be played must not show"
    assert scene.legal(2) == [Pass()]
    scene = Scene(player(1, hand="S3", sticks="white-N"), player(2, sticks="green-N"))
    events = scene.act(1, Pass())
    assert [(event.seat, event.by_himself) for event in of_type(events, e.Passed)] == [(1, True), (2, False)]


def test_nagaraja_naga_1_nobody_able_skips_the_phase() -> None:
    scene = Scene(player(1, hand="R3 C1", laying=True), player(2, hand="R3 C1", laying=True), stage="choose")
    scene.act(1, ChooseCards(("R3",)))
    events = scene.act(2, ChooseCards(("R3",)))
    assert len(of_type(events, e.ConfrontationSkipped)) == 1
    assert of_type(events, e.Passed) == []
    assert the(events, e.TileWon).tie


def test_nagaraja_naga_2_who_alone_has_nagas_uses_them_one_after_the_other() -> None:
    scene = both("white-N white-N", "brown-4")
    events = scene.act(1, SpendNaga("white-N", "S3"))
    assert [(event.seat, event.by_himself) for event in of_type(events, e.Passed)] == [(2, False)]
    passing = scene.sitting.log[-1]
    assert passing.rules == ("nagaraja.naga.1", "nagaraja.naga.2")
    assert scene.sitting.table.to_act == (1,)
    scene.act(1, SpendNaga("white-N", "C1"))
    assert scene.state.stage == "place"


def test_nagaraja_naga_3_the_card_lies_face_up_and_takes_effect_at_once() -> None:
    scene = both()
    events = scene.act(1, SpendNaga("white-N", "S3"))
    assert [type(event) for event in events[:4]] == [
        e.NagaSpent,
        e.CardActivated,
        e.FatePointsAdded,
        e.EffectCarriedOut,
    ]
    assert values(scene.state.used) == ["S3"]
    assert scene.view(None)["used"] == ["S3"]


def test_nagaraja_naga_3_no_legal_target_once_the_naga_is_paid() -> None:
    one = player(1, hand="S5 S1 T1 C3", sticks="white-N")
    scene = Scene(one, player(2, sticks="white-2"))
    assert scene.legal(1, SpendNaga) == []
    assert scene.refused(1, SpendNaga("white-N", "S5")) == "naga.3"
    more = player(1, hand="S5", sticks="white-N green-N")
    assert len(Scene(more, player(2)).legal(1, SpendNaga)) == 2, "the other stick may be thrown again"


def test_nagaraja_naga_3_in_a_game_that_is_stepped_in_place() -> None:
    arrays = arrays_of(RULESET, RULESET.newest.id, 2, {})
    rivals = (player(2), player(2, hand="T1", sticks="brown-1 white-2", tiles={"a3": "K4", "b3": "K1"}))
    piles: tuple[dict[str, object], ...] = ({}, {"deck": ()})
    sticks_and_more = (("white-N", ""), ("white-N green-N", ""), ("white-N brown-1", " T1"))
    for card, (sticks, more), rival, deck in product(BOX.card, sticks_and_more, rivals, piles):
        scene = Scene(player(1, hand=card + more, sticks=sticks), rival, **deck)  # type: ignore[arg-type]
        game = RULESET.stepper(Trial(RULESET, scene.state, NO_CHANCE))
        assert game is not None
        assert sorted(game.legal()) == list(arrays.numbers(scene.legal(1))), (card, sticks, more)


def test_nagaraja_naga_3_which_stick_pays_is_the_players_choice() -> None:
    scene = both("white-N green-N green-N")
    assert scene.legal(1, SpendNaga) == [
        SpendNaga(stick, card) for stick in ("green-N", "white-N") for card in ("C1", "S3")
    ]
    scene.act(1, SpendNaga("green-N", "S3"))
    assert scene.player(1).sticks == ("white-N", "green-N")


def test_nagaraja_naga_3_a_choice_is_taken_from_the_effect_under_way() -> None:
    scene = Scene(player(1, hand="S1", sticks="white-N"), player(2, sticks="brown-1 brown-2 brown-3"))
    scene.act(1, SpendNaga("white-N", "S1"))
    assert scene.legal(2) == []
    assert scene.refused(1, DiscardSticks(("brown-1",))) == "naga.3"
    assert scene.refused(1, DiscardSticks(("brown-2", "brown-1"))) == "naga.3"
    assert scene.refused(1, Pass()) == "naga.3"


def test_nagaraja_naga_4_a_spent_naga_changes_no_points() -> None:
    scene = both("white-N brown-4")
    before = scene.view(None)["players"][0]["fate_points"]
    spent = the(scene.act(1, SpendNaga("white-N", "C1")), e.NagaSpent)
    assert spent.stick == "white-N"
    assert scene.view(None)["players"][0]["fate_points"] == before == 4
    assert scene.view(None)["sticks"]["white"] == 37


def test_nagaraja_naga_4_discards_are_counted_and_never_listed() -> None:
    scene = both()
    scene.act(1, SpendNaga("white-N", "S3"))
    scene.act(2, Pass())
    assert scene.state.stage == "place"
    for viewer in (None, 1, 2):
        board = scene.view(viewer)
        assert board["piles"]["discards"] == 1
        assert "S3" not in str({**board, "players": [p["temple"] for p in board["players"]]})
    assert redact(scene.state, None).discards[0].value == "S3", "all have seen it; they may remember"


def test_nagaraja_win_1_more_points_win_and_a_tie_goes_to_the_guide() -> None:
    for one, two, guide, winner in (
        ("brown-4", "brown-3", 2, 1),
        ("brown-1", "brown-3", 1, 2),
        ("brown-3", "white-3", 2, 2),
        ("brown-3", "white-3", 1, 1),
    ):
        scene = both(f"{one} white-N", f"{two} white-N", guide=guide)
        scene.act(1, Pass())
        won = the(scene.act(2, Pass()), e.TileWon)
        assert won.seat == winner == scene.state.seat
        assert won.tie == (one[-1] == two[-1])


def test_nagaraja_win_1_cards_are_discarded_and_sticks_go_back() -> None:
    scene = both("white-N brown-1", "green-N")
    scene.act(1, SpendNaga("white-N", "S3"))
    scene.act(2, Pass())
    assert [p.sticks for p in scene.state.players] == [(), ()]
    assert [p.fate_points for p in scene.state.players] == [0, 0]
    assert scene.state.supply == {"brown": 37, "white": 37, "green": 37}
    assert values(scene.state.discards) == ["S3"]


def test_an_amulet_alone_keeps_a_player_in_the_confrontation() -> None:
    scene = Scene(player(1, amulets="A3"), player(2, sticks="brown-2"))
    assert scene.legal(1) == [PlayAmulet("A3"), Pass()]
    events = scene.act(1, PlayAmulet("A3"))
    assert the(events, e.TileWon).points == (3, 2)
