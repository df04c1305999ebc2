"""What stands as data in a ruleset's folder, read once when its module is imported: clauses, fields, editions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import msgspec


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One clause of the rules, in the project's own words.

    `source` says whose rule it is: the rulebook's (`where`: its page or paragraph), a ruling of ours where the
    rulebook is silent, or an addition of the service.
    """

    en: str
    pl: str
    source: Literal["rulebook", "ruling", "addition"] = "rulebook"
    where: str = ""


class Edition(msgspec.Struct, frozen=True):
    """Component data of one edition. `components` is what the API serves, with a `provenance` per figure."""

    id: str
    components: dict[str, Any]


@cache
def load_clauses(folder: Path) -> Mapping[str, Clause]:
    """`clauses.json`: clause id -> text in English and Polish, source and place."""
    raw = (folder / "clauses.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(raw, type=dict[str, Clause]))


@cache
def load_fields(folder: Path) -> Mapping[str, str]:
    """`fields.json`: name of a field -> what it means, in English."""
    raw = (folder / "fields.json").read_bytes()
    return MappingProxyType(msgspec.json.decode(raw, type=dict[str, str]))


@cache
def load_editions(folder: Path) -> Mapping[str, Edition]:
    """`editions/*.json` by id (the file's name), in the order of their names; each is the component data itself."""
    files = sorted((folder / "editions").glob("*.json"), key=lambda f: f.stem)
    return MappingProxyType({f.stem: Edition(f.stem, _object(f)) for f in files})


def _object(file: Path) -> dict[str, Any]:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
