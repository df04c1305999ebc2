"""What an account learns of its appointments as a referee, and of the cases of its games, public or not."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from api.streaming import long_poll
from service.identity import hiding
from service.operation.app import Kronika
from tests.accounts.kit import Person, met, organises, person, personal_token
from tests.accounts.test_referees import EVERYWHERE, Place, place
from tests.api.desk import Desk
from tests.api.gathering import Gathering
from tests.api.kit import bearer
from tests.notices.kit import give
from tests.notices.test_stream import stream

__all__ = ["place"]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for more than there is."""
    monkeypatch.setattr(long_poll, "WAIT_SECONDS", 0.0)


@pytest.fixture
def judge(kronika: Kronika) -> Person:
    return person(kronika, f"Judge of all {len(kronika.store.query('SELECT 1 FROM accounts'))}")


def appointments(client: FlaskClient, headers: dict[str, str]) -> list[dict[str, Any]]:
    answer = client.get("/v1/me/appointments", headers=headers)
    assert answer.status_code == 200, answer.json
    found: list[dict[str, Any]] = answer.json["appointments"]
    return found


@EVERYWHERE
def test_an_appointment_is_listed_until_it_is_accepted_or_withdrawn(
    client: FlaskClient, kronika: Kronika, place: Place, judge: Person
) -> None:
    first = place.appoint(judge.name).json["referee"]
    kind, _, id = place.url.removeprefix("/v1/").partition("/")
    [listed] = appointments(client, judge.headers)
    where = {it: id if it == kind[:-1] else None for it in ("game", "tournament", "meeting")}
    meeting = kind == "meetings"
    terms = {"ruleset": None if meeting else "age-of-war", "name": "Open" if meeting else None}
    assert listed == {"referee": first, "head": False, **where, **terms}
    token = personal_token(kronika, judge.account, "referee")
    assert appointments(client, bearer(token)) == [listed]
    assert appointments(client, person(kronika, f"No {judge.name}").headers) == []
    client.delete(f"{place.url}/referees/{first}", headers=place.organiser)
    assert appointments(client, judge.headers) == []
    place.appoint(judge.name)
    assert place.accept(judge).status_code == 201
    assert appointments(client, judge.headers) == []


def test_appointments_are_for_the_account_and_its_tokens_of_the_desk(
    client: FlaskClient, kronika: Kronika, judge: Person
) -> None:
    assert client.get("/v1/me/appointments").status_code == 401
    token = personal_token(kronika, judge.account, "read", "play", "tables", "hooks")
    refused = client.get("/v1/me/appointments", headers=bearer(token))
    assert (refused.status_code, refused.json["scope"]) == (403, "referee")


def told(client: FlaskClient, who: Person) -> list[tuple[str, str, str]]:
    found = stream(client, who.headers, "?after=0")
    return [(it.event, it.data["game"], it.data["what"]) for it in found if it.event == "appointed"]


@EVERYWHERE
@pytest.mark.parametrize("left", ["accepted", "withdrawn", "deleted"])
def test_a_notice_says_so_while_it_is_open(
    client: FlaskClient, kronika: Kronika, place: Place, judge: Person, left: str
) -> None:
    client.put("/v1/me/settings", json={"invitations": "everybody"}, headers=judge.headers)
    id = place.url.rpartition("/")[2]
    number = place.appoint(judge.name).json["referee"]
    assert told(client, judge) == [("appointed", id, f"referee:{number}")]
    if left == "accepted":
        place.accept(judge)
    elif left == "withdrawn":
        client.delete(f"{place.url}/referees/{number}", headers=place.organiser)
    else:
        hiding.delete(kronika.store, id)
    assert told(client, judge) == []


def test_it_comes_from_those_whose_invitations_the_account_takes(
    client: FlaskClient, kronika: Kronika, judge: Person
) -> None:
    known, strange = person(kronika, f"Friend of {judge.name}"), person(kronika, f"Foe of {judge.name}")
    met(kronika, client, judge, known)
    appointed = []
    for organiser in (strange, known):
        made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
        organises(kronika, organiser, made["id"])
        path = f"/v1/games/{made['id']}/referees"
        answer = client.post(path, json={"account": judge.name}, headers=organiser.headers)
        appointed.append((made["id"], answer.json["referee"]))
    assert told(client, judge) == [("appointed", appointed[1][0], f"referee:{appointed[1][1]}")]
    assert {(it["game"], it["referee"]) for it in appointments(client, judge.headers)} == {*appointed}


def cases(client: FlaskClient, headers: dict[str, str]) -> list[str]:
    return [it["game"] for it in client.get("/v1/disputes?limit=100", headers=headers).json["disputes"]]


def gathered(client: FlaskClient) -> tuple[Gathering, Desk]:
    """A meeting with a private table that has a case."""
    meeting = Gathering(client)
    table = meeting.table(visibility="private")
    table.opened()
    return meeting, table


@pytest.mark.parametrize("at", ["games", "meetings"])
def test_a_referee_lists_the_cases_of_private_games_until_they_leave(
    client: FlaskClient, kronika: Kronika, judge: Person, at: str
) -> None:
    meeting, table = gathered(client)
    gathered(client)
    url, organiser = {"games": (table.url, table.organiser), "meetings": (meeting.url, meeting.organiser)}[at]
    made = client.post(f"{url}/referees", json={"account": judge.name}, headers=bearer(organiser)).json
    program = bearer(personal_token(kronika, judge.account, "referee"))
    assert cases(client, judge.headers) == []
    accepted = client.post(f"{url}/referees/acceptances", json={}, headers=judge.headers)
    assert accepted.status_code == 201, accepted.json
    assert cases(client, judge.headers) == cases(client, program) == [table.id]
    dismissal = (f"{url}/referees/{made['referee']}", bearer(organiser))
    gone = client.delete(dismissal[0], headers=dismissal[1]).status_code
    assert (gone, cases(client, program)) == ({"games": 409, "meetings": 204}[at], [table.id])
    withdrawn = table.post("/disputes/1/withdrawals", 1, {})
    assert withdrawn.status_code == 201, withdrawn.json
    client.delete(dismissal[0], headers=dismissal[1])
    assert cases(client, judge.headers) == cases(client, program) == []


@pytest.mark.parametrize("role", ["seat:1", "organiser"])
def test_who_has_another_part_lists_cases_of_the_game_with_a_session_only(
    client: FlaskClient, kronika: Kronika, judge: Person, role: str
) -> None:
    _, table = gathered(client)
    give(kronika, judge.account, table.id, role)
    give(kronika, judge.account, gathered(client)[0].id, "organiser")
    assert cases(client, judge.headers) == [table.id]
    assert cases(client, bearer(personal_token(kronika, judge.account, "referee"))) == []
    hiding.delete(kronika.store, table.id)
    assert cases(client, judge.headers) == []
