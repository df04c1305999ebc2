"""Names of places on boards."""

from __future__ import annotations

import pytest

from projections.places import is_place

VIEW = {"hands": {1: ["a"]}, "deck": (None,)}


@pytest.mark.parametrize("name", ["view:hands:1", "view:hands:1:0", "view:deck:0"])
def test_members_of_a_view_are_places_by_their_names_in_json(name: str) -> None:
    assert is_place((), VIEW, name)


@pytest.mark.parametrize(
    "name", ["view", "view:hands:2", "view:deck:1", "view:deck:-1", "view:hands:1:0:a", "deck:0"]
)
def test_others_are_none(name: str) -> None:
    assert not is_place((), VIEW, name)
