"""Stands in for a ruleset that is not installed: its games can be read as logs, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from domain.contract.package import Package
from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, Opened
from domain.ruleset import Event, Ruleset, Traits
from domain.table.refusals import Refusal, Refused

ONES: Mapping[str, Any] = {"text": str, "integer": int, "boolean": bool, "throw": Roll, "free": Any}
HELD: Mapping[str, Any] = {"hidden": Hidden[Any], "opened": Opened[Any], "shuffle": Shuffle[Any], "map": Any}
Lines = Mapping[str, str]


class Absent(Ruleset[Any]):
    """Whatever needs the rules is refused."""

    traits = Traits((), draws=1, longest=0)
    state = dict[str, Any]
    end_reasons = ()
    editions = {}

    def _refuse(self, *given: Any, **named: Any) -> Any:
        which = f"{self.id}, of the package {self.package}," if self.package else self.id
        detail = (
            f"The ruleset {which} is not installed here, or failed to load. The game's log and its audit file can be read; the "
            "board cannot be shown, and nothing is added."
        )
        raise Refused(Refusal.RULESET_MISSING, detail)

    initial = setup = edition = evolve = decide = to_act = choices = outcome = conserved = _refuse


def absent(id: str, package: Package | None = None) -> Absent:
    """In place of the ruleset with this id; `package` is what entry 0 of a game says of it."""
    if package is None:
        return _absent(id, None)
    return _absent(id, msgspec.json.encode(package))


@cache
def _absent(id: str, packed: bytes | None) -> Absent:
    package = None if packed is None else msgspec.json.decode(packed, type=Package)
    events = events_of(package.events) if package else ()
    cls = type("Absent", (Absent,), {"id": id, "name": {"en": id, "pl": id}, "events": events})
    ruleset: Absent = cls()
    ruleset.package = package
    return ruleset


def events_of(lines: Lines) -> tuple[type[Event], ...]:
    """Structs that read the events of a package's table, and write them in the same bytes."""
    names = [name for name in lines if not name.startswith("record ")]
    made = dict[str, Any]()
    return tuple(_struct(name, lines, made, (Event,), tag=name) for name in names)


def _struct(
    name: str, lines: Lines, made: dict[str, Any], bases: tuple[type, ...] = (), **config: Any
) -> Any:
    members = [member.partition(": ") for member in lines[name].split("; ")] if lines[name] else []
    fields: list[Any] = [_field(*it, lines, made) for it in members]
    return msgspec.defstruct(
        "Read", fields, bases=bases, frozen=True, kw_only=True, omit_defaults=True, **config
    )


def _field(member: str, _: str, kind: str, lines: Lines, made: dict[str, Any]) -> tuple[Any, ...]:
    its = _type(kind, lines, made)
    if not member.endswith("?"):
        return member, its
    empty: Any = () if kind.startswith("list of ") else None
    return member.removesuffix("?"), its | None, empty


def _type(kind: str, lines: Lines, made: dict[str, Any]) -> Any:
    if kind.endswith(" or null"):
        return _type(kind.removesuffix(" or null"), lines, made) | None
    if kind in ONES:
        return ONES[kind]
    if kind.startswith("list of "):
        return tuple.__class_getitem__((_type(kind.removeprefix("list of "), lines, made), ...))
    if kind.startswith("record "):
        if kind not in made:
            made[kind] = Any  # within itself
            made[kind] = _struct(kind, lines, made)
        return made[kind]
    return HELD[kind.partition(" ")[0]]
