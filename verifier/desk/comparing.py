"""Where a document says something else than what was derived for it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..problems import Failed
from ..text import same


class OneOf(NamedTuple):
    """A value of which only the operator knows which of these it is."""

    values: tuple[str, ...]


class Underived(NamedTuple):
    """A value that needs rules and sentences (B3): here only its kind is compared."""

    kind: type


def check_same(derived: Any, given: Any, path: str) -> None:
    """Failed at the first member that differs."""
    if isinstance(derived, OneOf):
        if given not in derived.values:
            raise Failed(f"{path} is none of {', '.join(derived.values)}")
    elif isinstance(derived, Underived):
        if type(given) is not derived.kind:
            raise Failed(f"{path} is malformed")
    elif type(derived) is dict:
        _check_members(derived, given, path)
    elif type(derived) is list:
        if type(given) is not list or len(given) != len(derived):
            raise Failed(f"{path} does not have the {len(derived)} items that the log makes it have")
        for n, (item, its) in enumerate(zip(derived, given, strict=True)):
            check_same(item, its, f"{path}/{n}")
    elif not same(derived, given):
        raise Failed(f"{path} is {_short(given)}, and the log makes it {_short(derived)}")


def _check_members(derived: dict[str, Any], given: Any, path: str) -> None:
    if type(given) is not dict:
        raise Failed(f"{path} is no object")
    if missing := sorted(derived.keys() - given.keys()):
        raise Failed(f"{path} has no {missing[0]!r}, and the log makes it have one")
    if more := sorted(given.keys() - derived.keys()):
        raise Failed(f"{path} has {more[0]!r}, which the log does not make it have")
    for name in sorted(derived):
        check_same(derived[name], given[name], f"{path}/{name}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
