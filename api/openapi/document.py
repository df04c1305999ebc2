"""The OpenAPI 3.1 document, made from the operations and the schemas that validate them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema
from marshmallow.fields import Dict

from api.http import headers, problems
from api.http.body import Body
from api.http.deprecations import Deprecation
from api.http.operations import Operation, Resource, Returns
from api.http.problem_kinds import KINDS, STORE_KINDS, Fault, KindName
from api.openapi.deprecated import mark_deprecated
from api.openapi.event_schemas import with_descriptions
from api.openapi.examples import example
from api.openapi.naming import name_schemas
from api.openapi.responses import schema_ref
from api.requests.bodies import component_name
from api.requests.fields import FixedTuple, JsonNull
from api.requests.schemas import component_prefix
from domain.rulesets import registry
from domain.table.refusals import Refusal
from projections.documents import FIELDS

COMMON_KINDS = (
    Fault.INTERNAL_ERROR,
    *STORE_KINDS,
    Fault.CLOCK_WRONG,
    Refusal.NEWER_LOG,
    Refusal.RULESET_FAILED,
)
"""Problem kinds that every operation may respond with."""
PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
PATH_TYPES = {
    "game": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    "int": {"type": "integer", "minimum": 0},
    "path": {"type": "string"},
    "": {"type": "string"},
}
PATH_DESCRIPTIONS = {
    **FIELDS,
    "account": "The account's id or name.",
    "number": "The number of the undo request, or of the judge call.",
    "invitation": "The invitation's id.",
    "code": "The code of an invitation.",
    "release": "The number of a release of the case.",
    "share": "The share's id.",
    "subscription": "The subscription's id.",
    "log": "The name of a log other than the service's first.",
    "bot": "The id of the bot's account, 32 hexadecimal digits.",
    "delivery": "The delivery's id, its `webhook-id`.",
    "hook": "The hook's id, 32 hexadecimal digits.",
    "device": "The id of a code for another device.",
    "session": "The session's id.",
    "token": "The token's id.",
    "meeting": "The meeting's id, 32 hexadecimal digits.",
    "name": "The kind of problem.",
    "ruleset": "The ruleset's id.",
    "tile": "The tile's path below `tile/`, such as `0/x001/x234/067.p/5` or `entries/000` (c2sp.org/tlog-tiles).",
    "tournament": "The tournament's id, 32 hexadecimal digits.",
    "version": "A version of the game.",
    "passkey": "The id of a passkey of the account.",
    "day": "The day of a data set, such as 2026-11-27, or `latest`.",
    "file": "The name of a file of the data set, such as `games.jsonl.gz`.",
}
"""Descriptions of path parameters."""
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
RESPONSE_HEADERS = {
    "Set-Cookie": "The session, in a cookie that scripts cannot read.",
    "ETag": "The version in double quotes; in responses to reads also a mark of viewer and query. That of a file is its SHA-256.",
    "Location": "The path of the new resource.",
    "Link": "The next page, rel=next.",
    "Cache-Control": "How long the response may be cached.",
}
TEXT = {"type": "string"}
TEXTS: dict[str, dict[str, Any]] = {"text/event-stream": {}}
"""OpenAPI 3.1 cannot describe a stream of events: any schema would be taken for that of the whole text."""
SCOPES = "x-scopes"
"""A personal token needs one of these scopes. Security requirements list scopes of which all are needed."""
ITEM_SCHEMA = "x-itemSchema"
"""The schema of `data` in each event of a stream, or of each line: `itemSchema` of OpenAPI 3.2."""
NAMED_ITEM_SCHEMAS = "x-namedItemSchemas"
"""Schemas for events of a stream whose name is not the document's type."""
DESCRIPTION = """Tabletop games as verifiable event logs. Read the ruleset, create a game, take seats, get the legal
actions, post one of them. `version`, the number of events in a game's log, is the single cursor of the whole API.

Any origin may call this API from a browser; it takes bearer tokens from the Authorization
header only. Every response has an `X-Request-Id`: the client's own if it sends one; and `Kronika-Now`: the service's time
when it was sent, in milliseconds since 1970. Problems have their `title` in the language that `Accept-Language` prefers,
English or Polish, and most `detail`s in English; `Content-Language` names the languages.

[What `/v1` promises](/docs/reference/promises) says what stays, and how what is to go is announced;
the [changelog](/changelog) is also a feed (`/changelog.atom`)."""


def document(resources: Sequence[Resource]) -> dict[str, Any]:
    """The document of all operations of these resources."""
    spec = _spec()
    schema_ref(spec, problems.Problem)
    for resource in resources:
        spec.tag({"name": resource.name, "description": resource.about})
        for operation in resource.operations:
            path = PARAMETER.sub(r"{\2}", operation.path)
            documented = _operation(spec, operation, resource.name)
            spec.path(path, operations={operation.method.lower(): documented})
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
    for (schema, *_), name in _converter(spec).refs.items():
        made[name].setdefault("description", inspect.cleandoc(schema.__doc__ or ""))
    made.update({name: with_descriptions(schema, FIELDS) for name, schema in made.items()})
    for (schema, *_), name in _converter(spec).refs.items():
        made[name].update(getattr(schema, "constraints", {}))


def _converter(spec: APISpec) -> OpenAPIConverter:
    converter = next(plugin.converter for plugin in spec.plugins if isinstance(plugin, MarshmallowPlugin))
    assert converter is not None
    return converter


def _spec() -> APISpec:
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
    _converter(spec).add_attribute_function(_own_fields)  # type: ignore[no-untyped-call]
    return spec


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


