"""While PostgreSQL cannot be reached, strangers learn nothing of its address, and operators all of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.not_ready import NotReadyApp
from service.operation.app import prepare
from service.store import StoreUnusable
from service.system.settings import Settings
from tests.api.kit import Seated

HOST, USER, PASSWORD, NAME, PORT = "peony.invalid", "amaryllis", "snapdragon", "narcissus", "59999"
ADDRESS = f"postgresql://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}"
UNSAID = (HOST, USER, PASSWORD, NAME, f":{PORT}")
PATHS = ("/health/ready", "/v1/games", "/v1/tournaments", "/", "/metrics", "/v1/log/checkpoint", "/nothing")


@pytest.fixture(scope="module")
def unreachable(tmp_path_factory: pytest.TempPathFactory) -> StoreUnusable:
    """What the service is told of a PostgreSQL that is nowhere."""
    with pytest.raises(StoreUnusable) as error:
        prepare(Settings(data=tmp_path_factory.mktemp("unsaid"), database=ADDRESS))
    assert HOST in str(error.value)
    assert PASSWORD not in str(error.value)
    return error.value


def test_a_service_that_cannot_start(unreachable: StoreUnusable) -> None:
    for to_operators in (False, True):
        app = NotReadyApp(to_operators)
        app.record_failure(unreachable)
        client = app._app.test_client()
        for path in PATHS:
            answer = client.get(path)
            assert answer.status_code == 503
            told = [word for word in UNSAID if word in answer.text + str(answer.headers)]
            assert (HOST in told) == to_operators, path


def test_a_service_that_loses_it(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, unreachable: StoreUnusable, tmp_path: Path
) -> None:
    game = Seated.at(client)

    def fails(*_: object, **__: object) -> None:
        raise unreachable

    engine = client.application.extensions["kronika"].store._engine
    monkeypatch.setattr(engine.queries, "read", fails)
    monkeypatch.setattr(engine, "write", fails)
    answers = [client.get(path) for path in (*PATHS, game.url, f"{game.url}/events", f"{game.url}/board.svg")]
    answers.append(client.post("/v1/games", json={"ruleset": "touche", "seats": 2}))
    assert 503 in {answer.status_code for answer in answers}
    for answer in answers:
        assert [word for word in UNSAID if word in answer.text + str(answer.headers)] == []
