"""Tournaments over HTTP; the client holds every answer to the OpenAPI document."""

from __future__ import annotations

import time
from typing import Any

import pytest
from flask.testing import FlaskClient

from projections import standings
from service.log.table_projection import TableProjection
from service.operation.app import Kronika
from tests.api.kit import LONG_KEY, Seated, bearer

SHORT = {"set_choice": "agreed", "need": {"square": 1}}
"""Touché to the first square."""


def founded(client: FlaskClient, **new: Any) -> tuple[str, dict[str, str]]:
    """A new tournament: its path, and the organiser's header."""
    terms = {"ruleset": "touche", "seats": 2, "games": 2, **new}
    made = client.post("/v1/tournaments", json=terms)
    assert made.status_code == 201
    assert made.headers["Location"] == made.json["location"] == f"/v1/tournaments/{made.json['id']}"
    assert made.headers["Cache-Control"] == "private, no-store"
    return made.json["location"], bearer(made.json["organiser_token"])


def filled(client: FlaskClient, bot: str | None = None, **new: Any) -> tuple[str, dict[int, str]]:
    """A tournament that has begun: its path and the seats' tokens."""
    path, organiser = founded(client, **new)
    tokens = {}
    for n in range(new.get("seats", 2)):
        entrant = {"name": f"P{n}", **({"bot": bot} if bot else {})}
        taken = client.post(f"{path}/seats", json=entrant, headers=organiser if bot else {})
        assert taken.status_code == 201
        tokens[taken.json["seat"]] = taken.json["token"]
    return path, tokens


def finished(client: FlaskClient, path: str) -> dict[str, Any]:
    deadline = time.monotonic() + 240
    while (found := client.get(path).json)["status"] != "finished" and time.monotonic() < deadline:
        time.sleep(0.05)
    return found


@pytest.mark.parametrize(
    ("ruleset", "seats", "sides"),
    [
        ("touche", 2, 2),
        ("touche", 4, 2),
        pytest.param("age-of-war", 3, 3, marks=pytest.mark.soak),
    ],
)
def test_a_whole_tournament_of_bots(
    client: FlaskClient, kronika: Kronika, ruleset: str, seats: int, sides: int
) -> None:
    path, _ = filled(client, "greedy", ruleset=ruleset, seats=seats)
    finished(client, path)
    TableProjection(kronika.repository, standings).catch_up()
    found = client.get(path).json
    assert (found["status"], found["lag"], len(found["standings"])) == ("finished", 0, sides)
    assert [game["status"] for game in found["games"]] == ["finished"] * 2
    best = found["standings"][0]
    assert set(best["seats"]) <= set(found["winners"])
    assert best["points"] == max(line["points"] for line in found["standings"]) > 0
    outcomes = [client.get(f"/v1/games/{game['id']}").json["outcome"] for game in found["games"]]
    assert [game["winners"] for game in found["games"]] == [outcome["winners"] for outcome in outcomes]
    for line in found["standings"]:
        assert line["points"] == sum(outcome["scores"][str(line["seats"][0])] for outcome in outcomes)


def test_people_play_game_after_game_with_the_same_tokens(client: FlaskClient) -> None:
    path, tokens = filled(client, options=SHORT)
    for n in range(2):
        found = client.get(path).json
        assert (found["status"], len(found["games"])) == ("playing", n + 1)
        game = Seated(client, found["games"][n]["id"], "", tokens)
        while game.get().json["status"] == "playing":
            assert game.act().status_code == 201
    assert client.get(path).json["status"] == "finished"


def test_an_organiser_ends_games_of_his_tournament(client: FlaskClient) -> None:
    path, organiser = founded(client)
    for name in "AB":
        client.post(f"{path}/seats", json={"name": name})
    for n in range(4):
        game = client.get(path).json["games"][n]["id"]
        ended = client.post(f"/v1/games/{game}/abandonment", headers=organiser)
        assert (ended.status_code, ended.json["status"]) == (200, "abandoned")
    found = client.get(path).json
    assert (found["status"], len(found["games"]), found["winners"]) == ("finished", 4, None)


