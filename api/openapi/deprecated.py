"""Marks what is deprecated in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from api.http.deprecations import Deprecation

Json = dict[str, Any]


def mark_deprecated(whole: Json, deprecations: Mapping[str, Deprecation]) -> None:
    """Mark operations, by their ids, or the members of their responses."""
    components = whole["components"]["schemas"]
    for operation in (operation for path in whole["paths"].values() for operation in path.values()):
        if deprecation := deprecations.get(operation["operationId"]):
            _mark(operation, deprecation, components)


def _mark(operation: Json, deprecation: Deprecation, components: Json) -> None:
    if not deprecation.member:
        operation["deprecated"] = True
    for schema in _response_schemas(operation, components) if deprecation.member else ():
        schema["properties"][deprecation.member]["deprecated"] = True


def _response_schemas(operation: Json, components: Json) -> Iterator[Json]:
    """The components of an operation's successful responses."""
    for status, response in operation["responses"].items():
        if status < "300":
            yield from _objects(response["content"]["application/json"]["schema"], components)


def _objects(ref: Json, components: Json) -> Iterable[Json]:
    """The component, or those of all rulesets where they differ."""
    whole = components[ref["$ref"].rpartition("/")[2]]
    if "oneOf" not in whole:
        return [whole]
    return [schema for each in whole["oneOf"] for schema in _objects(each, components)]
