"""What the document says of one operation."""

from __future__ import annotations

import inspect
from http import HTTPStatus
from typing import Any

from apispec import APISpec

from api.http import headers, problems
from api.http.body import Body
from api.http.operations import Operation, Returns
from api.http.problem_kinds import KINDS, STORE_KINDS, Fault, KindName
from api.openapi.parameters import parameters_of
from api.openapi.responses import schema_ref
from api.openapi.spec import DEFAULT_SECURITY, SECURITY, TEXT
from domain.table.refusals import Refusal

COMMON_KINDS = (
    Fault.INTERNAL_ERROR,
    *STORE_KINDS,
    Fault.CLOCK_WRONG,
    Refusal.NEWER_LOG,
    Refusal.RULESET_FAILED,
)
"""Problem kinds that every operation may respond with."""
RESPONSE_HEADERS = {
    "Set-Cookie": "The session, in a cookie that scripts cannot read.",
    "ETag": "The version in double quotes; in responses to reads also a mark of viewer and query. That of a file is its SHA-256.",
    "Location": "The path of the new resource.",
    "Link": "The next page, rel=next.",
    "Cache-Control": "How long the response may be cached.",
}
TEXTS: dict[str, dict[str, Any]] = {"text/event-stream": {}}
"""OpenAPI 3.1 cannot describe a stream of events: any schema would be taken for that of the whole text."""
SCOPES = "x-scopes"
"""A personal token needs one of these scopes. Security requirements list scopes of which all are needed."""
ITEM_SCHEMA = "x-itemSchema"
"""The schema of `data` in each event of a stream, or of each line: `itemSchema` of OpenAPI 3.2."""
NAMED_ITEM_SCHEMAS = "x-namedItemSchemas"
"""Schemas for events of a stream whose name is not the document's type."""


def operation_object(spec: APISpec, operation: Operation, tag: str) -> dict[str, Any]:
    """The Operation Object of an operation; its schemas become components of `spec`."""
    summary, _, description = (inspect.getdoc(operation.handler) or "").partition("\n")
    described: dict[str, Any] = {
        "operationId": operation.handler.__name__,
        "summary": summary.rstrip("."),
        "description": description.strip() or summary,
        "tags": [tag],
        "parameters": parameters_of(spec, operation),
        "responses": {**_responses(spec, operation), **_problem_responses(operation)},
    }
    if operation.auth != DEFAULT_SECURITY:
        described["security"] = SECURITY[operation.auth]
    if operation.body is not None:
        described["requestBody"] = _request_body(spec, operation.body)
    if operation.scopes:
        described[SCOPES] = [*operation.scopes]
    return described


def _request_body(spec: APISpec, body: Body) -> dict[str, Any]:
    schema = body.component(spec)
    content = {media: {"schema": schema} for media in body.media_types}
    return {"required": not body.optional, "content": content}


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
        return {"schema": {"type": "object"} if returns.schema is None else schema_ref(spec, returns.schema)}
    text = {"schema": TEXTS.get(media, TEXT)}
    if returns.items is None:
        return text
    named = {name: schema_ref(spec, document) for name, document in returns.named.items()}
    return {
        **text,
        ITEM_SCHEMA: schema_ref(spec, returns.items),
        **({NAMED_ITEM_SCHEMAS: named} if named else {}),
    }


def _kinds_of(operation: Operation) -> list[KindName]:
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
    for kind in _kinds_of(operation):
        by_status.setdefault(KINDS[kind].status, []).append(kind)
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        str(status): {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(kinds)}",
            "content": {problems.MEDIA_TYPE: {"schema": schema}},
        }
        for status, kinds in sorted(by_status.items())
    }
