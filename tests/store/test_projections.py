"""A kept projection's rows and how far it has come are one transaction."""

from __future__ import annotations

import pytest

from service.store import Conflict, Duplicate, Store

from .kit import answered, in_lobby


def test_a_projection_begins_at_0(store: Store) -> None:
    assert store.position("statistics") == 0


def test_rows_and_position_go_together(store: Store, opened) -> None:
    store.project("statistics", 5, [in_lobby("g", 1)])
    store.project("statistics", 9, [in_lobby("g", 2)])
    store.project("standings", 3, [])
    assert (opened().position("statistics"), store.position("standings")) == (9, 3)
    assert store.query("SELECT version FROM lobby") == [(2,)]


@pytest.mark.parametrize("position", [5, 4, 1])
def test_nothing_is_projected_twice(store: Store, position: int) -> None:
    store.project("statistics", 5, [in_lobby("g", 1)])
    with pytest.raises(Conflict):
        store.project("statistics", position, [in_lobby("g", 2)])
    assert store.query("SELECT version FROM lobby") == [(1,)]
    assert store.position("statistics") == 5


def test_a_statement_that_fails_keeps_the_position(store: Store) -> None:
    store.append("g", [], [answered("k")])
    with pytest.raises(Duplicate):
        store.project("statistics", 1, [in_lobby("g", 1), answered("k")])
    assert store.position("statistics") == 0
    assert store.query("SELECT * FROM lobby") == []
