"""L2: every entry has the data that its table defines, and every opened value matches its commitment."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from .closed import Reader
from .commitments import Commitments, anew, new_digest
from .export import Export
from .line import Line
from .loose import read_loosely
from .problems import Failed, NotAvailable
from .tables import Kind
from .text import b64u, decode_entry, from_b64u, same

SIGNED = "/sig"
"""Where the disclosure of a signed action belongs."""


def open_values(export: Export) -> Commitments:
    """All commitments of the log with the file's disclosures applied; Failed at the first mismatch."""
    found, reader = read_data(export)
    for item in export.disclosures:
        _disclose(export, found, reader, item)
    return found


def read_data(export: Export) -> tuple[Commitments, Reader | None]:
    """The commitments of the log, whose entries have the data of their table; Failed at the first one that has not.

    With the reader of that table; None where the data are open.
    """
    found, table = Commitments(), export.terms.table
    reader = Reader(found, table, export.slots) if table else None
    for i, entry in enumerate(export.entries):
        if "h" in entry.get("sig", ()):
            found.elements[f"{i}{SIGNED}"] = new_digest(found, i, entry["sig"]["h"]), None
        if reader:
            reader.read(entry)
        else:
            read_loosely(found, i, entry["d"])
    found.draws.sort(key=lambda draw: (draw.entry, draw.slot))
    return found, reader


def _disclose(export: Export, found: Commitments, reader: Reader | None, item: dict[str, Any]) -> None:
    i, path, text = item["index"], item["path"], item["disclosure"]
    place, content = f"{i}{path}", _content(i, text)
    digest = b64u(sha256(text.encode("ascii")).digest())
    committed, kind = _committed(found, place, content, digest)
    if not committed or not path.startswith("/"):
        raise Failed(f"the disclosure for {path} is not of what was committed there", i)
    if place in found.values:
        raise Failed(f"{path} is disclosed twice", i)
    if path == SIGNED:
        _check_action(i, content[-1])
    if reader:
        reader.value(kind, content[-1], export.entries[i], path)
    found.values[place] = content[-1]


def _committed(found: Commitments, place: str, content: list[Any], digest: str) -> tuple[bool, Kind | None]:
    """Whether a disclosure's digest is committed at a place, and as which kind."""
    if len(content) == 2:
        held, kind = found.elements.get(place, ("", None))
        return held == digest, kind
    parent, _, last = place.rpartition("/")
    its = found.members.get(parent)
    if its is None or digest not in its.digests or content[1] != last or not its.may_be(last):
        return False, None
    return True, its.kind(last)


def _content(i: int, text: str) -> list[Any]:
    """[salt, value] or [salt, name, value] in its unique encoding."""
    try:
        content = decode_entry(from_b64u(text))
        if type(content) is not list or len(content) not in (2, 3):
            raise ValueError("not an array of two or three")
        from_b64u(content[0] if type(content[0]) is str else "", 16)
    except ValueError as error:
        raise Failed(f"a disclosure does not read: {error}", i) from error
    return content


def _check_action(i: int, action: Any) -> None:
    if type(action) is not dict or type(action.get("type")) is not str:
        raise Failed("the action that was signed: it is no object with a type", i)


def check_openings(export: Export, found: Commitments) -> str:
    """Check that values opened to everybody in entries match the disclosures of their places."""
    public = [it for it in found.opened if "value" in it.node]
    if public and all(item["path"] == SIGNED for item in export.disclosures):
        raise NotAvailable(f"the file holds no disclosures; {len(public)} opened values need theirs")
    for i, node in public:
        if node["of"] not in found.values:
            raise Failed(f"it opens {node['of']} to everybody, and the file lacks the disclosure", i)
        if not same(node["value"], found.values[node["of"]]):
            raise Failed(f"it opens {node['of']} as another value than was committed", i)
    _check_hands(export, found)
    disclosed, total = len(found.values), len(found.digests)
    return f"{disclosed} of {total} hidden values disclosed, {len(public)} openings to everybody checked"


def _check_hands(export: Export, found: Commitments) -> None:
    """A hand that was committed again contains the same cards, each once per line of play."""
    moved: dict[str, list[int]] = {}
    for place, value in found.values.items():
        if anew(value):
            i = int(place.partition("/")[0])
            _check_card(found, i, value)
            moved.setdefault(value["was"], []).append(i)
    line = Line(export.entries) if moved else None
    for was, entries in moved.items():
        if line and (again := line.again(entries)) is not None:
            raise Failed(f"it commits the card that was at {was} a second time", again)


def _check_card(found: Commitments, i: int, card: dict[str, Any]) -> None:
    was = card["was"]
    if not found.holds(was, i):
        raise Failed(f"it commits a card anew that was at {was!r}, where nothing was committed before", i)
    if was in found.values and not same(found.card(was), card["is"]):
        raise Failed(f"the card that was at {was} is another now", i)
