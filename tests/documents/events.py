"""Actions and events as tables of Markdown, from the JSON Schemas of a ruleset's document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.documents.markdown import rows

Json = Mapping[str, Any]


def section(title: str, schemas: Mapping[str, Json]) -> str:
    return f"## {title}\n\n" + "\n".join(one(name, schema) for name, schema in schemas.items())


def one(name: str, schema: Json) -> str:
    """A type: what it means, and its fields but for the type itself."""
    inner = resolved(schema, schema)
    listed = list(fields(inner, schema))
    table = f"\n{rows(('field', 'type', 'meaning'), iter(listed))}" if listed else ""
    return f"### {name}\n\n{' '.join(inner.get('description', '').split())}\n{table}"


def fields(schema: Json, whole: Json) -> Iterator[tuple[str, str, str]]:
    for name, found in schema.get("properties", {}).items():
        if name != "type":
            yield f"`{name}`", kind(found, whole), found.get("description", "")


def resolved(schema: Json, whole: Json) -> Json:
    """The schema itself, or the one among the definitions that it refers to."""
    reference = schema.get("$ref")
    found = whole["$defs"][reference.rpartition("/")[2]] if reference else {}
    return {**found, **schema}


def kind(schema: Json, whole: Json) -> str:
    """A schema in a word or two."""
    schema = resolved(schema, whole)
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind(one, whole) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        items = schema.get("items")
        return f"list of {kind(items, whole)}" if items else "list"
    return str(schema.get("type", "any"))
