"""Forks over HTTP."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from tests.api.kit import LONG_KEY, Seated, bearer


def forked(game: Seated, version: int | None = None, seat: int | None = None) -> Seated:
    """An analysis of a game, with the analyst's token at every seat."""
    answer = game.post("/forks", seat, {"version": version or game.get("", seat).json["version"]})
    assert answer.status_code == 201, answer.text
    made = answer.json
    assert answer.headers["Location"] == f"/v1/games/{made['id']}"
    assert answer.headers["ETag"] == f'"{made["version"]}"'
    assert made["status"] == "analysis"
    tokens = dict.fromkeys(game.tokens, made["token"])
    return Seated(game.client, made["id"], made["token"], tokens)


def test_an_analysis_is_read_and_played_like_a_game(game: Seated) -> None:
    analysis = forked(game)
    assert analysis.get().status_code == 404
    before = analysis.get("", 1).json
    assert (before["status"], before["viewer"], before["visibility"]) == ("analysis", "analyst", "private")
    assert before["view"] == game.get().json["view"]
    seat = before["to_act"][0]
    legal = analysis.legal(seat)
    acted = analysis.post("/actions", seat, legal[0])
    assert acted.status_code == 201
    after = analysis.get("", 1).json
    assert after["version"] == acted.json["version"]
    for path in ("/events", f"/states/{before['version']}", "/replay?lang=pl", "/audit", "/ledger/draws"):
        assert analysis.get(path, 1).status_code == 200
    assert analysis.get(f"/states/{before['version']}", 1).json == before
    assert game.get().json["version"] != after["version"]


def test_the_analyst_says_for_which_seat(client: FlaskClient) -> None:
    new: dict[str, Any] = {"ruleset": "romans", "options": {}}
    game = Seated.at(client, **new)
    analysis = forked(game)
    asked = analysis.get("/legal-actions", 1)
    assert (asked.status_code, asked.json["type"]) == (422, "/problems/malformed")
    assert list(asked.json["errors"]) == ["seat"]
    legal = analysis.get("/legal-actions?seat=2", 1).json
    assert legal["seat"] == 2
    assert analysis.post("/actions", 1, legal["actions"][0]).status_code == 422
    acted = analysis.post("/actions?seat=2", 1, legal["actions"][0])
    assert acted.json["events"][0]["actor"] == "seat:2"
    undone = analysis.post("/undo-requests?seat=2", 1, {})
    assert (undone.status_code, undone.json["status"]) == (201, "granted")
    assert analysis.get("/legal-actions?seat=3", 1).status_code == 404
    assert game.get("/legal-actions?seat=2", 1).status_code == 403


def test_what_cannot_be_forked(game: Seated, private_game: Seated) -> None:
    assert game.post("/forks", None, {"version": 1}).status_code == 404
    assert game.post("/forks", None, {"version": 10_000}).status_code == 404
    assert game.post("/forks", None, {"version": 0}).status_code == 422
    assert game.post("/forks", None, {}).status_code == 422
    assert private_game.post("/forks", None, {"version": 5}).status_code == 404
    forked(private_game, seat=2)


def test_the_same_key_forks_once(game: Seated) -> None:
    wanted = {"version": game.get().json["version"]}
    first = game.post("/forks", 1, wanted, Idempotency_Key=LONG_KEY)
    assert game.post("/forks", 1, wanted, Idempotency_Key=LONG_KEY).json == first.json
    other = game.client.get(f"/v1/games/{first.json['id']}", headers=bearer(game.tokens[1]))
    assert other.status_code == 404
