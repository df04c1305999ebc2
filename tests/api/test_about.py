"""The front: links, documents, health, figures, logs, headers."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import orjson
import pytest
import structlog
from flask.testing import FlaskClient

from api.http.problem_kinds import KINDS
from api.telemetry import logs
from service.queries import lobby
from tests.api.conforming import document
from tests.api.kit import Seated, bearer


def test_the_root_links_to_everything(client: FlaskClient) -> None:
    root = client.get("/")
    assert root.mimetype == "application/json"
    for name, link in root.json["links"].items():
        if "{" not in link:
            assert client.get(link).status_code == 200, name


@pytest.mark.parametrize("accept", ["text/html", "text/html,application/xhtml+xml,*/*;q=0.8"])
def test_browsers_get_a_page(client: FlaskClient, accept: str) -> None:
    page = client.get("/", headers={"Accept": accept})
    assert page.mimetype == "text/html"
    assert "/docs" in page.text
    assert client.get("/", headers={"Accept": "*/*"}).mimetype == "application/json"


@pytest.mark.parametrize("path", ["/docs"])
def test_pages_load_nothing_from_elsewhere(client: FlaskClient, path: str) -> None:
    page = client.get(path, headers={"Accept": "text/html"})
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in page.headers["Content-Security-Policy"]
    assets = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert assets
    for asset in assets:
        assert asset.startswith("/"), asset
        assert client.get(asset).status_code == 200


def test_the_document_is_openapi_3_1(client: FlaskClient) -> None:
    assert client.get("/openapi.json").json["openapi"] == "3.1.0"
    operations = [op for path in document()["paths"].values() for op in path.values()]
    ids = [op["operationId"] for op in operations]
    assert len(ids) == len(set(ids))
    assert all(op["summary"] and op["tags"] for op in operations)


def test_every_kind_of_problem_is_documented_somewhere() -> None:
    words = " ".join(
        answer["description"]
        for path in document()["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        if int(status) >= 400
    )
    undocumented = {kind for kind in KINDS if kind not in words}
    before_any_operation = {"bad-request", "request-timeout", "headers-too-large"}
    assert undocumented == {"method-not-allowed", *before_any_operation}  # a documented operation is allowed


def test_every_action_declares_its_type() -> None:
    schemas = document()["components"]["schemas"]
    for name in ("AgeOfWarAction", "RomansAction", "ToucheAction", "NagarajaAction"):
        union = schemas[name]
        assert len(union["oneOf"]) == len(union["discriminator"]["mapping"])
        for kind, ref in union["discriminator"]["mapping"].items():
            member = schemas[ref.rpartition("/")[2]]
            assert member["properties"]["type"]["const"] == kind
            assert "type" in member["required"]
            assert member["additionalProperties"] is False


def test_figures_count_requests_and_events(client: FlaskClient, game: Seated) -> None:
    def figure(name: str) -> float:
        found = re.search(rf"^{re.escape(name)} ([0-9.e+]+)$", client.get("/metrics").text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    acts = 'kronika_requests_total{operation="act",status="201"}'
    spent = 'kronika_request_seconds_count{operation="act"}'
    names = (acts, spent, "kronika_events_appended_total", "kronika_commit_seconds_count")
    before = [figure(name) for name in (*names, "kronika_write_wait_seconds_count")]
    game.act()
    assert [figure(name) for name in (*names, "kronika_write_wait_seconds_count")] == [n + 1 for n in before]


def test_figures_count_nothing_of_private_games(client: FlaskClient) -> None:
    """Not that they are made, nor what is asked about them, by whomever, nor what is written to them."""

    others = ("get_metrics", "_created", "_ratio", "private_requests")

    def figures() -> list[str]:
        told = client.get("/metrics").text.splitlines()
        return [line for line in told if not any(one in line for one in others)]

    def thousands() -> float:
        return float(
            client.get("/metrics").text.rpartition("\nkronika_private_requests_thousands ")[2].split()[0]
        )

    client.get("/v1/games")
    before, rounded = figures(), thousands()
    game = Seated.at(client, visibility="private")
    seat = game.get(seat=1).json["to_act"][0]
    assert game.post("/actions", seat, game.legal(seat)[0]).status_code == 201
    client.get(game.url)
    client.get(f"{game.url}/legal-actions")
    client.get(f"/v1/games/{'0' * 32}")
    with client.get(f"{game.url}/stream", headers=bearer(game.tokens[1])):
        assert figures() == before
    assert thousands() <= rounded + 1  # one thousand may just have become full


def test_open_streams_are_counted(client: FlaskClient, game: Seated) -> None:
    def streams() -> float:
        return float(client.get("/metrics").text.partition("\nkronika_open_streams ")[2].partition("\n")[0])

    before = streams()  # other tests of this process may have left some open
    with client.get(f"{game.url}/stream"):
        assert streams() == before + 1
    assert streams() == before


def test_unknown_paths_are_counted_together(client: FlaskClient) -> None:
    client.get("/made/up")
    assert "/made/up" not in client.get("/metrics").text


def test_a_request_keeps_its_id(client: FlaskClient) -> None:
    assert client.get("/", headers={"X-Request-Id": "abc-1.2_3"}).headers["X-Request-Id"] == "abc-1.2_3"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, 'a"b', "é"])
def test_a_request_id_of_another_form_is_replaced(client: FlaskClient, given: str) -> None:
    named = client.get("/", headers={"X-Request-Id": given}).headers["X-Request-Id"]
    assert re.fullmatch("[0-9a-f]{32}", named)


def test_other_origins_may_call(client: FlaskClient, game: Seated) -> None:
    asked = client.options(
        f"{game.url}/actions",
        headers={"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"},
    )
    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert "Idempotency-Key" in asked.headers["Access-Control-Allow-Headers"]
    assert "POST" in asked.headers["Access-Control-Allow-Methods"]
    for answer in (game.get(), client.get("/nowhere")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.fixture
def logged() -> Iterator[io.BytesIO]:
    stream = io.BytesIO()
    logs.configure(stream)
    yield stream
    structlog.reset_defaults()


def test_a_request_is_one_line_without_tokens(logged: io.BytesIO, game: Seated) -> None:
    start = len(logged.getvalue())
    game.client.get(
        f"{game.url}?after=5&token=hush",
        headers={"Authorization": f"Bearer {game.tokens[1]}", "X-Request-Id": "line-1"},
    )
    written = logged.getvalue()[start:].decode()
    lines = [orjson.loads(text) for text in written.splitlines()]
    (line,) = [line for line in lines if line.get("request_id") == "line-1"]
    assert (line["event"], line["method"], line["path"], line["status"]) == ("request", "GET", game.url, 422)
    assert (line["request_id"], line["level"]) == ("line-1", "info")
    assert line["ms"] >= 0
    assert "hush" not in written
    assert not any(token.encode() in logged.getvalue() for token in [*game.tokens.values(), game.organiser])


def test_a_mistake_is_logged_with_its_place(
    logged: io.BytesIO, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "page", lambda *_: 1 // 0)
    client.get("/v1/games", headers={"X-Request-Id": "oops"})
    mistake, request = [orjson.loads(text) for text in logged.getvalue().splitlines()]
    assert "ZeroDivisionError" in mistake["exception"]
    assert mistake["request_id"] == request["request_id"] == "oops"
    assert request["status"] == 500


def test_the_code_of_an_invitation_is_not_written_down(logged: io.BytesIO, game: Seated) -> None:
    code = "ki_" + "s" * 42 + "A"
    game.client.get(f"/v1/invitations/{code}")
    assert code.encode() not in logged.getvalue()
    assert b"/v1/invitations/ki_..." in logged.getvalue()


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nothing", "/games/nothing", "/desk/", "/static/web/nothing.js"])
def test_a_wrong_address_is_a_page_for_browsers_and_a_problem_for_others(
    client: FlaskClient, path: str
) -> None:
    page = client.get(path, headers=BROWSER)
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for headers in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        answer = client.get(path, headers=headers)
        assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found")
    assert client.post(path, headers=BROWSER).mimetype == "application/problem+json"


def test_the_api_answers_browsers_with_problems(client: FlaskClient) -> None:
    for path in ("/v1/nothing", f"/v1/games/{'0' * 32}"):
        assert client.get(path, headers=BROWSER).mimetype == "application/problem+json"


@pytest.mark.parametrize(
    "path", ["/my", "/tables", "/tournaments", "/tournaments/new", "/statistics", "/players"]
)
def test_every_page_opens_by_its_address(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers=BROWSER).status_code == 200


def test_names_of_accounts_are_not_written_down(logged: io.BytesIO, client: FlaskClient) -> None:
    id = "0123456789abcdef" * 2
    for path in ("Ada%20Lovelace", "Ada%20Lovelace/games", id, f"{id}/games"):
        client.get(f"/v1/accounts/{path}")
    paths = [orjson.loads(text)["path"] for text in logged.getvalue().splitlines()]
    assert paths == [f"/v1/accounts/{it}" for it in ("...", ".../games", id, f"{id}/games")]
