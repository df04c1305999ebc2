"""Another device, and those who are in between."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from service.accounts import devices
from service.operation.app import Kronika
from tests.accounts.kit import Person, person

HERE = {"Sec-Fetch-Site": "same-origin", "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}


@pytest.fixture
def ada(kronika: Kronika) -> Person:
    return person(kronika, f"ada{uuid4().hex[:12]}")


def show(client: FlaskClient, who: Person) -> tuple[str, str]:
    """The code's id and its secret."""
    shown = client.post("/v1/me/devices", json={}, headers=who.headers)
    assert shown.status_code == 201
    return shown.json["device"], shown.json["url"].partition("#")[2]


def opened(client: FlaskClient, secret: str) -> Any:
    return client.post("/v1/devices/openings", json={"secret": secret}, headers=HERE)


def entered(client: FlaskClient, ticket: str) -> Any:
    return client.post("/v1/devices/sessions", json={"ticket": ticket}, headers=HERE)


def typed(client: FlaskClient, who: Person, device: str, digits: str) -> Any:
    return client.post(f"/v1/me/devices/{device}/digits", json={"digits": digits}, headers=who.headers)


def others(digits: str) -> str:
    return f"{(int(digits) + 1) % 10**6:06}"


def test_another_device_is_signed_in_without_an_assertion(
    client: FlaskClient, kronika: Kronika, ada: Person
) -> None:
    device, secret = show(client, ada)
    new = opened(client, secret)
    assert new.status_code == 201
    assert len(new.json["digits"]) == 6
    assert entered(client, new.json["ticket"]).status_code == 202
    assert typed(client, ada, device, new.json["digits"]).status_code == 200
    session = entered(client, new.json["ticket"])
    assert session.status_code == 201
    assert session.json["account"] == {"id": ada.account, "name": ada.name, "bot": False}
    assert "Access-Control-Allow-Origin" not in session.headers
    headers = {"Cookie": session.headers["Set-Cookie"].partition(";")[0], "Sec-Fetch-Site": "same-origin"}
    listed = client.get("/v1/me/sessions", headers=headers).json["sessions"]
    assert [(it["label"], it["current"]) for it in listed] == [("a browser", False), ("Firefox, Linux", True)]
    refused = client.post("/v1/me/devices", json={}, headers=headers)
    assert refused.json["type"] == "/problems/assertion-needed"
    assert entered(client, new.json["ticket"]).status_code == 404
    own = kronika.store.query("SELECT what FROM notices WHERE recipient = ?", (f"account:{ada.account}",))
    assert own == [("device",)]


@pytest.mark.parametrize("confirmed", [False, True])
def test_whoever_opens_second_ends_it_for_both(client: FlaskClient, ada: Person, confirmed: bool) -> None:
    device, secret = show(client, ada)
    first = opened(client, secret).json
    if confirmed:
        assert typed(client, ada, device, first["digits"]).status_code == 200
    assert opened(client, secret).status_code == 404
    assert typed(client, ada, device, first["digits"]).status_code == 404
    assert entered(client, first["ticket"]).status_code == 404
    assert opened(client, secret).status_code == 404
    show(client, ada)  # a new one can be shown at once


def test_three_wrong_tries_end_it(client: FlaskClient, ada: Person) -> None:
    device, secret = show(client, ada)
    new = opened(client, secret).json
    wrong = [typed(client, ada, device, others(new["digits"])) for _ in range(3)]
    assert [it.json["type"] for it in wrong] == ["/problems/not-verified"] * 3
    assert typed(client, ada, device, new["digits"]).status_code == 404
    assert entered(client, new["ticket"]).status_code == 404


def test_guesses_at_once_are_three_all_the_same(client: FlaskClient, ada: Person) -> None:
    device, secret = show(client, ada)
    new, app = opened(client, secret).json, client.application
    guesses = [f"{(int(new['digits']) + n) % 10**6:06}" for n in range(1, 9)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda it: typed(app.test_client(use_cookies=False), ada, device, it), guesses))
    assert sorted(it.status_code for it in made) == [403] * 3 + [404] * 5
    assert typed(client, ada, device, new["digits"]).status_code == 404


def test_two_open_it_at_once(client: FlaskClient, ada: Person) -> None:
    device, secret = show(client, ada)
    app = client.application
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: opened(app.test_client(use_cookies=False), secret), range(4)))
    assert sorted(it.status_code for it in made) == [201, 404, 404, 404]
    [first] = [it.json for it in made if it.status_code == 201]
    assert typed(client, ada, device, first["digits"]).status_code == 404


def test_digits_are_typed_in_where_the_code_is_shown(
    client: FlaskClient, kronika: Kronika, ada: Person
) -> None:
    eve = person(kronika, f"eve{uuid4().hex[:12]}")
    device, secret = show(client, ada)
    new = opened(client, secret).json
    assert typed(client, eve, device, new["digits"]).status_code == 404
    assert typed(client, ada, "unknown", new["digits"]).status_code == 404
    assert entered(client, new["ticket"]).status_code == 202


def test_before_it_was_opened_no_digits_are_right(client: FlaskClient, ada: Person) -> None:
    device, _ = show(client, ada)
    assert typed(client, ada, device, "000000").status_code == 403
    assert (
        client.post(f"/v1/me/devices/{device}/digits", json={"digits": ""}, headers=ada.headers).status_code
        == 422
    )


def test_one_open_code_an_account(client: FlaskClient, ada: Person) -> None:
    show(client, ada)
    again = client.post("/v1/me/devices", json={}, headers=ada.headers)
    assert (again.status_code, again.json["type"]) == (409, "/problems/gone-elsewhere")


def test_after_two_minutes_it_is_over(
    client: FlaskClient, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, secret = show(client, ada)
    new = opened(client, secret).json
    assert typed(client, ada, device, new["digits"]).status_code == 200
    later = devices.now() + devices.TIME + 1
    monkeypatch.setattr(devices, "now", lambda: later)
    assert opened(client, secret).status_code == 403
    assert typed(client, ada, device, new["digits"]).status_code == 404
    assert entered(client, new["ticket"]).status_code == 404
    show(client, ada)


def test_an_ended_session_lets_nobody_in(client: FlaskClient, ada: Person) -> None:
    device, secret = show(client, ada)
    new = opened(client, secret).json
    assert typed(client, ada, device, new["digits"]).status_code == 200
    assert client.delete("/v1/me/sessions/current", headers=ada.headers).status_code == 204
    assert entered(client, new["ticket"]).status_code == 404


@pytest.mark.parametrize(
    "site", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}, {}]
)
def test_other_sites_sign_nobody_in(client: FlaskClient, ada: Person, site: dict[str, str]) -> None:
    device, secret = show(client, ada)
    refused = client.post("/v1/devices/openings", json={"secret": secret}, headers=site)
    assert refused.json["type"] == "/problems/other-site"
    new = opened(client, secret).json
    assert typed(client, ada, device, new["digits"]).status_code == 200
    login = client.post("/v1/devices/sessions", json={"ticket": new["ticket"]}, headers=site)
    assert login.json["type"] == "/problems/other-site"
    assert "Set-Cookie" not in login.headers


def test_a_made_up_secret_is_not_verified(client: FlaskClient) -> None:
    assert opened(client, "x" * 43).json["type"] == "/problems/not-verified"
    assert entered(client, "x" * 43).status_code == 404
