"""The commitments, openings and draws of a log's entries, by their places.

A *place* is an entry number and a path in the entry, as in "4/d/order/7". A committed value
appears in the entry as a digest: for an array element in the element's own place, for an object member in the
object's "_sd".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .problems import Failed
from .tables import Kind
from .text import from_b64u

RESERVED = ("_sd", "...")
Slot = tuple[int, int]
"""(epoch, slot)"""
_PLACE = re.compile(r"(0|[1-9][0-9]{0,15})(/d(?:/[^/]+)+)")


class Opening(NamedTuple):
    """An opening of an entry: {"of", "to"[, "value"]}."""

    entry: int
    node: dict[str, Any]


class Draw(NamedTuple):
    """A throw or shuffle of an entry; `path` leads to its object `d`."""

    entry: int
    path: str
    d: dict[str, Any]

    @property
    def slot(self) -> Slot:
        return self.d["epoch"], self.d["slot"]

    @property
    def shuffles(self) -> bool:
        return "order" in self.d


class HiddenMembers(NamedTuple):
    """The hidden members of an object: their digests, and their kinds by name; None if the names are unknown.

    `public` are the names of the members that are not hidden.
    """

    digests: set[str]
    kinds: Mapping[str, Kind] | None
    public: frozenset[str] = frozenset()

    def may_be(self, name: object) -> bool:
        if self.kinds is not None:
            return name in self.kinds
        return type(name) is str and name not in self.public and name not in RESERVED

    def kind(self, name: str) -> Kind | None:
        return None if self.kinds is None else self.kinds[name]


@dataclass
class Commitments:
    """The contents of the entries, combined with the file's disclosures."""

    elements: dict[str, tuple[str, Kind | None]] = field(default_factory=dict)
    """Place of an array element -> its digest, and its kind if a table names one."""
    members: dict[str, HiddenMembers] = field(default_factory=dict)
    """Place of an object -> its hidden members."""
    opened: list[Opening] = field(default_factory=list)
    """In log order."""
    draws: list[Draw] = field(default_factory=list)
    """In log order, and within an entry in the order of slots."""
    values: dict[str, Any] = field(default_factory=dict)
    """Place -> value, for every disclosure of the file."""
    digests: set[str] = field(default_factory=set)

    def hide(self, place: str, digests: set[str], kinds: Mapping[str, Kind]) -> None:
        """An object whose hidden members the table names."""
        self.members[place] = HiddenMembers(digests, kinds)

    def hide_some(self, i: int, path: str, node: dict[str, Any]) -> None:
        """An object with hidden members whose names are known only from their disclosures."""
        digests = node["_sd"]
        if type(digests) is not list or not digests:
            raise Failed("a list of digests is malformed", i)
        known = {new_digest(self, i, digest) for digest in digests}
        if digests != sorted(known):
            raise Failed("a list of digests is not sorted", i)
        self.members[f"{i}{path}"] = HiddenMembers(known, None, frozenset(node))

    def holds(self, place: Any, before: int) -> bool:
        """Whether an earlier entry commits something there, as far as an undisclosed member's name is known."""
        match = _PLACE.fullmatch(place) if type(place) is str else None
        if match is None or int(match[1]) >= before:
            return False
        parent, _, last = place.rpartition("/")
        return place in self.elements or (parent in self.members and self.members[parent].may_be(last))

    def card(self, place: str, unknown: Any = None) -> Any:
        """The value at a place; in a hand that was committed again, what the card *is*."""
        value = self.values.get(place, unknown)
        return value["is"] if anew(value) else value


def anew(value: Any) -> bool:
    """Whether this is a card of a hand that was committed again: its identity, and its earlier place."""
    return type(value) is dict and value.keys() == {"is", "was"}


def new_digest(found: Commitments, i: int, digest: Any) -> str:
    """A digest that occurs nowhere else in the log; Failed otherwise."""
    try:
        from_b64u(digest if type(digest) is str else "", 32)
    except ValueError as error:
        raise Failed(f"a digest is malformed: {error}", i) from error
    if digest in found.digests:
        raise Failed("it commits the same digest twice", i)
    found.digests.add(digest)
    return str(digest)
