"""The closed tables: the members of each entry type's data, and their kinds (docs/ledger.md, section 14)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple


class Kind(NamedTuple):
    """The kind of a member: `what` names the kind, `of` is the kind of its contents, `record` the record type.

    `by` names the member beside it from whose text the record follows.
    """

    what: str
    of: Kind | None = None
    record: str = ""
    by: str = ""
    null: bool = False

    def record_in(self, node: Mapping[str, Any]) -> str:
        """The record type of a member with `by` in this object."""
        return f"{self.record} {node.get(self.by)}"


class Member(NamedTuple):
    """A member of an object."""

    kind: Kind
    optional: bool

    @property
    def hidden(self) -> bool:
        return self.kind.what == "hidden"

    @property
    def holds(self) -> Kind:
        """The kind of the contents: of what is hidden, opened, shuffled or listed."""
        assert self.kind.of
        return self.kind.of


Members = Mapping[str, Member]


class Table(NamedTuple):
    """The members of each entry type, and of the records that they name."""

    types: Mapping[str, Members]
    records: Mapping[str, Mapping[str, Members]]
    """By entry type, since a record belongs to the block of its type."""


class Terms(NamedTuple):
    """The schema for a log. Without a `table` the data of its entries is open.

    `lacking` says what a reader would need to judge it whole; `older` whether that is so because it is of a format from
    before the closed tables, whose values can still be judged.
    """

    table: Table | None
    lacking: str = ""
    older: bool = False


HOLDING = ("list of", "map of", "hidden", "opened", "shuffle of", "renewed")
"""Words that precede the kind of the contents."""


@cache
def _file() -> dict[str, Any]:
    return json.loads((Path(__file__).parent / "tables.json").read_text("utf-8"))  # type: ignore[no-any-return]


def highest() -> int:
    """The newest revision that this verifier knows."""
    return max(map(int, _file()["tables"]))


@cache
def formats() -> list[tuple[int, Table]]:
    """The formats older than the closed tables, newest first."""
    found = {int(number): table_of_block(block) for number, block in _file()["formats"].items()}
    return sorted(found.items(), reverse=True)


@cache
def _blocks(revision: int) -> dict[str, Any]:
    """The blocks of a revision: those of the one before it, with its own lines in place of theirs."""
    if revision == 0:
        return {"own": {}, "rulesets": {}}
    before, its = _blocks(revision - 1), _file()["tables"][str(revision)]
    return {name: {**before[name], **its[name]} for name in before}


@cache
def own_table(revision: int) -> Table:
    """The types of the table and of disputes, which every game has."""
    return table_of_block(_blocks(revision)["own"])


def known(revision: int, ruleset: str) -> bool:
    """Whether there is a table for any edition of a ruleset."""
    return ruleset in _blocks(revision)["rulesets"]


@cache
def whole_table(revision: int, ruleset: str, edition: str) -> Table | None:
    """These and the ruleset's types; None if this verifier has no table for the ruleset or edition."""
    block = _blocks(revision)["rulesets"].get(ruleset, {}).get(edition)
    if block is None:
        return None
    own, its = own_table(revision), table_of_block(block)
    return Table({**own.types, **its.types}, {**own.records, **its.records})


def table_of_block(block: dict[str, dict[str, str]]) -> Table:
    """The types and records of a block, whose kinds are well-formed."""
    records = {name[7:]: _members(its) for name, its in block.items() if name.startswith("record ")}
    types = {name: _members(its) for name, its in block.items() if not name.startswith("record ")}
    return Table(types, dict.fromkeys(types, records))


def _members(its: dict[str, str]) -> Members:
    return {name.removesuffix("?"): Member(_kind(kind), name.endswith("?")) for name, kind in its.items()}


def _kind(text: str) -> Kind:
    if text.endswith(" or null"):
        return _kind(text.removesuffix(" or null"))._replace(null=True)
    for what in HOLDING:
        if text.startswith(f"{what} "):
            return Kind(what, _kind(text.removeprefix(f"{what} ")))
    if text.startswith("record "):
        name, _, by = text.removeprefix("record ").partition(" by ")
        return Kind("record", record=name, by=by)
    return Kind(text)
