"""L0 of single entries: their members, their order, and what entry 0 binds the game to (docs/ledger.md, section 1)."""

from __future__ import annotations

import itertools
import re
import uuid
from typing import Any

from verifier import merkle
from verifier.problems import Failed
from verifier.shapes import (
    OPENINGS,
    SHUFFLE,
    Shape,
    base64s,
    base64url,
    fits,
    is_a,
    number,
    objects_in,
    texts,
)
from verifier.text import decode_entry

EPOCHS = 4
Entry = dict[str, Any]
_HASH = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[0-9a-f]{32}")
_BY = re.compile(r"(seat|referee):[1-9][0-9]{0,15}|table|organiser")


def _matches(pattern: re.Pattern[str]) -> Any:
    return lambda value: type(value) is str and pattern.fullmatch(value) is not None


_ENTRY: Shape = {
    "v": lambda value: type(value) is int and value == 1,
    "i": number(),
    "t": is_a(str),
    "at": number(),
    "by": _matches(_BY),
    "a": number(1),
    "d": is_a(dict),
    "r": texts,
}
_MORE: Shape = {"seen": is_a(dict), "sig": is_a(dict)}
_SEEN: Shape = {"n": number(), "r": is_a(str)}
BOUND = ("game", "origin", "ruleset", "edition", "vkey")
"""Members that the file repeats."""
_CREATED: Shape = {
    **{name: is_a(str) for name in (*BOUND, "visibility", "undo")},
    "nonce": base64url(16),
    "edition_hash": _matches(_HASH),
    "rules": number(1),
    "seats": number(1, 255),
    "options": is_a(dict),
    "disputes": lambda value: value is None or type(value) is dict,
    "draw_roots": base64s(EPOCHS),
    "draw_count": lambda value: type(value) is int and value > 0 and value & (value - 1) == 0,
}
_TOURNAMENT: Shape = {
    "id": _matches(_ID),
    "number": number(),
    "games": number(1, 2**32 - 1),
    "path": base64s(),
}


def read_entries(data: list[bytes]) -> list[Entry]:
    """All entries of a log, decoded; Failed at the first that is not well-formed."""
    entries = [_entry(i, item) for i, item in enumerate(data)]
    if not entries or entries[0]["t"] != "game-created":
        raise Failed("the log does not begin with the game's creation", 0)
    _check_created(entries[0]["d"])
    for before, entry in zip([None, *entries], entries, strict=False):
        _check_order(before, entry)
        _check_meanings(entry)
    return entries


def _entry(i: int, data: bytes) -> Entry:
    try:
        entry = decode_entry(data)
    except ValueError as error:
        raise Failed(str(error), i) from error
    fits(entry, _ENTRY, "the entry", i, _MORE)
    if "seen" in entry:
        fits(entry["seen"], _SEEN, "the member 'seen'", i)
    if "sig" in entry:
        fits(entry["sig"], {"s": base64url(64)}, "the member 'sig'", i, {"h": base64url(32)})
    if entry["i"] != i:
        raise Failed(f"it calls itself entry {entry['i']}", i)
    return entry  # type: ignore[no-any-return]


def _check_order(before: Entry | None, entry: Entry) -> None:
    """Times never go back, actions are counted from 1 without gaps, and a game is created once."""
    i = entry["i"]
    if entry["a"] not in ((1,) if before is None else (before["a"], before["a"] + 1)):
        raise Failed(f"it belongs to action {entry['a']}, out of order", i)
    if before is not None and entry["at"] < before["at"]:
        raise Failed("it is older than the entry before it", i)
    if before is not None and entry["t"] == "game-created":
        raise Failed("it creates the game a second time", i)


def _check_meanings(entry: Entry) -> None:
    """What openings and shuffles look like, wherever they stand."""
    for _, node in objects_in(entry["d"]):
        if node.keys() in OPENINGS and not _ascending(node["to"]):
            raise Failed("it opens something to malformed seats, or not in ascending order", entry["i"])
        if node.keys() == SHUFFLE and not _all_hidden(node["order"]):
            raise Failed("the order of its shuffle is not hidden", entry["i"])


def _ascending(seats: Any) -> bool:
    good = type(seats) is list and seats and all(type(seat) is int and seat >= 0 for seat in seats)
    return bool(good) and all(a < b for a, b in itertools.pairwise(seats))


def _all_hidden(order: Any) -> bool:
    return type(order) is list and all(type(item) is dict and item.keys() == {"..."} for item in order)


def _check_created(created: dict[str, Any]) -> None:
    fits(created, _CREATED, "the game's creation", 0, {"tournament": is_a(dict)})
    host, _, identity = created["origin"].rpartition("/g/")
    if not host or not _ID.fullmatch(created["game"]) or identity != str(uuid.UUID(created["game"])):
        raise Failed("its origin is not that of its game", 0)
    if "tournament" in created:
        _check_tournament(created["tournament"])


def _check_tournament(planned: dict[str, Any]) -> None:
    fits(planned, _TOURNAMENT, "the game's tournament", 0)
    if planned["number"] >= planned["games"]:
        raise Failed("its tournament has fewer games than its number says", 0)
    if len(planned["path"]) != len(merkle.path_sides(planned["number"], planned["games"])):
        raise Failed("the path to its tournament has not the length that its number makes it", 0)
