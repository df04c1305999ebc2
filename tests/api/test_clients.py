"""Stranger requests than ours, made from the document: a few of them here, tens of thousands in tests/soak."""

from __future__ import annotations

import orjson
import pytest
from flask import Flask
from schemathesis import openapi

from api.app import openapi as served
from tests.api.generated import Hands, as_served, configured, looked_at, sending


@pytest.mark.soak
def test_schemathesis_as_a_player(app: Flask) -> None:
    """Through WSGI: every operation but the streams, which do not end there."""
    config = configured(coverage=0, fuzzing=1, stateful=4)
    config.projects.default.checks.ignored_auth.enabled = False  # it asks again as only HTTP is asked
    config.projects.default.headers = {"Accept-Encoding": "identity"}  # nobody unpacks answers there
    schema = openapi.from_dict(as_served(orjson.loads(served())), config=config).exclude(tag="streams")
    schema.app = app
    with sending(Hands()):
        found = looked_at(schema)
    assert found.failures == []
    assert found.phases["stateful"] > 10
    assert found.statuses[201] > 8, "it has hardly done anything"
