"""The greedy bot completes what it can, blocks what it must, and beats random play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.kit import Sitting, at_random, greedily
from domain.hidden import AUDITOR, redact
from domain.ruleset import Action
from domain.rulesets.touche import RULESET, values
from domain.rulesets.touche.actions import ChooseSet, CrownPattern, ExchangeDead, LayCard
from domain.rulesets.touche.options import ToucheOptions
from domain.rulesets.touche.state import State
from engine.search import looks, search
from tests.rulesets.touche.situation import give, lay, pawns, sit, state


def choice(sitting: Sitting) -> Action:
    return RULESET.greedy(redact(state(sitting), 1), 1, sitting.legal(1), lambda n: 0)


def test_it_completes_a_pattern() -> None:
    assert choice(pawns(give(sit(), {1: ["2C", "7D", "9C"]}), "d1 e1 d2")) == LayCard("7D", "e2")


def test_it_lays_a_joker_to_complete_but_not_for_less() -> None:
    assert choice(pawns(give(sit(), {1: ["2C", "joker"]}), "d1 e1 d2")) == LayCard("joker", "e2")
    beginning = choice(give(sit(), {1: ["2C", "joker"]}))
    assert isinstance(beginning, LayCard)
    assert beginning.card == "2C"


def test_it_blocks_a_pattern_that_is_nearly_complete() -> None:
    assert choice(pawns(give(sit(), {1: ["2C", "7D", "9C"]}), "b5", "d1 e1 d2")) == LayCard("7D", "e2")


def test_it_prefers_its_own_pattern_to_blocking() -> None:
    sitting = pawns(give(sit(), {1: ["7D", "9C"]}), "a5 b5 b6", "d1 e1 d2")
    assert choice(sitting) == LayCard("9C", "a6")


def test_it_exchanges_dead_cards_when_nothing_is_tempting() -> None:
    sitting = pawns(give(sit(), {1: ["KD", "2C"]}), "d1", "h8")
    assert choice(sitting) == ExchangeDead(("KD",))


def test_it_beats_random_play() -> None:
    won = 0
    for n in range(12):
        sitting, rng = sit(2, f"duel-{n}"), random.Random(n)
        while sitting.table.status == "playing":
            seat = sitting.table.to_act[0]
            player = greedily if seat == 1 else at_random
            sitting.act(seat, player(RULESET, state(sitting), seat, sitting.legal(seat), rng))
        assert sitting.table.outcome is not None
        won += sitting.table.outcome.winners == (1,)
    assert won >= 10


def courses(sitting: Sitting) -> list[Action]:
    """What a search tries for the first seat."""
    return [course[0] for course in RULESET.promising(state(sitting), 1, sitting.legal(1), lambda n: 0)]


def test_a_search_tries_every_other_card_and_a_joker_where_none_of_them_goes() -> None:
    sitting = give(sit(), {1: ["2C", "7D", "joker"]})
    tried = [lay for lay in courses(sitting) if isinstance(lay, LayCard)]
    others = {LayCard("2C", "b4"), LayCard("2C", "i9"), LayCard("7D", "e2"), LayCard("7D", "g11")}
    assert {lay for lay in tried if lay.card != "joker"} == others
    jokers = {lay.field for lay in tried if lay.card == "joker"}
    assert len(jokers) == 6
    assert not jokers & {lay.field for lay in others}


def test_a_search_tries_a_joker_that_prevents_a_pattern_before_cards_that_do_nothing() -> None:
    hands = {1: ["2C", "3C", "4C", "7D", "joker"]}
    tried = courses(pawns(give(sit(), hands), "d1 e1 d2", "a5 b5 b6"))
    assert tried[:2] == [LayCard("7D", "e2"), LayCard("joker", "a6")]


def test_a_search_tries_each_pattern_that_may_be_crowned_and_one_exchange() -> None:
    sitting = pawns(give(sit(), {1: ["7D", "9C"]}), "d1 e1 d2 d3 e3")
    lay(sitting, "7D", "e2")
    assert {type(action) for action in courses(sitting)} == {CrownPattern}
    assert len(courses(sitting)) == len(sitting.legal(1)) == 2
    dead = pawns(give(sit(), {1: ["KD", "QD"]}), "d1 d2", "h8 h9")
    assert len(dead.legal(1)) == 3
    assert courses(dead) == [ExchangeDead(("QD", "KD"))]


def test_a_search_does_not_think_about_sets() -> None:
    choosing = Sitting(RULESET, 2, ToucheOptions(dealer=1), "sets")
    assert courses(choosing) == [ChooseSet("squares")]


def test_a_search_judges_positions_two_turns_of_each_player_later(monkeypatch: pytest.MonkeyPatch) -> None:
    pawns_judged: list[list[int]] = []

    def judge(_: Any, found: State) -> tuple[float, float]:
        pawns_judged.append([pawns.bit_count() for pawns in found.pawns])
        return 0.5, 0.5

    monkeypatch.setattr(type(RULESET), "outlook", judge)
    search(RULESET, state(sit()), 1, 2, random.Random(1), looks(20))
    assert len(pawns_judged) == 20
    assert all(it == [3, 2] for it in pawns_judged)


def outlook(sitting: Sitting) -> float:
    """The first seat's share."""
    return RULESET.outlook(state(sitting))[0]


def test_it_looks_well_for_who_is_nearer() -> None:
    hands = {1: ["7D", "9C"], 2: ["7D", "9C"]}
    assert outlook(pawns(give(sit(), hands))) == pytest.approx(0.5, abs=0.15)  # it is somebody's turn
    assert outlook(pawns(give(sit(), hands), "d1 e1 d2", "a5")) > 0.6
    assert outlook(pawns(give(sit(), hands), "a5", "d1 e1 d2")) < 0.4


def test_it_looks_better_with_the_cards_in_hand_that_are_lacking() -> None:
    without = outlook(pawns(give(sit(), {1: ["2C"], 2: ["2C"]}), "d1 e1", "a5 b5"))
    found = outlook(pawns(give(sit(), {1: ["7D"], 2: ["2C"]}), "d1 e1", "a5 b5"))
    joker = outlook(pawns(give(sit(), {1: ["joker"], 2: ["2C"]}), "d1 e1", "a5 b5"))
    assert without < found
    assert without < joker


def test_playouts_for_who_knows_the_order_of_the_stacks_go_beyond_it() -> None:
    """A seat's are shorter: it does not know what it will draw, and neither does the outlook."""
    dealt = state(sit())
    known, seen = (RULESET.horizon(dealt, viewer) for viewer in (AUDITOR, 1))
    assert known is not None
    assert seen is not None
    assert seen.actions < sum(map(len, dealt.stacks)) < known.actions
    assert RULESET.horizon(state(sit(3)), AUDITOR) is None


def test_the_figures_of_a_side_tell_whether_it_lacks_one_pattern_or_two() -> None:
    sitting, rng, lacked = sit(2, "figures"), random.Random(1), set[float]()
    while sitting.table.status == "playing":
        for row in values.rows(state(sitting)):
            figures = dict(zip(values.NAMES, row, strict=True))
            lacking, share = figures["patterns lacking"], figures["share of nearness"]
            assert (figures["one lacking"], figures["two lacking"]) == (lacking == 1, lacking == 2)
            assert figures["share of nearness, two lacking"] == share * (lacking == 2)
            lacked.add(lacking)
        seat = sitting.table.to_act[0]
        sitting.act(seat, greedily(RULESET, state(sitting), seat, sitting.legal(seat), rng))
    assert lacked >= {1, 2}
