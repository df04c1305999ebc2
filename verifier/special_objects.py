"""The forms of values with a special meaning, openings, throws and shuffles, and of plain data beside them (L2)."""

from __future__ import annotations

import itertools
from typing import Any

from .commitments import Commitments
from .problems import Failed

OPENINGS = ({"of", "to"}, {"of", "to", "value"})
THROW = {"epoch", "slot", "sides", "values"}
SHUFFLE = {"epoch", "slot", "order", "of", "refs"}


def check_opening(found: Commitments, i: int, node: dict[str, Any]) -> None:
    """Check the form of an opening, and that an earlier entry committed something at its place; Failed otherwise."""
    seats = node["to"]
    numbers = type(seats) is list and seats and all(type(seat) is int and seat >= 0 for seat in seats)
    if not numbers or any(a >= b for a, b in itertools.pairwise(seats)):
        raise Failed("it opens something to malformed seats, or not in ascending order", i)
    if (0 in seats) != ("value" in node):
        raise Failed("a value stands in an opening if and only if everybody (0) is to know it", i)
    if not found.holds(node["of"], i):
        raise Failed(f"it opens {node['of']!r}, where nothing was committed before", i)


def check_throw(node: Any, path: str, i: int) -> None:
    """Check the form of a throw, apart from its slot; Failed otherwise."""
    if type(node) is not dict or node.keys() != THROW:
        raise Failed(f"{path} is no throw", i)
    sides, values = node["sides"], node["values"]
    lists = type(sides) is list and type(values) is list and all(type(n) is int for n in [*sides, *values])
    if not lists or not sides or len(sides) != len(values) or any(n < 1 for n in sides):
        raise Failed(f"{path} is a malformed throw", i)


def check_shuffle(node: Any, path: str, i: int, least: int) -> None:
    """Check the form of a shuffle of at least so many places, apart from its slot and its contents; Failed otherwise."""
    if type(node) is not dict or node.keys() != SHUFFLE:
        raise Failed(f"{path} is no shuffle", i)
    order, of, refs = node["order"], node["of"], node["refs"]
    lists = all(type(places) is list for places in (order, of, refs))
    if not lists or any(type(ref) is not str for ref in refs):
        raise Failed(f"{path} is a malformed shuffle", i)
    once = len({*refs}) == len(refs)
    if (of and refs) or not once or len(order) != len(of) + len(refs) or len(order) < least:
        raise Failed(f"{path} is a malformed shuffle, or one of fewer than {least} places", i)


def check_shape(node: dict[str, Any], path: str, i: int) -> None:
    """An object at a place without special meaning in the table must not look like one with such a meaning."""
    if "..." in node or any(shape <= node.keys() for shape in (OPENINGS[0], THROW, SHUFFLE)):
        raise Failed(
            f"{path} looks like an opening, a throw, a shuffle or something hidden, and the table has none there",
            i,
        )


def check_plain(node: Any, path: str, i: int) -> None:
    """Plain data, without commitments, openings or draws."""
    if type(node) is dict:
        check_shape(node, path, i)
        if "_sd" in node:
            raise Failed(f"{path} commits something, and the table has nothing hidden there", i)
    for step, item in node.items() if type(node) is dict else enumerate(node if type(node) is list else ()):
        if type(item) in (list, dict):
            check_plain(item, f"{path}/{step}", i)
