"""Invitations of accounts by name: who may make them, what they open, and what they tell of the account."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.identity import account_invitations, hiding
from service.identity.account_invitations import MOST_A_DAY
from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.kit import Person, met, organises, person, personal_token
from tests.api.kit import Seated, bearer

INVITATIONS = "/v1/me/invitations"


def table(client: FlaskClient, kronika: Kronika, organiser: Person, **more: Any) -> str:
    """A table of this organiser at which nobody sits."""
    made = client.post(
        "/v1/games", json={"ruleset": "age-of-war", "seats": 2, "visibility": "private", **more}
    )
    organises(kronika, organiser, made.json["id"])
    game: str = made.json["id"]
    return game


def invite(client: FlaskClient, by: Person, game: str, account: str, **more: Any) -> TestResponse:
    path = f"/v1/games/{game}/invitations"
    return client.post(path, json={"account": account, **more}, headers=by.headers)


def put(client: FlaskClient, who: Person, wish: str) -> None:
    answer = client.put("/v1/me/settings", json={"invitations": wish}, headers=who.headers)
    assert (answer.status_code, answer.json) == (200, {"invitations": wish})
    assert client.get("/v1/me/settings", headers=who.headers).json == {"invitations": wish}


def listed(client: FlaskClient, who: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get(INVITATIONS, headers=who.headers).json["invitations"]
    return found


def test_an_account_that_is_invited_sees_the_table(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada who asks"), person(kronika, "Bo who comes")
    met(kronika, client, ada, bo)
    game = table(client, kronika, ada)
    assert client.get(f"/v1/games/{game}", headers=bo.headers).status_code == 404
    made = invite(client, ada, game, "BO who comes", seat=2)
    assert made.status_code == 201, made.json
    assert made.json["account"] == {"id": bo.account, "name": bo.name}
    assert (made.json["code"], made.json["url"]) == (None, f"/games/{game}")
    assert client.get(f"/v1/games/{game}", headers=bo.headers).status_code == 200
    assert client.get(f"/v1/games/{game}").status_code == 404
    [own] = listed(client, bo)
    assert (own["game"], own["tournament"], own["seat"]) == (game, None, 2)
    assert own["by"] == {"id": ada.account, "name": ada.name}
    [open_one] = client.get(f"/v1/games/{game}/invitations", headers=ada.headers).json["invitations"]
    assert (open_one["invitation"], open_one["account"]["id"]) == (made.json["invitation"], bo.account)
    again = invite(client, ada, game, bo.account, seat=2)
    assert again.json["invitation"] == made.json["invitation"]


def test_the_account_is_notified_once(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada who tells"), person(kronika, "Bo who is told")
    met(kronika, client, ada, bo)
    game = table(client, kronika, ada)
    before = client.get("/v1/me/games", headers=bo.headers).json["notices"]
    for _ in range(2):
        invite(client, ada, game, bo.account)
    assert client.get("/v1/me/games", headers=bo.headers).json["notices"] == before + 1
    [(kind, what)] = kronika.store.query(
        "SELECT kind, what FROM notices WHERE recipient = ? AND game = ?", (f"account:{bo.account}", game)
    )
    assert (kind, what) == ("invited", listed(client, bo)[0]["invitation"])


def test_who_withdraws_and_invites_again_is_no_nuisance(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada a nuisance"), person(kronika, "Bo the victim")
    met(kronika, client, ada, bo)
    game = table(client, kronika, ada)
    before = client.get("/v1/me/games", headers=bo.headers).json["notices"]
    for seat in (None, 2, None):
        made = invite(client, ada, game, bo.account, **({} if seat is None else {"seat": seat}))
        assert made.status_code == 201
        client.delete(f"/v1/games/{game}/invitations/{made.json['invitation']}", headers=ada.headers)
    assert client.get("/v1/me/games", headers=bo.headers).json["notices"] == before + 1


def test_a_game_that_is_deleted_invites_nobody(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada of a deleted one"), person(kronika, "Bo of a deleted one")
    met(kronika, client, ada, bo)
    game = table(client, kronika, ada)
    assert invite(client, ada, game, bo.account).status_code == 201
    hiding.delete(kronika.store, game)
    assert listed(client, bo) == []
    assert client.get(f"/v1/games/{game}", headers=bo.headers).status_code == 404


@pytest.mark.parametrize("end", ["declined", "withdrawn", "expired"])
def test_an_invitation_that_has_ended_opens_nothing(
    client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    ada, bo = person(kronika, f"Ada and {end}"), person(kronika, f"Bo and {end}")
    met(kronika, client, ada, bo)
    game = table(client, kronika, ada)
    id = invite(client, ada, game, bo.account).json["invitation"]
    stranger = person(kronika, f"Eve and {end}")
    assert client.delete(f"{INVITATIONS}/{id}", headers=stranger.headers).status_code == 404
    if end == "declined":
        assert client.delete(f"{INVITATIONS}/{id}", headers=bo.headers).status_code == 204
        assert invite(client, ada, game, bo.account).status_code == 409
    elif end == "withdrawn":
        gone = client.delete(f"/v1/games/{game}/invitations/{id}", headers=ada.headers)
        assert gone.status_code == 204
    else:
        sql = "UPDATE account_invitations SET expires_at = 1 WHERE id = ?"
        kronika.store.append("", [], [Statement(sql, (id,))])
    assert client.get(f"/v1/games/{game}", headers=bo.headers).status_code == 404
    assert listed(client, bo) == []
    assert client.delete(f"{INVITATIONS}/{id}", headers=bo.headers).status_code == 404


def test_who_is_not_to_be_invited_is_not_told_apart(client: FlaskClient, kronika: Kronika) -> None:
    """From somebody who does not exist, whatever the reason."""
    ada, bo, eve = (person(kronika, f"{name} of settings") for name in ("Ada", "Bo", "Eve"))
    met(kronika, client, ada, bo)
    game = table(client, kronika, ada)
    put(client, bo, "nobody")
    answers = [
        invite(client, ada, game, it) for it in (bo.name, bo.account, eve.name, "Nobody at all", "a" * 32)
    ]
    assert {answer.status_code for answer in answers} == {403}
    told = [{**answer.json, "request_id": ""} for answer in answers]
    assert all(one == told[0] for one in told)
    put(client, eve, "everybody")
    assert invite(client, ada, game, eve.name).status_code == 201
    put(client, bo, "known")
    assert invite(client, ada, game, bo.name).status_code == 201


def test_a_table_that_never_began_makes_nobody_known(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada who waits"), person(kronika, "Bo who waits")
    waiting = table(client, kronika, ada, seats=3)
    for seat, who in enumerate((ada, bo), 1):
        sql = "INSERT INTO account_games VALUES (?, ?, ?, 'age-of-war', 'waiting', 1, 0, 0, 0)"
        kronika.store.append("", [], [Statement(sql, (who.account, waiting, seat))])
    assert invite(client, ada, table(client, kronika, ada), bo.account).status_code == 403


def test_who_may_invite_by_name(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada who may"), person(kronika, "Bo who may not")
    put(client, ada, "everybody")
    put(client, bo, "everybody")
    game = Seated.at(client)
    organises(kronika, ada, game.id)
    path, body = f"{game.url}/invitations", {"account": bo.account}
    assert client.post(path, json=body).status_code == 401
    assert (
        client.post(path, json=body, headers=bearer(game.organiser)).json["type"].endswith("account-needed")
    )
    assert client.post(path, json=body, headers=bearer(game.tokens[1])).status_code == 403
    assert invite(client, bo, game.id, ada.account).status_code == 403
    for scope, status in (("play", 403), ("tables", 201)):
        token = personal_token(kronika, ada.account, scope)
        assert client.post(path, json=body, headers=bearer(token)).status_code == status
    kronika.store.append(
        "", [], [Statement("UPDATE accounts SET status = 'suspended' WHERE id = ?", (ada.account,))]
    )
    assert client.post(path, json={**body, "seat": 1}, headers=ada.headers).status_code == 403


def test_an_account_invites_twenty_a_day(
    client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = person(kronika, "Ada of many"), person(kronika, "Bo of many")
    put(client, bo, "everybody")
    games = [table(client, kronika, ada) for _ in range(3)]
    monkeypatch.setattr(account_invitations, "MOST_A_DAY", 2)
    assert [invite(client, ada, game, bo.account).status_code for game in games] == [201, 201, 409]
    sql = "UPDATE account_invitations SET at = at - 86400001 WHERE inviter = ?"
    kronika.store.append("", [], [Statement(sql, (ada.account,))])
    assert invite(client, ada, games[2], bo.account).status_code == 201
    assert MOST_A_DAY == 20


def test_tournaments_invite_by_name_too(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada of cups"), person(kronika, "Bo of cups")
    put(client, bo, "everybody")
    cup = client.post(
        "/v1/tournaments", json={"ruleset": "age-of-war", "seats": 2, "games": 2, "visibility": "private"}
    )
    path = f"/v1/tournaments/{cup.json['id']}"
    organises(kronika, ada, cup.json["id"])
    assert client.get(path, headers=bo.headers).status_code == 404
    made = client.post(f"{path}/invitations", json={"account": bo.account}, headers=ada.headers)
    assert (made.status_code, made.json["url"]) == (201, f"/tournaments/{cup.json['id']}")
    assert client.get(path, headers=bo.headers).status_code == 200
    assert listed(client, bo)[0]["tournament"] == cup.json["id"]


def test_an_account_sits_down_without_a_code_once(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo, eve = (person(kronika, f"{name} sits down") for name in ("Ada", "Bo", "Eve"))
    put(client, bo, "everybody")
    put(client, eve, "everybody")
    game = table(client, kronika, ada)
    invite(client, ada, game, bo.account, seat=2)
    invite(client, ada, game, eve.account)
    path = f"/v1/games/{game}/seats"
    assert client.post(path, json={}, headers=eve.headers).json["seat"] == 1  # 2 is reserved
    assert client.delete(f"{path}/1", headers=ada.headers).status_code == 200
    assert client.post(path, json={}, headers=eve.headers).status_code == 404
    taken = client.post(path, json={}, headers=bo.headers)
    assert (taken.json["seat"], taken.json["token"]) == (2, None)
    assert listed(client, bo) == []


def test_an_account_that_is_invited_to_a_taken_seat_plays_on_there(
    client: FlaskClient, kronika: Kronika
) -> None:
    ada, bo = person(kronika, "Ada replaces"), person(kronika, "Bo replaces")
    put(client, bo, "everybody")
    game = Seated.at(client)
    organises(kronika, ada, game.id)
    path = f"{game.url}/seats"
    assert client.post(path, json={}, headers=bo.headers).status_code == 409
    assert invite(client, ada, game.id, bo.account, seat=1).status_code == 201
    assert client.post(path, json={"seat": 2}, headers=bo.headers).status_code == 409
    assert client.post(path, json={}, headers=bo.headers).json["seat"] == 1
    assert [it["name"] for it in game.get().json["seats"]] == [bo.name, "Bo"]
    assert game.get("", 1).status_code == 401
    assert client.get("/v1/me/games", headers=bo.headers).json["games"][0]["seat"] == 1


def test_an_organiser_takes_no_seat_that_is_reserved_for_another(
    client: FlaskClient, kronika: Kronika
) -> None:
    """The other one would come as a substitute, and the organiser would lose the seat."""
    ada, bo = person(kronika, "Ada who reserves"), person(kronika, "Bo who is awaited")
    met(kronika, client, ada, bo)
    game = table(client, kronika, ada)
    invite(client, ada, game, bo.account, seat=1)
    path = f"/v1/games/{game}/seats"
    assert client.post(path, json={"seat": 1}, headers=ada.headers).status_code == 409
    assert client.post(path, json={}, headers=ada.headers).json["seat"] == 2
    assert client.post(path, json={}, headers=bo.headers).json["seat"] == 1
