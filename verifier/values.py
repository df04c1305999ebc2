"""L2: every opened value is the one that was committed.

A *place* is an entry number and a path in the entry, as in "4/d/order/7". What is committed at a place stands in
the entry as a digest: of an array element in the element's own place, of an object member in the object's "_sd".
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from verifier.export import Export
from verifier.report import Failed, NotAvailable
from verifier.text import b64u, from_b64u, same

RESERVED = ("_sd", "...")
_PLACE = re.compile(r"(0|[1-9][0-9]{0,15})(/d(?:/[^/]+)+)")
NODES = (list, dict)
OPENED = ({"of", "to"}, {"of", "to", "value"})


@dataclass
class Commitments:
    """What the entries commit and open, and what the file's disclosures tell of it."""

    elements: dict[str, str] = field(default_factory=dict)
    """Place of an array element -> its digest."""
    members: dict[str, tuple[set[str], set[str]]] = field(default_factory=dict)
    """Place of an object -> the digests of its hidden members, and the names of its open ones."""
    opened: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """(entry, {"of", "to"[, "value"]}) in log order."""
    values: dict[str, Any] = field(default_factory=dict)
    """Place -> value, for every disclosure of the file."""
    digests: set[str] = field(default_factory=set)

    def holds(self, place: str) -> bool:
        """Whether something is committed at this place, as far as an undisclosed member's name can be told."""
        return place in self.elements or place.rpartition("/")[0] in self.members


def open_values(export: Export) -> Commitments:
    """All commitments of the log with the file's disclosures applied; Failed at the first that does not fit."""
    found = Commitments()
    for i, entry in enumerate(export.entries):
        _collect(found, i, f"{i}/d", entry["d"])
    for item in export.disclosures:
        _disclose(found, item["index"], item["path"], item["disclosure"])
    return found


def _collect(found: Commitments, i: int, place: str, node: Any) -> None:
    """`node` is an array or object."""
    if type(node) is list:
        for n, item in enumerate(node):
            if type(item) is dict and item.keys() == {"..."}:
                found.elements[f"{place}/{n}"] = _new_digest(found, i, item["..."])
            elif type(item) in NODES:
                _collect(found, i, f"{place}/{n}", item)
    else:
        if node.keys() in OPENED:
            found.opened.append((i, _checked_opening(found, i, node)))
        else:
            _collect_object(found, i, place, node)


def _collect_object(found: Commitments, i: int, place: str, node: dict[str, Any]) -> None:
    if "_sd" in node:
        digests = node["_sd"]
        if type(digests) is not list or not digests:
            raise Failed("a list of digests is malformed", i)
        found.members[place] = {_new_digest(found, i, digest) for digest in digests}, set(node)
        if digests != sorted(digests):
            raise Failed("a list of digests is not sorted", i)
    if "..." in node:
        raise Failed("a hidden element is malformed", i)
    for name, item in node.items():
        if name != "_sd" and type(item) in NODES:
            _collect(found, i, f"{place}/{name}", item)


def _new_digest(found: Commitments, i: int, digest: Any) -> str:
    try:
        from_b64u(digest if type(digest) is str else "", 32)
    except ValueError as error:
        raise Failed(f"a digest is malformed: {error}", i) from error
    if digest in found.digests:
        raise Failed("it commits the same digest twice", i)
    found.digests.add(digest)
    return str(digest)


def _checked_opening(found: Commitments, i: int, node: dict[str, Any]) -> dict[str, Any]:
    seats, of = node["to"], node["of"]
    if type(seats) is not list or not seats or any(type(seat) is not int or seat < 0 for seat in seats):
        raise Failed("it opens something to malformed seats", i)
    if (0 in seats) != ("value" in node):
        raise Failed("a value stands in an opening if and only if everybody (0) is to know it", i)
    match = _PLACE.fullmatch(of) if type(of) is str else None
    if match is None or int(match[1]) >= i or not found.holds(of):
        raise Failed(f"it opens {of!r}, where nothing was committed before", i)
    return node


def _disclose(found: Commitments, i: int, path: str, text: str) -> None:
    place = f"{i}{path}"
    content = _content(i, text)
    digest = b64u(sha256(text.encode("ascii")).digest())
    committed = (
        found.elements.get(place) == digest
        if len(content) == 2
        else _member(found, place, content[1], digest)
    )
    if not committed:
        raise Failed(f"the disclosure for {path} is not of what was committed there", i)
    if place in found.values:
        raise Failed(f"{path} is disclosed twice", i)
    found.values[place] = content[-1]


def _member(found: Commitments, place: str, name: Any, digest: str) -> bool:
    parent, _, last = place.rpartition("/")
    digests, names = found.members.get(parent, (set(), set()))
    return digest in digests and name == last and name not in names and name not in RESERVED


def _content(i: int, text: str) -> list[Any]:
    """[salt, value] or [salt, name, value]."""
    try:
        content = json.loads(from_b64u(text).decode("utf-8"))
        if type(content) is not list or len(content) not in (2, 3):
            raise ValueError("not an array of two or three")
        from_b64u(content[0] if type(content[0]) is str else "", 16)
    except (ValueError, RecursionError) as error:
        raise Failed(f"a disclosure does not read: {error}", i) from error
    return content


def check_openings(export: Export, found: Commitments) -> str:
    """What entries show as opened to everybody is what the disclosure of its place says."""
    public = [(i, node) for i, node in found.opened if "value" in node]
    if public and not export.disclosures:
        raise NotAvailable(f"the file holds no disclosures; {len(public)} opened values need theirs")
    for i, node in public:
        if node["of"] not in found.values:
            raise Failed(f"it opens {node['of']} to everybody, and the file lacks the disclosure", i)
        if not same(node["value"], found.values[node["of"]]):
            raise Failed(f"it opens {node['of']} as another value than was committed", i)
    shown, all_of_them = len(found.values), len(found.digests)
    return f"{shown} of {all_of_them} hidden values disclosed, {len(public)} openings to everybody checked"
