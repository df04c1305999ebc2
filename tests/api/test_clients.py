"""Clients are generated from the document, and stranger requests than ours are made from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import schemathesis.engine.events as happened
from flask import Flask
from flask.testing import FlaskClient
from schemathesis import openapi
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema

from api import games
from tests.api.kit import Seated, bearer

CONFIG = Path(__file__).parent / "schemathesis.toml"


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
            found += [f"{event.recorder.label}: {c.name}: {c.failure_info}" for c in made if c.failure_info]
    assert checks > 1000, "schemathesis has hardly looked"
    return found


def test_schemathesis_as_a_stranger(app: Flask) -> None:
    assert failures(app) == []


def test_schemathesis_as_a_player(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LONGEST_WAIT", 0.01)
    game = Seated.at(client, undo="consent")
    game.act()
    assert failures(app, headers=bearer(game.tokens[1]), parameters={"game": game.id}) == []


def test_a_python_client_is_generated(client: FlaskClient, tmp_path: Path) -> None:
    document = tmp_path / "openapi.json"
    document.write_bytes(client.get("/openapi.json").data)
    config = tmp_path / "config.yml"
    config.write_text("post_hooks: []\ncontent_type_overrides: {application/x-ndjson: text/plain}\n")
    tool = Path(sys.executable).with_name("openapi-python-client")
    made = tmp_path / "made"
    ran = subprocess.run(
        [
            tool,
            "generate",
            "--path",
            document,
            "--output-path",
            made,
            "--config",
            config,
            "--meta",
            "none",
            "--fail-on-warning",
        ],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (made / "api" / "acting" / "act.py").exists()
