"""What a closed account leaves where it had a seat: at waiting tables, in tournaments, and in what was copied or stored of it."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from domain.accounts.events import PasskeyAdded
from service.accounts import closing
from service.accounts.challenges import Ask, issue
from service.accounts.notices.writing import account_changed
from service.identity.account_log import Change, change
from service.identity.account_names import RESERVED
from service.operation.app import Kronika
from service.operation.cleaning import clean
from service.store import Statement, Store
from tests.accounts.kit import Person, organises, person
from tests.accounts.test_closing import bot_of, closed
from tests.accounts.test_seats import seat, table
from tests.api.kit import bearer

KEY = {"Idempotency-Key": "a-key-of-more-than-22-characters"}


def cup(client: FlaskClient) -> str:
    made = client.post("/v1/tournaments", json={"ruleset": "age-of-war", "seats": 3, "games": 3}).json
    return f"/v1/tournaments/{made['id']}"


def names(client: FlaskClient, url: str) -> list[str | None]:
    return [row["name"] for row in client.get(url).json["seats"]]


def test_seats_of_a_tournament_that_is_not_full_are_freed(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada enters"), person(kronika, "Bo enters")
    url = cup(client)
    seat(client, url, ada)
    assert closed(client, ada).status_code == 204
    assert names(client, url) == [None, None, None]
    assert seat(client, url, bo).json["seat"] == 1


def test_who_enters_a_tournament_while_a_seat_is_freed_is_found_first(
    client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who takes the last seat may have read the one that is freed."""
    ada, bo = person(kronika, "Ada leaves it"), person(kronika, "Bo fills it")
    url = cup(client)
    seat(client, url, ada)
    real, tries = closing.erase_account, list[str]()

    def late(store: Store, id: str, unless: list[Statement]) -> None:
        tries.append(id)
        if len(tries) == 1:
            seat(client, url, bo)
        real(store, id, unless)

    monkeypatch.setattr(closing, "erase_account", late)
    closing.close_account(ada.account, kronika.context)
    assert (len(tries), names(client, url)) == (2, [None, bo.name, None])


