"""The orders phase: the deal, placements in secret, withdrawing, sealing, undo (romans.orders)."""

import msgspec
import pytest

from conformance.kit import Sitting
from domain.hidden import redact
from domain.play import IllegalAction
from domain.rulesets.romans import RULESET
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import BOXES
from tests.rulesets.romans.scene import hand, lay, sitting


def refused(table: Sitting, seat: int, action: a.Action) -> str:
    with pytest.raises(IllegalAction) as refusal:
        table.act(seat, action)
    return refusal.value.rule


def other_view(table: Sitting, viewer: int | None, seat: int) -> dict[str, object]:
    game = redact(table.table.game, viewer)
    clans: list[dict[str, object]] = msgspec.to_builtins(RULESET.view(game, viewer))["clans"]
    return clans[seat - 1]


def test_romans_orders_1_seven_in_hand_two_lost_known_to_the_owner_only() -> None:
    table = sitting(2)
    own, others = other_view(table, 1, 1), other_view(table, 2, 1)
    assert sorted(own["hand"] + own["away"]) == sorted(BOXES["1"].deck)  # type: ignore[operator]
    assert (len(own["hand"]), len(own["away"])) == (7, 2)  # type: ignore[arg-type]
    assert (others["hand"], others["away"]) == ([None] * 7, [None] * 2)
    assert other_view(table, None, 1) == others


def test_romans_orders_1_cards_never_revealed_are_not_shown_by_any_event() -> None:
    table = sitting(2, seed="later").play_out()
    for logged in table.log:
        if isinstance(logged.event, e.WarriorsShuffled):
            seen = redact(logged.event, 3 - (logged.event.side.seat or 0))
            assert {card.value for card in seen.draw.order} == {None}


def test_romans_orders_2_the_seventh_is_discarded_face_down() -> None:
    table = sitting(2)
    warrior = hand(table, 1)[3]
    (logged,) = table.act(1, a.DiscardWarrior(warrior))
    assert logged.event.warrior.knowers == (1,)
    assert redact(logged.event, 2).warrior.value is None
    assert other_view(table, 1, 1)["seventh"] == [warrior]
    assert other_view(table, 2, 1)["seventh"] == [None]


def test_romans_orders_2_another_may_be_put_away_instead() -> None:
    table = sitting(2, seed="instead")
    first, second, *_ = hand(table, 1)
    table.act(1, a.DiscardWarrior(first))
    table.act(1, a.DiscardWarrior(second))
    own = other_view(table, 1, 1)
    assert own["seventh"] == [second]
    assert first in own["hand"]  # type: ignore[operator]


def test_romans_orders_2_only_what_is_in_hand_can_be_put_away() -> None:
    table = sitting(2)
    missing = next(w for w in BOXES["1"].deck if w not in hand(table, 1))
    assert refused(table, 1, a.DiscardWarrior(missing)) == "romans.orders.2"
    assert refused(table, 1, a.DiscardWarrior("caesar")) == "romans.orders.2"


def test_romans_orders_2_the_one_left_over_is_put_away_when_sealing() -> None:
    table = sitting(2)
    *six, seventh = hand(table, 1)
    lay(table, 1, six)
    events = [logged.event for logged in table.act(1, a.SealOrders())]
    assert [type(event) for event in events] == [e.SeventhDiscarded, e.OrdersSealed]
    assert events[0].warrior.value == seventh
    assert other_view(table, 1, 1)["seventh"] == [seventh]


def test_romans_orders_3_one_warrior_to_each_fort() -> None:
    table = sitting(2)
    first, second, *_ = hand(table, 1)
    table.act(1, a.PlaceWarrior(first, 3))
    assert refused(table, 1, a.PlaceWarrior(second, 3)) == "romans.orders.3"
    assert refused(table, 1, a.PlaceWarrior("caesar", 4)) == "romans.orders.3"
    assert refused(table, 1, a.WithdrawWarrior(4)) == "romans.orders.3"
    assert refused(table, 1, a.KeepAxx(True)) == "romans.orders.3"


def test_romans_orders_3_nothing_is_sealed_before_six_lie() -> None:
    table = sitting(2)
    lay(table, 1, hand(table, 1)[:5])
    assert refused(table, 1, a.SealOrders()) == "romans.orders.3"
    table.act(1, a.PlaceWarrior(hand(table, 1)[5], 6))
    assert a.SealOrders() in table.legal(1)


