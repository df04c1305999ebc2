"""The OpenAPI document promises no less than that of the previous release."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.api.conforming import document
from tests.previous import previous
from tests.promised.narrowing import Narrowing

Json = dict[str, Any]
PRINT = "import sys; from api.app import openapi_document; sys.stdout.buffer.write(openapi_document())"


@pytest.mark.soak
def test_nothing_is_narrower_than_in_the_previous_release(tmp_path: Path) -> None:
    checkout = previous(tmp_path)
    made = subprocess.run([sys.executable, "-c", PRINT], cwd=checkout, check=True, stdout=subprocess.PIPE)
    assert list(Narrowing(json.loads(made.stdout), document()).found()) == []


OBJECT: Json = {"type": "object", "properties": {"a": {"enum": ["x", "y"]}}, "required": ["a"]}
REF = {"$ref": "#/components/schemas/It"}


def small(schema: Json, **changes: Any) -> Json:
    content = {"application/json": {"schema": REF}}
    operation = {
        "operationId": "do",
        "parameters": [],
        "requestBody": {"required": True, "content": content},
        "responses": {"200": {"content": content}},
        **changes,
    }
    return {"paths": {"/v1/it": {"post": operation}}, "components": {"schemas": {"It": schema}}}


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({**OBJECT, "properties": {}, "required": []}, ["a is gone", "a is gone", "not always"]),
        ({**OBJECT, "properties": {"a": {"enum": ["x"]}}}, ["loses the values ['y']"] * 2),
        (
            {**OBJECT, "properties": {**OBJECT["properties"], "b": {}}, "required": ["a", "b"]},
            ["b is required now"],
        ),
        ({**OBJECT, "required": []}, ["not always there"]),
        ({"type": "array"}, ["is gone", "is no object", "is gone", "is no object", "not always"]),
    ],
)
def test_it_says_what_is_narrower(now: Json, said: list[str]) -> None:
    found = sorted(Narrowing(small(OBJECT), small(now)).found())
    assert len(found) == len(said)
    assert all(any(part in it for it in found) for part in said)


def test_additions_are_no_narrowing() -> None:
    more = copy.deepcopy(OBJECT)
    more["properties"] |= {"b": {"type": "string"}, "a": {"$ref": "#/components/schemas/Named"}}
    now = small(more)
    now["components"]["schemas"]["Named"] = {"enum": ["z", "y", "x"]}
    assert list(Narrowing(small(OBJECT), now).found()) == []


def test_an_operation_or_status_that_is_gone_is_named() -> None:
    gone = small(OBJECT, responses={})
    assert list(Narrowing(small(OBJECT), gone).found()) == ["POST /v1/it 200 is gone"]
    assert list(Narrowing(small(OBJECT), {"paths": {}}).found()) == ["POST /v1/it is gone"]
