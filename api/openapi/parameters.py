"""Parameters of operations: in paths, in queries and in headers."""

from __future__ import annotations

import re
from typing import Any

from apispec import APISpec

from api.http import headers
from api.http.operations import Operation
from api.openapi.spec import converter_of
from projections.documents import FIELDS

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


def path_template(operation: Operation) -> str:
    """The path of an operation as OpenAPI writes it."""
    return PARAMETER.sub(r"{\2}", operation.path)


def parameters_of(spec: APISpec, operation: Operation) -> list[dict[str, Any]]:
    """All parameters of an operation."""
    return [*_path_parameters(operation), *_query_parameters(spec, operation), *_headers(operation)]


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
    found = converter_of(spec).schema2parameters(operation.query, location="query")
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
