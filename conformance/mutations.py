"""Actions that look right and are not legal: what has to be refused, whatever a schema before it keeps out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from domain.ruleset import Action, Ruleset

WRONG = 15
OUT_OF_RANGE = 1 << 40


def mutations(
    ruleset: Ruleset[Any], met: Sequence[Action], legal: Sequence[Action], rng: random.Random
) -> list[Action]:
    """Some dozens of actions that are not in `legal`: empty, met at other times, or changed in one field."""
    allowed = set(legal)
    others = rng.sample(list(met), min(len(met), WRONG))
    changed = [new for action in (*others, *legal[:WRONG]) for new in _changed(action, met, rng)]
    candidates = dict.fromkeys([*map(empty_one, ruleset.actions), *others, *changed])
    return [action for action in candidates if action not in allowed]


def _changed(action: Action, met: Sequence[Action], rng: random.Random) -> Iterator[Action]:
    """The action with one field replaced: by another action's, by a neighbour, by an empty, repeated or rearranged tuple."""
    names = action.__struct_fields__
    if not names:
        return
    name = rng.choice(names)
    relatives = [a for a in met if type(a) is type(action)]
    values = [getattr(rng.choice(relatives), name), *_neighbours(getattr(action, name), rng)]
    for value in values:
        yield msgspec.structs.replace(action, **{name: value})


@cache
def empty_one(cls: type[Action]) -> Action:
    """The action of a type that names nothing: no cards, no words, zero. Schemas may keep it out; rules have to as well."""
    hints = get_type_hints(cls)
    return cls(**{name: _nothing(hints[name]) for name in cls.__struct_fields__})


def _nothing(hint: Any) -> Any:
    origin = get_origin(hint) or hint
    return get_args(hint)[0] if origin is Literal else origin()


def _neighbours(value: Any, rng: random.Random) -> list[Any]:
    """The values next to this one, and those that nobody should ever ask for."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 0, -value, OUT_OF_RANGE]
    if isinstance(value, str):
        return ["", value + value]
    if isinstance(value, tuple) and value:
        members = [(*value[:-1], new) for new in _neighbours(value[-1], rng)]
        rearranged = [value[::-1], tuple(rng.sample(value, len(value)))]
        return [
            (),
            value[1:],
            (*value, value[0]),
            value[:1] * len(value),
            value + value,
            *rearranged,
            *members,
        ]
    return []


def changed_event(event: Any, rng: random.Random) -> Any | None:
    """The event with one of its public numbers or flags changed; None when it has none."""
    numbers = [n for n in event.__struct_fields__ if type(getattr(event, n)) in (int, bool)]
    if not numbers:
        return None
    name = rng.choice(numbers)
    value = getattr(event, name)
    return msgspec.structs.replace(event, **{name: not value if isinstance(value, bool) else value + 1})
