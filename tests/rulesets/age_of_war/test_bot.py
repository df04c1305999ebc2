"""The greedy bot takes what is worth most, waits when that is better, and beats random play."""

from __future__ import annotations

import random

import pytest

from conformance.kit import Sitting, at_random, greedily
from domain.ruleset import Action
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from tests.rulesets.age_of_war.situation import deal, dice, legal, lying, sit, state


def choice(sitting: Sitting, chosen: int = 0) -> Action:
    seat = sitting.table.to_act[0]
    return RULESET.greedy(state(sitting), seat, legal(sitting), lambda n: chosen % n)


def test_it_throws_when_there_is_nothing_else_to_do() -> None:
    assert choice(sit()) == RollDice()


def test_it_fills_with_the_fewest_dice() -> None:
    sitting = lying(sit(), "112333", siege="matsuyama", line_1="D")
    assert choice(sitting) in [FillLine("matsuyama", n, dice(d)) for n in (2, 3) for d in ("13", "23", "33")]


def test_it_begins_with_the_hard_line_when_the_dice_for_it_lie_there() -> None:
    sitting = lying(deal(sit(), {}, centre="takahashi kumamoto"), "1223CCC")
    assert choice(sitting) == FillLine("takahashi", 1, dice("CC"))


def test_it_conquers_when_it_can() -> None:
    sitting = lying(sit(), "ACD", siege="gifu", line_1="D", line_2="A")
    assert choice(sitting) == FillLine("gifu", 3, dice("C"))


def test_it_sets_a_die_aside_when_a_new_throw_promises_more() -> None:
    """A daimyo on Gifu's line would win one point; six dice for Kasugayama are worth more."""
    sitting = lying(deal(sit(), {1: "kitanosho"}, centre="gifu kasugayama"), "111122D")
    assert choice(sitting) == SetAside()


def test_it_steals_to_break_and_complete_clans() -> None:
    sitting = deal(sit(), {1: "edo kiyosu", 2: "inuyama"}, centre="odani marugame")
    assert choice(lying(sitting, "12AACDD")) in [
        FillLine("inuyama", 2, dice("AA")),
        FillLine("inuyama", 0, dice("D")),
    ]


def test_it_ends_a_game_that_it_wins() -> None:
    sitting = deal(sit(), {1: "edo", 2: "kiyosu"}, centre="odani")
    assert choice(lying(sitting, "123333D")) == FillLine("odani", 1, dice("1333"))


def test_it_ends_a_game_that_it_wins_by_the_clan_completed_last() -> None:
    sitting = deal(sit(), {1: "kitanosho gifu"}, {2: "mori shimazu"}, centre="kasugayama")
    assert choice(lying(sitting, "1AACCDD")) in [
        FillLine("kasugayama", 1, dice("AA")),
        FillLine("kasugayama", 2, dice("CC")),
    ]


def test_it_does_not_end_a_game_that_it_loses() -> None:
    sitting = deal(sit(), {1: "gifu"}, {2: "shimazu"}, centre="odani")
    assert choice(lying(sitting, "1123333")) == SetAside()


def test_ties_are_broken_by_choose() -> None:
    sitting = lying(deal(sit(), {}, centre="kasugayama odani"), "11AACCD")
    assert {choice(sitting, n) for n in (0, 1)} == {
        FillLine("kasugayama", 1, dice("AA")),
        FillLine("kasugayama", 2, dice("CC")),
    }


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_it_beats_random_play(seats: int) -> None:
    won = 0
    for n in range(12):
        sitting, rng, bot = sit(seats, f"duel-{n}"), random.Random(n), 1 + n % seats
        while sitting.table.status == "playing":
            seat = sitting.table.to_act[0]
            player = greedily if seat == bot else at_random
            sitting.act(seat, player(RULESET, state(sitting), seat, sitting.legal(seat), rng))
        assert sitting.table.outcome is not None
        won += sitting.table.outcome.winners == (bot,)
    assert won >= 11


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_games_of_greedy_bots_are_short(seats: int) -> None:
    games = [sit(seats, f"short-{n}").play_out(greedily, n) for n in range(12)]
    assert all(game.table.outcome.reason == "last-castle" for game in games if game.table.outcome)
    turns = sorted(state(game).turn for game in games)
    assert 15 <= turns[6] <= 50
