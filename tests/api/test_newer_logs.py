"""Games that a newer release of the service has begun, in the midst of an upgrade."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from domain.table.events import CLOSED_TABLES
from service.log import mapper
from service.operation.app import Kronika
from service.tables import creating


@pytest.fixture
def newer(client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose log is written by tables that this service does not know."""
    with monkeypatch.context() as upgraded:
        upgraded.setattr(mapper, "CLOSED_TABLES", CLOSED_TABLES + 1)
        upgraded.setattr(creating, "CLOSED_TABLES", CLOSED_TABLES + 1)
        game = str(client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json["id"])
    kronika.repository.versions.replayer.forget(game)
    return game


@pytest.mark.parametrize("path", ["", "/events", "/checkpoint", "/audit", "/ledger/entries", "/replay"])
def test_it_is_503_with_a_sentence_that_says_why(client: FlaskClient, newer: str, path: str) -> None:
    answer = client.get(f"/v1/games/{newer}{path}")
    assert (answer.status_code, answer.json["type"]) == (503, "/problems/newer-log")
    assert "needs a newer Kronika" in answer.json["detail"]
    assert answer.headers["Retry-After"] == "60"


def test_nobody_writes_to_it(client: FlaskClient, kronika: Kronika, newer: str) -> None:
    assert client.post(f"/v1/games/{newer}/seats", json={"name": "Ada"}).status_code == 503
    assert kronika.store.version(newer) == 1
