"""Marshmallow schemas made from the rulesets' msgspec structs, so that both accept exactly the same JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from marshmallow import Schema, ValidationError, fields, validate
from msgspec import inspect as ms

from api.requests.fields import (
    MAX_SAFE_INTEGER,
    Closed,
    FixedTuple,
    JsonBoolean,
    JsonInteger,
    JsonNull,
    one_of,
)

Field = fields.Field[Any]
NO_DESCRIPTIONS: Mapping[str, str] = MappingProxyType({})


def schema_of(
    struct: type[msgspec.Struct],
    name: str,
    base: type[Closed] = Closed,
    descriptions: Mapping[str, str] = NO_DESCRIPTIONS,
) -> type[Schema]:
    """The request schema of a struct that refuses unknown fields. `name` is the component's; a tag becomes `type`.

    `descriptions` are for fields that have none of their own. Raises TypeError for a field type without an exact JSON
    counterpart here.
    """
    info = ms.type_info(struct)
    assert isinstance(info, ms.StructType)
    if not info.forbid_unknown_fields:
        raise TypeError(f"{struct.__name__} must refuse unknown fields to be accepted in requests")
    members = {field.encode_name: _member(field, name) for field in info.fields}
    if info.tag is not None:
        members = {str(info.tag_field): one_of([info.tag], required=True), **members}
    for field_name, field in members.items():
        if field_name in descriptions:
            field.metadata = {"description": descriptions[field_name], **field.metadata}
    schema = base.from_dict(members, name=name)
    schema.__doc__ = struct.__doc__
    return schema


def _member(field: ms.Field, owner: str) -> Field:
    options: dict[str, Any] = {"required": field.required}
    if field.default is not msgspec.NODEFAULT:
        options["load_default"] = msgspec.to_builtins(field.default)
    elif field.default_factory is not msgspec.NODEFAULT:
        options["load_default"] = msgspec.to_builtins(field.default_factory())
    return field_of(field.type, f"{owner}{field.name.title().replace('_', '')}", **options)


def field_of(kind: Any, name: str, **options: Any) -> Field:
    """The field for one type; `name` is used for nested structs, `options` are those of the field."""
    if isinstance(kind, ms.Metadata):
        metadata = {k: v for k, v in (kind.extra_json_schema or {}).items() if k in ("title", "description")}
        return field_of(kind.type, name, **options, metadata=metadata)
    make = _FIELDS.get(type(kind))
    if make is None:
        raise TypeError(f"{name}: no request field for {type(kind).__name__}")
    return make(kind, name, options)


def _integer(kind: Any, name: str, options: dict[str, Any]) -> Field:
    low = max(_default(kind.ge, -MAX_SAFE_INTEGER), _default(kind.gt, -MAX_SAFE_INTEGER - 1) + 1)
    high = min(_default(kind.le, MAX_SAFE_INTEGER), _default(kind.lt, MAX_SAFE_INTEGER + 1) - 1)
    if kind.multiple_of is not None:
        raise TypeError(f"{name}: multiples are not supported")
    return JsonInteger(min=low, max=high, **options)


def _default(value: int | None, default: int) -> int:
    return default if value is None else value


def _string(kind: Any, name: str, options: dict[str, Any]) -> Field:
    checks: list[Any] = _lengths(kind)
    if kind.pattern is not None:
        checks.append(lambda text: bool(_check_pattern(kind.pattern, text)))
        options["metadata"] = {**options.get("metadata", {}), "pattern": kind.pattern}
    return fields.String(validate=checks, **options)


def _check_pattern(pattern: str, text: str) -> bool:
    """Patterns are searched for, not anchored, as in JSON Schema and msgspec."""
    if re.search(pattern, text) is None:
        raise ValidationError(f"Does not match {pattern}.")
    return True


def _lengths(kind: Any) -> list[Any]:
    if kind.min_length is None and kind.max_length is None:
        return []
    return [validate.Length(min=kind.min_length, max=kind.max_length)]


def _array(kind: Any, name: str, options: dict[str, Any]) -> Field:
    return fields.List(field_of(kind.item_type, name), validate=_lengths(kind), **options)


def _tuple(kind: Any, name: str, options: dict[str, Any]) -> Field:
    if len(set(map(repr, kind.item_types))) == 1:
        same = validate.Length(equal=len(kind.item_types))
        return fields.List(field_of(kind.item_types[0], name), validate=same, **options)
    return FixedTuple([field_of(item, f"{name}{n}") for n, item in enumerate(kind.item_types)], **options)


def _object(kind: Any, name: str, options: dict[str, Any]) -> Field:
    keys, values = field_of(kind.key_type, name), field_of(kind.value_type, name)
    if type(keys) is not fields.String:
        raise TypeError(f"{name}: the keys of a JSON object are strings")
    return fields.Dict(keys=keys, values=values, validate=_lengths(kind), **options)


def _nested(kind: Any, name: str, options: dict[str, Any]) -> Field:
    return fields.Nested(schema_of(kind.cls, name), **options)


def _optional(kind: Any, name: str, options: dict[str, Any]) -> Field:
    """`T | None`; other unions have no field."""
    others = [t for t in kind.types if not isinstance(t, ms.NoneType)]
    if len(others) != 1:
        raise TypeError(f"{name}: of unions only `T | None` is supported")
    return field_of(others[0], name, **options, allow_none=True)


_FIELDS: dict[type, Callable[[Any, str, dict[str, Any]], Field]] = {
    ms.IntType: _integer,
    ms.StrType: _string,
    ms.BoolType: lambda kind, name, options: JsonBoolean(**options),
    ms.NoneType: lambda kind, name, options: JsonNull(**options),
    ms.LiteralType: lambda kind, name, options: one_of(kind.values, **options),
    ms.VarTupleType: _array,
    ms.ListType: _array,
    ms.TupleType: _tuple,
    ms.DictType: _object,
    ms.StructType: _nested,
    ms.UnionType: _optional,
}
