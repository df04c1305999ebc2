"""How the ruleset judges positions for who looks ahead."""

from __future__ import annotations

from typing import Any

import pytest

from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja.actions import ChooseCards
from tests.rulesets.nagaraja.scene import Scene, player


def share(scene: Scene) -> float:
    one, two = RULESET.outlook(scene.state)
    assert one + two == pytest.approx(1)
    return one


def test_equal_temples_and_hands_are_even_but_for_the_guide() -> None:
    assert share(Scene(player(1, "T1 T2"), player(2, "T1 T2"))) == pytest.approx(0.5, abs=0.06)


def test_who_sits_where_changes_nothing() -> None:
    temple: dict[str, Any] = {"tiles": {"b3": "K4", "a3": "K4"}, "relics": {"W2": "sacred-5"}}
    first = Scene(player(1, "T1", **temple), player(2, "S1 S2"), guide=1)
    second = Scene(player(1, "S1 S2"), player(2, "T1", **temple), guide=2)
    assert share(first) + share(second) == pytest.approx(1)


def test_cards_in_hand_are_worth_something() -> None:
    """So that a search does not spend all of them on one tile."""
    assert share(Scene(player(1, "T1 T2 S1"), player(2, "T1 T2"))) > 0.52


def test_a_temple_with_relics_is_worth_more_than_cards() -> None:
    temple = player(1, "T1", tiles={"b3": "K4", "a3": "K4"}, relics={"W2": "sacred-5"})
    assert share(Scene(temple, player(2, "S1 S2"))) > 0.5


def test_it_is_judged_between_rounds_only() -> None:
    scene = Scene(player(1, "T1 T2"), player(2, "S1 S2"), stage="choose")
    assert RULESET.settled(scene.state)
    scene.act(1, ChooseCards(("T1",)))
    assert not RULESET.settled(scene.state)
    assert not RULESET.settled(Scene(player(1, "T1"), player(2, "S1"), stage="confront").state)
