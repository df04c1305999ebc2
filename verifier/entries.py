"""L0 of single entries: their members, their order, the facts that entry 0 binds the game to, and their table."""

from __future__ import annotations

import re
import uuid
from typing import Any

from . import merkle
from .clock_terms import check_terms
from .closed import EPOCHS, Reader
from .commitments import Commitments
from .packages import check_package, package_table
from .problems import Failed
from .promise import check_promise
from .shapes import Shape, base64s, base64url, fits, holds, is_a, number, one_of, texts
from .tables import Table, Terms, formats, highest, known, own_table, whole_table
from .text import decode_entry, same

Entry = dict[str, Any]
ACCOUNTS_SINCE = 5
"""The first table in which seats have accounts."""
_HASH = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[0-9a-f]{32}")
_BY = re.compile(r"(seat|bot|referee):[1-9][0-9]{0,8}|table|organiser")


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
_TO_COME: Shape = _ENTRY | {"by": is_a(str)}
"""An entry under a table unknown to this verifier, which may have other actors and additional members."""
_SIGNATURES: Shape = {"s": base64url(64), "h": base64url(32), "old": base64url(64)}
_SEEN: Shape = {"n": number(), "r": is_a(str)}
BOUND = ("game", "origin", "ruleset", "edition", "vkey")
"""Members that are repeated in the file."""
_CREATED: Shape = {
    "nonce": base64url(16),
    "edition_hash": _matches(_HASH),
    "rules": number(1),
    "table": number(1),
    "seats": number(1, 255),
    "meeting": _matches(_ID),
    "accounts": one_of(("required",)),
    "options": is_a(dict),
    "draw_roots": base64s(EPOCHS),
    "draw_count": lambda value: 0 < value <= 2**32 and value & (value - 1) == 0,
}
"""Constraints on the members of entry 0, besides their kinds."""
_TOURNAMENT: Shape = {
    "id": _matches(_ID),
    "number": number(),
    "games": number(1, 2**32 - 1),
    "path": base64s(),
}
_FIRST: Shape = {"options": is_a(dict), "rules": number(1)}


def is_to_come(text: str) -> bool:
    """Whether a log that starts with this entry uses a table unknown to this verifier."""
    try:
        first = decode_entry(text.encode("utf-8", "surrogatepass"))
    except ValueError:
        return False
    return type(first) is dict and type(first.get("d")) is dict and newer(first["d"])


def read_entries(data: list[bytes], closed: bool = True) -> list[Entry]:
    """All entries of a log, decoded; Failed at the first malformed one. Additional members are allowed unless `closed`."""
    entries = [_entry(i, item, closed) for i, item in enumerate(data)]
    if not entries or entries[0]["t"] != "game-created":
        raise Failed("the log does not begin with the game's creation", 0)
    _check_created(entries[0])
    for entry in entries if closed else ():
        _check_sig(entry, has_accounts(entries[0]["d"]))
    for before, entry in zip([None, *entries], entries, strict=False):
        _check_order(before, entry)
    if closed:
        check_promise(entries[0]["d"], is_analysis(entries))
        check_terms(entries[0]["d"], is_analysis(entries))
        if "accounts" in entries[0]["d"] and is_analysis(entries):
            raise Failed("it is an analysis, and asks for accounts", 0)
    return entries


def has_accounts(created: dict[str, Any]) -> bool:
    """Whether seats have accounts in the table of a log with this data of entry 0."""
    return type(created.get("table")) is int and created["table"] >= ACCOUNTS_SINCE


def is_analysis(entries: list[Entry]) -> bool:
    return len(entries) > 1 and entries[1]["t"] == "forked"


def _entry(i: int, data: bytes, closed: bool) -> Entry:
    try:
        entry = decode_entry(data)
    except ValueError as error:
        raise Failed(str(error), i) from error
    fits(entry, _ENTRY if closed else _TO_COME, "the entry", i, _MORE, closed)
    if "seen" in entry:
        fits(entry["seen"], _SEEN, "the member 'seen'", i)
    if entry["i"] != i:
        raise Failed(f"it calls itself entry {entry['i']}", i)
    return entry  # type: ignore[no-any-return]


