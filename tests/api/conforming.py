"""A test client that holds every answer to the OpenAPI document: status, media type, body, problem form."""

from __future__ import annotations

import gzip
import re
from functools import cache
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import orjson
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import openapi
from api.http.headers import is_json

DOCUMENT = "urn:kronika:openapi"
PLACES = re.compile(r"<(?:\w+:)?(\w+)>")


@cache
def document() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(openapi())
    return found


def security_of(operation: dict[str, Any]) -> list[dict[str, list[str]]]:
    """What an operation says of tokens; if nothing, what the document says for all."""
    found: list[dict[str, list[str]]] = operation.get("security", document()["security"])
    return found


@cache
def schemas() -> jsonschema_rs.Registry:
    """The document, once for all validators: a copy in each took a gigabyte."""
    return jsonschema_rs.Registry([(DOCUMENT, document())])


@cache
def validator(path: str, method: str, status: str, media_type: str) -> Any:
    """Checks bodies of one documented response."""
    place = ("paths", path, method, "responses", status, "content", media_type, "schema")
    pointer = "/".join(quote(key.replace("~", "~0").replace("/", "~1")) for key in place)
    schema = {"$ref": f"{DOCUMENT}#/{pointer}"}
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True, registry=schemas())


class ConformingClient(FlaskClient):
    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        routes = self.application.url_map.bind("")
        path, method = response.request.path, response.request.method
        if routes.test(path, method):
            rule, _ = routes.match(path, method, return_rule=True)
            hold(response, PLACES.sub(r"{\1}", rule.rule))
        return response


def plain(response: TestResponse) -> bytes:
    """The body as it was before it was compressed."""
    packed = response.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(response.data) if packed else response.data


def hold(response: TestResponse, path: str) -> None:
    """Fail unless the answer is one of those that the document lists for this path and method."""
    method, status = response.request.method.lower(), str(response.status_code)
    operation = document()["paths"].get(path, {}).get(method)
    if operation is None:  # assets, HEAD and OPTIONS
        return
    told = operation["responses"].get(status)
    assert told is not None, (
        f"{operation['operationId']} does not document {response.status}: {response.text}"
    )
    if "content" not in told:
        assert response.data == b""
        return
    assert response.mimetype in told["content"], f"{response.mimetype} is not documented"
    if is_json(response.mimetype):
        validator(path, method, status, response.mimetype).validate(orjson.loads(plain(response)))
