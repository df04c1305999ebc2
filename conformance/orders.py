"""Legal actions as another client might send them: the members of their sets in other orders, or other members."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from domain.ruleset import Action
from domain.unordered import Unordered


def other_orders(action: Action, most: int) -> Iterator[Action]:
    """The action with each of its sets in every order; in some orders only where a set has more than `most` members."""
    for one in action.unordered:
        members = _members(action, one)
        for order in dict.fromkeys(permutations(members) if len(members) <= most else _some(members)):
            yield _with(action, one, order)


def another_number(action: Action) -> Iterator[Action]:
    """Each set with a member twice that is there once, without one, and with one repeated in the place of another."""
    for one in action.unordered:
        members = _members(action, one)
        if not members:
            continue
        yield _with(action, one, (members[-1], *members[1:-1], members[-1]))
        if len(one.fields) == 1:
            yield _with(action, one, members[1:])
            yield _with(action, one, (members[-1], *members))


def _members(action: Action, one: Unordered) -> tuple[Any, ...]:
    if len(one.fields) > 1:
        return tuple(getattr(action, field) for field in one.fields)
    members: tuple[Any, ...] = getattr(action, one.fields[0])
    return members


def _with(action: Action, one: Unordered, members: tuple[Any, ...]) -> Action:
    if len(one.fields) > 1:
        return replace(action, **dict(zip(one.fields, members, strict=True)))
    return replace(action, **{one.fields[0]: members})


def _some(members: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Backwards, each turn of the row, and each two neighbours exchanged."""
    yield members[::-1]
    for place in range(len(members)):
        yield members[place:] + members[:place]
        yield (*members[:place], *members[place : place + 2][::-1], *members[place + 2 :])
