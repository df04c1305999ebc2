"""Rulesets of packages: entry 0 has the table of their events itself (docs/ledger.md, section 14, *Tables of packages*)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from .problems import Failed
from .tables import Table, own_table, table_of_block

MOST = 32_768
"""Characters of all names and lines."""
MOST_RECORDS = 64
_HASH = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,63}|record [A-Za-z0-9_]{1,64}")
_MEMBER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}\??")
_PLAIN = r"(?:(?:list|map) of ){0,4}(?:text|integer|boolean|free)"
_HIDDEN = re.compile(rf"(?:list of ){{0,4}}hidden (?:renewed )?{_PLAIN}")
_OPEN = re.compile(
    rf"(?:list of ){{0,4}}(?:{_PLAIN}|throw|(?:opened|shuffle of) {_PLAIN}|(record [A-Za-z0-9_]{{1,64}}))(?: or null)?"
)


def check_package(created: dict[str, Any]) -> None:
    """The member `package` of entry 0, whose members have their kinds; Failed where it is malformed."""
    package, own = created["package"], own_table(created["table"]).types
    if not _HASH.fullmatch(package["hash"]):
        raise Failed("the hash of its package is malformed", 0)
    lines = package["events"]
    if sum(len(name) + len(line) for name, line in lines.items()) > MOST:
        raise Failed("the table of its package is too long", 0)
    if sum(name.startswith("record ") for name in lines) > MOST_RECORDS:
        raise Failed("the table of its package has too many records", 0)
    for name, line in lines.items():
        if not _NAME.fullmatch(name) or name in own or not _is_line(name, line, lines):
            raise Failed(f"the table of its package has a malformed line, {name[:60]!r}", 0)


def _is_line(type_: str, line: str, lines: Mapping[str, str]) -> bool:
    members = [member.partition(": ") for member in line.split("; ")] if line else []
    names = [name.removesuffix("?") for name, _, _ in members]
    if "type" in names and not type_.startswith("record "):
        return False
    return len({*names}) == len(names) and all(_is_member(name, kind, lines) for name, _, kind in members)


def _is_member(name: str, kind: str, records: Collection[str]) -> bool:
    if not _MEMBER.fullmatch(name):
        return False
    if _HIDDEN.fullmatch(kind):
        return not (name.endswith("?") and kind.startswith("hidden "))
    found = _OPEN.fullmatch(kind)
    return found is not None and (found[1] is None or found[1] in records)


def package_table(created: dict[str, Any]) -> Table:
    """The types that every game has, and those of the package."""
    own = own_table(created["table"])
    its = table_of_block({name: _members(line) for name, line in created["package"]["events"].items()})
    return Table({**own.types, **its.types}, {**own.records, **its.records})


def _members(line: str) -> dict[str, str]:
    return dict(member.split(": ") for member in line.split("; ")) if line else {}
