"""Accounts that the operator has suspended or blocked."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient
from structlog.testing import capture_logs

from api.admin.app import Place, create_admin
from domain.table.refusals import Refused
from service.identity.account_log import opening
from service.identity.account_names import account_named
from service.identity.credentials import SESSION
from service.log import restrictions
from service.operation.app import Kronika
from service.operation.moderation import suspending
from service.tables import entrants
from tests.accounts.kit import Person, person, personal_token
from tests.api.kit import bearer

NEW_GAME = {"ruleset": "age-of-war", "seats": 2}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restrictions, "FRESH_SECONDS", -1.0)


@pytest.fixture
def place(kronika: Kronika, tmp_path: Path) -> FlaskClient:
    return create_admin(Place(kronika, tmp_path)).test_client()


@pytest.fixture
def ada(kronika: Kronika) -> Person:
    return person(kronika, f"ada{uuid4().hex[:12]}")


@pytest.fixture
def operator(kronika: Kronika) -> Person:
    return person(kronika, f"op{uuid4().hex[:12]}")


def act(place: FlaskClient, what: str, whom: Person, by: Person) -> Any:
    fields = {"act": f"{what}-account", "subject": whom.name, "by": by.name, "reason": "It floods us."}
    return place.post("/acts", json=fields)


def table(client: FlaskClient, *people: Person, seats: int = 2) -> str:
    """A game of these people; it begins if there are as many as seats."""
    headers = people[0].headers
    game: str = client.post("/v1/games", json={**NEW_GAME, "seats": seats}, headers=headers).json["id"]
    for one in people:
        assert client.post(f"/v1/games/{game}/seats", json={}, headers=one.headers).status_code == 201
    return game


def test_a_suspended_account_reads_and_plays_and_begins_nothing(
    client: FlaskClient, kronika: Kronika, place: FlaskClient, ada: Person, operator: Person
) -> None:
    running, waiting = table(client, ada, person(kronika, f"bo{uuid4().hex[:9]}")), table(client, ada)
    token = bearer(personal_token(kronika, ada.account, "tables", "play"))
    assert act(place, "suspend", ada, operator).status_code == 200
    begun = [
        client.post("/v1/games", json=NEW_GAME, headers=ada.headers),
        client.post("/v1/games", json=NEW_GAME, headers=token),
        client.post(f"/v1/games/{waiting}/seats", json={}, headers=ada.headers),
        client.post(f"/v1/games/{waiting}/invitations", json={}, headers=ada.headers),
        client.post("/v1/me/tokens", json={"label": "one", "scopes": ["read"]}, headers=ada.headers),
        client.post("/v1/me/bots", json={"name": "Robot"}, headers=ada.headers),
    ]
    assert [(it.status_code, it.json["type"]) for it in begun] == [(403, "/problems/forbidden")] * 6
    assert client.get("/v1/me/tokens", headers=ada.headers).status_code == 200
    document = client.get(f"/v1/games/{running}", headers=ada.headers).json
    assert document["viewer"].startswith("seat:")
    resigned = client.post(f"/v1/games/{running}/resignations", json={}, headers=token)
    assert resigned.status_code == 201
    assert client.get(f"/v1/games/{waiting}").json["seats"][0]["account"] is None
    [last] = place.get("/log?limit=1").json
    assert (last["act"], last["subject"], last["details"]) == (
        "suspend-account",
        f"account {ada.account}",
        {"by": operator.account},
    )
    assert act(place, "suspend", ada, operator).status_code == 409
    assert act(place, "resume", ada, operator).status_code == 200
    assert client.post("/v1/games", json=NEW_GAME, headers=ada.headers).status_code == 201


def test_a_bot_is_suspended_with_its_owner(
    client: FlaskClient, kronika: Kronika, place: FlaskClient, ada: Person, operator: Person
) -> None:
    bot = uuid4().hex
    kronika.store.append("", [], opening(bot, f"bot {bot}", f"bot {bot}", ada.account))
    token = bearer(personal_token(kronika, bot, "tables"))
    assert client.post("/v1/games", json=NEW_GAME, headers=token).status_code == 201
    assert act(place, "suspend", ada, operator).status_code == 200
    assert client.post("/v1/games", json=NEW_GAME, headers=token).status_code == 403


def test_seats_that_a_killed_process_left_are_freed_by_suspending_again(
    client: FlaskClient,
    kronika: Kronika,
    place: FlaskClient,
    ada: Person,
    operator: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = table(client, ada)
    whom = {"act": "suspend-account", "subject": ada.name, "by": operator.name}

    def seat() -> Any:
        return client.get(f"/v1/games/{waiting}").json["seats"][0]["account"]

    with monkeypatch.context() as patch:
        patch.setattr(suspending, "free_by_table", lambda *_: None)
        assert act(place, "suspend", ada, operator).status_code == 200
    assert seat() is not None
    assert act(place, "suspend", ada, operator).status_code == 409
    assert seat() is None
    assert act(place, "resume", ada, operator).status_code == 200
    assert client.post(f"/v1/games/{waiting}/seats", json={}, headers=ada.headers).status_code == 201
    assert place.post("/acts", json={**whom, "reason": " "}).status_code == 422
    assert seat() is not None


def test_a_suspended_account_leaves_tournaments_that_are_not_full(
    client: FlaskClient, kronika: Kronika, place: FlaskClient, ada: Person, operator: Person
) -> None:
    terms = {"ruleset": "age-of-war", "seats": 2, "games": 1}
    cups = [client.post("/v1/tournaments", json=terms).json["id"] for _ in range(2)]
    other = person(kronika, f"cy{uuid4().hex[:12]}")
    for cup, who in ((cups[0], ada), (cups[1], ada), (cups[1], other)):
        assert client.post(f"/v1/tournaments/{cup}/seats", json={}, headers=who.headers).status_code == 201
    client.post(f"/v1/games/{_game_of(client, cups[1])}/resignations", json={}, headers=other.headers)
    assert act(place, "suspend", ada, operator).status_code == 200
    seats = [client.get(f"/v1/tournaments/{cup}", headers=ada.headers).json for cup in cups]
    assert [it["viewer"] for it in seats] == ["spectator", "seat:1"]
    assert [sum(bool(one["account"]) for one in it["seats"]) for it in seats] == [0, 2]


def _game_of(client: FlaskClient, cup: str) -> str:
    games: list[dict[str, str]] = client.get(f"/v1/tournaments/{cup}").json["games"]
    return games[0]["id"]


def test_nobody_suspends_the_other_player_of_a_running_game(
    client: FlaskClient, kronika: Kronika, place: FlaskClient, ada: Person, operator: Person
) -> None:
    table(client, ada, operator)
    refused = act(place, "suspend", ada, operator)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/illegal-action")
    assert client.post("/v1/games", json=NEW_GAME, headers=ada.headers).status_code == 201
    unknown = place.post(
        "/acts", json={"act": "suspend-account", "subject": ada.name, "by": "no such", "reason": "None."}
    )
    assert unknown.status_code == 404
    assert account_named(kronika.store, ada.name) == ada.account


def test_an_account_is_blocked_with_all_that_opens_it(
    client: FlaskClient, kronika: Kronika, place: FlaskClient, ada: Person, operator: Person
) -> None:
    token = bearer(personal_token(kronika, ada.account, "read"))
    subject = f"account {ada.account}"
    block = {"act": "block", "subject": subject, "for": "1h", "reason": "It floods us."}
    assert place.post("/acts", json=block).status_code == 200
    late = bearer(personal_token(kronika, ada.account, "read"))
    refused = [client.get("/v1/me/games", headers=it) for it in (ada.headers, token, late)]
    assert [it.json["type"] for it in refused] == ["/problems/blocked"] * 3
    assert client.get("/v1/me/games", headers=operator.headers).status_code == 200
    assert client.get("/v1/rulesets").status_code == 200
    place.post("/acts", json={"act": "unblock", "subject": subject, "reason": "It is over."})
    assert client.get("/v1/me/games", headers=ada.headers).status_code == 200


def test_log_lines_and_load_name_an_account_and_no_secret(
    client: FlaskClient, kronika: Kronika, ada: Person
) -> None:
    token = personal_token(kronika, ada.account, "read")
    with capture_logs() as lines:
        client.get("/v1/me/games", headers=ada.headers)
        client.get("/v1/me/games", headers=bearer(token))
    shown = kronika.store.pseudonym(ada.account)
    assert [line["account"] for line in lines if line["event"] == "request"] == [shown] * 2
    secret = ada.headers["Cookie"].partition("=")[2]
    for hidden in (secret, token, f"{SESSION}{secret}"):
        assert hidden not in str(lines)
        assert kronika.store.pseudonym(hidden) not in str(lines)
    counter = client.application.extensions["load"]
    assert counter._minute.subjects[shown] == f"account {ada.account}"


@pytest.mark.parametrize("of_bot", [False, True])
def test_who_is_suspended_while_they_sit_down_does_not_sit(
    client: FlaskClient,
    kronika: Kronika,
    ada: Person,
    operator: Person,
    monkeypatch: pytest.MonkeyPatch,
    of_bot: bool,
) -> None:
    bot = uuid4().hex
    kronika.store.append("", [], opening(bot, f"bot {bot[:9]}", f"bot {bot[:9]}", ada.account))
    who = bearer(personal_token(kronika, bot if of_bot else ada.account, "tables"))
    game = client.post("/v1/games", json=NEW_GAME).json["id"]
    real = entrants.grant_role

    def late(*given: Any) -> Any:
        with suppress(Refused):
            suspending.suspend_account(kronika.context, ada.name, operator.name, "It floods us.")
        return real(*given)

    monkeypatch.setattr(entrants, "grant_role", late)
    answer = client.post(f"/v1/games/{game}/seats", json={}, headers=who)
    assert answer.status_code == 412, answer.json
    assert [seat["name"] for seat in client.get(f"/v1/games/{game}").json["seats"]] == [None, None]
    assert client.post(f"/v1/games/{game}/seats", json={}, headers=who).status_code == 403
