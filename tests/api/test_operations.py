"""The kit by itself, on a resource of one operation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError, fields

from api.http import problems
from api.http.operations import (
    Call,
    Resource,
    Returns,
    respond,
)
from api.openapi.document import document
from api.requests.bodies import Choice, JsonBody
from api.requests.fields import (
    Closed,
    JsonInteger,
    QueryInteger,
    QueryTime,
)
from api.requests.structs import schema_of
from api.telemetry import requests
from domain.ruleset import Action
from domain.rulesets import registry
from projections.documents import Document
from projections.people import rfc3339
from tests.api.kit import actions_met


class Move(Closed):
    """A step."""

    steps = JsonInteger(min=1, max=9, required=True)


class MoveQuery(Closed):
    speed = QueryInteger(max=3, load_default=1)


class Moved(Document, frozen=True):
    total: int


board = Resource("board", "A board to move on.")


@board.on(
    "POST",
    "/boards/<int:number>/moves",
    auth="required",
    query=MoveQuery,
    body=JsonBody(Move),
    headers=["If-Match", "Idempotency-Key"],
    returns={201: Returns("Where it went.", Moved)},
    problems=["not-found"],
)
def move(call: Call, number: int) -> Response:
    """Move a piece.

    As far as it goes.
    """
    return respond(Moved(total=number + call.body["steps"] * call.query["speed"]), 201)


@pytest.fixture(scope="module")
def client() -> Iterator[FlaskClient]:
    app = Flask("board")
    requests.install(app)
    problems.install(app)
    app.register_blueprint(board)
    with app.test_client() as client:
        yield client


def post(client: FlaskClient, json: Any, query: str = "", token: str | None = "t") -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    found = client.post(f"/boards/10/moves{query}", json=json, headers=headers)
    return found.status_code, found.json


def test_it_converts_and_answers(client: FlaskClient) -> None:
    assert post(client, {"steps": 4}) == (201, {"total": 14})
    assert post(client, {"steps": 4.0}, "?speed=3") == (201, {"total": 22})


@pytest.mark.parametrize("steps", ["4", True, None, 4.5, 0, 10, [], {}, 1e300, -0.5])
def test_it_refuses_what_is_no_such_integer(client: FlaskClient, steps: Any) -> None:
    status, problem = post(client, {"steps": steps})
    assert (status, list(problem["errors"])) == (422, ["steps"])


@pytest.mark.parametrize("speed", ["", "x", "+1", "1.0", "%201", "1_0", "4", "٣"])
def test_it_refuses_queries(client: FlaskClient, speed: str) -> None:
    status, problem = post(client, {"steps": 1}, f"?speed={speed}")
    assert (status, list(problem["errors"])) == (422, ["speed"])


def test_it_wants_a_token(client: FlaskClient) -> None:
    assert post(client, {"steps": 1}, token=None)[0] == 401


def test_it_documents() -> None:
    paths = document([board])["paths"]
    told = paths["/boards/{number}/moves"]["post"]
    assert (told["operationId"], told["summary"]) == ("move", "Move a piece")
    assert told["description"] == "As far as it goes."
    assert [p["name"] for p in told["parameters"]] == ["number", "speed", "If-Match", "Idempotency-Key"]
    assert told["security"] == [{"bearer": []}]
    assert " ".join(sorted(told["responses"])) == "201 401 403 404 406 413 415 422 429 500 503"


def test_a_choice_goes_by_its_key() -> None:
    class Left(Closed):
        way = fields.String(required=True)

    class Right(Closed):
        way = fields.String(required=True)
        far = JsonInteger()

    choice = Choice("Way", "way", {"left": Left, "right": Right}, "Which way to go.")
    assert choice.load({"way": "right", "far": 2}) == {"way": "right", "far": 2}
    for wrong in ({"way": "left", "far": 2}, {"way": "up"}, {"way": ["left"]}, {}, [], None):
        with pytest.raises(ValidationError):
            choice.load(wrong)


def test_a_time_is_taken_to_the_millisecond_in_any_year() -> None:
    """From 2038 on a number of seconds has no room for thousandths."""
    for at in range(2_150_000_000_000, 2_150_000_000_400):
        assert QueryTime().deserialize(rfc3339(at)) == at
    assert QueryTime().deserialize("1969-12-31T23:59:59.9999Z") == -1


class Inner(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: tuple[int, int]


class Everything(Action, frozen=True, tag="everything"):
    number: Annotated[int, msgspec.Meta(ge=-2, lt=5)]
    word: Annotated[str, msgspec.Meta(min_length=1, max_length=3, pattern="^[a-c]")]
    flag: bool
    way: Literal["left", "right"]
    level: Literal[1, 2]
    pair: tuple[int, str]
    places: Annotated[tuple[tuple[int, int], ...], msgspec.Meta(min_length=1)]
    counts: dict[Annotated[str, msgspec.Meta(pattern="^[a-z]+$")], Annotated[int, msgspec.Meta(ge=0)]]
    inner: Inner
    maybe: int | None
    later: tuple[str, ...] = ("x",)


GOOD: dict[str, Any] = {
    "type": "everything",
    "number": 1,
    "word": "abc",
    "flag": True,
    "way": "left",
    "level": 2,
    "pair": [1, "a"],
    "places": [[0, 1]],
    "counts": {"a": 1},
    "inner": {"at": [3, 4]},
    "maybe": None,
}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 6) | st.floats(-3, 6) | st.text("abcz1", max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab1", max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)


def accepted_by_schema(schema: type[Schema], data: Any) -> Any:
    try:
        return schema().load(data)
    except ValidationError:
        return None


def accepted_by_struct(struct: type[Any], data: Any) -> bool:
    try:
        msgspec.convert(data, struct)
    except msgspec.ValidationError:
        return False
    return True


def agree(struct: type[Any], name: str, data: Any) -> bool:
    """Both accept the same JSON, but that 3.0 counts as 3 here; what the schema gives, the struct takes."""
    loaded = accepted_by_schema(schema_of(struct, name), data)
    assert (loaded is not None) == accepted_by_struct(struct, whole(data)), data
    return loaded is None or accepted_by_struct(struct, loaded)


def whole(data: Any) -> Any:
    """JSON has one kind of number: 3.0 is 3."""
    if isinstance(data, float) and data.is_integer():
        return int(data)
    if isinstance(data, list):
        return [whole(item) for item in data]
    return {key: whole(item) for key, item in data.items()} if isinstance(data, dict) else data


def test_a_derived_schema_takes_the_good_one() -> None:
    loaded = accepted_by_schema(schema_of(Everything, "Everything"), GOOD)
    assert msgspec.convert(loaded, Everything).later == ("x",)


@given(field=st.sampled_from([*GOOD, "later", "unknown"]), value=ANYTHING)
def test_a_derived_schema_agrees_with_its_struct(field: str, value: Any) -> None:
    if field != "type":
        assert agree(Everything, "Everything", {**GOOD, field: value})


@pytest.mark.parametrize("field", list(GOOD))
def test_a_derived_schema_needs_what_its_struct_needs(field: str) -> None:
    data = {name: value for name, value in GOOD.items() if name != field}
    assert accepted_by_schema(schema_of(Everything, "Everything"), data) is None


@pytest.mark.parametrize("ruleset", list(registry()))
@given(data=st.data())
def test_actions_of_rulesets_agree(ruleset: str, data: st.DataObject) -> None:
    rules = registry()[ruleset]
    legal = data.draw(st.sampled_from(actions_met(ruleset)))
    field = data.draw(st.sampled_from([name for name in legal if name != "type"] or ["extra"]))
    changed = {**legal, field: data.draw(ANYTHING | st.just(legal.get(field)))}
    struct = rules.action_types[legal["type"]]
    assert agree(struct, f"{ruleset}{struct.__name__}", changed)
    assert agree(struct, f"{ruleset}{struct.__name__}", legal)


@pytest.mark.parametrize("ruleset", list(registry()))
def test_options_of_rulesets_agree(ruleset: str) -> None:
    struct = registry()[ruleset].options
    for _, options in registry()[ruleset].setups():
        assert agree(struct, struct.__name__, msgspec.to_builtins(options))
    for wrong in ({"cheat": 1}, {"dealer": "1"}, {"neutral_clans": True}, {"points": {"UP": 3}}):
        assert agree(struct, struct.__name__, wrong)


def test_a_field_without_an_exact_counterpart_is_refused() -> None:
    class Odd(Action, frozen=True, tag="odd"):
        ratio: float

    with pytest.raises(TypeError, match="OddRatio"):
        schema_of(Odd, "Odd")
