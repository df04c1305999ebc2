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


def test_an_analysis_goes_from_line_to_line(game: Seated) -> None:
    analysis = forked(game)
    begun = analysis.get("", 1).json["version"]

    def throw() -> int:
        seat = analysis.get("", 1).json["to_act"][0]
        legal = analysis.legal(seat)
        return int(analysis.post("/actions", seat, legal[0]).json["version"])

    first = throw()
    assert analysis.get("", 1).json["undo"]["free"] == [begun]
    gone = analysis.post("/lines", 1, {"to_version": begun})
    assert (gone.status_code, gone.headers["ETag"]) == (201, f'"{first + 1}"')
    assert analysis.get("", 1).json["view"] == analysis.get(f"/states/{begun}", 1).json["view"]
    second = throw()
    told = analysis.get("/lines", 1).json
    assert told["version"] == second
    assert told["lines"] == [
        {"from": begun, "first": begun + 1, "to": first, "current": False},
        {"from": begun, "first": first + 2, "to": second, "current": True},
    ]
    assert analysis.post("/lines", 1, {"to_version": first}).status_code == 201
    assert analysis.get("", 1).json["view"] == analysis.get(f"/states/{first}", 1).json["view"]
    assert analysis.post("/lines", 1, {"to_version": 1}).status_code == 404
    assert analysis.post("/lines", 1, {}).status_code == 422


def test_only_an_analyst_goes_to_lines(game: Seated, private_game: Seated) -> None:
    version = game.act().json["version"]
    asked = {"to_version": version - 1}
    assert game.post("/lines", None, asked).status_code == 401
    assert game.post("/lines", 1, asked).status_code == 403
    assert game.get("/lines").json["lines"][0]["current"] is True
    assert private_game.get("/lines").status_code == 404
    analysis = forked(private_game, seat=1)
    assert analysis.get("/lines").status_code == 404
    assert game.client.get(f"{analysis.url}/lines", headers=bearer(private_game.tokens[1])).status_code == 404


def test_a_thrown_die_is_thrown_anew_after_going_back(game: Seated) -> None:
    analysis = forked(game)
    thrown = set()
    for _ in range(6):
        seat = analysis.get("", 1).json["to_act"][0]
        rolled = analysis.post("/actions", seat, {"type": "roll"}).json["events"][0]["data"]["draw"]
        thrown.add((rolled["slot"], *rolled["values"]))
        assert analysis.post("/undo-requests", seat, {}).json["status"] == "granted"
    assert len({slot for slot, *_ in thrown}) == 6
    assert len({tuple(values) for _, *values in thrown}) > 1


def test_an_analysis_is_deleted_by_its_token(game: Seated) -> None:
    analysis = forked(game, seat=1)
    held = analysis.get("", 1)
    assert analysis.get("", 1, If_None_Match=held.headers["ETag"]).status_code == 304
    assert held.json["expires_at"] > held.json["updated_at"]
    assert game.client.delete(game.url, headers=bearer(game.tokens[1])).status_code == 403
    assert game.client.delete(game.url).status_code == 401
    assert game.client.delete(analysis.url, headers=bearer(game.tokens[1])).status_code == 404
    assert game.client.delete(analysis.url, headers=bearer(analysis.organiser)).status_code == 204
    assert analysis.get("", 1).status_code == 404
    assert game.client.delete(analysis.url, headers=bearer(analysis.organiser)).status_code == 404
