"""Completed patterns, rounds, stalls and the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.kit import Sitting, at_random
from domain.rulesets.touche import RULESET
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import CrownPattern, ExchangeDead, LayCard, Pass
from domain.rulesets.touche.options import ToucheOptions
from domain.rulesets.touche.state import Crowned, Pattern
from tests.rulesets.touche.matches import never_completing
from tests.rulesets.touche.situation import (
    BOARD,
    act,
    give,
    lay,
    of_type,
    pawns,
    pile,
    put,
    refused,
    sit,
    state,
    stuck,
)
from tests.soaking import sampled

FAR = "a5 b5 a6"


def outcome(sitting: Sitting) -> Any:
    assert sitting.table.outcome is not None
    return sitting.table.outcome


def test_touche_done_1_the_pattern_is_crowned_and_all_other_pawns_leave() -> None:
    sitting = pawns(give(sit(), {1: ["7D", "2C"]}), f"d1 e1 d2 {FAR}", "h1 i1")
    before = state(sitting)
    recorded = lay(sitting, "7D", "e2")
    assert [type(event) for event in recorded] == [
        e.CardLaid,
        e.PawnPlaced,
        e.PatternCompleted,
        e.PatternCrowned,
        e.BoardCleared,
        *[e.CardDrawn] * 4,
        e.TurnEnded,
    ]
    game = state(sitting)
    assert of_type(recorded, e.BoardCleared)[0].pawns == (3, 2)
    assert (game.pawns, game.crowns) == ((0, 0), BOARD.bits(["d1", "e1", "d2", "e2"]))
    assert game.crowned == (Crowned(0, "square", ("d1", "e1", "d2", "e2")),)
    assert game.round == 2
    assert game.hands[1] == before.hands[1]
    assert game.stacks[1] == before.stacks[1]


def test_touche_done_2_of_two_squares_the_player_chooses_one() -> None:
    sitting = pawns(give(sit(), {1: ["7D"]}), "d1 e1 d2 f1 f2")
    recorded = lay(sitting, "7D", "e2")
    assert type(recorded[-1]) is e.PatternCompleted
    assert sitting.table.to_act == (1,)
    left, right = ("d1", "e1", "d2", "e2"), ("e1", "f1", "e2", "f2")
    assert sitting.legal(1) == [CrownPattern("square", left), CrownPattern("square", right)]
    assert refused(sitting, CrownPattern("square", right[::-1])) == "touche.done.2"
    assert refused(sitting, CrownPattern("t", right)) == "touche.done.2"
    assert refused(sitting, LayCard("7D", "e2")) == "touche.done.2"
    act(sitting, CrownPattern("square", right))
    assert state(sitting).crowned == (Crowned(0, "square", right),)
    assert state(sitting).pawns == (0, 0)


def test_touche_done_2_five_of_a_longer_row() -> None:
    sitting = pawns(give(sit(set="straights"), {1: ["4C"]}), "b4 c4 e4 f4 g4")
    lay(sitting, "4C", "d4")
    assert [action.fields for action in sitting.legal(1)] == [
        ("b4", "c4", "d4", "e4", "f4"),
        ("c4", "d4", "e4", "f4", "g4"),
    ]


def test_touche_done_3_patterns_outside_the_set_change_nothing() -> None:
    sitting = pawns(give(sit(set="straights"), {1: ["7D"]}), "d1 e1 d2")
    recorded = sitting.act(1, LayCard("7D", "e2"))
    assert not of_type([it.event for it in recorded], e.PatternCompleted, e.BoardCleared)
    [placed] = [it for it in recorded if isinstance(it.event, e.PawnPlaced)]
    assert "touche.done.3" in placed.rules
    assert placed.event.in_vain == (Pattern("square", ("d1", "e1", "d2", "e2")),)
    assert state(sitting).pawns[0] == BOARD.bits(["d1", "e1", "d2", "e2"])


def test_touche_done_3_a_pattern_in_vain_beside_one_that_counts_is_named() -> None:
    sitting = pawns(give(sit(set="straights"), {1: ["7D"]}), "d1 e1 d2 f2 g2 h2")
    recorded = lay(sitting, "7D", "e2")
    assert of_type(recorded, e.PawnPlaced)[0].in_vain == (Pattern("square", ("d1", "e1", "d2", "e2")),)
    assert of_type(recorded, e.PatternCrowned)[0].kind == "straight"


def test_touche_done_3_a_kind_already_made_does_not_count_again() -> None:
    kinds = {"square": 1, "t": 1, "cross": 1}
    sitting = pawns(give(sit(set="three-different", need=kinds), {1: ["7D"]}), "d1 e1 d2")
    put(sitting, crowned=(Crowned(0, "square", ("h8", "i8", "h9", "i9")),))
    assert not of_type(lay(sitting, "7D", "e2"), e.PatternCompleted)
    theirs = pawns(give(sit(set="three-different", need=kinds), {1: ["7D"]}), "d1 e1 d2")
    put(theirs, crowned=(Crowned(1, "square", ("h8", "i8", "h9", "i9")),))
    assert of_type(lay(theirs, "7D", "e2"), e.PatternCompleted)


def test_touche_done_4_who_completed_it_begins_the_next_round() -> None:
    sitting = pawns(give(sit(3), {1: ["7D"]}), "d1 e1 d2")
    recorded = lay(sitting, "7D", "e2")
    assert recorded[-1] == e.TurnEnded(1, 1)
    assert sitting.table.to_act == (1,)


def test_touche_end_1_the_first_side_with_its_whole_set_wins_at_once() -> None:
    sitting = pawns(give(sit(4), {1: ["7D"]}), "d1 e1 d2")
    made = [Crowned(0, "square", (f"a{n}",)) for n in (4, 5, 6)] + [Crowned(1, "square", ("l4",))]
    put(sitting, crowned=tuple(made))
    ended = lay(sitting, "7D", "e2")[-1]
    assert isinstance(ended, e.GameEnded)
    assert (ended.winner, ended.patterns) == ("yellow", (4, 1))
    assert outcome(sitting).winners == (1, 3)
    assert outcome(sitting).ranking == ((1, 3), (2, 4))
    assert outcome(sitting).reason == "set-completed"
    assert sitting.table.to_act == ()


def crowded(keep: str) -> str:
    """All card fields but these, to be crowned; and all Free Spaces."""
    return " ".join(name for name in BOARD.names if name not in keep.split())


@pytest.mark.parametrize(("theirs", "winner"), [(0, "yellow"), (1, None), (2, "turquoise")])
def test_touche_end_2_when_no_pattern_can_be_made_most_patterns_win(theirs: int, winner: str | None) -> None:
    sitting = sit(need={"square": 9})
    pawns(give(sitting, {1: ["7D"]}), "d1 e1 d2", crowns=crowded("d1 e1 d2 e2 a4"))
    put(sitting, crowned=(Crowned(1, "square", ("l4",)),) * theirs)
    ended = lay(sitting, "7D", "e2")[-1]
    assert isinstance(ended, e.GameEnded)
    assert (ended.reason, ended.winner) == ("no-place-left", winner)
    winners = {None: (), "yellow": (1,), "turquoise": (2,)}[winner]
    assert outcome(sitting).winners == winners


def test_touche_end_2_a_place_that_any_side_can_use_keeps_the_game_going() -> None:
    kinds = {"square": 1, "t": 1, "cross": 1}
    sitting = sit(set="three-different", need=kinds)
    pawns(give(sitting, {1: ["7D"]}), "d1 e1 d2", crowns=crowded("d1 e1 d2 e2 h8 i8 h9 i9"))
    assert not of_type(lay(sitting, "7D", "e2"), e.GameEnded)


def test_touche_stall_1_three_circles_without_a_pawn_clear_the_board() -> None:
    sitting = stuck()
    recorded = act(sitting, ExchangeDead(("KD",)))
    assert [type(event) for event in recorded][-3:] == [e.TurnEnded, e.RoundStalled, e.BoardCleared]
    game = state(sitting)
    assert (game.pawns, game.seat, game.round, game.idle) == ((0, 0, 0), 2, 2, 0)


@pytest.mark.parametrize("seats", RULESET.traits.seats)
def test_touche_stall_1_each_player_has_three_turns_at_every_table(seats: int) -> None:
    for idle in (3 * seats - 2, 3 * seats - 1):
        stalled = of_type(act(stuck(seats, idle=idle), ExchangeDead(("KD",))), e.RoundStalled)
        assert [it.turns for it in stalled] == [3 * seats] * (idle == 3 * seats - 1)


def test_touche_stall_1_a_pawn_on_the_board_starts_the_count_again() -> None:
    sitting = put(give(sit(), {1: ["KD"]}), idle=5)
    assert not of_type(lay(sitting, "KD", "d1"), e.RoundStalled)
    assert state(sitting).idle == 0


def test_touche_stall_2_the_tenth_stalled_round_running_ends_the_game() -> None:
    sitting = stuck(stalls=10 - 1, crowned=(Crowned(2, "square", ("l4",)),))
    ended = act(sitting, ExchangeDead(("KD",)))[-1]
    assert isinstance(ended, e.GameEnded)
    assert outcome(sitting).reason == "stalled"
    assert outcome(sitting).winners == (3,)
    crowning = pawns(give(put(sit(), stalls=9), {1: ["7D"]}), "d1 e1 d2")
    lay(crowning, "7D", "e2")
    assert state(crowning).stalls == 0


def test_touche_stall_2_the_table_says_how_many_rounds_may_stall() -> None:
    for limit in (1, 3):
        sitting = stuck(options=ToucheOptions(set_choice="agreed", stalled_rounds=limit), stalls=limit - 1)
        recorded = act(sitting, ExchangeDead(("KD",)))
        [stalled] = of_type(recorded, e.RoundStalled)
        assert (stalled.running, stalled.limit) == (limit, limit)
        assert outcome(sitting).reason == "stalled"
        assert outcome(sitting).winners == ()
    endless = stuck(options=ToucheOptions(set_choice="agreed", stalled_rounds=0), stalls=200)
    [stalled] = of_type(act(endless, ExchangeDead(("KD",))), e.RoundStalled)
    assert (stalled.running, stalled.limit) == (201, 0)
    assert endless.table.status == "playing"


def test_touche_end_2_a_table_without_limit_and_without_cards_has_nothing_left_to_make() -> None:
    sitting = pile(give(sit(3, stalled_rounds=0), {1: ["KD"], 2: [], 3: []}), {}, {})
    recorded = lay(sitting, "KD", "d1")
    assert len(of_type(recorded, e.RoundStalled)) == 1
    assert outcome(sitting).reason == "no-place-left"


def test_touche_stall_1_who_can_do_nothing_passes() -> None:
    everywhere = " ".join(name for name in BOARD.names if BOARD.fields[name] != "free")
    sitting = pawns(give(sit(set="straights"), {1: ["joker"]}), crowns=everywhere)
    assert sitting.legal(1) == [Pass()]
    recorded = act(sitting, Pass())
    assert recorded == [e.TurnPassed(1, cards=1), e.TurnEnded(1, 2)]
    assert state(sitting).idle == 1


def test_touche_stall_2_nobody_with_a_card_ends_the_game() -> None:
    sitting = pile(give(sit(3), {1: ["KD"], 2: [], 3: []}), {}, {})
    recorded = lay(sitting, "KD", "d1")
    assert isinstance(recorded[-1], e.GameEnded)
    assert outcome(sitting).reason == "stalled"


@pytest.mark.parametrize("seats", sampled([2, 3, 4], 3))
def test_touche_stall_2_ends_games_of_bots_that_never_complete_a_pattern(seats: int) -> None:
    sitting = sit(seats, set="ts")
    for _ in sitting.play(never_completing, random.Random(seats), RULESET.traits.longest):
        pass
    assert sitting.table.status == "finished"


def test_touche_tournament_1_completed_patterns_bring_points_by_kind() -> None:
    sitting = pawns(give(sit(4, need={"square": 1}), {1: ["7D"]}), "d1 e1 d2")
    put(sitting, crowned=tuple(Crowned(1, kind, ("l4",)) for kind in ("t", "straight", "cross")))
    lay(sitting, "7D", "e2")
    assert outcome(sitting).scores == {"1": 10, "2": 55, "3": 10, "4": 55}
    assert outcome(sitting).details == {
        "patterns": {"yellow": {"square": 1}, "turquoise": {"t": 1, "straight": 1, "cross": 1}},
        "points": {"yellow": 10, "turquoise": 55},
    }


def test_touche_tournament_1_the_table_of_points_is_an_option() -> None:
    sitting = pawns(give(sit(need={"square": 1}, points={"square": 3}), {1: ["7D"]}), "d1 e1 d2")
    put(sitting, crowned=(Crowned(1, "t", ("l4",)),))
    recorded = lay(sitting, "7D", "e2")
    assert of_type(recorded, e.PatternCrowned)[0].points == 3
    assert outcome(sitting).scores == {"1": 3, "2": 0}


def test_touche_tournament_1_the_deal_can_pass_on() -> None:
    for dealer in (1, 2, 3):
        sitting = sit(3, dealer=dealer)
        assert not of_type([it.event for it in sitting.log], e.DealerDrawn)
        assert sitting.table.to_act == (dealer % 3 + 1,)


def test_touche_tournament_1_the_dealer_of_the_next_game_sits_to_the_left() -> None:
    for dealer in (1, 2, 3):
        sitting = sit(3, dealer=dealer)
        options = sitting.ruleset.next_options(3, sitting.ruleset.options(dealer=dealer), sitting.table.game)
        assert options.dealer == dealer % 3 + 1
    never_begun = sitting.ruleset.next_options(3, sitting.ruleset.options(), None)
    assert never_begun.dealer == 0


def test_completed_patterns_are_named_in_the_event() -> None:
    sitting = pawns(give(sit(), {1: ["7D"]}), "d1 e1 d2")
    [completed] = of_type(lay(sitting, "7D", "e2"), e.PatternCompleted)
    assert completed.patterns == (Pattern("square", ("d1", "e1", "d2", "e2")),)


def test_random_games_of_teams_have_one_winning_side() -> None:
    sitting = sit(4, "teams").play_out(at_random)
    assert outcome(sitting).winners in ((1, 3), (2, 4))