def _operation(spec: APISpec, operation: Operation, tag: str) -> dict[str, Any]:
    summary, _, description = (inspect.getdoc(operation.handler) or "").partition("\n")
    documented: dict[str, Any] = {
        "operationId": operation.handler.__name__,
        "summary": summary.rstrip("."),
        "description": description.strip() or summary,
        "tags": [tag],
        "parameters": [
            *_path_parameters(operation),
            *_query_parameters(spec, operation),
            *_headers(operation),
        ],
        "responses": {**_responses(spec, operation), **_problem_responses(operation)},
    }
    if operation.auth != DEFAULT_SECURITY:
        documented["security"] = SECURITY[operation.auth]
    if operation.body is not None:
        documented["requestBody"] = _request_body(spec, operation.body)
    if operation.scopes:
        documented[SCOPES] = [*operation.scopes]
    return documented


def _request_body(spec: APISpec, body: Body) -> dict[str, Any]:
    schema = body.component(spec)
    content = {media: {"schema": schema} for media in body.media_types}
    return {"required": not body.optional, "content": content}


def _path_parameters(operation: Operation) -> list[dict[str, Any]]:
    found = PARAMETER.findall(operation.path)
    return [
        {
            "in": "path",
            "name": name,
            "description": PATH_DESCRIPTIONS[name],
            "required": True,
            "schema": PATH_TYPES[kind],
        }
        for kind, name in found
    ]


def _query_parameters(spec: APISpec, operation: Operation) -> list[dict[str, Any]]:
    if operation.query is None:
        return []
    found = _converter(spec).schema2parameters(operation.query, location="query")
    return [_without_null(parameter) for parameter in found]


def _without_null(parameter: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be omitted is not null, because a query string has no null."""
    schema = {k: v for k, v in parameter["schema"].items() if not (k == "default" and v is None)}
    if isinstance(schema.get("type"), list):
        schema["type"] = next(t for t in schema["type"] if t != "null")
    if None in schema.get("enum", ()):
        schema["enum"] = [value for value in schema["enum"] if value is not None]
    described = {"description": FIELDS[parameter["name"]]} if parameter["name"] in FIELDS else {}
    return {**described, **parameter, "schema": schema}


def _headers(operation: Operation) -> list[dict[str, Any]]:
    known = {**headers.PARAMETERS, **(headers.MINTING_PARAMETERS if operation.mints else {})}
    return [{"in": "header", "name": n, "required": False, **known[n]} for n in operation.headers]


def _responses(spec: APISpec, operation: Operation) -> dict[str, Any]:
    return {str(status): _response(spec, returns) for status, returns in operation.returns.items()}


def _response(spec: APISpec, returns: Returns) -> dict[str, Any]:
    response: dict[str, Any] = {"description": returns.description}
    if returns.headers:
        response["headers"] = {
            name: {"description": RESPONSE_HEADERS[name], "schema": {"type": "string"}}
            for name in returns.headers
        }
    if returns.media_types:
        response["content"] = {media: _content(spec, returns, media) for media in returns.media_types}
    return response


def _content(spec: APISpec, returns: Returns, media: str) -> dict[str, Any]:
    if headers.is_json(media):
        return {"schema": _schema(spec, returns.schema)}
    text = {"schema": TEXTS.get(media, TEXT)}
    if returns.items is None:
        return text
    named = {name: schema_ref(spec, document) for name, document in returns.named.items()}
    return {
        **text,
        ITEM_SCHEMA: schema_ref(spec, returns.items),
        **({NAMED_ITEM_SCHEMAS: named} if named else {}),
    }


def _schema(spec: APISpec, schema: Any) -> dict[str, Any]:
    if schema is None:
        return {"type": "object"}
    return schema_ref(spec, schema)


def kinds_of(operation: Operation) -> list[KindName]:
    """The kinds of problems that this operation may respond with."""
    kinds: list[KindName] = [*operation.problems, *COMMON_KINDS]
    if operation.counts is not None:
        kinds += [Fault.TOO_MANY_REQUESTS, Fault.NOT_ACCEPTABLE, Fault.BLOCKED]
    if operation.auth != "none":
        kinds.append(Refusal.UNAUTHENTICATED)
    if "<game:game>" in operation.path:
        kinds += [Refusal.LOG_INCOMPLETE, Refusal.LOG_MISSING, Refusal.UNREADABLE_LOG]
        kinds += [Refusal.RULESET_MISSING]
        kinds += [Refusal.GAME_CLOSED, Refusal.RULESET_CHANGED] if Refusal.STALE in operation.problems else []
    if operation.body is not None:
        kinds += [Fault.TOO_LARGE]
    if operation.body is not None and not operation.body.any_type:
        kinds += [Refusal.MALFORMED, Fault.UNSUPPORTED_MEDIA_TYPE]
    if operation.query is not None or {"If-Match", "Idempotency-Key"} & {*operation.headers}:
        kinds.append(Refusal.MALFORMED)
    if "Idempotency-Key" in operation.headers:
        kinds.append(Refusal.IDEMPOTENCY_CONFLICT)
    if operation.mints:
        kinds.append(Refusal.IDEMPOTENCY_EXPIRED)
    return list(dict.fromkeys(kinds))


def _problem_responses(operation: Operation) -> dict[str, Any]:
    by_status: dict[int, list[KindName]] = {}
    for kind in kinds_of(operation):
        by_status.setdefault(KINDS[kind].status, []).append(kind)
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        str(status): {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(kinds)}",
            "content": {problems.MEDIA_TYPE: {"schema": schema}},
        }
        for status, kinds in sorted(by_status.items())
    }
