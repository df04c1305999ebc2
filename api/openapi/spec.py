"""What apispec knows of the API: its title, its security, and our own fields of requests."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema
from marshmallow.fields import Dict

from api.requests.bodies import component_name
from api.requests.fields import FixedTuple, JsonNull

SECURITY: Mapping[str, list[dict[str, list[str]]]] = {
    "none": [],
    "optional": [{"bearer": []}, {}],
    "required": [{"bearer": []}],
    "account": [{"bearer": []}, {"session": []}],
    "session": [{"session": []}],
}
DEFAULT_SECURITY = "optional"
"""Declared once, for the whole document. Some generators (openapi-python-client) demand a token for any operation that declares
security itself, even if the declaration says that the token is optional."""
TEXT = {"type": "string"}
DESCRIPTION = """Tabletop games as verifiable event logs. Read the ruleset, create a game, take seats, get the legal
actions, post one of them. `version`, the number of events in a game's log, is the single cursor of the whole API.

Any origin may call this API from a browser; it takes bearer tokens from the Authorization
header only. Every response has an `X-Request-Id`: the client's own if it sends one; and `Kronika-Now`: the service's time
when it was sent, in milliseconds since 1970. Problems have their `title` in the language that `Accept-Language` prefers,
English or Polish, and most `detail`s in English; `Content-Language` names the languages.

[What `/v1` promises](/docs/reference/promises) says what stays, and how what is to go is announced;
the [changelog](/changelog) is also a feed (`/changelog.atom`)."""


def new_spec() -> APISpec:
    """A document without operations."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name)
    spec = APISpec(
        title="Kronika",
        version=version("kronika"),
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": DESCRIPTION},
        servers=[{"url": "/"}],
        security=SECURITY[DEFAULT_SECURITY],
    )
    spec.components.security_scheme("bearer", {"type": "http", "scheme": "bearer"})
    spec.components.security_scheme("session", {"type": "apiKey", "in": "cookie", "name": "__Host-kronika"})
    converter_of(spec).add_attribute_function(_own_fields)  # type: ignore[no-untyped-call]
    return spec


def converter_of(spec: APISpec) -> OpenAPIConverter:
    """What makes JSON Schemas of marshmallow's schemas."""
    converter = next(plugin.converter for plugin in spec.plugins if isinstance(plugin, MarshmallowPlugin))
    assert converter is not None
    return converter


def _name(schema: Any) -> str:
    cls = schema if isinstance(schema, type) else type(schema)
    assert issubclass(cls, Schema)
    return component_name(cls)


def _own_fields(converter: OpenAPIConverter, field: Any, ret: dict[str, Any]) -> dict[str, Any]:
    """Tell apispec about our own fields."""
    if isinstance(field, JsonNull):
        return {"type": "null"}
    if isinstance(field, FixedTuple):
        places = [converter.field2property(place) for place in field.places]
        return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}
    if isinstance(field, Dict) and field.key_field is not None:
        names = converter.field2property(field.key_field)
        return {} if names == TEXT else {"propertyNames": names}
    return {}
