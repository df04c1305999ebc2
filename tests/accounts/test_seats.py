"""Seats of accounts: taken by sessions and tokens, shown in documents, never with a token of their own."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.identity.account_invitations import ByName, issue
from service.operation.app import Kronika
from service.store import Statement
from service.system.clock import now
from tests.accounts.kit import Person, person
from tests.api.kit import bearer

SALT = urlsafe_b64encode(bytes(range(16))).rstrip(b"=").decode()


def b64u(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def table(client: FlaskClient, **terms: Any) -> str:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, **terms})
    return f"/v1/games/{made.json['id']}"


def seat(client: FlaskClient, url: str, who: Person, **body: Any) -> Any:
    return client.post(f"{url}/seats", json=body, headers=who.headers)


@pytest.fixture
def ala(kronika: Kronika) -> Person:
    return person(kronika, f"Ala {len(kronika.store.query('SELECT 1 FROM accounts'))}")


@pytest.fixture
def bo(kronika: Kronika) -> Person:
    return person(kronika, f"Bo {len(kronika.store.query('SELECT 1 FROM accounts'))}")


def test_an_account_sits_down_under_its_name_and_gets_no_token(
    client: FlaskClient, kronika: Kronika, ala: Person
) -> None:
    url = table(client)
    taken = seat(client, url, ala, account_salt=SALT)
    assert (taken.status_code, taken.json["token"]) == (201, None)
    guest = client.post(f"{url}/seats", json={"name": "Guest"}).json
    assert guest["token"]
    rows = client.get(url).json["seats"]
    own = {"id": ala.account, "name": ala.name, "bot": False}
    assert (rows[0]["name"], rows[0]["guest"], rows[0]["account"]) == (ala.name, False, own)
    assert rows[0]["account_salt"] == SALT
    assert (rows[1]["guest"], rows[1]["account"], rows[1]["account_salt"]) == (True, None, None)
    event = client.get(f"{url}/events").json["events"][1]
    expected = sha256(b"gamelog/v1/account\n" + bytes(range(16)) + bytes.fromhex(ala.account)).digest()
    assert event["data"]["account_hash"] == b64u(expected)
    listed = client.get("/v1/games").json["games"][0]
    assert listed["seats"] == rows
    seen = client.get(url, headers=ala.headers).json
    assert seen["viewer"] == "seat:1"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "Other"}, "name"),
        ({"key": "A" * 43, "seat": 1, "sig": "A" * 86}, "account_salt"),
        ({"account_salt": "short"}, "account_salt"),
    ],
)
def test_what_an_account_may_not_say(
    client: FlaskClient, ala: Person, body: dict[str, Any], field: str
) -> None:
    refused = seat(client, table(client), ala, **body)
    assert refused.status_code == 422
    assert field in str(refused.json)


def test_a_guest_needs_a_name_and_has_no_salt(client: FlaskClient) -> None:
    url = table(client)
    for body, field in (({}, "name"), ({"name": "Guest", "account_salt": SALT}, "account_salt")):
        refused = client.post(f"{url}/seats", json=body)
        assert refused.status_code == 422
        assert field in str(refused.json)


def test_one_account_has_one_seat(client: FlaskClient, ala: Person) -> None:
    url = table(client)
    assert seat(client, url, ala).status_code == 201
    refused = seat(client, url, ala)
    assert (refused.status_code, refused.json["type"].rpartition("/")[2]) == (409, "gone-elsewhere")
    assert "rule" not in refused.json, "it is not refused for its name, which it may have changed"


def test_a_table_for_accounts_takes_no_guests(client: FlaskClient, ala: Person, bo: Person) -> None:
    url = table(client, accounts="required")
    assert client.get(url).json["accounts"] == "required"
    refused = client.post(f"{url}/seats", json={"name": "Guest"})
    assert (refused.status_code, refused.json["type"].rpartition("/")[2]) == (403, "account-needed")
    assert [seat(client, url, who).status_code for who in (ala, bo)] == [201, 201]
    assert client.get(url).json["status"] == "playing"


def test_an_account_organises_what_it_makes(client: FlaskClient, ala: Person) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}, headers=ala.headers)
    assert (made.status_code, made.json["organiser_token"]) == (201, None)
    url = f"/v1/games/{made.json['id']}"
    assert client.get(url, headers=ala.headers).json["viewer"] == "organiser"
    bot = client.post(f"{url}/seats", json={"name": "Bot", "bot": "greedy"}, headers=ala.headers)
    assert bot.status_code == 201
    assert seat(client, url, ala).status_code == 201
    assert client.get(url, headers=ala.headers).json["viewer"] == "seat:2"
    for step, status in ((client.put, "suspended"), (client.delete, "playing")):
        assert step(f"{url}/suspension", headers=ala.headers).json["status"] == status


def test_a_suspended_account_begins_nothing(client: FlaskClient, kronika: Kronika, ala: Person) -> None:
    url = table(client)
    suspended = Statement("UPDATE accounts SET status = 'suspended' WHERE id = ?", (ala.account,))
    kronika.store.append("", [], [suspended])
    assert seat(client, url, ala).status_code == 403
    new = {"ruleset": "age-of-war", "seats": 2}
    assert client.post("/v1/games", json=new, headers=ala.headers).status_code == 403
    assert client.get(url, headers=ala.headers).status_code == 200


def test_an_account_leaves_a_table_that_waits(client: FlaskClient, kronika: Kronika, ala: Person) -> None:
    url = table(client, visibility="public")
    seat(client, url, ala)
    assert client.delete(f"{url}/seats/1", headers=ala.headers).status_code == 200
    assert client.get(url, headers=ala.headers).json["viewer"] == "spectator"
    assert client.get(f"{url}/states/2").json["seats"][0]["account"]["id"] == ala.account
    assert seat(client, url, ala).status_code == 201


def test_a_tournament_repeats_the_hash_of_an_account(client: FlaskClient, ala: Person, bo: Person) -> None:
    made = client.post(
        "/v1/tournaments", json={"ruleset": "age-of-war", "seats": 2, "games": 2}, headers=ala.headers
    )
    assert (made.status_code, made.json["organiser_token"]) == (201, None)
    cup = f"/v1/tournaments/{made.json['id']}"
    entered = seat(client, cup, ala, account_salt=SALT)
    assert (entered.status_code, entered.json["token"]) == (201, None)
    assert seat(client, cup, ala).status_code == 409
    assert seat(client, cup, bo).status_code == 201
    document = client.get(cup, headers=bo.headers).json
    assert document["viewer"] == "seat:2"
    game = f"/v1/games/{document['games'][0]['id']}"
    taken = [it for it in client.get(f"{game}/events").json["events"] if it["type"] == "seat-taken"]
    expected = sha256(b"gamelog/v1/account\n" + bytes(range(16)) + bytes.fromhex(ala.account)).digest()
    assert taken[0]["data"]["account_hash"] == b64u(expected)
    rows = client.get(game).json["seats"]
    assert [row["account"]["id"] for row in rows] == [ala.account, bo.account]
    assert rows[0]["account_salt"] == SALT
    assert client.get(game, headers=ala.headers).json["viewer"] == "seat:1"


def test_an_account_invites_nobody_to_its_seat_and_rotates_nothing(
    client: FlaskClient, ala: Person, bo: Person
) -> None:
    url = table(client)
    seat(client, url, ala)
    seat(client, url, bo)
    invited = client.post(f"{url}/invitations", json={"seat": 1}, headers=ala.headers)
    assert invited.status_code == 403
    assert client.post(f"{url}/tokens/rotations", headers=ala.headers).status_code == 403


def test_a_substitute_ends_the_seat_of_an_account(
    client: FlaskClient, kronika: Kronika, ala: Person, bo: Person
) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    url, organiser = f"/v1/games/{made['id']}", bearer(made["organiser_token"])
    seat(client, url, ala)
    client.post(f"{url}/seats", json={"name": "Guest"})
    code = client.post(f"{url}/invitations", json={"seat": 1}, headers=organiser).json["code"]
    taken = seat(client, url, bo, invitation=code)
    assert (taken.status_code, taken.json["token"]) == (201, None)
    assert client.get(url, headers=ala.headers).json["viewer"] == "spectator"
    assert client.get(url, headers=bo.headers).json["viewer"] == "seat:1"
    assert client.get(url).json["seats"][0]["account"]["id"] == bo.account
    waiting = ByName("00" * 16, ala.account, made["id"], 1, bo.account, now(), now() + 60_000)
    kronika.store.append("", [], [issue(waiting)])
    again = client.post(f"{url}/invitations", json={"seat": 1}, headers=organiser).json["code"]
    guest = client.post(f"{url}/seats", json={"name": "Third", "invitation": again})
    assert guest.status_code == 201
    row = client.get(url).json["seats"][0]
    assert (row["name"], row["guest"], row["account"]) == ("Third", True, None)
    assert seat(client, url, ala).status_code == 409, "the invitation ended with the substitute"
