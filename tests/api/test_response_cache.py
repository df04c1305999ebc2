"""Long public responses are made once; one that the client holds is not made at all; one read with a token is never cached."""

from __future__ import annotations

import gzip

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.http.response_cache import ResponseCache
from service.identity import hiding
from service.log.replayer import Replayer
from service.operation.app import Kronika
from service.queries import auditing, history, states
from tests.api.kit import Seated
from tests.soaking import soaked

GZIP = {"Accept_Encoding": "gzip"}
LONG = (
    "/replay",
    "/replay?lang=pl",
    "/replay?after=4",
    "/events",
    "/states?from=1&to=40",
    "/audit",
    "/audit?after=4",
)


def played(client: FlaskClient) -> Seated:
    game = Seated.at(client)
    for _ in range(40):
        game.act()
    return game


@pytest.fixture
def game(client: FlaskClient) -> Seated:
    return played(client)


@pytest.fixture(scope="module")
def unchanged(app: Flask) -> Seated:
    """A game that tests only read."""
    return played(app.test_client())


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made any more: no past is folded, no replay told, no event and no document written."""

    def made(*given: object, **named: object) -> None:
        raise AssertionError("It was made again.")

    monkeypatch.setattr(Replayer, "replay", made)
    monkeypatch.setattr(auditing, "audit_of", made)
    monkeypatch.setattr(history, "replay_document", made)
    monkeypatch.setattr(history, "events_between", made)
    monkeypatch.setattr(states, "game_document", made)


def cache(game: Seated) -> ResponseCache:
    found: ResponseCache = game.client.application.extensions["response_cache"]
    return found


@pytest.mark.parametrize("path", LONG)
def test_it_is_made_once(unchanged: Seated, path: str, request: pytest.FixtureRequest) -> None:
    """However it is asked for: the same bytes, headers and links."""
    game = unchanged
    plain = game.get(path)
    request.getfixturevalue("idle")
    again, packed = game.get(path), game.get(path, **GZIP)
    assert again.data == plain.data == gzip.decompress(packed.data)
    own = {"Date": "", "X-Request-Id": "", "Kronika-Now": ""}
    assert {**again.headers, **own} == {**plain.headers, **own}
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    assert packed.headers.get("Link") == plain.headers.get("Link")
    head = game.client.head(f"{game.url}{path}", headers={"Accept-Encoding": "gzip"})
    assert (head.data, head.headers["Content-Length"]) == (b"", packed.headers["Content-Length"])


@pytest.mark.parametrize("path", [*LONG, "/states/9"])
@pytest.mark.parametrize("seat", soaked([None, 1], rare=[1]))
def test_what_the_client_holds_is_not_made(
    unchanged: Seated, path: str, seat: int | None, request: pytest.FixtureRequest
) -> None:
    held = unchanged.get(path, seat).headers["ETag"]
    request.getfixturevalue("idle")
    assert unchanged.get(path, seat, If_None_Match=held).status_code == 304


def test_a_response_read_with_a_token_neither_enters_nor_comes_from_the_cache(
    game: Seated, kronika: Kronika
) -> None:
    for path in LONG:
        before = len(cache(game))
        own = game.get(path, 1).data
        assert len(cache(game)) == before
        game.get(path, **GZIP)
        assert len(cache(game)) > before
        again = game.get(path, 1, **GZIP)
        assert again.data == own
        assert "Content-Encoding" not in again.headers


def test_what_comes_next_and_other_names_are_made_anew(game: Seated, kronika: Kronika) -> None:
    first = game.get("/replay").json
    game.act()
    assert game.get("/replay").json["version"] > first["version"]
    hiding.hide_names(kronika.store, hiding.names_at_seat(game.id, 1))
    hidden = game.get("/replay").json
    assert hidden["seats"][0]["name"] != first["seats"][0]["name"]


def test_a_hidden_game_is_not_found_although_its_responses_are_cached(game: Seated, kronika: Kronika) -> None:
    assert game.get("/replay", **GZIP).status_code == 200
    hiding.hide(kronika.store, game.id)
    assert game.get("/replay", **GZIP).status_code == 404


def test_there_is_room_for_so_many_bytes_and_the_oldest_go() -> None:
    answers = ResponseCache(len, most=100)
    for n in range(4):
        answers.put(("/", str(n)), b"x" * 40)
        answers.get(("/", "0"))
    assert [answers.get(("/", str(n))) is not None for n in range(4)] == [True, False, False, True]
    answers.put(("/", "0"), b"x" * 101)
    assert len(answers) == 0
