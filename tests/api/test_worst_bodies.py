"""The bodies that cost the most for their size are refused, by a worker that stays under limits and goes on."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service import import_worker
from tests.costs import bodies, files
from tests.costs.measuring import ends_under_limits

BODY, FILE = 64 << 10, 16 << 20
JSON = "application/json"
Made = Callable[[int], bytes]


@pytest.mark.parametrize("body", bodies.BODIES)
def test_the_worst_bodies_are_refused(client: FlaskClient, body: Made) -> None:
    def post() -> int:
        return client.post("/v1/games", data=body(BODY - 100), content_type=JSON).status_code

    assert ends_under_limits(post)
    assert post() == 422


@pytest.mark.parametrize("body", [bodies.one_name, bodies.nested])
def test_the_worst_game_files_are_refused_and_cost_the_worker_next_to_nothing(
    client: FlaskClient, body: Made
) -> None:
    data = body(FILE - 100)

    def post() -> int:
        return client.post("/v1/imports", data=data, content_type=JSON).status_code

    assert ends_under_limits(post)
    assert post() == 422


def test_a_file_that_takes_too_much_memory_is_refused_and_says_so(client: FlaskClient) -> None:
    data = bodies.empty_lists(FILE - 100)
    refused = client.post("/v1/imports", data=data, content_type=JSON)
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/bad-import")
    assert "512 MiB of memory" in refused.json["detail"]


def instead(monkeypatch: pytest.MonkeyPatch, worker: str) -> None:
    """Have this module of the tests run in place of the one that checks files."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.setattr(import_worker, "__name__", f"tests.costs.{worker}")


@pytest.mark.parametrize("worker", ["spinning", "crashing"])
def test_a_file_that_ends_the_process_that_checks_it_is_refused_and_says_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, worker: str
) -> None:
    instead(monkeypatch, worker)
    refused = client.post("/v1/imports", data=b"{}", content_type=JSON)
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/bad-import")
    assert "30 s of processor time" in refused.json["detail"]
    monkeypatch.undo()
    assert client.post("/v1/imports", data=b"{}", content_type=JSON).json["type"] == "/problems/malformed"


def test_the_process_that_checks_a_file_gets_no_connections_and_no_settings(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KRONIKA_DATABASE", "postgresql://someone:secret@db/kronika")
    instead(monkeypatch, "open_files")
    listening = socket.create_server(("127.0.0.1", 0))
    listening.set_inheritable(True)
    with listening:
        answer = client.post("/v1/imports", data=b"{}", content_type=JSON)
    assert answer.status_code == 422
    detail = answer.json["detail"]
    assert "pipe:" in detail, "its input and its output"
    assert "socket" not in detail
    assert "KRONIKA" not in detail
    assert ".db" not in detail


def test_the_ruleset_and_the_edition_are_looked_at_before_the_entries(client: FlaskClient) -> None:
    audit = files.named(1) | {"entries": ["not even JSON"]}
    file = {"format": "kronika-game/1", "audit": audit, "players": []}
    refused = client.post("/v1/imports", json=file)
    assert (refused.status_code, refused.json["level"]) == (422, "L4")
    assert "does not have toy, edition 1" in refused.json["detail"]
