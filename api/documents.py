"""The schemas of answers, made from the types of the documents themselves."""

from __future__ import annotations

from typing import Any

import msgspec
from apispec import APISpec

from api.request_bodies import placed

Json = dict[str, Any]
PLACE = "#/components/schemas/{name}"


def documented(spec: APISpec, document: type[msgspec.Struct]) -> Json:
    """A reference to the schema of a document, which becomes a named component with all that it holds."""
    _, components = msgspec.json.schema_components([document], ref_template=PLACE)
    for name, schema in components.items():
        placed(spec, name, as_served(schema))
    return {"$ref": PLACE.format(name=document.__name__)}


def as_served(schema: Any) -> Any:
    """A schema of what is sent: members with a default are sent too. Client generators want two things said that go
    without saying: that a set of strings is one, and that an object without named members may have any.
    """
    if isinstance(schema, list):
        return [as_served(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: as_served(item) for key, item in schema.items() if key != "default"}
    if all(isinstance(value, str) for value in made.get("enum", [None])):
        made.setdefault("type", "string")
    if made.get("type") == "object" and "properties" not in made:
        made.setdefault("additionalProperties", {})
    if isinstance(schema.get("properties"), dict):
        always = {*schema.get("required", ()), *_defaulted(schema["properties"])}
        made["required"] = [name for name in schema["properties"] if name in always]
    return made


def _defaulted(properties: Json) -> list[str]:
    return [name for name, schema in properties.items() if "default" in schema]
