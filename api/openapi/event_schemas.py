"""JSON Schemas of events' `data` in responses. A hidden value is the bare value for viewers who know it, and absent for
others.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import fields

from domain.hidden import Hidden, Opened, may_hide

Json = dict[str, Any]
Bindings = Mapping[Any, Any]


def event_schema(event: type[msgspec.Struct], words: Mapping[str, str]) -> Json:
    """The schema of one event type's `data`; `words` describe the fields that have no description of their own."""
    about = {"title": str(event.__struct_config__.tag), "description": inspect.cleandoc(event.__doc__ or "")}
    schema: Json = with_descriptions({**_struct(event, {}, tagged=False), **about}, words)
    return schema


def with_descriptions(schema: Any, words: Mapping[str, str]) -> Any:
    """A schema whose properties without a description are described by their names."""
    if isinstance(schema, list):
        return [with_descriptions(item, words) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: with_descriptions(item, words) for key, item in schema.items()}
    if isinstance(schema.get("properties"), dict):
        made["properties"] = {
            name: _with_description(name, it, words) for name, it in made["properties"].items()
        }
    return made


def _with_description(name: str, schema: Json, words: Mapping[str, str]) -> Json:
    described = "description" in schema or name not in words
    return schema if described else {"description": words[name], **schema}


def schema_for(hint: Any, bindings: Bindings) -> Json:
    """The schema of one type; `bindings` are the type arguments of the generic struct around it."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, typing.TypeVar):
        return schema_for(bindings.get(hint, Any), {})
    if origin in (Hidden, Opened):
        return schema_for(args[0], bindings)
    if origin in (typing.Union, types.UnionType):
        schemas = [schema_for(arg, bindings) for arg in args if arg is not msgspec.UnsetType]
        return {"anyOf": schemas} if len(schemas) > 1 else schemas[0]
    if origin in (tuple, list):
        return _array(origin, args, bindings)
    if origin is dict:
        return {"type": "object", "additionalProperties": _element(args[1], bindings)}
    if isinstance(origin or hint, type) and issubclass(origin or hint, msgspec.Struct):
        bound = {p: _bound(a, bindings) for p, a in zip(_parameters(origin), args, strict=True)}
        return _struct(origin or hint, bound, tagged=not may_hide(origin or hint))
    return msgspec.json.schema(hint)


def _bound(argument: Any, bindings: Bindings) -> Any:
    return bindings.get(argument, argument) if isinstance(argument, typing.TypeVar) else argument


def _parameters(origin: Any) -> tuple[Any, ...]:
    return getattr(origin, "__parameters__", ())


def _array(origin: Any, args: tuple[Any, ...], bindings: Bindings) -> Json:
    if origin is list or args[1:] == (Ellipsis,):
        return {"type": "array", "items": _element(args[0], bindings)}
    places = [_element(arg, bindings) for arg in args]
    alike = all(place == places[0] for place in places)
    each = {"items": places[0]} if alike else {"prefixItems": places}
    return {"type": "array", **each, "minItems": len(places), "maxItems": len(places)}


def _element(hint: Any, bindings: Bindings) -> Json:
    """An unknown element is null in its place; `{}` allows null anyway."""
    schema = schema_for(hint, bindings)
    return {"anyOf": [schema, {"type": "null"}]} if schema and _may_be_hidden(hint) else schema


def _may_be_hidden(hint: Any) -> bool:
    """Whether a value of this type may be absent for some viewers."""
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, types.UnionType) else (hint,)
    return any(typing.get_origin(option) in (Hidden, Opened) for option in options)


def _struct(cls: type[msgspec.Struct], bindings: Bindings, tagged: bool) -> Json:
    hints, config = typing.get_type_hints(cls, include_extras=True), cls.__struct_config__
    named = dict(zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True))
    properties = {member: schema_for(hints[name], bindings) for name, member in named.items()}
    left_out = {field.encode_name for field in fields(cls) if config.omit_defaults and not field.required}
    required = [
        member for name, member in named.items() if member not in left_out and not _may_be_hidden(hints[name])
    ]
    if tagged and config.tag is not None:
        properties = {str(config.tag_field): {"const": config.tag}, **properties}
        required = [str(config.tag_field), *required]
    return {"title": cls.__name__, "type": "object", "properties": properties, "required": required}
