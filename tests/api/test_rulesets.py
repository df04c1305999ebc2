"""What the service tells about rulesets is true of the games played by them."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import msgspec
import orjson
import pytest
from flask.testing import FlaskClient

from domain.hidden import AUDITOR
from domain.rulesets import registry
from domain.table.clauses import CLAUSES
from projections.document import view_of
from projections.events import event_data
from tests.api.kit import actions_met, sittings
from tests.projections.desk_said import SAID_AT_THE_DESK

RULESETS = list(registry())


@pytest.fixture(params=RULESETS)
def told(request: pytest.FixtureRequest, client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/v1/rulesets/{request.param}").json
    return found


def test_the_list_names_them_all(client: FlaskClient) -> None:
    listed = client.get("/v1/rulesets").json["rulesets"]
    assert [r["id"] for r in listed] == RULESETS
    assert all(r["seats"]["min"] <= r["seats"]["max"] for r in listed)
    assert all(r["editions"] for r in listed)
    boxes = {r["id"]: (r["minutes"], r["weight"]) for r in listed}
    assert boxes == {"age-of-war": (20, 1), "nagaraja": (45, 3), "romans": (30, 2), "touche": (40, 2)}


def test_clauses_and_components_are_told(told: dict[str, Any]) -> None:
    ruleset = registry()[told["id"]]
    assert [clause["id"] for clause in told["clauses"]] == [*ruleset.clauses, *CLAUSES]
    assert all(clause["source"] == "addition" for clause in told["clauses"] if clause["id"] in CLAUSES)
    for clause in told["clauses"]:
        sources = [part["source"] for part in clause["parts"]]
        assert clause["source"] == sources[-1]
        assert clause["where"] == clause["parts"][0]["where"]
        assert all(
            part["text"][lang] in clause["text"][lang] for part in clause["parts"] for lang in ("en", "pl")
        )
    assert told["components"] == ruleset.newest.components
    assert "provenance" in str(told["components"])


def test_a_primer_is_told_as_the_game_has_it_and_is_asked_for_once(client: FlaskClient) -> None:
    for id, ruleset in registry().items():
        found = client.get(f"/v1/rulesets/{id}/primer")
        wanted = plain(ruleset.primer)
        assert found.json == {"id": id, "sections": wanted["sections"], "lessons": wanted["lessons"]}
        again = client.get(f"/v1/rulesets/{id}/primer", headers={"If-None-Match": found.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
    assert client.get("/v1/rulesets/chess/primer").json["type"].endswith("not-found")


@pytest.mark.parametrize("path", ["", "/romans", "/romans/primer"])
def test_what_another_release_may_tell_otherwise_is_never_taken_unasked(
    client: FlaskClient, path: str
) -> None:
    found = client.get(f"/v1/rulesets{path}")
    assert found.headers["Cache-Control"] == "public, no-cache"
    again = client.get(f"/v1/rulesets{path}", headers={"If-None-Match": found.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_ruleset_tells_its_words_but_not_its_primer(told: dict[str, Any]) -> None:
    """Who plays without lessons is not sent them."""
    ruleset = registry()[told["id"]]
    words = plain(ruleset.words)
    assert told["marks"] == words["marks"]
    assert {end: told["ends"].pop(end) for end in words["ends"]} == words["ends"]
    assert {*told["ends"]} == {"time", "resigned", "ruling", "void"}
    assert (told["words"], told["option_words"]) == (words["board"], words["options"])
    assert told["about"] == plain(ruleset.primer)["about"]
    assert not {"sections", "lessons"} & set(told)


def test_option_schemas_take_the_options_of_every_table(told: dict[str, Any]) -> None:
    schema = jsonschema_rs.validator_for(told["options"])
    for sitting in sittings(told["id"]):
        schema.validate(sitting.table.setup.options)
    assert not schema.is_valid({"cheat": True})


def test_action_schemas_take_legal_actions(told: dict[str, Any]) -> None:
    assert set(told["actions"]) == set(registry()[told["id"]].action_types)
    for action in actions_met(told["id"]):
        schema = jsonschema_rs.validator_for(told["actions"][action["type"]])
        schema.validate(action)
        assert not schema.is_valid({**action, "cheat": True})


def test_event_schemas_describe_what_every_viewer_sees(told: dict[str, Any]) -> None:
    schemas = {kind: jsonschema_rs.validator_for(closed(s)) for kind, s in told["events"].items()}
    seen = set()
    for sitting in sittings(told["id"]):
        for logged in sitting.log:
            kind = str(type(logged.event).__struct_config__.tag)
            seen.add(kind)
            for viewer in (AUDITOR, None, 1):
                data = orjson.loads(orjson.dumps(event_data(logged.event, viewer)))
                schemas[kind].validate(data)
    assert len(seen) > len(registry()[told["id"]].events) / 2
    for event, _ in SAID_AT_THE_DESK:
        data = orjson.loads(orjson.dumps(event_data(event, AUDITOR)))
        schemas[str(type(event).__struct_config__.tag)].validate(data)


def test_view_schemas_describe_what_every_viewer_sees(told: dict[str, Any]) -> None:
    schema = jsonschema_rs.validator_for(closed(told["view"]))
    for sitting in sittings(told["id"]):
        for viewer in (AUDITOR, None, 1):
            schema.validate(orjson.loads(orjson.dumps(view_of(sitting.ruleset, sitting.table, viewer))))


def plain(words: Any) -> Any:
    return orjson.loads(msgspec.json.encode(words))


def closed(schema: Any) -> Any:
    """The schema with no member beyond those that it tells."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: closed(value) for key, value in schema.items()}
    return {**told, "additionalProperties": False} if isinstance(schema.get("properties"), dict) else told
