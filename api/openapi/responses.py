"""The schemas of responses, made from the types of the documents.

A document that names its `ruleset` and holds a part defined by the ruleset (`projections.documents.Part`) becomes a union
discriminated by `ruleset`. A document with an event's data becomes, within that union, one discriminated by `type`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from apispec import APISpec

from api.openapi.parts import (
    Game,
    Json,
    enum_schema,
    event_data,
    events_of,
    part,
)
from api.requests.bodies import REF, add_component
from api.requests.schemas import component_prefix
from domain.rulesets import registry
from domain.table.event_types import TABLE_TYPES
from projections.documents import PART, Part


def schema_ref(spec: APISpec, document: type[msgspec.Struct]) -> Json:
    """A reference to the schema of a document, which becomes a named component, as do all schemas in it."""
    _, components = msgspec.json.schema_components([document], ref_template=REF)
    return _Components(spec, {name: response_schema(schema) for name, schema in components.items()}).ref(
        document.__name__
    )


class _Components:
    """The schemas of one document and of everything in it, added as they are referred to."""

    def __init__(self, spec: APISpec, schemas: Mapping[str, Json]) -> None:
        self._spec, self._schemas = spec, schemas
        self._per_ruleset = {name for name in schemas if self._differs(name)}

    def _differs(self, name: str, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a schema holds anything that differs between rulesets, apart from the ruleset's name."""
        parts, refs = _parts_and_refs(self._schemas[name])
        inner = refs - seen - {name}
        return bool(parts - {Part.RULESET}) or any(self._differs(ref, seen | {name}) for ref in inner)

    def ref(self, name: str, ruleset: Game | None = None) -> Json:
        """A reference to a schema, for one ruleset or for a document that may be of any."""
        if name not in self._per_ruleset:
            return add_component(self._spec, name, self._filled(self._schemas[name], None))
        parts, _ = _parts_and_refs(self._schemas[name])
        if ruleset is None and Part.RULESET in parts:
            return self._union(name)
        if ruleset is not None and Part.EVENT_DATA in parts:
            return self._events(name, ruleset)
        owner = "" if ruleset is None else component_prefix(ruleset)
        return self._placed(owner + name, self._filled(self._schemas[name], ruleset))

    def _placed(self, name: str, schema: Json) -> Json:
        return add_component(self._spec, name, {**schema, "title": name})

    def _union(self, name: str) -> Json:
        refs = {ruleset.id: self.ref(name, ruleset) for ruleset in registry().values()}
        about = self._schemas[name].get("description", "")
        return add_component(self._spec, name, union("ruleset", refs, about))

    def _events(self, name: str, ruleset: Game) -> Json:
        refs = {tag: self._event(name, ruleset, tag) for tag in events_of(ruleset)}
        about = f"An event. Game: {ruleset.name['en']}"
        return add_component(self._spec, component_prefix(ruleset) + name, union("type", refs, about))

    def _event(self, name: str, ruleset: Game, tag: str) -> Json:
        title = "".join(word.title() for word in tag.split("-"))
        owner = "" if tag in TABLE_TYPES else component_prefix(ruleset)
        data = event_data(ruleset, tag) | {"title": f"{owner}{title}Data"}
        schema = self._filled(self._schemas[name], ruleset)
        properties = schema["properties"] | {
            "type": {**enum_schema([tag]), "description": schema["properties"]["type"]["description"]},
            "data": data,
        }
        described = {**schema, "description": data["description"], "properties": properties}
        return self._placed(f"{component_prefix(ruleset)}{title}{name}", described)

    def _filled(self, schema: Any, ruleset: Game | None) -> Any:
        """The schema with its parts and references filled in for one ruleset, or for all."""
        if isinstance(schema, list):
            return [self._filled(item, ruleset) for item in schema]
        if not isinstance(schema, dict):
            return schema
        if schema.get(PART) == Part.EVENT_DATA:
            return schema
        if PART in schema:
            description = {key: schema[key] for key in ("description",) if key in schema}
            return {**part(self._spec, Part(schema[PART]), ruleset), **description}
        made = {key: self._filled(item, ruleset) for key, item in schema.items()}
        return {**made, **self.ref(_component(schema["$ref"]), ruleset)} if "$ref" in schema else made


def union(key: str, refs: Mapping[str, Json], about: str) -> Json:
    """One of several schemas, discriminated by the member `key`."""
    mapping = {value: ref["$ref"] for value, ref in refs.items()}
    discriminator = {"propertyName": key, "mapping": mapping}
    return {"description": about, "oneOf": list(refs.values()), "discriminator": discriminator}


def _component(ref: str) -> str:
    return ref.rpartition("/")[2]


def _parts_and_refs(schema: Any) -> tuple[set[Part], set[str]]:
    """The parts that a schema marks, and the schemas that it refers to."""
    parts, refs = set(), set()
    for inner in _objects(schema):
        if PART in inner:
            parts.add(Part(inner[PART]))
        if isinstance(inner.get("$ref"), str):
            refs.add(_component(inner["$ref"]))
    return parts, refs


def _objects(schema: Any) -> Iterator[Json]:
    if isinstance(schema, dict):
        yield schema
        for inner in schema.values():
            yield from _objects(inner)
    if isinstance(schema, list):
        for inner in schema:
            yield from _objects(inner)


def response_schema(schema: Any) -> Any:
    """The schema of a document that the service sends: members with a default are always present. Client generators need
    two things spelled out: that an enum of strings has type string, and that an object without declared members may have
    any.
    """
    if isinstance(schema, list):
        return [response_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: response_schema(item) for key, item in schema.items() if key != "default"}
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
