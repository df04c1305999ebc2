"""Seats of accounts on both engines: races between processes, and a process that is killed while it writes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from service.operation.app import Kronika, compose, prepare
from service.system.settings import Settings
from tests.accounts.kit import Person, person
from tests.accounts.test_seats import seat, table
from tests.api.kit import bearer
from tests.store.conftest import new_database

Two = tuple[FlaskClient, FlaskClient, Kronika, Kronika]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    """Two processes' services over one database."""
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "sqlite":
        yield from _two(Settings(data=folder, database=f"sqlite:///{folder / 'k.db'}", limits=None))
    else:
        with new_database(request.getfixturevalue("shared_postgresql")) as url:
            yield from _two(Settings(data=folder, database=url, limits=None))


def _two(settings: Settings) -> Iterator[Two]:
    prepare(settings)
    first, second = compose(settings), compose(settings)
    one, other = (create_app(it).test_client(use_cookies=False) for it in (first, second))
    yield one, other, first, second
    first.close()
    second.close()


@pytest.fixture
def ala(two: Two) -> Person:
    return person(two[2], f"Ala {len(two[2].store.query('SELECT 1 FROM accounts'))}")


def at_once(*calls: Any) -> list[int]:
    with ThreadPoolExecutor() as pool:
        return sorted(it.result().status_code for it in [pool.submit(call) for call in calls])


def test_one_account_takes_one_of_two_seats(two: Two, ala: Person) -> None:
    one, other, *_ = two
    for url in [table(one) for _ in range(3)]:
        both = [partial(seat, client, url, ala, seat=n) for n, client in enumerate((one, other), 1)]
        assert at_once(*both) == [201, 409]
        named = [row["name"] for row in one.get(url).json["seats"]]
        assert sorted(named, key=str) == sorted([ala.name, None], key=str)


def test_one_of_two_accounts_claims_a_seat(two: Two, ala: Person) -> None:
    one, other, first, _ = two
    bo, url = person(first, f"Bo {ala.name}"), table(one)
    tokens = [one.post(f"{url}/seats", json={"name": name}).json["token"] for name in ("One", "Two")]
    path, body = f"{url}/seats/1/claims", {"token": tokens[0]}
    calls = [
        lambda c=c, w=w: c.post(path, json=body, headers=w.headers) for c, w in ((one, ala), (other, bo))
    ]
    taken, refused = at_once(*calls)
    assert taken == 201
    assert refused in (403, 409), "the token is dead, or the seat has an account"
    for client in (one, other):
        assert client.get(url, headers=bearer(tokens[0])).status_code == 401
        viewers = {client.get(url, headers=who.headers).json["viewer"] for who in (ala, bo)}
        assert viewers == {"seat:1", "spectator"}


def test_a_claim_is_there_or_not(two: Two, ala: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other, first, _ = two
    url = table(one)
    tokens = [one.post(f"{url}/seats", json={"name": name}).json["token"] for name in ("One", "Two")]
    append = first.store.append

    def killed(*given: Any, **more: Any) -> Any:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(first.store, "append", killed)
        with pytest.raises(SystemExit):
            one.post(f"{url}/seats/1/claims", json={"token": tokens[0]}, headers=ala.headers)
    assert first.store.append == append
    assert other.get(url, headers=bearer(tokens[0])).json["viewer"] == "seat:1"
    assert other.get(url).json["seats"][0]["guest"] is True
    claimed = other.post(f"{url}/seats/1/claims", json={"token": tokens[0]}, headers=ala.headers)
    assert claimed.status_code == 201
    assert one.get(url, headers=ala.headers).json["viewer"] == "seat:1"


def test_tournaments_and_what_accounts_organise(two: Two, ala: Person) -> None:
    one, other, first, _ = two
    bo = person(first, f"Bo {ala.name}")
    new = {"ruleset": "age-of-war", "seats": 2, "games": 2}
    cup = one.post("/v1/tournaments", json=new, headers=ala.headers).json["location"]
    assert at_once(*(lambda c=c: seat(c, cup, ala) for c in (one, other))) == [201, 409]
    assert seat(other, cup, bo).status_code == 201
    document = other.get(cup, headers=bo.headers).json
    game = other.get(f"/v1/games/{document['games'][0]['id']}", headers=bo.headers).json
    assert (document["viewer"], game["viewer"]) == ("seat:2", "seat:2")
    assert [row["account"]["id"] for row in game["seats"]] == [ala.account, bo.account]
