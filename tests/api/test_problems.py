"""Every kind of refusal, and that none leaves a trace."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.http.problem_kinds import KINDS, Fault
from api.http.problem_texts import POLISH_MEANINGS, POLISH_TITLES
from api.http.problems import MEDIA_TYPE
from domain.table.refusals import Refusal
from service.operation.app import Kronika
from service.queries import lobby
from service.store import StoreUnusable
from tests.api.kit import Seated, bearer

NEW: dict[str, Any] = {"ruleset": "age-of-war", "seats": 2}
NOBODY = "0" * 32


def is_problem(answer: TestResponse, kind: str) -> dict[str, Any]:
    assert answer.mimetype == MEDIA_TYPE
    body: dict[str, Any] = answer.json
    assert (body["type"], body["title"]) == (f"/problems/{kind}", KINDS[kind].title)
    assert answer.status_code == body["status"] == KINDS[kind].status
    assert body["request_id"] == answer.headers["X-Request-Id"]
    assert "Traceback" not in answer.text
    return body


def test_every_kind_of_refusal_has_its_status_and_nothing_else_has() -> None:
    assert set(KINDS) == {*Refusal, *Fault}
    assert len(KINDS) == len(Refusal) + len(Fault)


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_has_its_page(client: FlaskClient, kind: str) -> None:
    page = client.get(f"/problems/{kind}").json
    assert (page["type"], page["status"]) == (f"/problems/{kind}", KINDS[kind].status)


def test_every_kind_has_a_polish_title_of_its_own() -> None:
    assert POLISH_TITLES.keys() == KINDS.keys()
    assert len({*POLISH_TITLES.values(), *(kind.title for kind in KINDS.values())}) == 2 * len(KINDS)


@pytest.mark.parametrize(
    ("asked", "title", "languages"),
    [
        (None, "Not found", "en"),
        ("en-GB,pl;q=0.5", "Not found", "en"),
        ("pl", "Nie znaleziono", "pl, en"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "Nie znaleziono", "pl, en"),
        ("de, pl;q=0.2", "Nie znaleziono", "pl, en"),
        ("de", "Not found", "en"),
        ("pl;q=0, de", "Not found", "en"),
        ("PL", "Nie znaleziono", "pl, en"),
        ("*", "Not found", "en"),
        ("nonsense;;q", "Not found", "en"),
    ],
)
def test_titles_are_in_the_readers_language(
    client: FlaskClient, asked: str | None, title: str, languages: str
) -> None:
    headers = {} if asked is None else {"Accept-Language": asked}
    answer = client.get(f"/v1/games/{NOBODY}", headers=headers)
    assert (answer.json["title"], answer.json["type"]) == (title, "/problems/not-found")
    assert answer.json["detail"] == "There is no such game."
    assert answer.headers["Content-Language"] == languages
    assert "Accept-Language" in answer.vary


def test_details_that_mean_the_kind_are_polish_too(client: FlaskClient) -> None:
    polish = {"Accept-Language": "pl"}
    for answer, kind in (
        (client.get("/v1/nothing", headers=polish), "not-found"),
        (client.delete("/v1/games", headers=polish), "method-not-allowed"),
        (client.post("/v1/games", data="x", headers=polish), "unsupported-media-type"),
    ):
        assert (answer.json["type"], answer.json["detail"]) == (f"/problems/{kind}", POLISH_MEANINGS[kind])
        assert answer.headers["Content-Language"] == "pl"
    assert POLISH_MEANINGS.keys() <= KINDS.keys()


BAD_GAMES: list[tuple[Any, str]] = [
    ({"ruleset": "chess", "seats": 2}, "ruleset"),
    ({"seats": 2}, "ruleset"),
    ({"ruleset": 7, "seats": 2}, "ruleset"),
    ({"ruleset": "age-of-war"}, "seats"),
    ({**NEW, "seats": 1}, "seats"),
    ({**NEW, "seats": 7}, "seats"),
    ({**NEW, "seats": "2"}, "seats"),
    ({**NEW, "seats": True}, "seats"),
    ({**NEW, "seats": 2.5}, "seats"),
    ({**NEW, "seats": None}, "seats"),
    ({**NEW, "visibility": "secret"}, "visibility"),
    ({**NEW, "undo": "always"}, "undo"),
    ({**NEW, "entropy": "direct"}, "entropy"),
    ({**NEW, "disputes": 1}, "disputes"),
    ({**NEW, "options": {"cheat": True}}, "options.cheat"),
    ({**NEW, "options": []}, "options"),
    ({**NEW, "colour": "red"}, "colour"),
    ({"ruleset": "romans", "seats": 2, "options": {"neutral_clans": 9}}, "options.neutral_clans"),
    ({"ruleset": "romans", "seats": 4, "options": {"neutral_clans": 3}}, "options.neutral_clans"),
    ({"ruleset": "touche", "seats": 5}, "seats"),
    ([], ""),
    ("age-of-war", ""),
]


@pytest.mark.parametrize(("body", "path"), BAD_GAMES)
def test_bad_games(client: FlaskClient, kronika: Kronika, body: Any, path: str) -> None:
    head = kronika.store.head()
    problem = is_problem(client.post("/v1/games", json=body), "malformed")
    assert list(problem["errors"]) == [path]
    assert kronika.store.head() == head


def test_three_point_zero_is_an_integer(client: FlaskClient) -> None:
    assert client.post("/v1/games", json={**NEW, "seats": 2.0}).status_code == 201


BAD_PLAYERS = [
    ({}, "name"),
    ({"name": ""}, "name"),
    ({"name": " "}, "name"),
    ({"name": "a\x00b"}, "name"),
    ({"name": "Ada\n"}, "name"),
    ({"name": "Ada\u202e"}, "name"),
    ({"name": "Al\u200bice"}, "name"),
    ({"name": "A\u2028B"}, "name"),
    ({"name": "\u3164"}, "name"),
    ({"name": "A\u0378"}, "name"),
    ({"name": "x" * 61}, "name"),
    ({"name": 5}, "name"),
    ({"name": "Ada", "seat": 0}, "seat"),
    ({"name": "Ada", "seat": "1"}, "seat"),
    ({"name": "Ada", "bot": "genius"}, "bot"),
    ({"name": "Ada", "client_seed": "A" * 43}, "client_seed"),
    ({"name": "Ada", "seed_commitment": "short"}, "seed_commitment"),
    ({"name": "Ada", "seed_commitment": "A" * 42 + "B"}, "seed_commitment"),
    ({"name": "Ada", "key": "A" * 42 + "B"}, "key"),
    ({"name": "Ada", "sig": "A" * 85 + "B"}, "sig"),
    ({"name": "Ada", "token": "x"}, "token"),
]


@pytest.mark.parametrize(("body", "path"), BAD_PLAYERS)
def test_bad_players(game: Seated, body: Any, path: str) -> None:
    assert list(is_problem(game.post("/seats", json=body), "malformed")["errors"]) == [path]


BAD_ACTIONS: list[tuple[Any, str]] = [
    ({}, "type"),
    ({"type": 5}, "type"),
    ({"type": "resign"}, "type"),
    ({"type": "lay-card", "card": "1", "field": "a1"}, "type"),
    ({"type": "roll", "twice": True}, "twice"),
    ({"type": "fill-line", "castle": "azuchi", "line": 1}, "dice"),
    ({"type": "fill-line", "castle": "azuchi", "line": "1", "dice": ["archery"]}, "line"),
    ({"type": "fill-line", "castle": "azuchi", "line": True, "dice": ["archery"]}, "line"),
    ({"type": "fill-line", "castle": "azuchi", "line": 10, "dice": ["archery"]}, "line"),
    ({"type": "fill-line", "castle": "azuchi", "line": 1, "dice": []}, "dice"),
    ({"type": "fill-line", "castle": "azuchi", "line": 1, "dice": ["archery", 7]}, "dice[1]"),
    ({"type": "fill-line", "castle": None, "line": 1, "dice": ["archery"]}, "castle"),
    ([], ""),
]


@pytest.mark.parametrize(("action", "path"), BAD_ACTIONS)
def test_bad_actions(game: Seated, action: Any, path: str) -> None:
    refused = game.post("/actions", game.to_act(), action)
    assert list(is_problem(refused, "malformed")["errors"]) == [path]


@pytest.mark.parametrize(
    "data", [b"", b"{", b"{'a': 1}", b"\xff", b'{"ruleset": NaN}', b"[" * 5000, b'"\\ud800"']
)
def test_bodies_that_are_not_json(client: FlaskClient, data: bytes) -> None:
    answer = client.post("/v1/games", data=data, content_type="application/json")
    assert list(is_problem(answer, "malformed")["errors"]) == [""]


@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml", ""]
)
def test_wrong_media_types(client: FlaskClient, media_type: str) -> None:
    answer = client.post("/v1/games", data=b'{"ruleset":"age-of-war","seats":2}', content_type=media_type)
    is_problem(answer, "unsupported-media-type")


def test_bodies_beyond_64_kib(client: FlaskClient) -> None:
    name = "x" * 65_600
    is_problem(client.post("/v1/games", json={**NEW, "name": name}), "too-large")
    fits = client.post("/v1/games", json={**NEW, "name": name[:65_000]})
    is_problem(fits, "malformed")


QUERIES = [
    ("/v1/games?limit=0", "limit"),
    ("/v1/games?limit=101", "limit"),
    ("/v1/games?limit=ten", "limit"),
    ("/v1/games?limit=1&limit=2", "limit"),
    ("/v1/games?status=lost", "status"),
    ("/v1/games?cursor=bm9uc2Vuc2U=", "cursor"),
    ("/v1/games?cursor=%00", "cursor"),
    ("/v1/games?cursor=WzEsMl0=", "cursor"),
    ("/v1/games?ruleset=a%00b", "ruleset"),
    ("/v1/games/export?ruleset=a%00b", "ruleset"),
    ("/v1/rulings?ruleset=a%00b", "ruleset"),
    ("/v1/rulings/statistics?ruleset=a%00b", "ruleset"),
    ("/v1/games?page=2", "page"),
    ("{game}/events?after=-1", "after"),
    ("{game}/events?after=1.5", "after"),
    ("{game}/events?limit=1001", "limit"),
    ("{game}?wait=-1", "wait"),
    ("{game}?wait=nan", "wait"),
    ("{game}?wait=0x1", "wait"),
    ("{game}?wait=3601", "wait"),
    ("{game}?wait=1e999", "wait"),
    ("{game}?after=99999999999999999999", "after"),
    ("{game}/replay?lang=de", "lang"),
    ("{game}/ledger/proof", "index"),
    ("{game}/ledger/entries?from=x", "from"),
]


@pytest.mark.parametrize(("path", "parameter"), QUERIES)
def test_bad_queries(game: Seated, path: str, parameter: str) -> None:
    answer = game.client.get(path.format(game=game.url))
    assert list(is_problem(answer, "malformed")["errors"]) == [parameter]


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/v1/games/",
        "/v1//games",
        "/v1/games/7",
        f"/v1/games/{NOBODY}",
        f"/v1/games/{NOBODY.upper()}",
        f"/v1/games/{NOBODY}%00",
        f"/v1/games/{NOBODY}/legal-actions",
        "/v1/rulesets/chess",
        "/problems/none",
        "/docs/index.html",
        "/static/../app.py",
        "{game}/states/0",
        "{game}/states/99",
        "{game}/states/-1",
        "{game}/states/latest",
        "{game}/states/999999999999999999999999999999",
        "{game}/ledger/proof?index=99",
        "{game}/ledger/proof?index=0&size=99",
        "{game}/ledger/consistency?from=3&to=2",
        "{game}/ledger/entries?from=0&to=99",
    ],
)
def test_what_does_not_exist(game: Seated, path: str) -> None:
    is_problem(game.client.get(path.format(game=game.url)), "not-found")


@pytest.mark.parametrize(
    "header", ["Basic dTpw", "Bearer", "Bearer ", "Bearer a b", "Bearer \xe9", "", "Bearer unknown"]
)
def test_tokens_that_cannot_be_used(game: Seated, header: str) -> None:
    for path in ("", "/events", "/legal-actions"):
        refused = game.get(path, Authorization=header)
        is_problem(refused, "unauthenticated")
        assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    is_problem(game.post("/actions", json={"type": "roll"}, Authorization=header), "unauthenticated")


def test_commands_need_a_token(game: Seated) -> None:
    for path, body in (("/actions", {"type": "roll"}), ("/undo-requests", {}), ("/abandonment", None)):
        is_problem(game.post(path, json=body), "unauthenticated")


def test_tokens_of_another_game(game: Seated, client: FlaskClient) -> None:
    other = Seated.at(client)
    foreign = bearer(other.tokens[1])
    is_problem(client.get(game.url, headers=foreign), "forbidden")
    is_problem(client.post(f"{game.url}/actions", json={"type": "roll"}, headers=foreign), "forbidden")


def test_seats_do_not_organise_and_organisers_do_not_play(game: Seated, client: FlaskClient) -> None:
    is_problem(game.post("/abandonment", 1), "forbidden")
    acted = client.post(f"{game.url}/actions", json={"type": "roll"}, headers=bearer(game.organiser))
    is_problem(acted, "forbidden")


def test_out_of_turn(game: Seated) -> None:
    waiting = 3 - game.to_act()
    refused = is_problem(game.act_refused(waiting), "not-your-turn")
    assert refused["to_act"] == [3 - waiting]
    assert refused["version"] == 5


def test_against_the_rules(game: Seated) -> None:
    refused = is_problem(game.act_refused(game.to_act(), {"type": "set-aside"}), "illegal-action")
    assert refused["rule"].startswith("war.")
    assert refused["legal_actions"] == f"{game.url}/legal-actions"
    assert refused["version"] == 5


def test_a_seat_that_is_taken(client: FlaskClient) -> None:
    url = client.post("/v1/games", json={**NEW, "seats": 3}).headers["Location"]
    client.post(f"{url}/seats", json={"name": "Ada", "seat": 2})
    is_problem(client.post(f"{url}/seats", json={"name": "Bo", "seat": 2}), "gone-elsewhere")
    is_problem(client.post(f"{url}/seats", json={"name": "Bo", "seat": 4}), "not-found")


def test_a_full_game(game: Seated) -> None:
    is_problem(game.post("/seats", json={"name": "Cy"}), "gone-elsewhere")


def test_undo_that_is_not_there(game: Seated) -> None:
    is_problem(game.post("/undo-requests", 1), "illegal-action")
    is_problem(game.post("/undo-requests", 1, {"to_version": 999}), "illegal-action")
    is_problem(game.post("/undo-requests/1/answers", 1, {"accept": True}), "not-found")


@pytest.mark.parametrize(
    ("method", "path"), [("DELETE", "/v1/games"), ("PATCH", "/"), ("PUT", "/v1/rulesets/touche")]
)
def test_methods_that_do_not_work(client: FlaskClient, method: str, path: str) -> None:
    refused = client.open(path, method=method)
    is_problem(refused, "method-not-allowed")
    assert "GET" in refused.headers["Allow"]


def test_a_store_that_is_gone(app: Flask, kronika: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: Any) -> None:
        raise StoreUnusable("The disk is full.")

    monkeypatch.setattr(kronika.store, "version_and", gone)
    monkeypatch.setattr(kronika.store, "head", gone)
    client = app.test_client()
    refused = client.get(f"/v1/games/{NOBODY}")
    is_problem(refused, "unavailable")
    assert refused.headers["Retry-After"]
    assert "reasons" not in is_problem(client.get("/health/ready"), "unavailable"), "it may name a path"
    assert client.get("/health/live").status_code == 200


def test_a_mistake_of_the_service(app: Flask, kronika: Kronika, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "page", lambda *_: 1 // 0)
    assert "division" not in is_problem_text(app.test_client().get("/v1/games"))


def is_problem_text(answer: TestResponse) -> str:
    is_problem(answer, "internal-error")
    return answer.text
