"""Where a document says something else than what was derived for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from verifier.problems import Failed
from verifier.text import same


class OneOf(NamedTuple):
    """A value of which only the operator knows which of these it is."""

    values: tuple[str, ...]


def check_same(derived: Any, given: Any, path: str, besides: Collection[str] = ()) -> None:
    """Failed at the first member that differs. Members of objects that are named `besides` must be there, whatever they say."""
    if isinstance(derived, OneOf):
        if given not in derived.values:
            raise Failed(f"{path} is none of {', '.join(derived.values)}")
    elif type(derived) is dict:
        _check_members(derived, given, path, besides)
    elif type(derived) is list:
        if type(given) is not list or len(given) != len(derived):
            raise Failed(f"{path} does not have the {len(derived)} items that the log makes it have")
        for n, (item, its) in enumerate(zip(derived, given, strict=True)):
            check_same(item, its, f"{path}/{n}", besides)
    elif not same(derived, given):
        raise Failed(f"{path} is {_short(given)}, and the log makes it {_short(derived)}")


def _check_members(derived: dict[str, Any], given: Any, path: str, besides: Collection[str]) -> None:
    if type(given) is not dict:
        raise Failed(f"{path} is no object")
    if missing := sorted(derived.keys() - given.keys()):
        raise Failed(f"{path} has no {missing[0]!r}, and the log makes it have one")
    if more := sorted(given.keys() - derived.keys()):
        raise Failed(f"{path} has {more[0]!r}, which the log does not make it have")
    for name in sorted(derived.keys() - {*besides}):
        check_same(derived[name], given[name], f"{path}/{name}", besides)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
