"""Shapes of objects, and the objects of an entry's data that have a meaning of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from verifier.problems import Failed
from verifier.text import from_b64, from_b64u

Test = Callable[[Any], bool]
Shape = dict[str, Test]

OPENINGS = ({"of", "to"}, {"of", "to", "value"})
THROW = {"epoch", "slot", "sides", "values"}
SHUFFLE = {"epoch", "slot", "order", "of", "refs"}


def is_a(kind: type) -> Test:
    return lambda value: type(value) is kind


def number(low: int = 0, high: float = float("inf")) -> Test:
    return lambda value: type(value) is int and low <= value <= high


def texts(value: Any) -> bool:
    return type(value) is list and all(type(item) is str for item in value)


def base64url(size: int) -> Test:
    return lambda value: type(value) is str and _decodes(from_b64u, value, size)


def base64s(count: int | None = None) -> Test:
    """A list of hashes in standard base64, of this length if one is named."""
    return lambda value: (
        texts(value)
        and (count is None or len(value) == count)
        and all(_decodes(from_b64, item, 32) for item in value)
    )


def _decodes(read: Callable[[str, int], bytes], text: str, size: int) -> bool:
    try:
        return len(read(text, size)) == size
    except ValueError:
        return False


def fits(
    value: Any, shape: Shape, what: str, entry: int | None = None, optional: Shape | None = None
) -> None:
    """Exactly these members, and perhaps optional ones, each of its kind; Failed otherwise."""
    if type(value) is not dict:
        raise Failed(f"{what} is no object", entry)
    allowed = shape | (optional or {})
    for name, good in allowed.items():
        if (name in value and not good(value[name])) or (name not in value and name in shape):
            raise Failed(f"{what}: the member {name!r} is missing or malformed", entry)
    if value.keys() - allowed.keys():
        raise Failed(f"{what} has unknown members {sorted(value.keys() - allowed.keys())}", entry)


def objects_in(node: Any, path: str = "/d") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of an entry's data with its path. What stands inside an opening is plain, and is passed over."""
    if type(node) is dict:
        yield path, node
        if node.keys() in OPENINGS:
            return
    for step, item in node.items() if type(node) is dict else enumerate(node):
        if type(item) in (list, dict):
            yield from objects_in(item, f"{path}/{step}")
