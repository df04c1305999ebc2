"""Seats over HTTP: who sits down by himself, seeds that are opened, seats that are freed and taken over."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from flask.testing import FlaskClient

from domain.ledger.text import b64u
from tests.api.kit import Seated, bearer
from verifier import verify

SEED = b"r" * 32


def set_up(client: FlaskClient, **more: Any) -> tuple[str, dict[str, str]]:
    """A game of two: its path, and the organiser's header."""
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, **more})
    return made.headers["Location"], bearer(made.json["organiser_token"])


def committed(client: FlaskClient, path: str, seat: int) -> dict[str, Any]:
    """What a client that reads the first entry sends for a seat."""
    first = client.get(f"{path}/ledger/entries?to=1").data.removesuffix(b"\n")
    ctx = sha256(b"\x00" + first).digest()
    commitment = sha256(b"gamelog/v1/client-seed\n" + ctx + bytes([seat]) + SEED).digest()
    return {"name": "Ada", "seat": seat, "seed_commitment": b64u(commitment)}


def test_a_game_waits_for_the_seed_of_whoever_committed(client: FlaskClient) -> None:
    path, _ = set_up(client)
    token = client.post(f"{path}/seats", json=committed(client, path, 2)).json["token"]
    opened = {"seed": b64u(SEED)}
    early = client.post(f"{path}/seeds", json=opened, headers=bearer(token))
    assert (early.status_code, early.json["rule"]) == (409, "table.seeds")
    client.post(f"{path}/seats", json={"name": "Bo"})
    found = client.get(path).json
    assert (found["status"], found["to_reveal"], found["entropy"]["operator_with"]) == ("waiting", [2], [2])
    assert client.post(f"{path}/seeds", json=opened, headers=bearer(token)).status_code == 201
    assert client.get(path).json["status"] == "playing"
    assert client.get(f"{path}/ledger/draws").json["seeds"] == [{"seat": 2, **opened}]


def test_what_is_gone_is_refused_with_what_to_do_instead(client: FlaskClient) -> None:
    old = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, "entropy": "direct"})
    assert "seed_commitment" in old.json["errors"]["entropy"][0]
    path, _ = set_up(client)
    seated = client.post(f"{path}/seats", json={"name": "Ada", "client_seed": b64u(SEED)})
    assert (seated.status_code, client.get(path).json["version"]) == (422, 1)
    assert "seed_commitment" in seated.json["errors"]["client_seed"][0]


def test_the_organisers_token_seats_bots_only(client: FlaskClient) -> None:
    path, organiser = set_up(client)
    assert client.post(f"{path}/seats", json={"name": "Ada"}, headers=organiser).status_code == 403
    bot = {"name": "Bo", "bot": "random"}
    assert client.post(f"{path}/seats", json=bot, headers=organiser).status_code == 201
    assert client.post(f"{path}/seats", json={"name": "Ada"}).status_code == 201


def test_a_seat_is_freed_and_its_token_dead(client: FlaskClient) -> None:
    path, organiser = set_up(client)
    token = client.post(f"{path}/seats", json={"name": "Ada"}).json["token"]
    assert client.delete(f"{path}/seats/1").status_code == 401
    freed = client.delete(f"{path}/seats/1", headers=organiser)
    assert (freed.status_code, freed.json["status"], freed.json["version"]) == (200, "waiting", 3)
    assert client.get(path, headers=bearer(token)).status_code == 401
    assert client.get(path).json["seats"][0]["name"] is None
    assert client.delete(f"{path}/seats/1", headers=organiser).status_code == 404