def _check_sig(entry: Entry, accounts: bool) -> None:
    """Where seats have accounts, a key may sign that it goes."""
    if "sig" in entry:
        needed, more = ("old", "s") if accounts and "old" in entry["sig"] else ("s", "h")
        shape, optional = {needed: _SIGNATURES[needed]}, {more: _SIGNATURES[more]}
        fits(entry["sig"], shape, "the member 'sig'", entry["i"], optional)


def _check_order(before: Entry | None, entry: Entry) -> None:
    """Times never decrease, actions are numbered from 1 without gaps, and a game is created once."""
    i = entry["i"]
    if entry["a"] not in ((1,) if before is None else (before["a"], before["a"] + 1)):
        raise Failed(f"it belongs to action {entry['a']}, out of order", i)
    if before is not None and entry["at"] < before["at"]:
        raise Failed("it is older than the entry before it", i)
    if before is not None and entry["t"] == "game-created":
        raise Failed("it creates the game a second time", i)


def _check_created(entry: Entry) -> None:
    created = entry["d"]
    fits(
        {name: created.get(name) for name in BOUND}, dict.fromkeys(BOUND, is_a(str)), "the game's creation", 0
    )
    host, _, identity = created["origin"].rpartition("/g/")
    if not host or not _ID.fullmatch(created["game"]) or identity != str(uuid.UUID(created["game"])):
        raise Failed("its origin is not that of its game", 0)
    if not newer(created):
        _check_closed(entry)
        holds(created, _CREATED, "the game's creation", 0)
    if "package" in created and not newer(created):
        check_package(created)
    if created.get("tournament") is not None and not newer(created):  # format 3 writes null
        _check_tournament(created)


def newer(created: dict[str, Any]) -> bool:
    """Whether the table is unknown to this verifier."""
    return type(created.get("table")) is int and created["table"] > highest()


def _check_closed(entry: Entry) -> None:
    """Entry 0 has the members of its table, or those of a format older than the closed tables."""
    if any(_is_of(table, entry) for _, table in formats()):
        return
    revision = entry["d"].get("table", highest())
    if type(revision) is not int or revision < 1:
        raise Failed("the game's creation: the member 'table' is missing or malformed", 0)
    Reader(Commitments(), own_table(revision), 1).read(entry)


def _is_of(table: Table, entry: Entry) -> bool:
    try:
        Reader(Commitments(), table, 1).read(entry)
    except Failed:
        return False
    return True


def terms_of(entry: Entry) -> Terms:
    """The schema for a log that starts with this valid entry."""
    created = entry["d"]
    if newer(created):
        return Terms(None, f"needs table {created['table']}")
    if "table" not in created:
        older = next(number for number, table in formats() if _is_of(table, entry))
        return Terms(None, f"format {older}, before the closed tables", older=True)
    if "package" in created:
        return Terms(package_table(created))
    ruleset, edition = created["ruleset"], created["edition"]
    table = whole_table(created["table"], ruleset, edition)
    name = f"{ruleset}, edition {edition}" if known(created["table"], ruleset) else ruleset
    return Terms(table, "" if table else f"no table of {name}")


def _check_tournament(created: dict[str, Any]) -> None:
    planned = created["tournament"]
    fits(planned, _TOURNAMENT, "the game's tournament", 0, {"first": is_a(dict)})
    if planned["number"] >= planned["games"]:
        raise Failed("its tournament has fewer games than its number says", 0)
    if len(planned["path"]) != len(merkle.path_sides(planned["number"], planned["games"])):
        raise Failed("the path to its tournament has not the length that its number makes it", 0)
    if "first" in planned:
        _check_first(created, planned["first"])


def _check_first(created: dict[str, Any], first: dict[str, Any]) -> None:
    """Game 0 begins as the tournament says of it."""
    holds(first, _FIRST, "its tournament's first game", 0)
    own = {"options": created["options"], "rules": created["rules"]}
    if created["tournament"]["number"] == 0 and not same(first, own):
        raise Failed("it is its tournament's first game, and begins differently than the tournament says", 0)
