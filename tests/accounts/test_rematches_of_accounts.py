"""Rematches name accounts by themselves: no codes, and the account that offers organises."""

from __future__ import annotations

from flask.testing import FlaskClient

from service.operation.app import Kronika
from tests.accounts.kit import person, seated
from tests.api.kit import Seated, bearer


def test_an_account_and_a_guest_play_again(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada plays again")
    game = Seated.at(client, visibility="private")
    seated(kronika, ada, game.id, 1)
    assert game.post("/resignations", 2, {}).status_code == 201
    path, guest = f"{game.url}/rematches", bearer(game.tokens[2])
    assert client.post(path, headers=ada.headers).json == {"waiting": [2]}
    theirs = client.post(path, headers=guest).json
    assert theirs["code"].startswith("ki_")
    assert "organiser_token" not in theirs
    own = client.post(path, headers=ada.headers).json
    assert own == {"game": theirs["game"], "seat": 1, "code": None, "organiser_token": None}
    table = f"/v1/games/{own['game']}"
    assert client.get(f"{table}/invitations", headers=ada.headers).status_code == 200
    [invited] = client.get("/v1/me/invitations", headers=ada.headers).json["invitations"]
    assert (invited["game"], invited["seat"], invited["by"]) == (own["game"], 1, None)
    assert client.get(f"{table}/invitations", headers=guest).status_code == 404
    assert client.get(table, headers=person(kronika, "Eve watches").headers).status_code == 404


def test_a_guest_who_offers_organises_with_a_token(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada is asked")
    game = Seated.at(client)
    seated(kronika, ada, game.id, 1)
    assert game.post("/resignations", 2, {}).status_code == 201
    path, guest = f"{game.url}/rematches", bearer(game.tokens[2])
    client.post(path, headers=guest)
    own = client.post(path, headers=ada.headers).json
    assert own == {"game": own["game"], "seat": 1, "code": None}
    token = client.post(path, headers=guest).json["organiser_token"]
    opened = client.get(f"/v1/games/{own['game']}/invitations", headers=bearer(token))
    assert [it["account"]["id"] for it in opened.json["invitations"] if "account" in it] == [ada.account]


def test_a_table_for_accounts_is_one_again(client: FlaskClient, kronika: Kronika) -> None:
    both = [person(kronika, f"Player {number} of a table for accounts") for number in (1, 2)]
    new = {"ruleset": "age-of-war", "seats": 2, "accounts": "required"}
    url = f"/v1/games/{client.post('/v1/games', json=new, headers=both[0].headers).json['id']}"
    for who in both:
        assert client.post(f"{url}/seats", json={}, headers=who.headers).status_code == 201
    assert client.post(f"{url}/abandonment", headers=both[0].headers).status_code == 200
    made = [client.post(f"{url}/rematches", headers=who.headers).json for who in both][1]["game"]
    assert client.get(f"/v1/games/{made}").json["accounts"] == "required"
