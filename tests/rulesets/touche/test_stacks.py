"""Stacks that run out, and what is known of cards."""

from __future__ import annotations

from collections import Counter

from domain.draws import Shuffle
from domain.hidden import EVERYBODY, redact
from domain.rulesets.touche import RULESET
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import ExchangeDead
from tests.rulesets.touche.situation import act, give, lay, of_type, pawns, pile, sit, state


def test_touche_stack_1_the_last_card_makes_the_dealer_refill_all_stacks() -> None:
    sitting = give(sit(3), {1: ["KD", "2C", "3C", "4C", "5C"]})
    pile(
        sitting, {1: ["6C"], 2: ["7C"], 3: ["8C", "9C"]}, {1: ["2H"], 2: ["3H", "4H"], 3: ["5H", "6H", "7H"]}
    )
    recorded = lay(sitting, "KD", "d1")
    [refilled] = of_type(recorded, e.StacksRefilled)
    assert (refilled.dealer, refilled.each, refilled.left_over) == (3, 2, 1)
    assert refilled.draw.of == ("2H", "KD", "3H", "4H", "5H", "6H", "7H")
    game = state(sitting)
    order = refilled.draw.order
    assert [card.ref for card in game.stacks[0]] == [order[0].ref, order[3].ref]
    assert [card.value for card in game.stacks[2][:2]] == ["8C", "9C"]
    assert [card.ref for card in game.stacks[2][2:]] == [order[2].ref, order[5].ref]
    assert game.used == ((), (), (order[6].value,))


def test_touche_stack_1_left_over_cards_are_open_and_the_others_known_to_nobody() -> None:
    sitting = give(sit(3), {1: ["KD", "2C", "3C", "4C", "5C"]})
    pile(sitting, {1: ["6C"], 2: ["7C"], 3: ["8C"]}, {2: ["2H", "3H", "4H", "5H"]})
    [refilled] = of_type(lay(sitting, "KD", "d1"), e.StacksRefilled)
    assert [card.knowers for card in refilled.draw.order] == [(), (), (), (EVERYBODY,), (EVERYBODY,)]
    assert isinstance(refilled.draw, Shuffle)
    known = redact(refilled, 1).draw.order
    assert [card.value is None for card in known] == [True, True, True, False, False]


def test_touche_stack_1_a_player_in_the_middle_of_drawing_goes_on() -> None:
    sitting = pawns(give(sit(), {1: ["QD", "KD", "KD", "2C", "3C"]}), "d1 d2 h8 h9")
    pile(sitting, {1: ["6C"], 2: ["7C"]}, {1: ["2H"], 2: ["3H", "4H"]})
    recorded = act(sitting, ExchangeDead(("QD", "KD", "KD")))
    assert [type(event) for event in recorded] == [
        e.CardsExchanged,
        e.CardDrawn,
        e.StacksRefilled,
        e.CardDrawn,
        e.CardDrawn,
        e.TurnEnded,
    ]
    assert len(state(sitting).hands[0]) == 5


def test_touche_stack_1_with_an_empty_stack_it_is_refilled_before_drawing() -> None:
    sitting = pile(give(sit(), {1: ["KD", "2C", "3C", "4C", "5C"]}), {2: ["7C"]}, {2: ["3H"]})
    recorded = lay(sitting, "KD", "d1")
    kinds = [type(event) for event in recorded]
    assert kinds.index(e.StacksRefilled) < kinds.index(e.CardDrawn)


def test_touche_stack_1_with_too_few_used_cards_hands_get_smaller() -> None:
    sitting = pile(give(sit(3), {1: ["KD", "2C"]}), {}, {2: ["3H"]})
    recorded = lay(sitting, "KD", "d1")
    assert not of_type(recorded, e.StacksRefilled, e.CardDrawn)
    assert [card.value for card in state(sitting).hands[0]] == ["2C"]


def test_touche_stack_1_without_a_draw_left_play_goes_on_to_its_end() -> None:
    sitting = sit(2, "few draws", draw_count=1, set="crosses").play_out()
    outcome = sitting.table.outcome
    assert outcome is not None
    refills = of_type([it.event for it in sitting.log], e.StacksRefilled)
    assert len(refills) <= 3


def test_refilled_cards_are_redrawn_among_themselves_only() -> None:
    sitting = sit(3, "leak")
    while not of_type([it.event for it in sitting.log], e.StacksRefilled):
        act(sitting, sitting.legal(sitting.table.to_act[0])[0])
    game = state(sitting)
    other = RULESET.redraw(game, 1, lambda n: n - 1)
    assert other.hands[0] == game.hands[0]
    assert other.stacks != game.stacks
    for ref_of in {card.ref.rpartition("/")[0] for stack in game.stacks for card in stack}:
        faces = [
            Counter(c.value for cs in (*g.stacks, *g.hands) for c in cs if c.ref.startswith(ref_of + "/"))
            for g in (game, other)
        ]
        assert faces[0] == faces[1]