def test_a_player_leaves_a_table_that_is_not_full(client: FlaskClient) -> None:
    path, _ = set_up(client, seats=3)
    ada, bo = (
        bearer(client.post(f"{path}/seats", json={"name": name}).json["token"]) for name in ("Ada", "Bo")
    )
    assert client.delete(f"{path}/seats/1", headers=bo).status_code == 403, "nobody sends another away"
    assert client.delete(f"{path}/seats/1", headers=ada).json["status"] == "waiting"
    assert client.get(path, headers=ada).status_code == 401
    freed = client.get(f"{path}/events").json["events"][-1]
    assert (freed["type"], freed["actor"], freed["data"]) == ("seat-freed", "table", {"seat": 1})
    assert verify(client.get(f"{path}/audit").json).ok
    told = client.get(f"{path}/replay?lang=en").json["frames"][-1]["text"]
    assert told == "The player at seat 1 leaves the table."
    for name in ("Cy", "Dan"):
        client.post(f"{path}/seats", json={"name": name})
    late = client.delete(f"{path}/seats/2", headers=bo)
    assert (late.status_code, late.json["rule"]) == (409, "table.seeds")


def test_a_substitute_plays_on(client: FlaskClient, game: Seated) -> None:
    assert client.delete(f"{game.url}/seats/1", headers=bearer(game.organiser)).status_code == 409
    invited = client.post(f"{game.url}/invitations", json={"seat": 1}, headers=bearer(game.organiser))
    entrant = {"name": "Sub", "invitation": invited.json["code"]}
    taken = client.post(f"{game.url}/seats", json=entrant)
    assert (taken.status_code, taken.json["seat"]) == (201, 1)
    assert game.get(seat=1).status_code == 401
    game.tokens[1] = taken.json["token"]
    assert game.act().status_code == 201


def test_a_tournaments_seeds_are_opened_once(client: FlaskClient) -> None:
    new = {"ruleset": "touche", "seats": 2, "games": 1}
    made = client.post("/v1/tournaments", json=new)
    path, organiser = made.json["location"], bearer(made.json["organiser_token"])
    plan = client.get(f"{path}/plan").json
    assert (plan["games"], [one["number"] for one in plan["planned"]]) == (2, [0, 1])
    token = client.post(f"{path}/seats", json={"name": "Ada"}).json["token"]
    refused = client.post(f"{path}/seeds", json={"seed": b64u(SEED)}, headers=bearer(token))
    assert refused.status_code == 409
    rotated = client.post(f"{path}/tokens/rotations", headers=organiser)
    assert (rotated.status_code, rotated.json["role"]) == (201, "organiser")
    assert client.post(f"{path}/tokens/rotations", headers=organiser).status_code == 401


def test_numbers_that_no_database_holds(game: Seated) -> None:
    for number in (2**53, 2**63, 2**64, 10**30):
        freed = game.client.delete(f"{game.url}/seats/{number}", headers=bearer(game.organiser))
        answered = game.post(f"/undo-requests/{number}/answers", 1, {"accept": True})
        assert freed.status_code in (404, 409)
        assert answered.status_code == 404


def test_earlier_versions_go_on_telling_who_sat_there(client: FlaskClient) -> None:
    """Who has kept a state keeps it: the same tag stands for the same bytes, whoever sits there later."""
    path, organiser = set_up(client)
    client.post(f"{path}/seats", json={"name": "Ada", "seat": 1})
    as_it_was = client.get(f"{path}/states/2")
    client.delete(f"{path}/seats/1", headers=organiser)
    client.post(f"{path}/seats", json={"name": "Bert", "seat": 1})
    client.post(f"{path}/seats", json={"name": "Bo", "seat": 2})
    begun = client.get(path).json["version"]
    with_bert = client.get(f"{path}/states/{begun}")
    invited = client.post(f"{path}/invitations", json={"seat": 1}, headers=organiser)
    client.post(f"{path}/seats", json={"name": "Sub", "invitation": invited.json["code"]})
    for kept in (as_it_was, with_bert):
        again = client.get(f"{path}/states/{kept.json['version']}")
        assert (again.data, again.headers["ETag"]) == (kept.data, kept.headers["ETag"])
    names = [client.get(f"{path}/states/{v}").json["seats"][0]["name"] for v in range(1, begun + 2)]
    assert names == [None, "Ada", None, *["Bert"] * (begun - 3), "Sub"]
