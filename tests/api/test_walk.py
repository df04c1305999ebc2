"""A whole game as a third-party client plays it; the client holds every answer to the OpenAPI document."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from domain.rulesets import registry
from tests.api.kit import Seated, bearer
from tests.soaking import soaked


@pytest.mark.soak
def test_a_game_of_age_of_war_from_the_lobby_to_the_outcome(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2})
    assert made.status_code == 201
    assert made.headers["Location"] == f"/v1/games/{made.json['id']}"
    game = Seated(client, made.json["id"], made.json["organiser_token"], {})
    assert client.get("/v1/games?status=waiting").json["games"][0]["id"] == game.id
    for name, seat in (("Ada", 2), ("Bo", None)):
        wanted = {"name": name} if seat is None else {"name": name, "seat": seat}
        taken = game.post("/seats", json=wanted).json
        game.tokens[taken["seat"]] = taken["token"]
    assert [s["name"] for s in game.get().json["seats"]] == ["Bo", "Ada"]
    finish(game)
    _check_the_past(game)


def finish(game: Seated) -> None:
    """Play on, the first legal action each time (a filled line rather than a die given up), to the end.

    By the last one each time, half of all games run out of draws, and nobody wins.
    """
    for _ in range(5000):
        now = game.get().json
        if now["status"] == "finished":
            _check_the_outcome(game, now)
            assert now["to_act"] == []
            return
        seat = now["to_act"][0]
        legal = [a for a in game.legal(seat) if a["type"] != "set-aside"] or game.legal(seat)
        acted = game.post("/actions", seat, legal[0], If_Match=f'"{now["version"]}"')
        assert acted.status_code == 201, acted.text
        assert acted.headers["ETag"] == f'"{acted.json["version"]}"'
        assert [e["version"] for e in acted.json["events"]][-1] == acted.json["version"]
    raise AssertionError("the game does not end")


def _check_the_outcome(game: Seated, document: dict[str, Any]) -> None:
    """The parts of each seat's points are named in both languages and add up to them."""
    outcome = document["outcome"]
    assert outcome["winners"]
    named = game.client.get(f"/v1/rulesets/{document['ruleset']}").json["score_parts"]
    assert [set(named[part["part"]]) for part in outcome["parts"]] == [{"en", "pl"}] * len(named)
    for seat, score in outcome["scores"].items():
        assert sum(part["points"][seat] for part in outcome["parts"]) == score


def _check_the_past(game: Seated) -> None:
    document = game.get().json
    paged, after = [], 0
    while after is not None:
        page = game.get(f"/events?after={after}&limit=50").json
        paged += page["events"]
        after = page["next"]
    assert [e["version"] for e in paged] == list(range(1, document["version"] + 1))
    lines = game.get("/events?after=3", Accept="application/x-ndjson")
    assert lines.mimetype == "application/x-ndjson"
    assert [orjson.loads(line) for line in lines.data.splitlines()] == paged[3:]
    assert {event["ruleset"] for event in paged} == {document["ruleset"]}
    assert game.get(f"/states/{document['version']}").json == document
    replay = game.get("/replay?lang=pl").json
    assert len(replay["frames"]) == document["version"]
    assert replay["outcome"] == document["outcome"]


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "romans")))
def test_every_ruleset_is_played_over_http(client: FlaskClient, ruleset: str) -> None:
    seats = max(2, registry()[ruleset].traits.seats[0])
    made = client.post("/v1/games", json={"ruleset": ruleset, "seats": seats}).json
    game = Seated(client, made["id"], made["organiser_token"], {})
    for n in range(seats):
        taken = game.post("/seats", json={"name": f"Player {n}"}).json
        game.tokens[taken["seat"]] = taken["token"]
    for _ in range(30):
        if not (to_act := game.get().json["to_act"]):
            break
        action = game.legal(to_act[-1])[-1]
        assert game.post("/actions", to_act[-1], action).status_code == 201
    assert game.get().json["version"] > seats + 2
    assert game.get("/events", 1).json["events"]


def test_a_private_game_does_not_exist_for_strangers(private_game: Seated) -> None:
    for path in ("", "/events", "/states/1", "/replay", "/legal-actions", "/checkpoint", "/audit"):
        assert private_game.get(path).status_code == 404
        assert private_game.get(path, 1).status_code == 200
    listed = private_game.client.get("/v1/games?limit=100").json["games"]
    assert private_game.id not in {summary["id"] for summary in listed}


ORGANISER = 99
"""In the place of a seat, among those whose tokens are known."""


def test_a_hidden_hand_is_seen_by_its_seat_alone(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "nagaraja", "seats": 2}).json
    game = Seated(client, made["id"], made["organiser_token"], {})
    for name in ("Ada", "Bo"):
        taken = game.post("/seats", json={"name": name}).json
        game.tokens[taken["seat"]] = taken["token"]
    game.tokens[ORGANISER] = game.organiser
    seen = {viewer: _hands(game, viewer) for viewer in (1, 2, None, ORGANISER)}
    assert all(seen[1][0])
    assert not any(seen[1][1])
    assert all(seen[2][1])
    assert not any(seen[2][0])
    assert not any(seen[None][0] + seen[None][1])
    assert seen[ORGANISER] == seen[None]


def _hands(game: Seated, viewer: int | None) -> list[list[str | None]]:
    events = game.get("/events?limit=1000", viewer).json["events"]
    hands: list[list[str | None]] = next(e["data"]["hands"] for e in events if e["type"] == "hands-dealt")
    return hands


def test_taking_back_an_action(game: Seated) -> None:
    game.act()
    seat, before = game.to_act(), game.get().json["version"]
    aside = next(a for a in game.legal(seat) if a["type"] == "set-aside")
    game.post("/actions", seat, aside)
    assert game.get(seat=seat).json["undo"]["free"] == [before]
    granted = game.post("/undo-requests", seat)
    assert granted.status_code == 201
    assert granted.json["status"] == "granted"
    assert aside in game.legal(seat)


def test_the_organiser_halts_resumes_and_ends_a_game(game: Seated) -> None:
    opened = bearer(game.organiser)
    assert game.client.put(f"{game.url}/suspension", headers=opened).json["status"] == "suspended"
    assert game.act_refused().json["type"] == "/problems/illegal-action"
    assert game.client.delete(f"{game.url}/suspension", headers=opened).json["status"] == "playing"
    assert game.client.post(f"{game.url}/abandonment", headers=opened).json["status"] == "abandoned"


def test_the_ledger_is_served_byte_for_byte(game: Seated) -> None:
    game.act()
    version = game.get().json["version"]
    entries = game.get("/ledger/entries").data.splitlines()
    assert [orjson.loads(line)["i"] for line in entries] == list(range(version))
    assert game.get("/ledger/entries?from=2&to=4").data.splitlines() == entries[2:4]
    audit = orjson.loads(game.get("/audit").data)
    assert [line.decode() for line in entries] == audit["entries"]
    assert audit["checkpoint"] == game.get("/checkpoint").text
    assert game.get("/ledger/draws").json["draws"] == audit["draws"] != []
    assert game.get(f"/ledger/proof?index=0&size={version}").json["path"]
    assert game.get(f"/ledger/consistency?from=1&to={version}").json["path"]
    assert game.get("/ledger/disclosures").json["disclosures"] == []
