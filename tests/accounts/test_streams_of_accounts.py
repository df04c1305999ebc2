"""Streams of accounts: each account has its own, which ends with what opened it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from api.streaming.looks import Answer, Looks, Query, Question
from api.streaming.subscription import Kind
from service.identity.credentials import SESSION
from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.kit import Person, person, personal_token
from tests.accounts.test_seats import seat, table


def answers(kronika: Kronika, game: str, *credentials: str | None) -> list[Answer | None]:
    """What the viewers with these credentials are sent next, from the beginning."""
    asked = [Question(Kind(game, it), [(0, 0)]) for it in credentials]
    [found] = Looks(kronika.store).look([Query(game, None, asked)])
    assert found is not None
    return list(found.answers)


def session_of(who: Person) -> str:
    return SESSION + who.headers["Cookie"].partition("=")[2]


END = {
    "revoked": "DELETE FROM credentials WHERE account = ?",
    "expired": "UPDATE credentials SET expires_at = 1 WHERE account = ?",
    "at its end": "UPDATE credentials SET ends_at = 1 WHERE account = ?",
    "closed": "UPDATE accounts SET status = 'closed' WHERE id = ?",
}


@pytest.mark.parametrize("how", END)
@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_stream_ends_with_the_session_or_token_that_opened_it(
    client: FlaskClient, kronika: Kronika, how: str, visibility: str
) -> None:
    ala, bo = (person(kronika, f"{name} {how} {visibility}") for name in ("Ala", "Bo"))
    made = client.post(
        "/v1/games", json={"ruleset": "nagaraja", "seats": 2, "visibility": visibility}, headers=ala.headers
    )
    url = f"/v1/games/{made.json['id']}"
    seat(client, url, ala)
    code = client.post(f"{url}/invitations", json={}, headers=ala.headers).json["code"]
    seat(client, url, bo, invitation=code)
    token = personal_token(kronika, ala.account, "read")
    own, by_token, other = answers(kronika, made.json["id"], session_of(ala), token, session_of(bo))
    assert own is not None
    assert by_token is not None
    assert other is not None
    assert (own.role, by_token.role, other.role) == ("seat:1", "seat:1", "seat:2")
    assert own.pages == by_token.pages
    assert own.pages != other.pages, "each seat is sent its own secrets"
    kronika.store.append("", [], [Statement(END[how], (ala.account,))])
    after = answers(kronika, made.json["id"], session_of(ala), token, session_of(bo))
    assert [it is None for it in after] == [True, True, False]


def test_a_stream_ends_when_the_account_loses_its_seat(client: FlaskClient, kronika: Kronika) -> None:
    ala, url = person(kronika, "Seated once"), table(client)
    game = url.rpartition("/")[2]
    seat(client, url, ala)
    [before] = answers(kronika, game, session_of(ala))
    assert before is not None
    client.delete(f"{url}/seats/1", headers=ala.headers)
    asked = Question(Kind(game, session_of(ala)), [(0, 0)], 1, before.role)
    [found] = Looks(kronika.store).look([Query(game, None, [asked])])
    assert found is not None
    assert found.answers == [None]
