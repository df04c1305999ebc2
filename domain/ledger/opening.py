"""Opens a whole log: entries with the values that its disclosures hold, each of which must have the committed digest.

Unlike `domain.table.reading`, nothing is judged here except that: who signed the head of a log vouches for the rest.
"""

from __future__ import annotations

import re
from binascii import a2b_base64
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import orjson

from domain.ledger.seal import ROOT, Undisclosed, digest

Opened = Callable[[Any, str, list[int] | None], Any]
"""Represents a value: gets the value, the place of its commitment, and to whom it was opened (None: it is committed)."""
NESTS = (dict, list)
STANDARD_ALPHABET = str.maketrans("-_", "+/")
_MARKS = re.compile(rb'\{"\.\.\.":|"_sd":|"to":')
"""What the canonical JSON of data with commitments or openings contains."""


def is_closed(d: bytes) -> bool:
    """Whether the data of an entry may commit to values or open some; all other data are whole as they are."""
    return _MARKS.search(d) is not None


def plain(value: Any, place: str, to: list[int] | None) -> Any:
    """The value alone."""
    return value


def for_events(value: Any, place: str, to: list[int] | None) -> Any:
    """As `msgspec.convert` expects it in the data of an event. Disclosures do not name those who know a value."""
    return (
        {"value": value, "knowers": [], "ref": place}
        if to is None
        else {"value": value, "to": to, "ref": place}
    )


class Opening:
    """The disclosures of a log. `ValueError` for one that is not committed, `Undisclosed` for a value without one."""

    def __init__(self, disclosures: Iterable[Mapping[str, Any]], opened: Opened) -> None:
        self._disclosed = {f"{it['index']}{it['path']}": it["disclosure"] for it in disclosures}
        self._values = dict[str, Any]()
        self._opened = opened

    @cached_property
    def _members(self) -> dict[tuple[str, str], str]:
        """The places of disclosures, by the object that they are in and their digest."""
        return {(place.rpartition("/")[0], digest(text)): place for place, text in self._disclosed.items()}

    def data(self, index: int, d: bytes) -> Any:
        """The data of entry `index`, opened."""
        return self._tree(orjson.loads(d), f"{index}{ROOT}")

    def _tree(self, node: Any, place: str) -> Any:
        if type(node) is list:
            return [
                self._tree(item, f"{place}/{n}") if type(item) in NESTS else item
                for n, item in enumerate(node)
            ]
        if "..." in node:
            return self._opened(self._value(place, node["..."]), place, None)
        if "of" in node and "to" in node:
            value = node["value"] if "value" in node else self._value(node["of"])
            return self._opened(value, node["of"], node["to"])
        tree = {
            name: self._tree(item, f"{place}/{name}") if type(item) in NESTS else item
            for name, item in node.items()
            if name != "_sd"
        }
        for committed in node.get("_sd", ()):
            tree |= self._member(place, committed)
        return tree

    def _member(self, place: str, committed: str) -> dict[str, Any]:
        found = self._members.get((place, committed))
        if found is None:
            raise Undisclosed(place)
        return {found.rpartition("/")[2]: self._opened(self._value(found), found, None)}

    def _value(self, place: str, committed: str | None = None) -> Any:
        """Of base64 that another reader would refuse, the digest is none that a service committed to."""
        text = self._disclosed.get(place)
        if text is None:
            raise Undisclosed(place)
        if committed is not None and digest(text) != committed:
            raise ValueError(f"the value disclosed at {place} is not the one that was committed")
        if place not in self._values:
            self._values[place] = orjson.loads(a2b_base64(text.translate(STANDARD_ALPHABET) + "=="))[-1]
        return self._values[place]
