"""Actions that look right and are not legal: what `decide` has to refuse."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.ruleset import Action, Ruleset

WRONG = 15


def mutations(
    ruleset: Ruleset[Any], met: Sequence[Action], legal: Sequence[Action], rng: random.Random
) -> list[Action]:
    """Up to a few dozen well-formed actions that are not in `legal`: met at other times, or changed in one field."""
    allowed = set(legal)
    others = rng.sample(list(met), min(len(met), WRONG))
    changed = [new for action in (*others, *legal[:WRONG]) for new in _changed(ruleset, action, met, rng)]
    candidates = dict.fromkeys([*others, *changed])
    return [action for action in candidates if action not in allowed]


def _changed(
    ruleset: Ruleset[Any], action: Action, met: Sequence[Action], rng: random.Random
) -> Iterator[Action]:
    """The action with one field replaced by another action's, by a neighbour number, or by a rearranged tuple."""
    names = action.__struct_fields__
    if not names:
        return
    name = rng.choice(names)
    relatives = [a for a in met if type(a) is type(action)]
    values = [getattr(rng.choice(relatives), name), *_neighbours(getattr(action, name), rng)]
    for value in values:
        yield from _valid(ruleset, action, name, value)


def _neighbours(value: Any, rng: random.Random) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, tuple) and value:
        return [value[1:], value[::-1], (*value, value[0]), tuple(rng.sample(value, len(value)))]
    return []


def _valid(ruleset: Ruleset[Any], action: Action, name: str, value: Any) -> Iterator[Action]:
    """The changed action, if the API's schema would let it through."""
    data = {**msgspec.to_builtins(action), name: msgspec.to_builtins(value)}
    try:
        yield msgspec.convert(data, type(action))
    except msgspec.ValidationError:
        return


def changed_event(event: Any, rng: random.Random) -> Any | None:
    """The event with one of its public numbers or flags changed; None when it has none."""
    numbers = [n for n in event.__struct_fields__ if type(getattr(event, n)) in (int, bool)]
    if not numbers:
        return None
    name = rng.choice(numbers)
    value = getattr(event, name)
    return msgspec.structs.replace(event, **{name: not value if isinstance(value, bool) else value + 1})
