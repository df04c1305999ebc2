"""The dashboard and the alert rules ask for figures that there are, with labels and values that they have."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient
from msgspec.structs import replace

from api.app import RESOURCES
from api.telemetry.machine_metrics import HEADS_COPIED
from service.store import Statement, StoreUnusable, Trouble
from service.system.clock import now
from service.system.settings import WitnessEndpoint
from tests.api.kit import Seated

MONITORING = Path(__file__).parents[2] / "docs" / "monitoring"
FIGURE = re.compile(r"\b(kronika_\w+)(?:\{([^}]*)\})?")
ASK = "INSERT INTO game_analyses (game, version, status, progress, asked_at) VALUES (?, 1, 'queued', 0, 1) ON CONFLICT DO NOTHING"
ENDED = "INSERT INTO analyses_ended (status, amount) VALUES ('done', 1) ON CONFLICT DO NOTHING"
TRIALS = Path(__file__).parent / "alerts.test.yml"
PROMTOOL = shutil.which("promtool")
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
def client(client: FlaskClient, game: Seated, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Of a service in which everything has happened that is counted; a store that failed, too."""
    from api.telemetry.metrics import STORE_ERRORS
    from service.log.async_projections import ASYNC_PROJECTIONS
    from service.log.table_projection import TableProjection
    from service.operation.backup_time import record_back_up
    from service.operation.cleaning import clean
    from service.operation.private_games import count_private_games

    game.act()
    STORE_ERRORS.labels(Trouble.DISK_FULL).inc(0)
    repository = client.application.extensions["kronika"].repository
    for projection in ASYNC_PROJECTIONS:
        TableProjection(repository, projection).catch_up()
    clean(repository.store)
    Seated.at(client, visibility="private")
    count_private_games(repository.store)
    record_back_up(repository.store, now())
    kronika = client.application.extensions["kronika"]
    (kronika.settings.data / HEADS_COPIED).touch()
    witness = WitnessEndpoint(kronika.signer.witness_vkey("w.example.org"), "https://w.example.org")
    monkeypatch.setattr(kronika, "settings", replace(kronika.settings, witnesses=(witness,)))
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


def test_every_alert_is_tried() -> None:
    rules = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"][0]["rules"]
    tried = set(re.findall(r'alertname="(\w+)"', TRIALS.read_text()))
    assert tried == {rule["alert"] for rule in rules}
    assert all({"expr", "labels", "annotations"} <= set(rule) for rule in rules)


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is in Debian's package prometheus")
def test_alerts_fire_for_what_they_are_for(tmp_path: Path) -> None:
    for file in (MONITORING / "alerts.yml", TRIALS):
        shutil.copy(file, tmp_path)
    done = subprocess.run(
        [str(PROMTOOL), "test", "rules", TRIALS.name], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


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

    monkeypatch.setattr(client.application.extensions["kronika"].store._engine.queries, "read", away)
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert "kronika_requests_total" in answer.text
    assert "kronika_games{" not in answer.text
    assert "kronika_ready 0.0" in answer.text


def test_of_private_games_only_rounded_numbers_and_failures_are_counted(
    client: FlaskClient, monkeypatch
) -> None:
    from api.telemetry.metrics import PRIVATE_REQUESTS

    def figure(name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", client.get("/metrics").text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    rounded, refused = (
        "kronika_private_requests_thousands",
        'kronika_requests_total{operation="get_game",status="503"}',
    )
    private = Seated.at(client, visibility="private")
    before, failed = figure(rounded), figure(refused)
    [family] = PRIVATE_REQUESTS.collect()
    counted = sum(sample.value for sample in family.samples if sample.name.endswith("_total"))
    PRIVATE_REQUESTS.labels("get_game", 200).inc(999 - counted % 1000)
    assert figure(rounded) == before
    client.get(private.url)
    assert figure(rounded) == before + 1

    def fails(*_: object) -> None:
        raise StoreUnusable("The disk fails.")

    with monkeypatch.context() as patched:
        patched.setattr(client.application.extensions["kronika"].store._engine.queries, "read", fails)
        assert client.get(private.url).status_code == 503
    assert figure(refused) == failed + 1
    assert "kronika_private_requests_total" not in client.get("/metrics").text
