"""The rulesets of installed packages: those that the entry points of the group `kronika.rulesets` name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.contract.package import Package
from domain.packages.guarding import guard
from domain.packages.hashing import hash_of
from domain.packages.notation import check_lines, lines_of
from domain.packages.tables import table_of
from domain.ruleset import Ruleset
from domain.table.event_types import TABLE_TYPES

GROUP = "kronika.rulesets"
ID = re.compile("[a-z][a-z0-9-]{0,63}")


class SameId(Exception):
    """Two rulesets have one id; the message names both."""


class Unusable(Exception):
    """A package's ruleset cannot be used; the message says why."""


class Broken(NamedTuple):
    """A ruleset that failed to load: its id, its package, and why."""

    id: str
    package: str
    reason: str


class Installed(NamedTuple):
    rulesets: Mapping[str, Ruleset[Any]]
    broken: tuple[Broken, ...]


@cache
def installed() -> Installed:
    """All rulesets of packages by id, and those that failed to load, whose errors stay here."""
    rulesets, broken = dict[str, Ruleset[Any]](), list[Broken]()
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _package(point))):
        try:
            rulesets[point.name] = _loaded(point)
        except (Exception, SystemExit) as error:
            broken.append(Broken(point.name, _package(point), f"{type(error).__name__}: {error}"))
    return Installed(rulesets, tuple(broken))


def folders() -> dict[str, Path]:
    """The folders of the packages' code by the id of the ruleset, found without running any of it."""
    found = dict[str, Path]()
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _package(point))):
        with suppress(Exception):
            found[point.name] = _folder(point)
    return found


def hashes() -> dict[str, str]:
    """The hashes of the packages' code by the id of the ruleset, found without running any of it."""
    found = dict[str, str]()
    for id, folder in folders().items():
        with suppress(Exception):
            found[id] = hash_of(folder)
    return found


def check_ids(own: Iterable[str]) -> None:
    """`SameId` if two packages define one ruleset, or a package one of Kronika's `own`."""
    sources = [(id, "Kronika itself") for id in own]
    sources += [(point.name, f"the package {_package(point)}") for point in entry_points(group=GROUP)]
    first: dict[str, str] = {}
    for id, source in sources:
        if first.setdefault(id, source) != source:
            raise SameId(
                f"two rulesets have the id {id!r}: that of {first[id]} and that of {source}. Uninstall one of them."
            )


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def _loaded(point: EntryPoint) -> Ruleset[Any]:
    ruleset = point.load()
    if not isinstance(ruleset, Ruleset):
        raise Unusable(f"{point.value} is no Ruleset of kronika.ruleset")
    if ruleset.id != point.name:
        raise Unusable(f"its id is {ruleset.id!r}, and the entry point is named {point.name!r}")
    for reason in _lacks(ruleset):
        raise Unusable(reason)
    lines = lines_of(table_of(ruleset.events))
    check_lines(lines, TABLE_TYPES)
    assert point.dist is not None
    ruleset.package = Package(point.dist.name, point.dist.version, hash_of(_folder(point)), lines)
    guard(ruleset, ruleset.package, _module(point))
    _begin(ruleset)
    return ruleset


def _module(point: EntryPoint) -> str:
    """The top-level module that an entry point names."""
    return point.module.partition(".")[0]


def _folder(point: EntryPoint) -> Path:
    """The folder of the package that an entry point names, all of whose files are its code."""
    name = _module(point)
    spec = find_spec(name)
    folders = [] if spec is None else list(spec.submodule_search_locations or ())
    if len(folders) != 1:
        raise Unusable(f"{name} is not one folder: a ruleset's code and data are in one package")
    return Path(folders[0])


def _lacks(ruleset: Ruleset[Any]) -> Iterator[str]:
    if not ID.fullmatch(ruleset.id):
        yield f"its id {ruleset.id!r} has other characters than a-z, 0-9 and hyphens, or is longer than 64"
    if set(ruleset.name) != {"en", "pl"}:
        yield "its name is not in both languages, en and pl"
    for name, what in (("editions", "no editions"), ("clauses", "no clauses")):
        if not getattr(ruleset, name, None):
            yield f"it has {what}: is its data in its folder, and in the wheel?"


def _begin(ruleset: Ruleset[Any]) -> None:
    """What a service needs at its start: schemas of all its types, and a table for each kind of game."""
    msgspec.json.schema_components([*ruleset.events, *ruleset.actions, ruleset.options, ruleset.view_type])
    for seats, options in ruleset.setups():
        ruleset.check(seats, options)
        ruleset.initial(seats, options, ruleset.newest)
