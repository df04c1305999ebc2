"""Turns: laying cards, jokers, Free Spaces, dead cards."""

from __future__ import annotations

from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import CrownPattern, ExchangeDead, LayCard, Pass
from domain.rulesets.touche.components import FREE
from tests.rulesets.touche.situation import (
    BOARD,
    act,
    can_pass,
    crown,
    exchanges,
    fields_for,
    give,
    lay,
    of_type,
    pawns,
    pile,
    put,
    refused,
    sit,
    state,
)


def test_touche_turn_1_the_dealers_left_begins_and_play_goes_clockwise() -> None:
    sitting = sit(3, dealer=2)
    turns = []
    for _ in range(4):
        turns.append(sitting.table.to_act[0])
        act(sitting, sitting.legal(turns[-1])[0])
    assert turns == [3, 1, 2, 3]


def test_touche_turn_2_lay_place_and_draw_up_to_five() -> None:
    sitting = give(sit(), {1: ["KD", "2C", "3C", "4C", "5C"]})
    top = state(sitting).stacks[0][0]
    recorded = lay(sitting, "KD", "h8")
    assert [type(event) for event in recorded] == [e.CardLaid, e.PawnPlaced, e.CardDrawn, e.TurnEnded]
    game = state(sitting)
    assert game.used[0] == ("KD",)
    assert game.pawns == (BOARD.bit["h8"], 0)
    assert [card.value for card in game.hands[0]] == ["2C", "3C", "4C", "5C", top.value]
    assert game.seat == 2


def test_touche_turn_2_only_cards_of_the_hand_on_fields_that_show_them() -> None:
    sitting = give(sit(), {1: ["KD", "2C", "3C", "4C", "5C"]})
    assert fields_for(sitting, "KD") == ["d1", "h8"]
    assert refused(sitting, LayCard("QD", "d2")) == "touche.turn.2"
    assert refused(sitting, LayCard("KD", "d2")) == "touche.turn.2"
    assert refused(sitting, LayCard("KD", "a1")) == "touche.turn.2"
    assert refused(sitting, CrownPattern("square", ("d1", "e1", "d2", "e2"))) == "touche.done.2"


def test_touche_turn_2_the_winner_draws_no_more() -> None:
    sitting = pawns(give(sit(need={"square": 1}), {1: ["7D"]}), "d1 e1 d2")
    recorded = lay(sitting, "7D", "e2")
    assert [type(event) for event in recorded][-2:] == [e.PatternCrowned, e.GameEnded]
    assert not of_type(recorded, e.CardDrawn, e.BoardCleared)


def test_touche_turn_2_who_has_no_card_draws_before_his_turn_or_is_passed_over() -> None:
    sitting = pile(give(sit(3), {1: ["KD"], 2: [], 3: ["2S"]}), {2: ["3C"]}, {})
    recorded = lay(sitting, "KD", "d1")
    assert [(event.seat, event.stack) for event in of_type(recorded, e.CardDrawn)] == [(2, 0)]
    assert state(sitting).seat == 2
    sitting = pile(give(sit(3), {1: ["KD"], 2: [], 3: ["2S"]}), {}, {})
    recorded = lay(sitting, "KD", "d1")
    assert of_type(recorded, e.TurnPassed) == [e.TurnPassed(2, cards=0)]
    assert state(sitting).seat == 3


def test_touche_turn_3_a_field_with_a_pawn_is_not_free() -> None:
    sitting = pawns(give(sit(), {1: ["KD", "2C"]}), "d1", "b4")
    assert fields_for(sitting, "KD") == ["h8"]
    assert fields_for(sitting, "2C") == ["i9"]
    assert refused(sitting, LayCard("KD", "d1")) == "touche.turn.3"
    assert refused(sitting, LayCard("2C", "b4")) == "touche.turn.3"


def test_touche_joker_1_reaches_free_fields_and_pawns_of_other_sides() -> None:
    sitting = pawns(give(sit(), {1: ["joker"]}), "d1", "e1", crowns="f1")
    reached = fields_for(sitting, "joker")
    assert len(reached) == 104 - 2
    assert "e1" in reached
    assert refused(sitting, LayCard("joker", "d1")) == "touche.joker.1"
    assert refused(sitting, LayCard("joker", "c3")) == "touche.free.1"
    recorded = lay(sitting, "joker", "e1")
    assert of_type(recorded, e.PawnReplaced)[0].replaced == "turquoise"
    assert state(sitting).pawns == (BOARD.bits(["d1", "e1"]), 0)


