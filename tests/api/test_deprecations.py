"""What is deprecated says so: in the OpenAPI document, in every response, and on the page of promises."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

from flask import Response
from flask.testing import FlaskClient

from api.app import RESOURCES
from api.http.deprecations import Deprecation, announce
from api.openapi.deprecated import mark_deprecated
from api.pages.guides import guide
from tests.api.conforming import document
from tests.api.desk import Desk

OPERATIONS = {it.handler.__name__: it for resource in RESOURCES for it in resource.operations}
DEPRECATED = {name: it for name, it in OPERATIONS.items() if it.deprecation is not None}


def test_what_is_deprecated_is_marked_and_named() -> None:
    marked = {
        name
        for path in document()["paths"].values()
        for name, it in ((it["operationId"], it) for it in path.values())
        if it.get("deprecated")
    }
    schemas = document()["components"]["schemas"]
    members = {
        member
        for it in schemas.values()
        for member, of in it.get("properties", {}).items()
        if of.get("deprecated")
    }
    assert schemas["CaseDocument"]["properties"]["appeal"]["deprecated"] is True
    whole = {
        name for name, it in DEPRECATED.items() if it.deprecation is not None and not it.deprecation.member
    }
    assert marked == whole
    assert members == {it.deprecation.member for it in DEPRECATED.values() if it.deprecation} - {""}
    page = guide("reference/promises").content
    assert all(member in page for member in members)


def test_what_goes_is_announced_a_year_ahead() -> None:
    dates = [it.deprecation for it in DEPRECATED.values() if it.deprecation is not None]
    assert dates
    assert all(it.sunset is None or it.sunset >= it.since + timedelta(365) for it in dates)


def test_its_responses_say_so(client: FlaskClient) -> None:
    desk = Desk.at(client)
    response = client.get(f"/v1/games/{desk.id}/disputes/{desk.stated()}")
    assert response.status_code == 200
    since = datetime(2026, 11, 27, tzinfo=UTC).timestamp()
    assert response.headers["Deprecation"] == f"@{since:.0f}"
    assert 'rel="deprecation"' in response.headers["Link"]
    assert client.get("/docs/reference/promises").status_code == 200
    assert "Sunset" not in response.headers
    assert "Deprecation" not in client.get("/v1/rulesets").headers


def test_an_operation_that_goes_is_marked_whole() -> None:
    goes = Deprecation(date(2027, 1, 1), sunset=date(2028, 1, 2))
    response = Response()
    announce(response, goes)
    assert parsedate_to_datetime(response.headers["Sunset"]) == datetime(2028, 1, 2, tzinfo=UTC)
    operation = {"operationId": "old", "responses": {}}
    mark_deprecated({"paths": {"/v1/old": {"get": operation}}, "components": {"schemas": {}}}, {"old": goes})
    assert operation["deprecated"] is True
