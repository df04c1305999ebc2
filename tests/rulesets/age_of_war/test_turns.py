"""A turn: throwing, filling lines, setting dice aside, and its end."""

from __future__ import annotations

from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.components import FACES
from tests.rulesets.age_of_war.situation import (
    BOX,
    act,
    aside,
    attackable,
    cited,
    deal,
    dice,
    fill,
    fillings,
    legal,
    load,
    lying,
    put,
    refused,
    sit,
    state,
    throw,
)


def test_war_turn_1_a_turn_begins_with_all_seven_dice() -> None:
    sitting = load(sit(), "CADAAC3")
    assert legal(sitting) == [RollDice()]
    assert refused(sitting, SetAside()) == "war.turn.1"
    assert refused(sitting, FillLine("gifu", 2, dice("A"))) == "war.turn.1"
    (rolled,) = throw(sitting)
    assert isinstance(rolled, e.DiceRolled)
    assert (rolled.seat, rolled.dice) == (1, dice("3AAACCD"))
    assert state(sitting).dice == rolled.dice
    assert cited(sitting, e.DiceRolled) == {"war.card.2", "war.turn.1"}


def test_war_turn_1_all_faces_fall_about_equally_often() -> None:
    sitting, seen = sit(seed="faces"), dict.fromkeys(FACES, 0)
    for _ in range(200):
        (rolled,) = throw(sitting)
        assert isinstance(rolled, e.DiceRolled)
        for face in rolled.dice:
            seen[face] += 1
        put(sitting, dice=(), to_throw=7)
    assert all(1400 / 6 * 0.75 < n < 1400 / 6 * 1.25 for n in seen.values())


def test_war_turn_2_fill_one_line_or_set_one_die_aside_but_do_not_throw() -> None:
    sitting = lying(sit(), "11222DD")
    assert refused(sitting, RollDice()) == "war.turn.2"
    assert SetAside() in legal(sitting)
    fill(sitting, "gifu", 1, "D")
    assert legal(sitting) == [RollDice()]
    assert refused(sitting, FillLine("gifu", 2, dice("A"))) == "war.turn.4"


def test_war_turn_2_a_die_set_aside_is_lost_and_the_others_are_thrown() -> None:
    sitting = load(sit(), "11222DD", "AAACC3")
    throw(sitting)
    assert aside(sitting) == [e.DieSetAside(1, 6)]
    assert (state(sitting).to_throw, state(sitting).set_aside, state(sitting).dice) == (6, 1, ())
    assert legal(sitting) == [RollDice()]
    assert refused(sitting, SetAside()) == "war.turn.2"
    throw(sitting)
    assert state(sitting).dice == dice("3AAACC")
    assert cited(sitting, e.DiceRolled) == {"war.card.2", "war.turn.2"}


def test_war_turn_2_setting_aside_is_one_action_whatever_lies_there() -> None:
    assert legal(lying(sit(), "1CC")).count(SetAside()) == 1
    assert legal(lying(sit(), "1")) == [SetAside()]


def test_war_turn_2_dice_set_aside_come_back_in_the_next_turn() -> None:
    sitting = lying(sit(), "1")
    aside(sitting)
    assert (state(sitting).to_throw, state(sitting).set_aside) == (7, 0)


def test_war_turn_3_castles_of_the_centre_and_of_other_players() -> None:
    sitting = deal(sit(3), {1: "gifu", 2: "kiyosu", 3: "inuyama marugame"}, {3: "uesugi"})
    lying(sitting, "123ACCD")
    own, locked, out_of_reach = {"gifu"}, {"kasugayama", "kitanosho"}, {"odani"}
    assert attackable(sitting) == set(BOX.castle) - own - locked - out_of_reach
    assert fillings(sitting, "kiyosu")[0] == (0, dice("D"))
    fill(sitting, "inuyama", 0, "D")
    assert cited(sitting, e.LineFilled) == {"war.turn.2", "war.turn.3", "war.line.1", "war.steal.1"}


def test_war_turn_3_never_an_own_castle_nor_one_in_a_stack() -> None:
    sitting = lying(deal(sit(), {1: "gifu"}, {1: "tokugawa", 2: "uesugi"}), "AACCDD1")
    assert refused(sitting, FillLine("gifu", 1, dice("D"))) == "war.turn.3"
    assert refused(sitting, FillLine("inuyama", 1, dice("D"))) == "war.turn.3"
    assert refused(sitting, FillLine("kasugayama", 1, dice("AA"))) == "war.turn.3"
    assert refused(sitting, FillLine("krakow", 1, dice("AA"))) == "war.turn.3"


