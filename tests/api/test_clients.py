"""Clients are generated from the document, and stranger requests than ours are made from it."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
import schemathesis.engine.events as happened
from flask import Flask
from flask.testing import FlaskClient
from schemathesis import openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.recorder import CheckNode

from service.queries import reading
from tests.api.kit import Seated, bearer

CONFIG = Path(__file__).parent / "schemathesis.toml"


EXCUSES = (
    r"^POST \S+/v1/imports ",  # a file that is made up does not verify
    r'"type":"/problems/idempotency-conflict"',  # the key was used before for another request
    r'"errors":\{[^}]*"[\w.]+":\["Unicode',  # schemas cannot name the categories of Unicode
    r'"errors":\{"cursor":\["This is not a cursor that this service gave out',
    r'"errors":\{"(seats|options\.\w+)":\["[^"]*\(\w+(\.\w+)+\)"\]',  # a clause forbids these together
    r'"errors":\{"as":\["Ask for `as` or for `reveal`',  # each alone is fine
    r'"errors":\{"to":\["The last version is from',  # it depends on `from`
    r'"errors":\{"seat":\["A commitment or a key',  # an invitation names the seat too
    r'"errors":\{"signed\.disclosure":\["This is no disclosure of an action',  # it is opened, not only read
    r'"errors":\{"seed_commitment":\["In this game',  # how seats join depends on the game
    r'"errors":\{"(action\.)?type":\["Must be one of',  # an action of another ruleset
    r'"errors":\{"seed":\["This is not the seed',
    r'"errors":\{"(action\.)?points\.\d+":\["There are places 1 to',
    r'"errors":\{"If-Match":',  # schemathesis takes the quotes off
)
"""Why a request that matches its schema may still be answered with 422."""


def unexcused(scenario: happened.ScenarioFinished) -> list[str]:
    """Requests that match their schemas and were refused as if they did not."""
    found = []
    for id, made in scenario.recorder.interactions.items():
        meta = scenario.recorder.cases[id].value.meta
        if made.response is None or made.response.status_code != 422 or meta is None:
            continue
        said = made.response.content.decode()
        told = f"{made.request.method} {made.request.uri} {made.request.body!r}: {said}"
        if meta.generation.mode.is_positive and not any(re.search(excuse, told) for excuse in EXCUSES):
            found.append(told)
    return found


def never_sent(check: CheckNode, ours: Collection[str]) -> bool:
    """Whether it complains that a bad value was accepted in whose place went one of `ours`."""
    said = check.failure_info.failure.message if check.failure_info else ""
    bad = re.search(r"Invalid component: parameter `(\w+)` in path", said)
    return check.name == "negative_data_rejection" and bad is not None and bad[1] in ours


def failures(app: Flask, **more: Any) -> list[str]:
    """What schemathesis finds with all its checks, in all its phases, through WSGI."""
    config = SchemathesisConfig.from_path(CONFIG)
    for name, value in more.items():
        setattr(config.projects.default, name, value)
    schema = openapi.from_wsgi("/openapi.json", app, config=config)
    found, checks = [], 0
    for event in from_schema(schema).execute():
        if isinstance(event, happened.NonFatalError | happened.FatalError):
            found.append(repr(event))
        if isinstance(event, happened.ScenarioFinished):
            made = [check for checks_of in event.recorder.checks.values() for check in checks_of]
            checks += len(made)
            found += unexcused(event)
            failed = [c for c in made if c.failure_info and not never_sent(c, more.get("parameters", ()))]
            found += [f"{event.recorder.label}: {c.name}: {c.failure_info}" for c in failed]
    assert checks > 1000, "schemathesis has hardly looked"
    return found


def test_schemathesis_as_a_stranger(app: Flask) -> None:
    assert failures(app) == []


def test_schemathesis_as_a_player(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_WAIT", 0.01)
    game = Seated.at(client, undo="consent")
    game.act()
    assert failures(app, headers=bearer(game.tokens[1]), parameters={"game": game.id}) == []
