"""Game files over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from service.operation.app import compose
from service.system.settings import Settings
from tests.api.conforming import ConformingClient
from tests.api.kit import LONG_KEY, Seated, bearer
from tests.service.preparing import prepared

FILE = "application/vnd.kronika.game+json"


@pytest.fixture
def abroad(tmp_path: Path) -> Iterator[FlaskClient]:
    """A client of another service."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'kronika.db'}", data=tmp_path, limits=None)
    prepared(settings)
    kronika = compose(settings)
    app = create_app(kronika)
    app.test_client_class = ConformingClient
    yield app.test_client()
    kronika.close()


def abandoned(client: FlaskClient, **more: Any) -> Seated:
    """A game that is over soon."""
    game = Seated.at(client, **more)
    abandon(game)
    return game


def abandon(game: Seated) -> None:
    assert game.client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200


@pytest.mark.usefixtures("checked_here")
def test_a_key_of_an_import_is_long_and_stands_for_one_file(client: FlaskClient, abroad: FlaskClient) -> None:
    files = [abandoned(client).get("/export").data for _ in range(2)]

    def take_in(file: bytes, key: str) -> Any:
        return abroad.post("/v1/imports", data=file, content_type=FILE, headers={"Idempotency-Key": key})

    assert [*take_in(files[0], "1").json["errors"]] == ["Idempotency-Key"]
    first = take_in(files[0], LONG_KEY)
    again = take_in(files[0], LONG_KEY)
    assert (first.status_code, first.data) == (again.status_code, again.data) == (201, first.data)
    assert [it.headers.get("Idempotent-Replayed") for it in (first, again)] == [None, "true"]
    assert take_in(files[1], LONG_KEY).json["type"] == "/problems/idempotency-conflict"


def test_a_game_goes_out_and_in_again(client: FlaskClient, abroad: FlaskClient) -> None:
    game = Seated.at(client)
    game.act()
    abandon(game)
    out = game.get("/export")
    assert (out.status_code, out.mimetype) == (200, FILE)
    assert game.id in out.headers["Content-Disposition"]
    assert sorted(out.json) == ["audit", "format", "notes", "players", "unsigned"]
    assert out.json["players"] == [
        {"seat": 1, "name": "Ada", "bot": None},
        {"seat": 2, "name": "Bo", "bot": None},
    ]
    taken = abroad.post("/v1/imports", data=out.data, content_type=FILE)
    assert taken.status_code == 201, taken.text
    assert taken.headers["Location"] == game.url
    again = abroad.post("/v1/imports", data=out.data, content_type="application/json")
    assert (again.status_code, again.json) == (200, taken.json)
    there = abroad.get(game.url).json
    assert (there["imported"], there["status"]) == (True, "abandoned")
    here = game.get().json
    assert here["entropy"].pop("provided") == ["L3", "L4"]  # whoever takes it in has checked both
    assert there["entropy"].pop("provided") == []
    assert {**there, "imported": False, "imported_at": None} == here
    replays = [one.get(f"{game.url}/replay?lang=pl").json for one in (abroad, game.client)]
    assert {**replays[0], "verdict": ""} == {**replays[1], "verdict": ""}
    for path in (
        "/events",
        "/audit",
        "/export",
        "/checkpoint",
        "/states/4",
        "/ledger/draws",
    ):
        assert abroad.get(game.url + path).data == game.get(path).data or path == "/states/4"
    assert abroad.get("/v1/games").json["games"] == []
    assert abroad.get("/v1/games?imported=true").json["games"][0]["id"] == game.id
    assert (
        abroad.get(f"{game.url}/stream", headers={"Last-Event-ID": str(there["version"])}).status_code == 204
    )


@pytest.mark.usefixtures("checked_here")
def test_what_is_not_taken_in_says_why(client: FlaskClient, abroad: FlaskClient, game: Seated) -> None:
    unfinished = abroad.post("/v1/imports", data=game.get("/export").data, content_type=FILE)
    assert (unfinished.status_code, unfinished.json["type"]) == (422, "/problems/bad-import")
    assert unfinished.json["level"] is None
    file = abandoned(client).get("/export").json
    file["audit"]["entries"][3] = file["audit"]["entries"][3].replace('"a":', '"a":1')
    refused = abroad.post("/v1/imports", data=orjson.dumps(file), content_type=FILE)
    assert (refused.status_code, refused.json["level"]) == (422, "L0")
    assert refused.json["detail"]
    for body, kind in ((b"[]", FILE), (b"{}", FILE), (b"{", FILE)):
        assert abroad.post("/v1/imports", data=body, content_type=kind).json["type"] == "/problems/malformed"
    assert abroad.post("/v1/imports", data=b"{}", content_type="text/plain").status_code == 415
    other = abandoned(client).get("/export").json
    assert abroad.post("/v1/imports", json=other).status_code == 201
    other["players"][0]["name"] = "Eve"
    assert abroad.post("/v1/imports", json=other).status_code == 409


def test_only_files_may_be_large(abroad: FlaskClient, client: FlaskClient) -> None:
    large = {"format": "kronika-game/1", "audit": {"x": "y" * 100_000}, "players": []}
    assert abroad.post("/v1/imports", json=large).json["type"] == "/problems/bad-import"
    assert abroad.post("/v1/games", json=large).status_code == 413
    assert (
        abroad.post("/v1/imports", data=b" " * (16 * 1024 * 1024 + 1), content_type=FILE).status_code == 413
    )


def test_one_file_is_checked_at_a_time(app: Flask, client: FlaskClient) -> None:
    turn = app.extensions["imports"]
    with turn:
        busy = client.post("/v1/imports", json={})
        assert (busy.status_code, busy.json["type"]) == (503, "/problems/busy")
    assert client.post("/v1/imports", json={}).status_code == 422


@pytest.mark.usefixtures("checked_here")
def test_a_private_game_is_opened_by_the_tokens_it_has(client: FlaskClient, abroad: FlaskClient) -> None:
    game = abandoned(client, visibility="private")
    assert game.get("/export").status_code == 404
    file = game.get("/export", 1).data
    taken = abroad.post("/v1/imports", data=file, content_type=FILE).json
    assert abroad.get(game.url).status_code == 404
    opened = abroad.get(game.url, headers=bearer(taken["auditor_token"]))
    assert opened.json["viewer"] == "auditor"
