"""What request bodies are: one schema, or a choice among schemas by one of their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from apispec import APISpec
from marshmallow import Schema, ValidationError

JSON = "application/json"
PLACE = "#/components/schemas/{name}"


class Body(Protocol):
    """A request body. `load` gives the checked data or raises ValidationError; `component` documents it."""

    optional: bool = False
    media_types: Sequence[str] = (JSON,)
    largest: int = 64 * 1024
    """Bytes that it may have."""
    plain: bool = False
    """Whether `load` gets the bytes, and not what JSON makes of them."""
    any_type: bool = False
    """Whether it is accepted whatever its media type."""

    def load(self, data: Any) -> dict[str, Any]: ...

    def component(self, spec: APISpec) -> dict[str, Any]: ...


class One(Body):
    """A body with one schema; with `optional`, no body at all means {}."""

    def __init__(self, schema: type[Schema], optional: bool = False) -> None:
        self._schema = schema()
        self._name = component_name(schema)
        self.optional = optional

    def load(self, data: Any) -> dict[str, Any]:
        return loaded(self._schema, data)

    def component(self, spec: APISpec) -> dict[str, Any]:
        return registered(spec, self._name, self._schema)


class Plain(Body):
    """At most `largest` bytes in a format of their own, under `text`."""

    plain = any_type = True
    media_types = ("application/octet-stream",)

    def __init__(self, largest: int) -> None:
        self.largest = largest

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
        chosen = json_object(data).get(self._key)
        schema = self._members.get(chosen) if isinstance(chosen, str) else None
        if schema is None:
            raise ValidationError({self._key: [f"Must be one of: {', '.join(self._members)}."]})
        return loaded(schema, data)

    def component(self, spec: APISpec) -> dict[str, Any]:
        refs = {value: registered(spec, component_name(type(s)), s) for value, s in self._members.items()}
        mapping = {value: ref["$ref"] for value, ref in refs.items()}
        union = {
            "oneOf": list(refs.values()),
            "discriminator": {"propertyName": self._key, "mapping": mapping},
            "description": self._about,
        }
        return placed(spec, self._name, union)


def loaded(schema: Schema, data: Any) -> dict[str, Any]:
    found: dict[str, Any] = schema.load(json_object(data))
    return found


def json_object(data: Any) -> dict[str, Any]:
    """The data themselves; ValidationError unless they are a JSON object."""
    if not isinstance(data, dict):
        raise ValidationError("This must be a JSON object.")
    return data


def component_name(schema: type[Schema]) -> str:
    return schema.__name__.removesuffix("Schema")


def registered(spec: APISpec, name: str, schema: Schema) -> dict[str, Any]:
    """A reference to a schema, which becomes a named component the first time."""
    if name not in spec.components.schemas:
        spec.components.schema(name, schema=schema)
    return {"$ref": PLACE.format(name=name)}


def placed(spec: APISpec, name: str, component: dict[str, Any]) -> dict[str, Any]:
    """A reference to a ready JSON Schema, which becomes a named component the first time."""
    if name not in spec.components.schemas:
        spec.components.schema(name, component=component)
    assert spec.components.schemas[name] == component, f"two schemas are called {name}"
    return {"$ref": PLACE.format(name=name)}


class AnyOf(Body):
    """One of several unions; which one is known only later. `load` checks no more than the members named `key`."""

    def __init__(self, name: str, key: str, choices: Mapping[str, Choice], about: str) -> None:
        self._name, self._key, self._choices, self._about = name, key, choices, about

    def load(self, data: Any) -> dict[str, Any]:
        found = json_object(data)
        if not isinstance(found.get(self._key), str):
            raise ValidationError({self._key: ["Missing data for required field, a string."]})
        return found

    def component(self, spec: APISpec) -> dict[str, Any]:
        choices = [choice.component(spec) for choice in self._choices.values()]
        return placed(spec, self._name, {"description": self._about, "anyOf": choices})


class Beside(Body):
    """A body of plain members, and beside them under `member` another one."""

    def __init__(self, name: str, plain: type[Schema], member: str, other: Body, about: str) -> None:
        self._name, self._plain, self._member, self._other = name, plain(), member, other
        self._about = about

    def load(self, data: Any) -> dict[str, Any]:
        plain = {name: value for name, value in json_object(data).items() if name != self._member}
        found = loaded(self._plain, plain)
        try:
            return {**found, self._member: self._other.load(data.get(self._member))}
        except ValidationError as error:
            raise ValidationError({self._member: error.messages}) from error

    def component(self, spec: APISpec) -> dict[str, Any]:
        registered(spec, self._name, self._plain)
        whole = spec.components.schemas[self._name]
        whole["properties"][self._member] = {**self._other.component(spec), "description": self._about}
        whole["required"] = [*whole.get("required", []), self._member]
        return {"$ref": f"#/components/schemas/{self._name}"}


class OrSigned(Body):
    """A body, or what a seat has signed in its place."""

    def __init__(self, name: str, plain: Body, signed: Body) -> None:
        self._name, self._plain, self._signed = name, plain, signed
        self.optional = plain.optional

    def load(self, data: Any) -> dict[str, Any]:
        return (self._signed if "signed" in json_object(data) else self._plain).load(data)

    def component(self, spec: APISpec) -> dict[str, Any]:
        about = "As it is, or as the seat's key has signed it."
        forms = [it.component(spec) for it in (self._plain, self._signed)]
        return placed(spec, self._name, {"description": about, "anyOf": forms})