def test_war_turn_4_the_dice_left_over_are_thrown_again_without_loss() -> None:
    sitting = load(sit(), "AAC3211", "CC123")
    throw(sitting)
    assert fill(sitting, "kasugayama", 1, "AA") == [e.LineFilled(1, "kasugayama", None, 1, dice("AA"), 1, 5)]
    assert (state(sitting).to_throw, state(sitting).set_aside) == (5, 0)
    throw(sitting)
    assert state(sitting).dice == dice("123CC")
    assert cited(sitting, e.DiceRolled) == {"war.card.2", "war.turn.4"}


def test_war_turn_4_all_later_dice_go_to_the_same_castle() -> None:
    sitting = lying(sit(), "13CCD", siege="kasugayama", line_1="AA")
    assert attackable(sitting) == {"kasugayama"}
    assert refused(sitting, FillLine("gifu", 1, dice("D"))) == "war.turn.4"
    assert "Kasugayama" in str(sitting.refusal(1, FillLine("gifu", 1, dice("D"))))
    fill(sitting, "kasugayama", 2, "CC")
    assert "war.turn.4" in cited(sitting, e.LineFilled)


def test_war_turn_4_a_throw_after_a_line_cites_the_line_whatever_was_set_aside_before() -> None:
    sitting = load(sit(), "AAC3211", "AACC12", "1CCD")
    throw(sitting)
    aside(sitting)
    throw(sitting)
    fill(sitting, "kasugayama", 1, "AA")
    throw(sitting)
    assert sitting.log[-1].rules == ("war.turn.4", "war.card.2")


def test_war_turn_4_a_die_may_be_set_aside_during_a_siege() -> None:
    sitting = load(lying(sit(), "13CCD", siege="kasugayama", line_1="AA"), "11CC")
    assert SetAside() in legal(sitting)
    aside(sitting)
    throw(sitting)
    assert cited(sitting, e.DiceRolled) == {"war.card.2", "war.turn.2"}
    assert attackable(sitting) == {"kasugayama"}
    assert state(sitting).filled_lines == (1,)


def test_war_turn_5_the_turn_ends_with_the_conquest_whatever_dice_are_left() -> None:
    sitting = lying(sit(), "13CCD", siege="kasugayama", line_1="AA")
    recorded = fill(sitting, "kasugayama", 2, "CC")
    assert [type(event) for event in recorded] == [e.LineFilled, e.CastleConquered, e.TurnEnded]
    assert recorded[-1] == e.TurnEnded(1, True, 2)
    assert state(sitting).seat == 2


def test_war_turn_5_the_turn_ends_when_the_last_die_is_set_aside() -> None:
    sitting = lying(sit(), "C")
    turn = state(sitting).turn
    assert aside(sitting) == [e.DieSetAside(1, 0), e.TurnEnded(1, False, 2)]
    assert (state(sitting).seat, state(sitting).turn) == (2, turn + 1)
    assert legal(sitting) == [RollDice()]


def test_war_turn_5_the_turn_ends_when_the_last_die_is_on_a_line() -> None:
    sitting = lying(sit(), "AA", siege="inuyama")
    assert fill(sitting, "inuyama", 2, "AA")[1:] == [e.TurnEnded(1, False, 2)]


def test_war_turn_5_no_progress_is_kept() -> None:
    sitting = lying(sit(), "1", siege="kasugayama", line_1="AA")
    aside(sitting)
    game = state(sitting)
    assert (game.siege, game.filled, game.to_throw) == (None, (), 7)
    assert "kasugayama" in game.centre
    lying(sitting, "AACCDD1")
    assert fillings(sitting, "kasugayama") == [(1, dice("AA")), (2, dice("CC"))]


def test_war_turn_5_there_is_no_pass_a_hopeless_turn_is_played_out() -> None:
    sitting, throws = load(sit(), "1111111", "111111", "11111", "1111", "111", "11", "1"), 0
    while state(sitting).seat == 1:
        throw(sitting)
        assert state(sitting).seat == 1
        act(sitting, legal(sitting)[-1])
        throws += 1
    assert throws == 7
