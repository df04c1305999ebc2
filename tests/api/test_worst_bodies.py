"""The bodies that cost the most for their size are refused, by a worker that stays under limits and goes on."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from service.tables.files import import_worker
from tests.costs import bodies, files
from tests.costs.measuring import under_limits
from tests.soaking import soaked

BODY, FILE, HEAD = 64 << 10, 16 << 20, 8000
JSON = "application/json"


def answered(client: FlaskClient, path: str, bodies: Iterable[bytes], media_type: str = JSON) -> set[int]:
    """How requests with these bodies are answered, by a worker under limits."""
    return under_limits(
        lambda: {client.post(path, data=body, content_type=media_type).status_code for body in bodies}
    )


def test_the_worst_bodies_are_refused(client: FlaskClient) -> None:
    assert answered(client, "/v1/games", (body(BODY - 100) for body in bodies.BODIES)) == {422}


FORMS = {
    "application/x-www-form-urlencoded": b"&a=%41",
    "multipart/form-data; boundary=a": b"--a\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n",
}


@pytest.mark.parametrize("media_type", FORMS)
def test_the_worst_forms_are_refused(client: FlaskClient, media_type: str) -> None:
    """Nothing here takes a form, so none is read."""
    part = FORMS[media_type]
    for path, largest in (("/v1/games", BODY), ("/v1/imports", FILE)):
        assert answered(client, path, [part * ((largest - 100) // len(part))], media_type) == {415}


def statuses(client: FlaskClient, addresses: Iterable[str]) -> set[int]:
    """How requests of these addresses are answered, by a worker under limits."""
    return under_limits(lambda: {client.get(address).status_code for address in addresses})


def test_the_worst_queries_are_refused(client: FlaskClient) -> None:
    parts = ("a=1&", "&", "a=%41&", "a=%C4%85&", "%F0%9F%92%A9=+&")
    assert statuses(client, (f"/v1/games?{part * (HEAD // len(part))}limit=x" for part in parts)) == {422}


def test_the_worst_addresses_to_embed_are_refused(client: FlaskClient) -> None:
    game = "/games/" + "0" * 32
    parts = ("a=1&", "lang=pl&", "%41=%C4%85&", "[", "#", "//")
    worst = [quote(f"{game}?{part * (1900 // len(part))}") for part in parts]
    assert statuses(client, (f"/oembed?url={address[:2000]}" for address in worst)) == {404}
    assert statuses(client, (f"/oembed?url={address * 10}" for address in worst)) == {422}


@pytest.mark.soak
def test_a_file_that_takes_too_much_memory_is_refused_by_a_worker_under_limits(client: FlaskClient) -> None:
    """It is checked in a process of its own (tests/costs/test_imports.py)."""
    data = bodies.objects(FILE - 100)
    problem = under_limits(lambda: client.post("/v1/imports", data=data, content_type=JSON).json)
    assert (problem["status"], problem["type"]) == (422, "/problems/bad-import")
    assert "512 MiB of memory" in problem["detail"]


def instead(monkeypatch: pytest.MonkeyPatch, worker: str) -> None:
    """Have this module of the tests run in place of the one that checks files."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    monkeypatch.setattr(import_worker, "__name__", f"tests.costs.{worker}")


@pytest.mark.parametrize("worker", soaked(["spinning", "crashing"], rare=["spinning"]))
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
