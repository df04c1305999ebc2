"""Examples of requests, made from their schemas: only required members, each with the simplest valid value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Json = dict[str, Any]
ID = "0123456789abcdef" * 2
SECRET = "A" * 43
BY_NAME: Mapping[str, Any] = {
    "name": "Ala",
    "code": f"ki_{SECRET}",
    "cursor": "MQ==",
    "disclosure": "WyJBIiwge31d",
    "r": f"{SECRET}=",
    "s": "A" * 86,
    "seed": SECRET,
    "index": 0,
    "game": ID,
    "tournament": ID,
    "meeting": ID,
    "ruleset": "age-of-war",
    "invitation": ID[:16],
    "hook": ID,
    "bot": ID,
    "token": f"kr_{SECRET}",
    "endpoint": "https://push.example/browser",
    "p256dh": f"B{'A' * 86}",
    "auth": "A" * 22,
    "delivery": f"msg_{ID}",
    "problem": "not-found",
    "version": 5,
    "day": "latest",
    "file": "games.jsonl.gz",
    "url": f"/games/{ID}",
}
"""Values in a special format, by member name."""


def example(schema: Json, components: Mapping[str, Json], name: str = "") -> Any:
    """The simplest JSON that matches a schema, where the schema is that of the member `name`."""
    if "$ref" in schema:
        return example(components[schema["$ref"].rpartition("/")[2]], components, name)
    if "example" in schema:
        return schema["example"]
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return example(schema[union][0], components, name)
    return BY_NAME[name] if name in BY_NAME else _BY_TYPE[_type(schema)](schema, components)


def _type(schema: Json) -> str:
    kinds = schema.get("type", "object")
    return str(kinds[0] if isinstance(kinds, list) else kinds)


def _object(schema: Json, components: Mapping[str, Json]) -> Any:
    members = schema.get("properties", {})
    return {name: example(members[name], components, name) for name in schema.get("required", ())}


def _array(schema: Json, components: Mapping[str, Json]) -> Any:
    if "prefixItems" in schema:
        return [example(place, components) for place in schema["prefixItems"]]
    return [example(schema["items"], components)] * schema.get("minItems", 0)


def _string(schema: Json, components: Mapping[str, Json]) -> Any:
    return "A text."[: schema.get("maxLength")]


_BY_TYPE: Mapping[str, Callable[[Json, Mapping[str, Json]], Any]] = {
    "object": _object,
    "array": _array,
    "string": _string,
    "integer": lambda schema, _: schema.get("minimum", 1) or 1,
    "number": lambda schema, _: schema.get("minimum", 1),
    "boolean": lambda schema, _: True,
}
