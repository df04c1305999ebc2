"""One change of a JSON tree, chosen by chance: members more, fewer, doubled, reordered, respelled, retyped, nested."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

Node = dict[str, Any] | list[Any]
NAMES = (
    *(
        "x",
        "_sd",
        "...",
        "of",
        "to",
        "value",
        "is",
        "was",
        "epoch",
        "slot",
        "sides",
        "values",
        "order",
        "refs",
    ),
    *("seat", "ruling", "rng", "request", "key", "bot", "table", "draw", "seen", "sig"),
    *("__proto__", "constructor", "toString", "hasOwnProperty", "", "é"),
)
"""Names of members that are added: without a meaning, with one elsewhere, and those that JavaScript's objects are born with,
and one that no entry may have."""
VALUES = (
    *(0, 1, -1, 7, 2**53 - 1, True, False, None, "", "x", "1/d/card", "fresh"),
    *([], [0], [1, 2], ["x"], {}, {"x": 1}),
)
WORDS = (
    "",
    "x",
    "fresh",
    "same",
    "constructor",
    "__proto__",
    "seat:1",
    "seat:12345678901234567",
    "table",
    "\ud800",
    "é",
)


def twisted(tree: Node, rng: random.Random, at: Callable[[tuple[Any, ...]], bool] = lambda path: True) -> str:
    """Change the tree in one place; what was done, and where. Only below paths that `at` allows."""
    path, node = rng.choice([found for found in _nodes(tree) if at(found[0])] or [((), tree)])
    ways = [*(_OF_OBJECTS if isinstance(node, dict) else _OF_LISTS)] if node else [_more]
    way = rng.choice(ways)
    return f"{way.__name__.strip('_')} {way(node, rng)} in /{'/'.join(map(str, path))}"


def renumbered(tree: Node, rng: random.Random) -> str:
    """Change one number in the tree into another, or else the tree as `twisted` does: its form mostly stays as it is."""
    numbers: list[tuple[Any, Any]] = [
        (node, step) for _, node in _nodes(tree) for step in _steps(node) if type(_at(node, step)) is int
    ]
    if not numbers:
        return twisted(tree, rng)
    node, step = rng.choice(numbers)
    node[step] = max(0, node[step] + rng.choice((-2, -1, -1, 1, 1, 2, 16)))
    return f"number {step} is {node[step]}"


def reordered(tree: Node, rng: random.Random) -> str:
    """Two neighbours in one list change places, or else the tree is changed as `twisted` does."""
    lists = [(path, node) for path, node in _nodes(tree) if isinstance(node, list) and len(node) > 1 and path]
    if not lists:
        return twisted(tree, rng)
    path, node = rng.choice(lists)
    n = rng.randrange(len(node) - 1)
    node[n], node[n + 1] = node[n + 1], node[n]
    return f"reordered {n} in /{'/'.join(map(str, path))}"


def _nodes(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Node]]:
    if isinstance(tree, dict | list):
        yield path, tree
        for step, item in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from _nodes(item, (*path, step))


def _steps(node: Any) -> list[Any]:
    return list(node) if isinstance(node, dict) else list(range(len(node)))


def _at(node: Any, step: Any) -> Any:
    return node[step]


def _step(node: Node, rng: random.Random) -> Any:
    return rng.choice(_steps(node))


def _more(node: Any, rng: random.Random) -> str:
    value = deepcopy(rng.choice(VALUES))
    if isinstance(node, list):
        node.insert(rng.randint(0, len(node)), value)
        return "an item"
    name = rng.choice([name for name in NAMES if name not in node])
    node[name] = value
    return name


def _fewer(node: Any, rng: random.Random) -> str:
    step = _step(node, rng)
    del node[step]
    return str(step)


def _replaced(node: Any, rng: random.Random) -> str:
    step = _step(node, rng)
    node[step] = deepcopy(rng.choice(VALUES))
    return str(step)


def _nested(node: Any, rng: random.Random) -> str:
    step = _step(node, rng)
    node[step] = rng.choice((lambda it: [it], lambda it: {"value": it}, lambda it: it))(node[step])
    for _ in range(rng.choice((0, 0, 15, 64))):
        node[step] = [node[step]]
    return str(step)


def _moved(node: Any, rng: random.Random) -> str:
    """The value of one member stands at another."""
    one, other = _step(node, rng), _step(node, rng)
    node[one], node[other] = node[other], node[one]
    return f"{one} and {other}"


def _renamed(node: Any, rng: random.Random) -> str:
    step, name = _step(node, rng), rng.choice(NAMES)
    node[name] = node.pop(step)
    return f"{step} to {name}"


def _doubled(node: Any, rng: random.Random) -> str:
    step = _step(node, rng)
    node.insert(rng.randint(0, len(node)), deepcopy(node[step]))
    return str(step)


def _nudged(node: Any, rng: random.Random) -> str:
    """A number is another, a text has other letters: what is read by its content more than by its form."""
    step = _step(node, rng)
    node[step] = _near(node[step], rng)
    return str(step)


def _near(value: Any, rng: random.Random) -> Any:
    if type(value) is bool or value is None:
        return not value
    if type(value) is int:
        return value + rng.choice((-2, -1, 1, 2, 1000))
    return _spelt(value, rng) if isinstance(value, str) else value


def _spelt(text: str, rng: random.Random) -> str:
    """Another text that a careless reader takes for the same, or any other one."""
    at = rng.randrange(len(text) + 1)
    return rng.choice(
        (
            text[:at] + rng.choice("A=+/-_ \n0é") + text[at:],
            text[:at] + text[at + 1 :],
            text[:at] + rng.choice("Bb01") + text[at + 1 :],
            text.swapcase(),
            text.replace("-", "+").replace("_", "/"),
            text + "=",
            rng.choice(WORDS),
        )
    )


_OF_OBJECTS = (_more, _fewer, _replaced, _nested, _moved, _renamed, _nudged, _nudged, _nudged)
_OF_LISTS = (_more, _fewer, _replaced, _nested, _moved, _doubled, _nudged, _nudged)
