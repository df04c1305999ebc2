"""Slots of committed randomness: each serves one kind of draw, also when the game goes back and on another way."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from conformance.kit import Sitting
from domain.draws import DrawsUsedUp, Roll, Shuffle, Slots, Used, seeded_draws
from domain.hidden import Hidden
from domain.play import Play
from domain.rulesets.age_of_war import RULESET
from domain.table import decisions
from domain.table.fold import Fold
from domain.table.logged_draws import check_form
from domain.table.referee.events import StackReshuffled
from domain.table.state import Table

SLOTS = 8


def play(used: Used, epoch: int = 0, slot: int = 0) -> Play[Any]:
    folding = Fold(RULESET, Table(slots=Slots(epoch, slot, used)))
    return Play(folding, seeded_draws(b"slots", SLOTS))


def used(*draws: tuple[type, int, int]) -> Used:
    found = Used()
    for kind, epoch, slot in draws:
        found = found.with_slot(kind, epoch, slot, SLOTS)
    return found


def test_the_same_kind_takes_the_same_slot_again() -> None:
    again = play(used((Roll, 0, 0), (Shuffle, 0, 1)))
    assert again.roll([6]).slot == 0
    assert again.shuffle([1, 2]).slot == 1


def test_another_kind_takes_the_slot_after_the_highest_and_the_count_goes_on_there() -> None:
    other = play(used((Roll, 0, 0), (Roll, 0, 1), (Shuffle, 0, 4)))
    assert (other.shuffle([1, 2]).slot, other.roll([6]).slot) == (5, 6)


def test_the_highest_slot_counts_through_epochs() -> None:
    other = play(used((Shuffle, 0, 3), (Shuffle, 0, 7)), slot=3).roll([6])
    assert (other.epoch, other.slot) == (1, 0)
    last = used((Shuffle, 0, 0), (Roll, 3, 7))
    with pytest.raises(DrawsUsedUp):
        play(last).roll([6])


def test_a_table_remembers_what_its_slots_served() -> None:
    sitting = Sitting(RULESET, 2, RULESET.options(), "slots")
    before, seat = sitting.table, sitting.table.to_act[0]
    throw = sitting.legal(seat)[0]
    [thrown] = sitting.act(seat, throw)
    assert sitting.table.slots.used.throws == before.slots.used.throws | 1 << thrown.event.draw.slot  # type: ignore[attr-defined]
    shuffled = Used(shuffles=sitting.table.slots.used.throws)
    back = replace(before, slots=replace(before.slots, used=shuffled))
    fold = decisions.act(RULESET, back, seat, throw, sitting.draws)
    assert fold.recorded[0].event.draw.slot == thrown.event.draw.slot + 1  # type: ignore[attr-defined]


def test_a_stack_of_one_card_is_not_shuffled() -> None:
    """What a ruling shuffles again has two places at least; the shuffle of a ruleset's event may have one."""
    two = Shuffle(0, 5, (Hidden(1), Hidden(2)), refs=("1/a", "1/b"))
    one = Shuffle(0, 5, (Hidden(1),), refs=("1/a",))
    check_form(StackReshuffled(two.refs, two), 32)
    with pytest.raises(ValueError, match="malformed"):
        check_form(StackReshuffled(one.refs, one), 32)
