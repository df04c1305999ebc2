"""The OpenAPI 3.1 document, made from the operations and the schemas that validate them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from apispec import APISpec

from api.http import problems
from api.http.deprecations import Deprecation
from api.http.operations import Resource
from api.openapi.deprecated import mark_deprecated
from api.openapi.event_schemas import with_descriptions
from api.openapi.examples import example
from api.openapi.naming import name_schemas
from api.openapi.operations import operation_object
from api.openapi.parameters import path_template
from api.openapi.responses import schema_ref
from api.openapi.spec import converter_of, new_spec
from api.requests.schemas import component_prefix
from domain.rulesets import registry
from projections.documents import FIELDS


def document(resources: Sequence[Resource]) -> dict[str, Any]:
    """The document of all operations of these resources."""
    spec = new_spec()
    schema_ref(spec, problems.Problem)
    for resource in resources:
        spec.tag({"name": resource.name, "description": resource.about})
        for operation in resource.operations:
            described = operation_object(spec, operation, resource.name)
            spec.path(path_template(operation), operations={operation.method.lower(): described})
    _add_descriptions(spec)
    whole = deepcopy(spec.to_dict())
    name_schemas(whole, [component_prefix(ruleset) for ruleset in registry().values()])
    mark_deprecated(whole, _deprecations(resources))
    _add_examples(whole)
    return whole


def _deprecations(resources: Sequence[Resource]) -> Mapping[str, Deprecation]:
    """What is deprecated, by the id of its operation."""
    operations = (operation for resource in resources for operation in resource.operations)
    return {it.handler.__name__: it.deprecation for it in operations if it.deprecation is not None}


def _add_examples(whole: dict[str, Any]) -> None:
    """Add an example to every operation: of its required parameters and its body."""
    components = whole["components"]["schemas"]
    for operation in (operation for path in whole["paths"].values() for operation in path.values()):
        for parameter in operation["parameters"]:
            if parameter["required"] and "example" not in parameter:
                place = "problem" if operation["operationId"] == "get_problem" else parameter["name"]
                parameter["example"] = example(parameter["schema"], components, place)
        for media in operation.get("requestBody", {"content": {}})["content"].values():
            media["example"] = example(media["schema"], components)


def _add_descriptions(spec: APISpec) -> None:
    """Describe request schemas by their docstrings, and members without a description by their names."""
    made = spec.components.schemas
    for (schema, *_), name in converter_of(spec).refs.items():
        made[name].setdefault("description", inspect.cleandoc(schema.__doc__ or ""))
    made.update({name: with_descriptions(schema, FIELDS) for name, schema in made.items()})
    for (schema, *_), name in converter_of(spec).refs.items():
        made[name].update(getattr(schema, "constraints", {}))