def test_a_seat_that_is_taken_meanwhile_at_a_waiting_table_is_freed(
    client: FlaskClient, kronika: Kronika, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, url = person(kronika, "Ada sits down late"), table(client)
    real = closing.erase_account

    def late(store: Store, id: str, unless: list[Statement]) -> None:
        monkeypatch.undo()
        assert seat(client, url, ada).status_code == 201
        real(store, id, unless)

    monkeypatch.setattr(closing, "erase_account", late)
    closing.close_account(ada.account, kronika.context)
    assert names(client, url) == [None, None]


def replaced(client: FlaskClient, kronika: Kronika, ada: Person, bo: Person) -> tuple[str, dict[str, str]]:
    """An analysis, and who may read it, of a game in which Bo has had Ada's seat since."""
    url, guest = table(client), person(kronika, f"{bo.name} organises")
    organises(kronika, guest, url.rpartition("/")[2])
    seat(client, url, ada)
    token = bearer(client.post(f"{url}/seats", json={"name": "Guest"}).json["token"])
    at = client.get(url).json["version"]
    fork = client.post(f"{url}/forks", json={"version": at}, headers=token).json
    code = client.post(f"{url}/invitations", json={"seat": 1}, headers=guest.headers).json["code"]
    assert seat(client, url, bo, invitation=code).status_code == 201
    assert names(client, url)[0] == bo.name
    return f"/v1/games/{fork['id']}", bearer(fork["token"])


def test_an_analysis_from_before_a_substitute_names_no_closed_account(
    client: FlaskClient, kronika: Kronika
) -> None:
    ada, bo = person(kronika, "Ada was replaced"), person(kronika, "Bo replaces")
    fork, reader = replaced(client, kronika, ada, bo)
    assert client.get(fork, headers=reader).json["seats"][0]["name"] == ada.name
    renamed = client.put("/v1/me/name", json={"name": "Ada is renamed"}, headers=ada.headers)
    assert renamed.status_code == 200
    assert client.get(fork, headers=reader).json["seats"][0]["name"] == "Ada is renamed"
    assert closed(client, ada).status_code == 204
    rows = client.get(fork, headers=reader).json["seats"]
    assert [row["name"] for row in rows] == ["somebody", "Guest"]


def test_no_stored_request_tells_where_a_closed_account_was(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada repeats"), person(kronika, "Bo repeats")
    for who in (ada, bo):
        made = client.post(
            "/v1/games", json={"ruleset": "age-of-war", "seats": 2}, headers={**who.headers, **KEY}
        )
        assert made.status_code == 201
        url = f"/v1/games/{made.json['id']}"
        assert client.post(f"{url}/seats", json={}, headers={**who.headers, **KEY}).status_code == 201
        bot = client.post(
            "/v1/me/bots", json={"name": f"Bot of {who.name}"[:24]}, headers={**who.headers, **KEY}
        )
        assert bot.status_code == 201
    assert closed(client, ada).status_code == 204
    of = "SELECT count(*) FROM idempotency WHERE actor = ?"
    assert [kronika.store.query(of, (f"account:{it.account}",)) for it in (ada, bo)] == [[(0,)], [(3,)]]


def test_no_bot_is_closed_in_the_72_hours_after_a_recovery(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada recovers")
    bot = bot_of(kronika, ada, "A bot after recovery")
    change(kronika.store, ada.account, lambda _: Change([PasskeyAdded("a passkey", by_recovery=True)]))
    refused = client.delete(f"/v1/me/bots/{bot.account}", headers=ada.headers)
    assert (refused.status_code, refused.json["type"]) == (409, "/problems/too-early")


def test_webhooks_and_notices_go_with_the_account(client: FlaskClient, kronika: Kronika) -> None:
    ada, bo = person(kronika, "Ada with hooks"), person(kronika, "Bo with hooks")
    for who in (ada, bo):
        body = {"url": "https://example.org/hook", "about": "me"}
        assert client.post("/v1/hooks", json=body, headers=who.headers).status_code == 201
        kronika.store.append("", [], account_changed(who.account, "token"))
    assert closed(client, ada).status_code == 204
    assert kronika.store.query("SELECT account FROM hooks") == [(bo.account,)]
    for rows in ("notices", "notice_counts"):
        found = kronika.store.query(f"SELECT recipient FROM {rows} WHERE recipient LIKE 'account:%'")
        assert found == [(f"account:{bo.account}",)]


def test_the_name_of_a_closed_account_is_reserved_for_90_days_and_no_longer(
    client: FlaskClient, kronika: Kronika
) -> None:
    ada, bo = person(kronika, "Ada has a name"), person(kronika, "Bo wants her name")
    renamed = client.put("/v1/me/name", json={"name": "The name"}, headers=ada.headers)
    assert renamed.status_code == 200
    assert closed(client, ada).status_code == 204
    wanted = {"json": {"name": "The name"}, "headers": bo.headers}
    assert client.put("/v1/me/name", **wanted).status_code == 409
    later = Statement("UPDATE account_names SET until = until - ?", (RESERVED,))
    kronika.store.append("", [], [later])
    assert clean(kronika.store)["account-names"] > 0
    assert kronika.store.query("SELECT * FROM account_names WHERE account = ?", (ada.account,)) == []
    assert client.put("/v1/me/name", **wanted).status_code == 200


def test_no_use_of_a_challenge_outlives_it(client: FlaskClient, kronika: Kronika) -> None:
    ada = person(kronika, "Ada was challenged")
    challenge, _ = issue(kronika.store, Ask("passkey", account=ada.account))
    other, _ = issue(kronika.store, Ask("sign-in"))
    kronika.store.append("", [], [challenge.use, other.use])
    assert closed(client, ada).status_code == 204
    for rows in ("challenges", "challenge_uses"):
        assert kronika.store.query(f"SELECT hash FROM {rows}") == [(other.hash,)]
