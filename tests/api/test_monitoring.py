"""The dashboard and the alert rules ask for figures that there are, with labels and values that they have."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.app import RESOURCES
from service.store import Statement, StoreUnusable, Trouble
from tests.api.kit import Seated

MONITORING = Path(__file__).parents[2] / "docs" / "monitoring"
FIGURE = re.compile(r"\b(kronika_\w+)(?:\{([^}]*)\})?")
ASK = "INSERT INTO game_analyses (game, version, status, progress, asked_at) VALUES (?, 1, 'queued', 0, 1) ON CONFLICT DO NOTHING"
ENDED = "INSERT INTO analyses_ended (status, amount) VALUES ('done', 1) ON CONFLICT DO NOTHING"
GROUPED = re.compile(r"by \(([^)]*)\)")


def dashboard() -> list[str]:
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def alerts() -> list[str]:
    text = (MONITORING / "alerts.yml").read_text()
    return re.findall(r"expr: (?:>-\n\s+)?(.+)", text)


def figures(client: FlaskClient) -> dict[str, set[str]]:
    """The labels of every figure."""
    found: dict[str, set[str]] = {}
    for name, labels in re.findall(
        r"^(kronika_\w+)(?:\{([^}]*)\})? ", client.get("/metrics").text, re.MULTILINE
    ):
        found.setdefault(name, set()).update(re.findall(r"(\w+)=", labels))
    return found


@pytest.fixture
def client(client: FlaskClient, game: Seated) -> FlaskClient:
    """Of a service in which everything has happened that is counted; a store that failed, too."""
    from api.telemetry.metrics import STORE_ERRORS
    from service.log.async_projections import ASYNC_PROJECTIONS
    from service.log.table_projection import TableProjection
    from service.operation.cleaning import clean

    game.act()
    STORE_ERRORS.labels(Trouble.DISK_FULL).inc(0)
    repository = client.application.extensions["kronika"].repository
    for projection in ASYNC_PROJECTIONS:
        TableProjection(repository, projection).catch_up()
    clean(repository.store)
    repository.store.append("", [], [Statement(ASK, (game.id,)), Statement(ENDED)])
    return client


@pytest.mark.parametrize("told", [dashboard, alerts])
def test_what_is_asked_for_is_there(client: FlaskClient, told) -> None:
    there = figures(client)
    expressions = told()
    assert len(expressions) > 5
    for expression in expressions:
        for name, selected in FIGURE.findall(expression):
            assert name in there, expression
            asked = set(re.findall(r"(\w+)[=!~]", selected))
            for grouped in GROUPED.findall(expression):
                asked |= {label.strip() for label in grouped.split(",")} - {"instance"}
            assert asked <= there[name], expression


def test_every_figure_is_on_the_dashboard(client: FlaskClient) -> None:
    shown = {re.sub("_(bucket|total)$", "", name) for told in dashboard() for name, _ in FIGURE.findall(told)}
    there = {re.sub("_(bucket|count|sum|created|total)$", "", name) for name in figures(client)}
    assert shown == there


def test_operations_that_are_named_exist() -> None:
    operations = {operation.handler.__name__ for resource in RESOURCES for operation in resource.operations}
    named = {name for told in [*alerts(), *dashboard()] for name in re.findall(r'operation="(\w+)"', told)}
    assert named <= operations
    assert named


def test_figures_of_requests_are_told_while_the_database_is_away(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else an operator would be told that the service is gone, and not what is wrong."""
    client.get("/v1/games")

    def away(*_: object) -> None:
        raise StoreUnusable("PostgreSQL cannot be reached.")

    monkeypatch.setattr(client.application.extensions["kronika"].store._engine, "read", away)
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert "kronika_requests_total" in answer.text
    assert "kronika_games{" not in answer.text
