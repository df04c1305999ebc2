"""Other sites, personal tokens, and a service without accounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from api.app import RESOURCES, create_app
from service.operation.app import Kronika
from service.system.settings import Settings
from tests.accounts.authenticator import ORIGIN
from tests.accounts.kit import personal_token
from tests.accounts.signing import Somebody
from tests.api.kit import bearer

WRITES = [
    ("POST", "/v1/challenges", {"for": "sign-in"}),
    ("POST", "/v1/accounts", {"challenge": "A", "credential": {}}),
    ("POST", "/v1/sessions", {"challenge": "A", "credential": {}}),
    ("POST", "/v1/recoveries", {"challenge": "A", "credential": {}}),
    ("PUT", "/v1/me/name", {"name": "Sited Ada"}),
    ("POST", "/v1/me/assertions", {"challenge": "A", "credential": {}}),
    ("POST", "/v1/me/passkeys", {"challenge": "A", "credential": {}}),
    ("DELETE", "/v1/me/passkeys/unknown", None),
    ("POST", "/v1/me/recovery-codes", {}),
]
OTHERS: list[dict[str, str]] = [
    {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    {"Sec-Fetch-Site": "same-site", "Origin": ORIGIN},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {},
]


@pytest.mark.parametrize("headers", OTHERS)
def test_no_other_site_uses_a_session(client: FlaskClient, headers: dict[str, str]) -> None:
    ada = Somebody(client)
    ada.sign_up(f"Site {OTHERS.index(headers)} Ada")
    for method, path, body in WRITES:
        answer = client.open(path, method=method, json=body, headers={**headers, "Cookie": str(ada.cookie)})
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/other-site"), path
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert ada.me().json["recovery_codes_left"] == 10


def test_a_browser_without_fetch_metadata_says_its_origin(client: FlaskClient) -> None:
    ada = Somebody(client)
    ada.sign_up("Old Browser")
    headers = {"Origin": ORIGIN, "Cookie": str(ada.cookie)}
    assert client.post("/v1/me/recovery-codes", json={}, headers=headers).status_code == 201


def test_secrets_are_neither_cached_nor_compressed_nor_read_by_others(client: FlaskClient) -> None:
    ada = Somebody(client)
    body = {**ada.created("sign-up", name="Secret Ada"), "label": "x" * 60}
    answer = ada.ask("POST", "/v1/accounts", body, **{"Accept-Encoding": "gzip", "Origin": ORIGIN})
    assert answer.status_code == 201
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
    [cookie] = answer.headers.getlist("Set-Cookie")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_a_personal_token_reads_who_it_is_and_nothing_else(client: FlaskClient, kronika: Kronika) -> None:
    ada = Somebody(client)
    account = ada.sign_up("Token Ada")["id"]
    token = personal_token(kronika, account, "read", "play", "tables", "referee", "hooks")
    me = client.get("/v1/me", headers=bearer(token)).json
    assert (me["account"]["id"], me["assertion_until"], me["recovery_codes_left"]) == (account, None, None)
    cookie = {"Cookie": str(ada.cookie), "Sec-Fetch-Site": "same-origin", **bearer(token)}
    for method, path, body in [*WRITES[4:], ("GET", "/v1/me/passkeys", None)]:
        answer = client.open(path, method=method, json=body, headers=cookie)
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/forbidden"), path
    weak = personal_token(kronika, account, "play")
    answer = client.get("/v1/me", headers=bearer(weak))
    assert (answer.status_code, answer.json["scope"]) == (403, "read")


def test_a_cookie_that_opens_nothing_is_cleared(client: FlaskClient) -> None:
    nobody = Somebody(client)
    nobody.cookie = "kronika-8000=AAAA"
    answer = nobody.me()
    assert answer.status_code == 401
    assert nobody.cookie == "kronika-8000="


@pytest.fixture
def settings(kronika: Kronika) -> Iterator[Settings]:
    """Those of the service, put back after the test."""
    yield kronika.settings
    kronika.settings = replace(kronika.settings, accounts=True)


def test_without_accounts_their_paths_lead_nowhere(
    client: FlaskClient, kronika: Kronika, settings: Settings
) -> None:
    ada = Somebody(client)
    token = personal_token(kronika, ada.sign_up("Switched Ada")["id"], "read", "tables")
    headers = {"Cookie": str(ada.cookie), "Sec-Fetch-Site": "same-origin"}
    kronika.settings = replace(settings, accounts=False)
    without = create_app(kronika).test_client(use_cookies=False)
    for method, path in _operations():
        answer = without.open(path, method=method, json={}, headers=headers)
        assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found"), path
        assert "Set-Cookie" not in answer.headers
    made = without.post("/v1/games", json={"ruleset": "romans", "seats": 2}, headers=headers)
    assert made.json["organiser_token"]
    assert without.get(f"/v1/games/{made.json['id']}", headers=bearer(token)).status_code == 401


def _operations() -> list[tuple[Any, str]]:
    found = [
        (one.method, one.path) for resource in RESOURCES if resource.accounts for one in resource.operations
    ]
    assert len(found) > 10
    return [
        ("DELETE", "/v1/challenges"),
        *((method, path.replace("<", "").replace(">", "")) for method, path in found),
    ]
