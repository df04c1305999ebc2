"""The data files of a ruleset's folder, read once when its module is imported: clauses, fields, editions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from domain.contract.words import Text

Source = Literal["rulebook", "ruling", "addition"]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """The part of a clause that comes from one source. `where` is its page or paragraph in the rulebook."""

    en: str
    pl: str
    source: Source
    where: str = ""


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One clause of the rules, in the project's own words: the whole text, and its parts by source.

    `source` is the rulebook (`where`: its page or paragraph), a ruling of ours where the rulebook is silent, or an
    addition of the service. A clause counts as a ruling if any part of it is one.
    """

    en: str
    pl: str
    source: Source
    where: str = ""
    parts: tuple[Part, ...] = ()


class WrittenClause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A clause as written in `clauses.json`. `ruling` is our addition where the rulebook is silent or unclear."""

    en: str
    pl: str
    source: Source = "rulebook"
    where: str = ""
    ruling: Text | None = None

    def clause(self) -> Clause:
        part = Part(self.en, self.pl, self.source, self.where)
        if self.ruling is None:
            return Clause(self.en, self.pl, self.source, self.where, (part,))
        ours = Part(self.ruling.en, self.ruling.pl, "ruling")
        en, pl = f"{part.en} Our ruling: {ours.en}", f"{part.pl} Nasze rozstrzygnięcie: {ours.pl}"
        return Clause(en, pl, "ruling", part.where, (part, ours))


class Edition(msgspec.Struct, frozen=True):
    """Component data of one edition. The API serves `components`, with a `provenance` per figure."""

    id: str
    components: dict[str, Any]


@cache
def load_clauses(folder: Path) -> Mapping[str, Clause]:
    """`clauses.json`: clause id -> text in English and Polish, source and place, with its parts."""
    raw = (folder / "clauses.json").read_bytes()
    written = msgspec.json.decode(raw, type=dict[str, WrittenClause])
    return MappingProxyType({id: clause.clause() for id, clause in written.items()})


@cache
def load_fields(folder: Path) -> Mapping[str, str]:
    """`fields.json`: name of a field -> its meaning, in English."""
    raw = (folder / "fields.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(raw, type=dict[str, str]))


@cache
def load_editions(folder: Path) -> Mapping[str, Edition]:
    """`editions/*.json` by id (the file's name), in the order of the names; each file is the component data itself."""
    files = sorted((folder / "editions").glob("*.json"), key=lambda f: f.stem)
    return MappingProxyType({f.stem: Edition(f.stem, _object(f)) for f in files})


def _object(file: Path) -> dict[str, Any]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
