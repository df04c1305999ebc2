"""Encodes a view as a row of numbers of fixed length, each with a name ("clans/0/hand/axx").

A ruleset composes its encoding from the parts below, along the structure of its view (`Ruleset.encoding`). Numbers are not
scaled. Whatever is absent, or unknown to the viewer, is 0 everywhere. The view contains nothing else about it, so an array
cannot reveal more than the view that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

UNKNOWN = "unknown"
"""The name of the number that counts cards unknown to the viewer."""


class Part(NamedTuple):
    """`read` turns a thing, or None, into as many numbers as there are `names`."""

    names: tuple[str, ...]
    read: Callable[[Any], Sequence[float]]


def figure() -> Part:
    """A number, or whether something is true (1) or not (0)."""
    return Part(("",), lambda it: (float(it or 0),))


def one_of(names: Iterable[Any]) -> Part:
    """One-hot: 1 for the name that it equals, 0 for the others."""
    place, zeros = _numbered(names)

    def read(it: Any) -> Sequence[float]:
        row = zeros.copy()
        if it in place:
            row[place[it]] = 1.0
        return row

    return Part(tuple(map(str, place)), read)


def counts(names: Iterable[Any], unknown: bool = False) -> Part:
    """How many of each there are in a collection; with `unknown` also how many are None."""
    place, zeros = _numbered([*names, *([None] if unknown else [])])

    def read(them: Any) -> Sequence[float]:
        row = zeros.copy()
        for it in them or ():
            row[place[it]] += 1.0
        return row

    return Part(tuple(UNKNOWN if name is None else str(name) for name in place), read)


def row(length: int, part: Part) -> Part:
    """A sequence of at most `length` things, in order."""
    nothing = [0.0] * len(part.names)

    def read(them: Any) -> Sequence[float]:
        figures: list[float] = []
        for it in them or ():
            figures += nothing if it is None else part.read(it)
        return figures + nothing * (length - len(them or ()))

    return Part(_below({str(place): part for place in range(length)}), read)


def keyed(keys: Iterable[Any], part: Part) -> Part:
    """A dict with these keys, some of which may be missing."""
    parts = {str(key): part for key in keys}

    def read(them: Any) -> Sequence[float]:
        return [figure for key in parts for figure in part.read((them or {}).get(key))]

    return Part(_below(parts), read)


def fields(**parts: Part) -> Part:
    """These fields of a struct."""
    several, nothing = _below(parts), [0.0] * sum(len(part.names) for part in parts.values())

    def read(it: Any) -> Sequence[float]:
        if it is None:
            return nothing
        figures: list[float] = []
        for name, part in parts.items():
            figures += part.read(getattr(it, name))
        return figures

    return Part(several, read)


def made(make: Callable[[Any], Any], part: Part) -> Part:
    """The encoding of something derived from the thing."""
    return Part(part.names, lambda it: part.read(None if it is None else make(it)))


def both(**parts: Part) -> Part:
    """Several encodings of the same thing, side by side."""
    return Part(_below(parts), lambda it: [figure for part in parts.values() for figure in part.read(it)])


def _numbered(names: Iterable[Any]) -> tuple[dict[Any, int], list[float]]:
    place = {name: n for n, name in enumerate(dict.fromkeys(names))}
    return place, [0.0] * len(place)


def _below(parts: dict[str, Part]) -> tuple[str, ...]:
    return tuple(f"{above}/{name}" if name else above for above, part in parts.items() for name in part.names)
