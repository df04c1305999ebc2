"""The kinds of request bodies: one schema, or a choice among schemas by one of their members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apispec import APISpec
from marshmallow import Schema, ValidationError

from api.http.body import Body

REF = "#/components/schemas/{name}"


class JsonBody(Body):
    """A body with one schema; with `optional`, no body at all means {}."""

    def __init__(self, schema: type[Schema], optional: bool = False) -> None:
        self._schema = schema()
        self._name = component_name(schema)
        self.optional = optional

    def load(self, data: Any) -> dict[str, Any]:
        return load_object(self._schema, data)

    def component(self, spec: APISpec) -> dict[str, Any]:
        return add_schema(spec, self._name, self._schema)


class BytesBody(Body):
    """At most `max_bytes` bytes in a format of their own, under `text`."""

    raw = any_type = True
    media_types = ("application/octet-stream",)

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes

    def load(self, data: Any) -> dict[str, Any]:
        return {"text": data}

    def component(self, spec: APISpec) -> dict[str, Any]:
        return {"type": "string", "format": "binary"}


class Choice(Body):
    """A union discriminated by the member `key`: OpenAPI's oneOf with a discriminator."""

    def __init__(self, name: str, key: str, members: Mapping[str, type[Schema]], about: str) -> None:
        self._name, self._key, self._about = name, key, about
        self._members = {value: schema() for value, schema in members.items()}

    def load(self, data: Any) -> dict[str, Any]:
        value = json_object(data).get(self._key)
        schema = self._members.get(value) if isinstance(value, str) else None
        if schema is None:
            raise ValidationError({self._key: [f"Must be one of: {', '.join(self._members)}."]})
        return load_object(schema, data)

    def component(self, spec: APISpec) -> dict[str, Any]:
        refs = {value: add_schema(spec, component_name(type(s)), s) for value, s in self._members.items()}
        mapping = {value: ref["$ref"] for value, ref in refs.items()}
        union = {
            "oneOf": list(refs.values()),
            "discriminator": {"propertyName": self._key, "mapping": mapping},
            "description": self._about,
        }
        return add_component(spec, self._name, union)


def load_object(schema: Schema, data: Any) -> dict[str, Any]:
    loaded: dict[str, Any] = schema.load(json_object(data))
    return loaded


def json_object(data: Any) -> dict[str, Any]:
    """The data unchanged; ValidationError unless they are a JSON object."""
    if not isinstance(data, dict):
        raise ValidationError("This must be a JSON object.")
    return data


def component_name(schema: type[Schema]) -> str:
    return schema.__name__.removesuffix("Schema")


def add_schema(spec: APISpec, name: str, schema: Schema) -> dict[str, Any]:
    """A reference to a schema. The first call adds the schema as a named component."""
    if name not in spec.components.schemas:
        spec.components.schema(name, schema=schema)
    return {"$ref": REF.format(name=name)}


def add_component(spec: APISpec, name: str, component: dict[str, Any]) -> dict[str, Any]:
    """A reference to a complete JSON Schema. The first call adds it as a named component."""
    if name not in spec.components.schemas:
        spec.components.schema(name, component=component)
    assert spec.components.schemas[name] == component, f"two schemas are called {name}"
    return {"$ref": REF.format(name=name)}


class AnyOf(Body):
    """One of several unions; which one is known only later. `load` checks only the member named `key`."""

    def __init__(self, name: str, key: str, choices: Mapping[str, Choice], about: str) -> None:
        self._name, self._key, self._choices, self._about = name, key, choices, about

    def load(self, data: Any) -> dict[str, Any]:
        body = json_object(data)
        if not isinstance(body.get(self._key), str):
            raise ValidationError({self._key: ["Missing data for required field, a string."]})
        return body

    def component(self, spec: APISpec) -> dict[str, Any]:
        choices = [choice.component(spec) for choice in self._choices.values()]
        return add_component(spec, self._name, {"description": self._about, "anyOf": choices})


class WithMember(Body):
    """A body of plain members that holds another body under `member`."""

    def __init__(self, name: str, plain: type[Schema], member: str, other: Body, about: str) -> None:
        self._name, self._plain, self._member, self._other = name, plain(), member, other
        self._about = about

    def load(self, data: Any) -> dict[str, Any]:
        plain = {name: value for name, value in json_object(data).items() if name != self._member}
        loaded = load_object(self._plain, plain)
        try:
            return {**loaded, self._member: self._other.load(data.get(self._member))}
        except ValidationError as error:
            raise ValidationError({self._member: error.messages}) from error

    def component(self, spec: APISpec) -> dict[str, Any]:
        add_schema(spec, self._name, self._plain)
        whole = spec.components.schemas[self._name]
        whole["properties"][self._member] = {**self._other.component(spec), "description": self._about}
        whole["required"] = [*whole.get("required", []), self._member]
        return {"$ref": REF.format(name=self._name)}


class OrSigned(Body):
    """A body, or its form signed by a seat."""

    def __init__(self, name: str, plain: Body, signed: Body) -> None:
        self._name, self._plain, self._signed = name, plain, signed
        self.optional = plain.optional

    def load(self, data: Any) -> dict[str, Any]:
        return (self._signed if "signed" in json_object(data) else self._plain).load(data)

    def component(self, spec: APISpec) -> dict[str, Any]:
        about = "Unsigned, or signed by the seat's key."
        forms = [body.component(spec) for body in (self._plain, self._signed)]
        return add_component(spec, self._name, {"description": about, "anyOf": forms})