def test_romans_orders_3_others_learn_only_how_many_lie() -> None:
    table = sitting(3)
    warrior = hand(table, 2)[0]
    (logged,) = table.act(2, a.PlaceWarrior(warrior, 5))
    for viewer in (1, 3, None):
        seen = redact(logged.event, viewer)
        assert (seen.warrior.value, seen.fort.value, seen.placed) == (None, None, 1)
        view = other_view(table, viewer, 2)
        assert (view["orders"], view["placed"], view["sealed"]) == (None, 1, False)
        assert view["hand"] == [None] * 6
    assert other_view(table, 2, 2)["orders"] == [None, None, None, None, warrior, None]


def test_romans_orders_3_a_withdrawn_warrior_comes_back_in_secret() -> None:
    table = sitting(2)
    warrior = hand(table, 1)[0]
    table.act(1, a.PlaceWarrior(warrior, 2))
    table.act(2, a.PlaceWarrior(hand(table, 2)[0], 2))
    (logged,) = table.act(1, a.WithdrawWarrior(2))
    assert (logged.event.warrior.value, logged.event.fort.value, logged.event.placed) == (warrior, 2, 0)
    assert redact(logged.event, 2).warrior.value is None
    assert redact(logged.event, 2).fort.value is None
    assert other_view(table, 1, 1)["hand"] == hand(table, 1)


def test_romans_orders_3_sealing_commits_the_line_anew_in_the_order_of_the_forts() -> None:
    table = sitting(2)
    six = hand(table, 1)[:6]
    for fort in (4, 1, 6, 2, 5, 3):
        table.act(1, a.PlaceWarrior(six[fort - 1], fort))
    table.act(1, a.SealOrders())
    sealed = table.log[-1].event
    assert [card.value for card in sealed.line] == six
    assert {card.ref for card in sealed.line} == {f"{len(table.log) - 1}/d/line/{n}" for n in range(6)}
    assert table.table.to_act == (2,)
    lay(table, 2, hand(table, 2)[:6])
    revealed = next(
        lg.event for lg in table.act(2, a.SealOrders()) if isinstance(lg.event, e.WarriorsRevealed)
    )
    assert revealed.warriors[0].warrior.ref == sealed.line[0].ref


def test_romans_orders_3_the_attack_starts_when_the_last_player_seals() -> None:
    table = sitting(2, 1)
    for seat in (2, 1):
        assert table.table.game.clash == 0
        lay(table, seat, hand(table, seat)[:6])
        table.act(seat, a.SealOrders())
    assert table.table.game.clash >= 1


def test_romans_orders_3_the_order_of_arrival_changes_nothing() -> None:
    """Two seats lay their warriors one after the other, or by turns, or the other way about."""

    def after(turns: list[int]) -> object:
        table = sitting(2, seed="arrival")
        steps = {seat: iter([*enumerate(hand(table, seat)[:6], 1)]) for seat in (1, 2)}
        for seat in turns:
            fort, warrior = next(steps[seat])
            table.act(seat, a.PlaceWarrior(warrior, fort))
        return table.table.game

    first = after([1] * 6 + [2] * 6)
    assert after([2] * 6 + [1] * 6) == first
    assert after([1, 2] * 6) == first


def test_romans_orders_3_an_order_can_be_taken_back_while_nobody_else_acted() -> None:
    table = sitting(2)
    before = table.table.game
    table.act(1, a.PlaceWarrior(hand(table, 1)[0], 1))
    table.undo(1)
    assert table.table.game == before
    table.act(1, a.PlaceWarrior(hand(table, 1)[0], 1))
    table.act(2, a.PlaceWarrior(hand(table, 2)[0], 1))
    assert table.legal(1)[-1] == a.WithdrawWarrior(1)
    with pytest.raises(Exception, match="another seat"):
        table.undo(1)


def test_romans_orders_3_legal_orders_are_each_warrior_at_each_free_fort() -> None:
    table = sitting(2, seed="twins")
    cards = sorted(set(hand(table, 1)))
    placing = [action for action in table.legal(1) if isinstance(action, a.PlaceWarrior)]
    assert sorted(msgspec.structs.astuple(p) for p in placing) == sorted(
        (w, f) for w in cards for f in range(1, 7)
    )
    assert len(table.legal(1)) == 7 * len(cards)


def test_romans_clash_1_once_warriors_are_shown_sealing_cannot_be_taken_back() -> None:
    table = sitting(2, undo="consent")
    for seat in (1, 2):
        lay(table, seat, hand(table, seat)[:6])
        table.act(seat, a.SealOrders())
    assert table.table.undo.steps == ()
    assert table.table.undo.barrier in ("shown", "drawn")
