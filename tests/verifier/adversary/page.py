"""The closed tables as docs/ledger.md has them, section 14, read from the page itself."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "ledger.md"
Members = dict[str, str]
"""Kinds by the name of the member, which ends in a question mark where the member may be left out."""
Table = dict[str, Members]
"""The members of each type and of each record ("record Step")."""
_BLOCK = re.compile(r"```\n((?:table|format) [^\n]+)\n\n(.*?)\n```", re.DOTALL)
_RULESET = re.compile(r"table (\d+), (.+), edition (.+)")
_TABLE = re.compile(r"table (\d+), ")


def on_the_page(page: str) -> dict[str, Table]:
    """The tables that a page has, by heading."""
    return {heading: dict(map(_line, lines.split("\n"))) for heading, lines in _BLOCK.findall(page)}


def _line(line: str) -> tuple[str, Members]:
    name, _, members = line.partition("  ")
    listed = members.strip()
    return name, {} if listed == "-" else dict(member.split(": ") for member in listed.split("; "))


@cache
def tables() -> dict[str, Table]:
    return on_the_page(PAGE.read_text("utf-8"))


@cache
def revisions() -> list[int]:
    """The numbers of the closed tables, ascending."""
    return sorted({int(match[1]) for match in map(_TABLE.match, tables()) if match})


@cache
def rulesets() -> list[tuple[str, str]]:
    """The rulesets and editions that have a table."""
    found = [match for match in map(_RULESET.fullmatch, tables()) if match]
    return [(match[2], match[3]) for match in found]


@cache
def own_block(revision: int) -> Table:
    """The types of the table and the referee's desk, with their records."""
    return _up_to(revision, "table and desk")


@cache
def block_of(revision: int, ruleset: str, edition: str) -> Table:
    """The types of a ruleset, with their records."""
    return _up_to(revision, f"{ruleset}, edition {edition}")


def _up_to(revision: int, block: str) -> Table:
    """A block of this revision: its lines take the places of those of earlier ones."""
    headings = [f"table {number}, {block}" for number in range(1, revision + 1)]
    return {name: line for it in headings for name, line in tables().get(it, {}).items()}


def types_in(block: Table) -> list[str]:
    return [name for name in block if not name.startswith("record ")]
