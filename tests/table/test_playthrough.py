"""The figures of a decision: they tell choices and views apart, and name the first that differs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from conformance.kit import Sitting
from domain.hidden import Viewer
from domain.ruleset import Action
from domain.rulesets.romans import RULESET, Romans
from domain.rulesets.romans.state import State
from domain.table.playthrough import Decision, decision_at, first_difference


class Stricter(Romans):
    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return [*super().choices(state, seat)][seat == 2 :]


class Reordered(Romans):
    def choices(self, state: State, seat: int) -> Sequence[Action]:
        return [*super().choices(state, seat)][::-1]


class Blind(Romans):
    def view(self, state: State, viewer: Viewer) -> Any:
        return {} if viewer == 1 else super().view(state, viewer)


def sit(ruleset: Romans) -> Sitting:
    return Sitting(ruleset, 2, ruleset.options(), "decision")


def decision(ruleset: Romans) -> Decision:
    table = sit(ruleset).table
    return decision_at(ruleset, table.version, table.game, 2)


def test_every_seat_to_act_has_its_choices_and_everybody_a_view() -> None:
    found = decision(RULESET)
    legal = {str(seat): len(sit(RULESET).legal(seat)) for seat in (1, 2)}
    assert {seat: choices.number for seat, choices in found.choices.items()} == legal
    assert list(found.views) == ["1", "2", "spectator"]
    assert len(set(found.views.values())) == 3, "each of them sees something else"
    assert found == decision(RULESET)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (Stricter(), "the choices of seat 2 were"),
        (Reordered(), "the choices of seat 1 were"),
        (Blind(), "the view of seat 1 was"),
    ],
)
def test_the_first_difference_is_named(changed: Romans, said: str) -> None:
    was = decision(RULESET)
    assert first_difference(was, was) is None
    difference = first_difference(was, decision(changed))
    assert difference is not None
    assert difference.startswith(said)


def test_a_seat_that_is_not_to_act_any_more_is_a_difference() -> None:
    was = decision(RULESET)
    now = Decision(was.version, {"1": was.choices["1"]}, was.views)
    number = was.choices["2"].number
    difference = first_difference(was, now)
    assert difference is not None
    assert difference.startswith(f"the choices of seat 2 were {number} ")
    assert difference.endswith("and are none today")
