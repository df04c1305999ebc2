"""Referees by account, who need no code, and parties, who are refused."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.kit import Person, person
from tests.accounts.test_seats import seat
from tests.api.kit import bearer


class Place:
    """A game, tournament or meeting, and its organiser."""

    def __init__(self, client: FlaskClient, kind: str) -> None:
        new = {"meetings": {"name": "Open"}}.get(kind, {"ruleset": "age-of-war", "seats": 2})
        new |= {"games": 2} if kind == "tournaments" else {}
        made = client.post(f"/v1/{kind}", json=new).json
        self.client, self.url = client, f"/v1/{kind}/{made['id']}"
        self.organiser = bearer(made["organiser_token"])

    def appoint(self, account: str) -> TestResponse:
        return self.client.post(f"{self.url}/referees", json={"account": account}, headers=self.organiser)

    def accept(self, who: Person) -> TestResponse:
        return self.client.post(f"{self.url}/referees/acceptances", json={}, headers=who.headers)


@pytest.fixture
def place(client: FlaskClient, request: pytest.FixtureRequest) -> Place:
    return Place(client, request.param)


@pytest.fixture
def judge(kronika: Kronika) -> Person:
    return person(kronika, f"Judge {len(kronika.store.query('SELECT 1 FROM accounts'))}")


def rule(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json.get("rule", answer.json["type"].rpartition("/")[2])


EVERYWHERE = pytest.mark.parametrize("place", ["games", "tournaments", "meetings"], indirect=True)


@EVERYWHERE
def test_an_account_is_appointed_by_name_and_accepts_with_an_empty_body(
    client: FlaskClient, kronika: Kronika, place: Place, judge: Person
) -> None:
    made = place.appoint(judge.name)
    assert (made.status_code, made.json["code"]) == (201, None)
    other = person(kronika, f"Not {judge.name}")
    assert place.accept(other).status_code == 404
    assert client.get(place.url, headers=judge.headers).json["viewer"] == "spectator"
    accepted = place.accept(judge)
    assert (accepted.status_code, accepted.json["token"]) == (201, None)
    number = accepted.json["referee"]
    assert client.get(place.url, headers=judge.headers).json["viewer"] == f"referee:{number}"
    assert place.accept(judge).status_code == 404
    gone = client.delete(f"{place.url}/referees/{number}", headers=judge.headers)
    assert gone.status_code in (200, 204)
    assert client.get(place.url, headers=judge.headers).json["viewer"] == "spectator"


@pytest.mark.parametrize("place", ["games", "tournaments"], indirect=True)
def test_who_plays_or_whose_owner_does_is_no_referee(kronika: Kronika, place: Place, judge: Person) -> None:
    player, bot = person(kronika, f"Player {judge.name}"), person(kronika, f"Bot {judge.name}")
    owned = Statement("UPDATE accounts SET owner = ? WHERE id = ?", (judge.account, bot.account))
    kronika.store.append("", [], [owned])
    assert place.appoint(judge.account).status_code == 201
    assert seat(place.client, place.url, player).status_code == 201
    assert seat(place.client, place.url, bot).status_code == 201
    assert rule(place.appoint(player.account)) == (403, "referee.party")
    assert rule(place.accept(judge)) == (403, "referee.party")
    assert place.appoint(bot.account).status_code == 403
    assert place.appoint("Nobody at all").status_code == 404


@pytest.mark.parametrize("place", ["games", "tournaments"], indirect=True)
def test_a_referee_and_his_bots_take_no_seat(kronika: Kronika, place: Place, judge: Person) -> None:
    bot = person(kronika, f"Bot {judge.name}")
    owned = Statement("UPDATE accounts SET owner = ? WHERE id = ?", (judge.account, bot.account))
    kronika.store.append("", [], [owned])
    place.appoint(judge.account)
    assert place.accept(judge).status_code == 201
    for who in (judge, bot):
        assert rule(seat(place.client, place.url, who)) == (403, "referee.party")


def test_a_player_with_an_account_takes_up_no_code(client: FlaskClient, judge: Person) -> None:
    place = Place(client, "games")
    code = client.post(f"{place.url}/referees", json={}, headers=place.organiser).json["code"]
    seat(client, place.url, judge)
    body = {"code": code, "name": "Another name"}
    refused = client.post(f"{place.url}/referees/acceptances", json=body, headers=judge.headers)
    assert rule(refused) == (403, "referee.party")


def test_half_a_code_is_none(client: FlaskClient, judge: Person) -> None:
    place = Place(client, "games")
    place.appoint(judge.account)
    path = f"{place.url}/referees/acceptances"
    assert client.post(path, json={}).status_code == 422
    assert client.post(path, json={"name": "Half"}, headers=judge.headers).status_code == 422


def test_a_dismissed_account_has_no_part_any_more(client: FlaskClient, judge: Person) -> None:
    place = Place(client, "games")
    place.appoint(judge.account)
    number = place.accept(judge).json["referee"]
    client.delete(f"{place.url}/referees/{number}", headers=place.organiser)
    assert client.get(place.url, headers=judge.headers).json["viewer"] == "spectator"
    assert place.accept(judge).status_code == 404


def test_a_meeting_referee_does_not_referee_where_he_plays(
    client: FlaskClient, kronika: Kronika, judge: Person
) -> None:
    meeting = Place(client, "meetings")
    new = {"ruleset": "age-of-war", "seats": 2, "meeting": meeting.url.rpartition("/")[2]}
    made = [client.post("/v1/games", json=new, headers=meeting.organiser).json["id"] for _ in range(2)]
    urls = [f"/v1/games/{id}" for id in made]
    seat(client, urls[0], judge)
    meeting.appoint(judge.name)
    assert meeting.accept(judge).status_code == 201
    for number, url in enumerate(urls):
        for name in ("One", "Two")[number == 0 :]:
            client.post(f"{url}/seats", json={"name": name})
    referees = [client.get(url).json["referees"] for url in urls]
    assert [len(it) for it in referees] == [0, 1]
    assert client.get(urls[0], headers=judge.headers).json["viewer"] == "seat:1"
    assert client.get(urls[1], headers=judge.headers).json["viewer"] == "referee:21"
