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
from verifier.problems import Failed, NotAvailable
from verifier.shapes import OPENINGS
from verifier.text import b64u, check_profile, decode, from_b64u, same
from verifier.versions import Versions

RESERVED = ("_sd", "...")
SIGNED = "/sig"
"""Where the disclosure of a signed action belongs."""
_PLACE = re.compile(r"(0|[1-9][0-9]{0,15})(/d(?:/[^/]+)+)")
NODES = (list, dict)


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

    def holds(self, place: Any, before: int) -> bool:
        """Whether an earlier entry commits something there, as far as an undisclosed member's name can be told."""
        match = _PLACE.fullmatch(place) if type(place) is str else None
        if match is None or int(match[1]) >= before:
            return False
        return place in self.elements or place.rpartition("/")[0] in self.members

    def card(self, place: str, unknown: Any = None) -> Any:
        """The value at a place; in a hand that was committed anew, what the card *is*."""
        value = self.values.get(place, unknown)
        return value["is"] if anew(value) else value


def anew(value: Any) -> bool:
    """Whether this is a card of a hand committed anew: what it is, and the place where it was."""
    return type(value) is dict and value.keys() == {"is", "was"}


def open_values(export: Export) -> Commitments:
    """All commitments of the log with the file's disclosures applied; Failed at the first that does not fit."""
    found = Commitments()
    for i, entry in enumerate(export.entries):
        if "h" in entry.get("sig", ()):
            found.elements[f"{i}{SIGNED}"] = _new_digest(found, i, entry["sig"]["h"])
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
        if node.keys() in OPENINGS:
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
    if (0 in node["to"]) != ("value" in node):
        raise Failed("a value stands in an opening if and only if everybody (0) is to know it", i)
    if not found.holds(node["of"], i):
        raise Failed(f"it opens {node['of']!r}, where nothing was committed before", i)
    return node


def _disclose(found: Commitments, i: int, path: str, text: str) -> None:
    place = f"{i}{path}"
    content = _content(i, text)
    if path == SIGNED:
        _check_action(i, text, content)
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


def _check_action(i: int, text: str, content: list[Any]) -> None:
    """What a seat signed is written the one way, and is an action."""
    try:
        decode(from_b64u(text))
        check_profile(content[-1])
        if type(content[-1]) is not dict or type(content[-1].get("type")) is not str:
            raise ValueError("it is no object with a type")
    except ValueError as error:
        raise Failed(f"the action that was signed: {error}", i) from error


def check_openings(export: Export, found: Commitments) -> str:
    """What entries show as opened to everybody is what the disclosure of its place says."""
    public = [(i, node) for i, node in found.opened if "value" in node]
    if public and all(item["path"] == SIGNED for item in export.disclosures):
        raise NotAvailable(f"the file holds no disclosures; {len(public)} opened values need theirs")
    for i, node in public:
        if node["of"] not in found.values:
            raise Failed(f"it opens {node['of']} to everybody, and the file lacks the disclosure", i)
        if not same(node["value"], found.values[node["of"]]):
            raise Failed(f"it opens {node['of']} as another value than was committed", i)
    _check_hands(export, found)
    shown, all_of_them = len(found.values), len(found.digests)
    return f"{shown} of {all_of_them} hidden values disclosed, {len(public)} openings to everybody checked"


def _check_hands(export: Export, found: Commitments) -> None:
    """A hand that was committed anew holds the cards that it held, each once."""
    cards: dict[int, list[dict[str, Any]]] = {}
    for place, value in found.values.items():
        if anew(value):
            cards.setdefault(int(place.partition("/")[0]), []).append(value)
    moved: Versions[frozenset[str]] = Versions(frozenset())
    for i, entry in enumerate(export.entries if cards else ()):
        gone = moved.before(entry)
        for card in cards.get(i, ()):
            _check_card(found, i, card, gone)
            gone |= {card["was"]}
        moved.keep(gone)


def _check_card(found: Commitments, i: int, card: dict[str, Any], gone: frozenset[str]) -> None:
    was = card["was"]
    if not found.holds(was, i):
        raise Failed(f"it commits a card anew that was at {was!r}, where nothing was committed before", i)
    if was in gone:
        raise Failed(f"it commits the card that was at {was} a second time", i)
    if was in found.values and not same(found.card(was), card["is"]):
        raise Failed(f"the card that was at {was} is another now", i)