def test_a_private_tournament_does_not_exist_for_strangers(client: FlaskClient) -> None:
    path, organiser = founded(client, visibility="private")
    tokens = []
    for name in "AB":
        code = client.post(f"{path}/invitations", json={}, headers=organiser).json["code"]
        entrant = {"name": name, "invitation": code}
        tokens.append(client.post(f"{path}/seats", json=entrant).json["token"])
    found = client.get(path, headers=bearer(tokens[0]))
    assert (found.status_code, found.json["viewer"]) == (200, "seat:1")
    assert found.headers["Cache-Control"] == "private, no-store"
    game = f"/v1/games/{found.json['games'][0]['id']}"
    for url in (path, game):
        assert client.get(url).status_code == 404
        assert client.get(url, headers=bearer("made-up")).status_code == 404
        assert client.get(url, headers=bearer(tokens[1])).status_code == 200
    assert client.post(f"{path}/seats", json={"name": "C"}).status_code == 404
    listed = client.get("/v1/tournaments?limit=100").json["tournaments"]
    assert found.json["id"] not in {tournament["id"] for tournament in listed}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"ruleset": "chess"}, "ruleset"),
        ({"seats": 5}, "seats"),
        ({"seats": "2"}, "seats"),
        ({"games": 0}, "games"),
        ({"games": 101}, "games"),
        ({"games": 1.5}, "games"),
        ({"options": {"dealer": 3}}, "options.dealer"),
        ({"options": {"stakes": 1}}, "options.stakes"),
        ({"points": {"3": 1}}, "points.3"),
        ({"points": {"first": 1}}, "points.first.key"),
        ({"points": {"1": -1}}, "points.1.value"),
        ({"entropy": "commit-reveal"}, "entropy"),
        ({"prize": 1}, "prize"),
    ],
)
def test_a_tournament_that_cannot_be(client: FlaskClient, wrong: dict[str, Any], field: str) -> None:
    refused = client.post("/v1/tournaments", json={"ruleset": "touche", "seats": 2, "games": 2, **wrong})
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/malformed")
    assert list(refused.json["errors"]) == [field]


def test_seats_that_cannot_be_taken(client: FlaskClient) -> None:
    path, _ = filled(client)
    kinds = {
        (): "gone-elsewhere",
        ("bot", "greedy"): "forbidden",
        ("seed_commitment", "x" * 43): "malformed",
        ("client_seed", "x"): "malformed",
        ("name", ""): "malformed",
    }
    for more, kind in kinds.items():
        refused = client.post(f"{path}/seats", json={"name": "C", **(dict([more]) if more else {})})
        assert refused.json["type"] == f"/problems/{kind}"
    unknown = "/v1/tournaments/" + "0" * 32
    assert client.get(unknown).status_code == 404
    assert client.post(f"{unknown}/seats", json={"name": "C"}).status_code == 404


def test_tried_again_with_a_key(client: FlaskClient) -> None:
    new = {"ruleset": "touche", "seats": 2, "games": 1}
    made = [client.post("/v1/tournaments", json=new, headers={"Idempotency-Key": LONG_KEY}) for _ in range(2)]
    assert made[0].json == made[1].json
    path = made[0].json["location"]
    entered = [
        client.post(f"{path}/seats", json={"name": "A"}, headers={"Idempotency-Key": LONG_KEY})
        for _ in range(2)
    ]
    assert entered[0].json == entered[1].json
    other = client.post("/v1/tournaments", json={**new, "games": 2}, headers={"Idempotency-Key": LONG_KEY})
    assert other.json["type"] == "/problems/idempotency-conflict"


def test_the_list_has_pages(client: FlaskClient) -> None:
    made = [founded(client)[0].rpartition("/")[2] for _ in range(5)]
    found: list[dict[str, Any]] = []
    path = "/v1/tournaments?limit=2"
    while path:
        page = client.get(path)
        found += page.json["tournaments"]
        path = page.headers.get("Link", "").partition(">")[0].removeprefix("<")
    assert {summary["id"] for summary in found[:5]} == {*made}
    assert len({summary["id"] for summary in found}) == len(found) > 5
    times = [summary["created_at"] for summary in found]
    assert times == sorted(times, reverse=True)
    assert client.get("/v1/tournaments?cursor=nonsense").status_code == 422
