"""The OpenAPI document by itself: everything is described, and what differs by ruleset or type is told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from api.openapi.parts import events_of
from api.requests.schemas import component_prefix
from domain.rulesets import registry
from projections.documents import PART
from projections.ends import ends_of
from tests.api.conforming import document, security_of
from tests.clients.typescript_client import FOLDER

Json = dict[str, Any]


def objects(schema: Any, path: str = "") -> Iterator[tuple[str, Json]]:
    """Every JSON object in it, by its path."""
    if isinstance(schema, dict):
        yield path, schema
        for key, inner in schema.items():
            yield from objects(inner, f"{path}/{key}")
    if isinstance(schema, list):
        for n, inner in enumerate(schema):
            yield from objects(inner, f"{path}/{n}")


def schema(name: str) -> Json:
    found: Json = document()["components"]["schemas"][name]
    return found


def described(told: Json) -> bool:
    return bool(
        told.get("description") or ("$ref" in told and described(schema(told["$ref"].rpartition("/")[2])))
    )


def test_every_schema_and_every_property_is_described() -> None:
    schemas = document()["components"]["schemas"]
    assert [name for name, told in schemas.items() if not told.get("description")] == []
    holders = [(path, it["properties"]) for path, it in objects(schemas) if is_object(it)]
    assert len(holders) > 300
    bare = [f"{path}/{name}" for path, held in holders for name, it in held.items() if not described(it)]
    assert bare == []


def operations() -> list[tuple[str, str, Json]]:
    return [(path, method, it) for path, held in document()["paths"].items() for method, it in held.items()]


def test_every_parameter_is_described() -> None:
    told = [(path, parameter) for path, _, it in operations() for parameter in it["parameters"]]
    assert [(path, it["name"]) for path, it in told if not it.get("description")] == []


def test_a_query_that_may_outgrow_a_request_line_says_so() -> None:
    """A character takes up to twelve bytes there, and the line has 4,094."""
    queries = {
        path: sum(it["schema"].get("maxLength", 0) for it in it["parameters"] if it["in"] == "query")
        for path, _, it in operations()
    }
    long = {path for path, characters in queries.items() if 12 * characters > 4094}
    assert long == {path for path, _, it in operations() if "414" in it["responses"]} != set()


def test_what_is_public_says_so() -> None:
    secured = {it["operationId"]: security_of(it) for _, _, it in operations()}
    assert secured["list_games"] == []
    assert secured["get_game"] == [{"bearer": []}, {}]
    assert secured["act"] == [{"bearer": []}]


def test_no_operation_itself_declares_an_optional_token() -> None:
    """Generators that ask only whether an operation declares security would demand a token there."""
    declared = [it["security"] for _, _, it in operations() if "security" in it]
    of_accounts = {(("session",),), (("bearer",), ("session",))}
    assert {tuple(map(tuple, one)) for one in declared} == {(), (("bearer",),), *of_accounts}
    assert sum("security" not in it and "x-scopes" in it for _, _, it in operations()) > 40


def test_operations_say_which_scopes_open_them() -> None:
    said = {it["operationId"]: it.get("x-scopes") for _, _, it in operations()}
    assert said["act"] == ["play"]
    assert said["get_game"] == ["read", "play", "tables", "referee"]
    assert said["mint_token"] is said["list_games"] is None


def test_a_member_with_a_default_may_be_left_out() -> None:
    """What a response always holds has no default: generators would have it missing."""
    holders = [(path, it) for path, it in objects(document()["components"]) if is_object(it)]
    defaults = {
        (path, name) for path, it in holders for name, of in it["properties"].items() if "default" in of
    }
    required = {(path, name) for path, it in holders for name in it.get("required", [])}
    assert len(defaults) > 40
    assert defaults & required == set()


def is_object(told: Json) -> bool:
    return told.get("type") == "object" and isinstance(told.get("properties"), dict)


def test_a_closed_set_does_not_forbid_the_null_beside_it() -> None:
    assert [path for path, it in objects(document()["components"]) if {"enum", "anyOf"} <= it.keys()] == []


def test_no_mark_is_left() -> None:
    assert [path for path, it in objects(document()) if PART in it] == []


@pytest.mark.parametrize(
    "name", ["GameDocument", "Event", "EventList", "Acted", "LegalActions", "Replay", "GameSummary"]
)
def test_documents_are_told_apart_by_ruleset(name: str) -> None:
    union = schema(name)
    assert union["discriminator"]["propertyName"] == "ruleset"
    mapping = {id: f"#/components/schemas/{component_prefix(it)}{name}" for id, it in registry().items()}
    assert union["discriminator"]["mapping"] == mapping
    assert [ref["$ref"] for ref in union["oneOf"]] == list(mapping.values())


@pytest.mark.parametrize("ruleset", list(registry()))
def test_events_are_told_apart_by_type(ruleset: str) -> None:
    rules = registry()[ruleset]
    union = schema(f"{component_prefix(rules)}Event")
    assert set(union["discriminator"]["mapping"]) == set(events_of(rules))
    for type, ref in union["discriminator"]["mapping"].items():
        members = schema(ref.rpartition("/")[2])["properties"]
        assert (members["ruleset"]["const"], members["type"]["const"]) == (ruleset, type)
    reasons = schema(f"{component_prefix(rules)}OutcomeReason")["enum"]
    assert {*rules.end_reasons, "ruling"} <= {*reasons} == {*ends_of(rules)}


def test_streams_and_lines_say_what_they_hold() -> None:
    paths = document()["paths"]
    for path, media in (("stream", "text/event-stream"), ("events", "application/x-ndjson")):
        told = paths[f"/v1/games/{{game}}/{path}"]["get"]["responses"]["200"]["content"][media]
        assert told["x-itemSchema"] == {"$ref": "#/components/schemas/Event"}
    stream = paths["/v1/games/{game}/stream"]["get"]["responses"]["200"]["content"]["text/event-stream"]
    assert stream["x-namedItemSchemas"] == {"analysis": {"$ref": "#/components/schemas/AnalysisProgress"}}


POINTS = {"ruleset": "romans", "seats": 2, "games": 1}


@pytest.mark.parametrize(
    ("path", "name", "bad", "good"),
    [
        ("/seats", "NewPlayer", {"name": "Ada", "seed_commitment": "A" * 43}, {"name": "Ada"}),
        ("", "NewTournament", {**POINTS, "points": {"3": 1}}, {**POINTS, "points": {"2": 1}}),
    ],
)
def test_what_holds_of_several_members_is_said_and_held(
    client: FlaskClient, path: str, name: str, bad: Json, good: Json
) -> None:
    told = {**schema(name), "components": document()["components"]}
    assert [jsonschema_rs.is_valid(told, body) for body in (bad, good)] == [False, True]
    tournament = client.post("/v1/tournaments", json=POINTS).headers["Location"]
    where = tournament + path if path else "/v1/tournaments"
    assert [client.post(where, json=body).status_code for body in (bad, good)] == [422, 201]


DOES_NOTHING_TWICE = {
    "/v1/games/{game}/analysis",
    "/v1/games/{game}/explanations",
    "/v1/games/{game}/rematches",
    "/v1/games/{game}/disputes/{dispute}/rulings/previews",
}
"""Operations without a key that may be repeated all the same."""


def test_the_typescript_client_repeats_those_posts_that_have_keys() -> None:
    source = (FOLDER / "src" / "kronika.ts").read_text()
    [rule] = re.findall(r"^export const REPEATABLE = /(.*)/;$", source, re.MULTILINE)
    repeatable = re.compile(rule.replace(r"\/", "/"))
    posts = {path: it["post"] for path, it in document()["paths"].items() if "post" in it}
    keyed = {
        path
        for path, post in posts.items()
        if "Idempotency-Key" in {it.get("name") for it in post["parameters"]}
    }
    assert {path for path in posts if repeatable.match(path)} - keyed == DOES_NOTHING_TWICE
    assert {path for path in keyed if not repeatable.match(path)} == set()
