"""Shapes of objects: their members, and the kind of each."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from .problems import Failed
from .text import MAX_INTEGER, from_b64, from_b64u

Test = Callable[[Any], bool]
Shape = dict[str, Test]


def is_a(kind: type) -> Test:
    return lambda value: type(value) is kind


def number(low: int = 0, high: int = MAX_INTEGER) -> Test:
    return lambda value: type(value) is int and low <= value <= high


def one_of(values: Collection[str]) -> Test:
    return lambda value: type(value) is str and value in values


def texts(value: Any) -> bool:
    return type(value) is list and all(type(item) is str for item in value)


def base64url(size: int) -> Test:
    return lambda value: type(value) is str and _decodes(from_b64u, value, size)


def base64s(count: int | None = None) -> Test:
    """A list of hashes in standard base64, of this length if given."""
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
    value: Any,
    shape: Shape,
    what: str,
    entry: int | None = None,
    optional: Shape | None = None,
    closed: bool = True,
) -> None:
    """Exactly these members, and optional ones, each of its kind; Failed otherwise. Others are allowed unless `closed`."""
    if type(value) is not dict:
        raise Failed(f"{what} is no object", entry)
    allowed = shape | (optional or {})
    for name, good in allowed.items():
        if (name in value and not good(value[name])) or (name not in value and name in shape):
            raise Failed(f"{what}: the member {name!r} is missing or malformed", entry)
    if closed and value.keys() - allowed.keys():
        raise Failed(f"{what} has unknown members {sorted(value.keys() - allowed.keys())}", entry)


def holds(value: dict[str, Any], shape: Shape, what: str, entry: int | None = None) -> None:
    """The members of an object that are present are valid; Failed otherwise."""
    for name, good in shape.items():
        if name in value and not good(value[name]):
            raise Failed(f"{what}: the member {name!r} is missing or malformed", entry)
