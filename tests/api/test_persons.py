"""Resigning, coming back and agreeing over HTTP, in games without a clock."""

from __future__ import annotations

import time
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask.testing import FlaskClient

from service.log.verifying import rules_level
from tests.api.kit import LONG_KEY, Seated, bearer
from tests.api.signing import Signing
from tests.running import PATIENCE
from verifier import FAILED, PASSED, verify

NAMES: Any = ("Ada", "Bo", "Cy")


@pytest.fixture
def three(client: FlaskClient) -> Seated:
    """A game of three, where a bot plays on for who resigns."""
    return Seated.at(client, names=NAMES, seats=3)


def waited_for(game: Seated, actor: str) -> dict[str, Any]:
    """The first event of this actor."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for event in game.get("/events").json["events"]:
            if event["actor"] == actor:
                return dict(event)
        time.sleep(0.01)
    raise AssertionError(f"{actor} did nothing")


def test_a_bot_plays_on_for_who_resigns(three: Seated) -> None:
    seat = three.to_act()
    done = three.post("/resignations", seat, {})
    assert done.status_code == 201
    assert [event["type"] for event in done.json["events"]] == ["resigned", "seat-left"]
    assert waited_for(three, f"bot:{seat}")["type"] == "dice-rolled"
    assert three.get("/legal-actions", seat).json["actions"] == []
    document = three.get().json
    assert document["account"]["decisions"][-1]["kind"] == "bot-took-over"
    [listed] = three.client.get("/v1/games").json["games"]
    for seats in (document["seats"], listed["seats"], three.get("/replay").json["seats"]):
        assert {it["seat"]: it["away"] for it in seats if "away" in it} == {seat: "greedy"}


def test_two_persons_and_a_bot_play_to_the_end(three: Seated) -> None:
    left = three.to_act()
    three.post("/resignations", left, {})
    end = time.monotonic() + PATIENCE
    while (document := three.get().json)["status"] == "playing" and time.monotonic() < end:
        if document["to_act"] != [left]:
            three.act()
    assert document["status"] == "finished"
    assert document["outcome"]["ranking"][-1] == [left]
    assert document["outcome"]["details"]["away"] == [left]
    refused = three.post("/resignations", 3 if left != 3 else 2, {})
    assert (refused.status_code, refused.json["rule"]) == (409, "table.status")


def test_resigning_ends_a_game_of_two(game: Seated) -> None:
    done = game.post("/resignations", 1)
    assert done.json["events"][0]["data"]["outcome"]["winners"] == [2]
    document = game.get().json
    assert (document["status"], document["outcome"]["reason"]) == ("finished", "resigned")
    assert document["outcome"]["parts"] == [], "no points were counted"
    assert [it["type"] for it in game.get("/replay").json["frames"] if "end" in it["marks"]] == ["resigned"]


def test_a_repeated_resignation_is_answered_once_more(three: Seated) -> None:
    first, again = (three.post("/resignations", 1, {}, Idempotency_Key=LONG_KEY) for _ in range(2))
    assert again.json == first.json
    assert again.headers["Idempotent-Replayed"] == "true"
    other = three.post("/agreements", 1, {"to": "abandon"}, Idempotency_Key=LONG_KEY)
    assert (other.status_code, other.json["type"]) == (422, "/problems/idempotency-conflict")


def test_who_resigned_is_refused_whatever_they_ask_for(three: Seated) -> None:
    seat = three.to_act()
    three.post("/resignations", seat, {})
    for path, body, rule in (
        ("/resignations", {}, "clock.away"),
        ("/returns", {}, "clock.return.2"),
        ("/agreements", {"to": "abandon"}, "clock.away"),
        ("/actions", {"type": "roll"}, "clock.away"),
        ("/undo-requests", {}, "clock.away"),
    ):
        refused = three.post(path, seat, body)
        assert (refused.status_code, refused.json.get("rule")) == (409, rule), path


def test_only_seats_say_this(three: Seated) -> None:
    for path, body in (("/resignations", {}), ("/returns", {}), ("/agreements", {"to": "abandon"})):
        assert three.post(path, json=body).status_code == 401
        organised = three.client.post(three.url + path, json=body, headers=bearer(three.organiser))
        assert organised.status_code == 403


def test_when_all_agree_the_game_is_abandoned(three: Seated) -> None:
    for seat in (1, 2):
        assert three.post("/agreements", seat, {"to": "abandon"}).status_code == 201
    again = three.post("/agreements", 1, {"to": "abandon"})
    assert (again.status_code, again.json["rule"]) == (409, "clock.agree.1")
    done = three.post("/agreements", 3, {"to": "abandon"}).json
    assert [event["actor"] for event in done["events"]] == ["seat:3", "table"]
    assert three.get().json["status"] == "abandoned"


@pytest.mark.parametrize(
    "body", [{}, {"to": "resume"}, {"to": "reassign:0"}, {"to": "abandon", "why": "tired"}]
)
def test_agreements_are_to_something(three: Seated, body: dict[str, Any]) -> None:
    assert three.post("/agreements", 1, body).status_code == 422


WORDS = {
    "/resignations": {"type": "table.resignation"},
    "/agreements": {"type": "table.agreement", "to": "abandon"},
}


@pytest.mark.parametrize("path", WORDS)
def test_a_seat_with_a_key_signs_its_words(client: FlaskClient, path: str) -> None:
    game = Signing.at(client)
    word = WORDS[path]
    bare = {name: value for name, value in word.items() if name != "type"}
    assert game.post(path, 1, bare).status_code == 403
    other = next(it for it in WORDS if it != path)
    signed = game.signed(word)
    mistaken = game.post(other, 1, signed)
    assert (mistaken.status_code, mistaken.json["type"]) == (422, "/problems/malformed")
    late = game.signed(word, n=len(game.entries()) - 1)
    assert game.post(path, 1, late).status_code == 412
    done = game.post(path, 1, signed)
    assert done.status_code == 201
    assert game.post(path, 1, signed).json == done.json
    if path == "/agreements":
        game.over()
    file = game.get("/audit").json
    report = verify(file)
    assert [it.name for it in report.levels if it.status == FAILED] == []
    assert "2 signatures of seats good" in report["L2"].detail
    assert rules_level(file, report).status == PASSED


def test_a_forged_word_fails(client: FlaskClient) -> None:
    """An abuse: the service lets a seat resign that signed something else."""
    game = Signing.at(client)
    stranger = Ed25519PrivateKey.generate()
    refused = game.post("/resignations", 1, game.signed({"type": "table.resignation"}, key=stranger))
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/malformed")
    assert game.get().json["status"] == "playing"
