"""HEAD is GET without its body, for every operation that the OpenAPI document has."""

from __future__ import annotations

from urllib.parse import urlencode

import orjson
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import openapi
from api.openapi.examples import ID
from service.identity.account_log import opening
from tests.accounts.kit import Person, person
from tests.api.conforming import security_of
from tests.api.kit import Seated, bearer
from tests.api.test_portable import abandon
from tests.service.data_sets import make_data_set
from tests.service.leaves import sequence

pytestmark = pytest.mark.usefixtures("undrawn", "pushing")
READ = {path: told["get"] for path, told in orjson.loads(openapi())["paths"].items() if "get" in told}
LOBBY_STREAM = "/v1/stream"
ENDLESS = {LOBBY_STREAM, "/v1/meetings/{meeting}/stream", "/v1/me/stream"}
LOGS = {"/v1/log/tile/{tile}", "/v1/log/{log}/checkpoint", "/v1/log/{log}/tile/{tile}"}
"""The tile of the example, and logs of other names: this service has neither."""
OF_SEATS = {"/v1/games/{game}/rematches", "/v1/invitations/{code}"}
HOOKS = {"/v1/hooks", "/v1/hooks/{hook}", "/v1/hooks/{hook}/deliveries"}
NOT_THERE = {*HOOKS, "/v1/games/{game}/analysis", "/v1/games/{game}/shares", *OF_SEATS, *LOGS}
"""Refused in a game without an analysis and without invitations, and to its organiser; as everything of a case."""
OF_THIS_ANSWER = ("X-Request-Id", "Content-Length", "Date", "Kronika-Now")


@pytest.fixture(scope="module")
def game(app: Flask) -> Seated:
    """A game that is over, so that its stream ends."""
    game = Seated.at(app.test_client())
    game.act()
    abandon(game)
    make_data_set(app.extensions["kronika"])
    return game


@pytest.fixture(scope="module")
def tournament(app: Flask) -> str:
    terms = {"ruleset": "touche", "seats": 2, "games": 1}
    made = str(app.test_client().post("/v1/tournaments", json=terms).json["id"])
    sequence(app.extensions["kronika"])
    return made


@pytest.fixture(scope="module")
def meeting(app: Flask) -> str:
    return str(app.test_client().post("/v1/meetings", json={"name": "Open"}).json["id"])


def headers_of(answer: TestResponse) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in OF_THIS_ANSWER}


@pytest.fixture(scope="module")
def owner(app: Flask) -> Person:
    """An account that owns a bot."""
    kronika = app.extensions["kronika"]
    owner = person(kronika, "Owner of a bot")
    kronika.store.append("", [], opening(ID, "A bot", "a bot", owner.account))
    return owner


@pytest.mark.parametrize("path", sorted(READ.keys() - ENDLESS))
def test_head_is_get_without_its_body(
    app: Flask, game: Seated, tournament: str, meeting: str, owner: Person, path: str
) -> None:
    client = app.test_client(use_cookies=False)
    needed = [it for it in READ[path]["parameters"] if it["required"]]
    names = {it["name"]: it["example"] for it in needed if it["in"] == "path"}
    asked = {it["name"]: str(it["example"]).replace(ID, game.id) for it in needed if it["in"] == "query"}
    query = urlencode(asked)
    places = {
        "game": game.id,
        "tournament": tournament,
        "meeting": meeting,
        "account": owner.account,
        "bot": ID,
    }
    address = path.format(**{**names, **places}) + f"?{query}" * bool(query)
    opened = bearer(game.organiser) if security_of(READ[path]) and "{game}" in path else {}
    if path.startswith("/v1/me"):
        opened = owner.headers
    whole = client.get(address, headers=opened, buffered=True)
    head = client.head(address, headers=opened, buffered=True)
    assert (head.status_code, head.data) == (whole.status_code, b"")
    assert headers_of(head) == headers_of(whole)
    alone = path in NOT_THERE or "{dispute}" in path or path == "/v1/tournaments/{tournament}/invitations"
    assert (whole.status_code == 200) != alone, (whole.status_code, whole.text)


def test_head_of_the_endless_stream_holds_no_place(app: Flask, client: FlaskClient) -> None:
    places = app.extensions["long_responses"]
    free = places.free
    head = client.head(LOBBY_STREAM)
    assert (head.status_code, head.mimetype, head.data) == (200, "text/event-stream", b"")
    head.close()
    assert places.free == free