def test_touche_joker_1_a_partners_pawn_is_ones_own() -> None:
    sitting = pawns(give(sit(4), {1: ["joker"]}), "d1")
    act(sitting, LayCard("joker", "e1"))
    put(sitting, seat=3, hands=(*state(sitting).hands[:2], state(give(sitting, {3: ["joker"]})).hands[2], ()))
    assert refused(sitting, LayCard("joker", "e1")) == "touche.joker.1"


def test_touche_free_1_only_as_the_last_field_of_a_counting_pattern() -> None:
    hand = ["2H", "joker", "9C"]
    nearly = pawns(give(sit(), {1: hand}), "b4 c4")
    assert refused(nearly, LayCard("2H", "c3")) == "touche.free.1"
    finishing = pawns(give(sit(), {1: hand}), "d3 c4 d4", "d1")
    assert [card for card in hand if "c3" in fields_for(finishing, card)] == hand
    other_set = pawns(give(sit(set="ts"), {1: hand}), "d3 c4 d4")
    assert refused(other_set, LayCard("2H", "c3")) == "touche.free.1"
    [crowned] = of_type(lay(finishing, "9C", "c3"), e.PatternCrowned)
    assert crowned.fields == ("c3", "d3", "c4", "d4")
    assert BOARD.fields[crowned.fields[0]] == FREE


def test_touche_free_1_dead_cards_open_it_too() -> None:
    sitting = pawns(give(sit(), {1: ["KD"]}), "d3 c4 d4 d1", "h8")
    assert fields_for(sitting, "KD") == ["c3"]
    assert exchanges(sitting) == [("KD",)]


def test_touche_free_1_a_crowned_space_and_a_second_space_stay_closed() -> None:
    crowned = crown(pawns(give(sit(), {1: ["2H"]}), "d3 d4"), 1, "straight", "c3 c4 c5 c6 c7")
    assert refused(crowned, LayCard("2H", "c3")) == "touche.pattern.5"
    two_spaces = BOARD.bits(["f5", "f6", "e7", "f7", "g7"])
    assert (two_spaces & BOARD.free).bit_count() == 2
    assert two_spaces not in state(crowned).places["t"].everywhere
    one_missing = pawns(give(sit(set="ts"), {1: ["2H"]}), "f5 f6 f7 g7")
    assert refused(one_missing, LayCard("2H", "e7")) == "touche.free.1"


def test_touche_dead_1_exchange_any_dead_cards_for_as_many_and_place_nothing() -> None:
    sitting = pawns(give(sit(), {1: ["QD", "KD", "KD", "joker", "2C"]}), "d1 d2", "h8", crowns="h9")
    assert exchanges(sitting) == [
        ("QD",),
        ("KD",),
        ("QD", "KD"),
        ("KD", "KD"),
        ("QD", "KD", "KD"),
    ]
    for wrong in (("2C",), ("joker",), ("QD", "QD"), ("3C",)):
        assert refused(sitting, ExchangeDead(wrong)) == "touche.dead.1"
    before = state(sitting)
    recorded = act(sitting, ExchangeDead(("KD", "KD")))
    assert [type(event) for event in recorded] == [e.CardsExchanged, e.CardDrawn, e.CardDrawn, e.TurnEnded]
    after = state(sitting)
    assert after.pawns == before.pawns
    assert after.used[0] == ("KD", "KD")
    assert [card.value for card in after.hands[0][:3]] == ["QD", "joker", "2C"]
    assert after.seat == 2


def test_touche_dead_1_is_compulsory_only_when_nothing_else_is_legal() -> None:
    dead = pawns(give(sit(), {1: ["KD"]}), "d1", "h8")
    assert dead.legal(1) == [ExchangeDead(("KD",))]
    assert refused(dead, Pass()) == "touche.stall.1"
    choice = pawns(give(sit(), {1: ["KD", "2C"]}), "d1", "h8")
    assert fields_for(choice, "2C")
    assert not can_pass(choice)
    assert refused(choice, Pass()) == "touche.stall.1"


def test_touche_dead_1_draws_no_more_than_was_laid() -> None:
    sitting = pawns(give(sit(), {1: ["KD", "2C"]}), "d1", "h8")
    recorded = act(sitting, ExchangeDead(("KD",)))
    assert len(of_type(recorded, e.CardDrawn)) == 1
    assert len(state(sitting).hands[0]) == 2
