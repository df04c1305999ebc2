"""Seats and sides, the draw for the deal, the choice of sets, the deal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from conformance.kit import Sitting
from domain.hidden import redact
from domain.ruleset import BadSetup
from domain.rulesets.touche import ARROW, RULESET
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import ChooseSet, LayCard
from domain.rulesets.touche.components import JOKER
from domain.rulesets.touche.options import Need, ToucheOptions
from tests.rulesets.touche.situation import act, of_type, refused, sit, state

PACK = state(sit()).box.pack


def logged(sitting: Sitting, *types: type) -> list[Any]:
    return of_type([it.event for it in sitting.log], *types)


def bad(seats: int, **options: Any) -> str:
    """The option that is refused."""
    with pytest.raises(BadSetup) as refusal:
        RULESET.check(seats, msgspec.convert(options, ToucheOptions))
    assert refusal.value.rule in RULESET.clauses
    return refusal.value.field


@pytest.mark.parametrize(
    ("seats", "pairs", "sides"),
    [
        (2, False, "yellow turquoise"),
        (3, False, "yellow turquoise violet"),
        (4, False, "yellow turquoise yellow turquoise"),
        (4, True, "yellow turquoise yellow turquoise"),
        (6, False, "yellow turquoise yellow turquoise yellow turquoise"),
        (6, True, "yellow turquoise violet yellow turquoise violet"),
    ],
)
def test_touche_setup_1_sides_sit_alternately(seats: int, pairs: bool, sides: str) -> None:
    RULESET.check(seats, ToucheOptions(teams_of_two=pairs, dealer=seats))
    assert RULESET.sides(seats, ToucheOptions(teams_of_two=pairs)) == tuple(sides.split())
    players = RULESET.view(redact(sit(seats, teams_of_two=pairs).table.game, None), None).players
    assert [player.colour for player in players] == sides.split()


def test_touche_setup_1_five_do_not_play_and_pairs_need_four_or_six() -> None:
    assert 5 not in RULESET.traits.seats
    assert [bad(seats, teams_of_two=True) for seats in (2, 3)] == ["teams_of_two"] * 2
    with pytest.raises(BadSetup, match=r"^Pairs are for 4 or 6 seats\.$") as refusal:
        RULESET.check(3, ToucheOptions(teams_of_two=True))
    assert (refusal.value.field, refusal.value.rule) == ("teams_of_two", "touche.setup.1")


def test_touche_setup_2_the_highest_card_deals_and_ties_and_jokers_draw_again() -> None:
    again = set()
    for n in range(60):
        draws = logged(Sitting(RULESET, 3, ToucheOptions(), f"deal-{n}"), e.DealerDrawn)
        drawing, holds = (1, 2, 3), dict[int, str]()
        for event in draws:
            assert event.seats == drawing
            holds |= dict(zip(event.seats, event.cards, strict=True))
            jokers = tuple(seat for seat in holds if holds[seat] == JOKER)
            if not jokers:
                best = max(PACK.rank(face) for face in holds.values())
                holds = {seat: face for seat, face in holds.items() if PACK.rank(face) == best}
            drawing = jokers or tuple(holds)
            again.add("joker" if jokers else "tie" if len(drawing) > 1 else "dealer")
        assert draws[-1].dealer == drawing[0]
        assert [event.dealer for event in draws[:-1]] == [None] * (len(draws) - 1)
    assert again == {"joker", "tie", "dealer"}


def test_touche_setup_2_the_pack_is_dealt_round_from_the_dealers_left() -> None:
    sitting = sit(4, dealer=2)
    [dealt] = logged(sitting, e.CardsDealt)
    game = state(sitting)
    assert sorted(card.value for card in dealt.draw.order) == sorted(PACK.cards)
    assert [len(stack) for stack in game.stacks] == [22, 22, 23, 23]
    for n, seat in enumerate((3, 4, 1, 2)):
        mine = dealt.draw.order[n::4]
        assert [card.ref for card in game.hands[seat - 1]] == [card.ref for card in mine[:5]]
        assert game.stacks[seat - 1] == mine[5:]


def test_touche_setup_2_nobody_sees_a_stack_or_another_hand() -> None:
    game = state(sit(3))
    for viewer in (None, 1, 2, 3):
        known = redact(game, viewer)
        assert all(card.value is None for stack in known.stacks for card in stack)
        players = RULESET.view(known, viewer).players
        assert [None not in player.hand for player in players] == [seat == viewer for seat in (1, 2, 3)]


def test_touche_set_1_the_dealer_chooses_for_all_before_the_deal() -> None:
    sitting = sit(3, set_choice="dealer", dealer=2)
    assert sitting.table.to_act == (2,)
    legal = sitting.legal(2)
    assert len(legal) == 8
    assert ChooseSet("three-different", ("square", "t", "cross")) in legal
    assert refused(sitting, ChooseSet("three-different", ("t", "square", "cross"))) == "touche.set.1"
    assert refused(sitting, ChooseSet("custom")) == "touche.set.1"
    assert refused(sitting, LayCard("KD", "d1")) == "touche.set.1"
    recorded = act(sitting, ChooseSet("ts"))
    assert of_type(recorded, e.SetChosen)[0].colours == ("yellow", "turquoise", "violet")
    assert of_type(recorded, e.CardsDealt)
    assert state(sitting).goals == ((Need("t", 3),),) * 3
    assert refused(sitting, ChooseSet("ts")) == "touche.set.1"


def test_touche_set_1_every_side_its_own_from_the_dealers_left() -> None:
    sitting = sit(6, set_choice="own", dealer=2)
    assert sitting.table.to_act == (3,)
    act(sitting, ChooseSet("squares"))
    assert sitting.table.to_act == (4,)
    assert not state(sitting).stacks[0]
    act(sitting, ChooseSet("three-different", ("t", "straight", "cross")))
    assert state(sitting).goals == (
        (Need("square", 4),),
        (Need("t", 1), Need("straight", 1), Need("cross", 1)),
    )
    assert sitting.table.to_act == (3,)
    assert state(sitting).stacks[0]


def test_touche_set_1_an_agreed_set_is_dealt_at_once_and_three_kinds_are_declared() -> None:
    assert state(sit(set="straights")).goals == ((Need("straight", 3),),) * 2
    open_kinds = sit(set="three-different")
    assert open_kinds.table.to_act == (2,)
    assert len(open_kinds.legal(2)) == 4
    named = sit(set="three-different", need={"square": 1, "t": 1, "cross": 1})
    assert {need.kind for need in state(named).goals[0]} == {"square", "t", "cross"}
    assert bad(2, set_choice="agreed", set="squares", need={"t": 2}) == "need"
    assert (
        bad(2, set_choice="agreed", set="three-different", need={"t": 2, "cross": 1, "square": 1}) == "need"
    )


def test_touche_set_2_other_counts_and_own_patterns() -> None:
    assert state(sit(need={"square": 6})).goals[0] == (Need("square", 6),)
    own = sit(set="custom", patterns=ARROW, need={"square": 1, "arrow": 2})
    assert set(state(own).goals[0]) == {Need("arrow", 2), Need("square", 1)}
    chosen = sit(set_choice="dealer", patterns=ARROW, need={"arrow": 2})
    assert ChooseSet("custom") in chosen.legal(2)


@pytest.mark.parametrize(
    ("shape", "need", "field"),
    [
        ([[0, 0], [0, 0]], {"mine": 1}, "patterns"),
        ([[0, 0], [0, 2]], {"mine": 1}, "patterns"),
        ([[0, 0], [0, 1]], {}, "need"),
    ],
)
def test_touche_set_2_own_patterns_are_checked(shape: Any, need: dict[str, int], field: str) -> None:
    assert bad(2, set_choice="agreed", set="custom", patterns={"mine": shape}, need=need) == field


def test_touche_set_2_shapes_have_two_to_nine_fields_and_names_are_known() -> None:
    for shape in ([[0, 0]], [[0, n] for n in range(10)]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"patterns": {"mine": shape}}, ToucheOptions)
    assert bad(2, need={"circle": 1}) == "need"
    assert bad(2, points={"circle": 1}) == "points"
    assert bad(2, patterns={"square-": [[0, 0], [0, 1]]}, need={}) == "need"
    assert bad(2, patterns={"cross": [[0, 0], [0, 1]]}, need={"cross": 1}) == "patterns"
    assert bad(2, dealer=3) == "dealer"
