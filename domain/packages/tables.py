"""The closed table of events, made from their structs (docs/ledger.md, section 14)."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec.structs import fields

from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, Opened
from domain.packages.notation import BadTable

Members = dict[str, str]
PLAIN = {int: "integer", str: "text", bool: "boolean", Roll: "throw"}


def table_of(events: Iterable[type[Any]]) -> Mapping[str, Members]:
    """The members of these events and of the records in them, by type and `record NAME`; `BadTable` if there is none."""
    records: dict[str, Members] = {}
    written = {str(cls.__struct_config__.tag): dict(members_of(cls, records)) for cls in events}
    return {
        name: dict(sorted(its.items())) for name, its in [*sorted(written.items()), *sorted(records.items())]
    }


def members_of(cls: type[Any], records: dict[str, Members]) -> Iterator[tuple[str, str]]:
    """The members of a struct and their kinds; the records that they name are added to `records`."""
    for field in fields(cls):
        left_out = (
            cls.__struct_config__.omit_defaults and not field.required and field.default is not msgspec.UNSET
        )
        kind = _kind(field.type, records)
        if left_out and field.default is None:
            kind = kind.removesuffix(" or null")
        yield field.encode_name + ("?" if left_out else ""), kind


def _kind(hint: Any, records: dict[str, Members]) -> str:
    origin, args = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Annotated:
        return _kind(args[0], records)
    if origin is Literal:
        return _same({PLAIN[type(value)] for value in args})
    if origin in (Union, types.UnionType):
        kinds = {_kind(arg, records) for arg in args if arg not in (type(None), msgspec.UnsetType)}
        return _same(kinds) + " or null" * (type(None) in args)
    if origin in (Hidden, Opened, Shuffle):
        name = {Hidden: "hidden", Opened: "opened", Shuffle: "shuffle of"}[origin]
        return f"{name} {_kind(args[0], records)}"
    if origin is tuple:
        return f"list of {_same({_kind(arg, records) for arg in args if arg is not ...})}"
    if origin is dict and args[1] is not Any:
        return f"map of {_kind(args[1], records)}"
    return _other(hint, records)


def _other(hint: Any, records: dict[str, Members]) -> str:
    if hint is Any or get_origin(hint) is dict:
        return "free"
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        name = f"record {hint.__name__}"
        if name not in records:
            records[name] = {}
            records[name] |= dict(members_of(hint, records))
        return name
    if type(hint).__name__ == "TypeVar":
        return "position"
    raise BadTable(f"an event cannot have a member of the type {hint}")


def _same(kinds: set[str]) -> str:
    if len(kinds) != 1:
        raise BadTable(f"an event cannot have a member that is one of {sorted(kinds)}")
    return next(iter(kinds))
