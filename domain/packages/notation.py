"""Which closed tables a package's ruleset may have (docs/ledger.md, section 14, *Tables of packages*)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import starmap

PLAIN = r"(?:(?:list|map) of ){0,4}(?:text|integer|boolean|free)"
HIDDEN = rf"hidden (?:renewed )?{PLAIN}"
OPEN = rf"(?:{PLAIN}|throw|(?:opened|shuffle of) {PLAIN}|record (?P<record>\w{{1,64}}))(?: or null)?"
KIND = re.compile(rf"(?:list of ){{0,4}}(?:{HIDDEN}|{OPEN})", re.ASCII)
MEMBER = re.compile(r"[A-Za-z]\w{0,63}(?P<optional>\??)", re.ASCII)
NAME = re.compile(r"[a-z][a-z0-9-]{0,63}|record \w{1,64}", re.ASCII)
HELD_RECORD = re.compile(r"((?:hidden (?:renewed )?|opened |shuffle of )(?:(?:list|map) of )*)record \w+")
PLAINLY = r"\1free"
RECORD = re.compile(r"record \w+", re.ASCII)
MOST = 32_768
"""Characters of a whole table, so that entry 0 stays within its bytes."""
MOST_RECORDS = 64
"""Records of a table: each may hold the next one, and a reader of their values goes as deep."""


class BadTable(ValueError):
    """A table that no package may have; the message says which line is wrong."""


def lines_of(table: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """A table as its lines. Structs within a secret are plain data there."""
    lines = {name: "; ".join(starmap(_written, members.items())) for name, members in table.items()}
    named = {name for line in lines.values() for name in RECORD.findall(line)}
    return {name: line for name, line in lines.items() if not name.startswith("record ") or name in named}


def _written(member: str, kind: str) -> str:
    return f"{member}: {HELD_RECORD.sub(PLAINLY, kind)}"


def check_lines(lines: Mapping[str, str], taken: Collection[str]) -> None:
    """`BadTable` unless these are the lines of a package's table; `taken` are the types that every game has."""
    if sum(len(name) + len(line) for name, line in lines.items()) > MOST:
        raise BadTable(f"the table of its events has more than {MOST} characters")
    if sum(name.startswith("record ") for name in lines) > MOST_RECORDS:
        raise BadTable(f"the table of its events has more than {MOST_RECORDS} records")
    for name, line in lines.items():
        if not NAME.fullmatch(name) or name in taken:
            raise BadTable(f"{name!r} is no name for an event or record of a package, or every game has it")
        _check_line(name, line, lines)


def _check_line(name: str, line: str, lines: Mapping[str, str]) -> None:
    members = [member.partition(": ") for member in line.split("; ")] if line else []
    names = [member.removesuffix("?") for member, _, _ in members]
    if len({*names}) < len(names):
        raise BadTable(f"{name!r} has a member twice")
    if "type" in names and not name.startswith("record "):
        raise BadTable(f"{name!r} has a member 'type', which is the name of the event's own type")
    for member, _, kind in members:
        named, found = MEMBER.fullmatch(member), KIND.fullmatch(kind)
        if not named or not found or (named["optional"] and kind.startswith("hidden ")):
            raise BadTable(f"{name!r} cannot have the member {member!r} of the kind {kind!r}")
        if found["record"] and f"record {found['record']}" not in lines:
            raise BadTable(f"{name!r} names the record {found['record']!r}, which is not in the table")
