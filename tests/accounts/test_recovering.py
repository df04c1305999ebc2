"""Recovery by codes: what it ends, and what a passkey that came so may not do for three days."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.accounts.recovery_codes import hash_of
from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.kit import personal_token
from tests.accounts.signing import SAME, Somebody
from tests.accounts.test_signing_in import is_not_verified
from tests.api.kit import bearer

HOUR = 3_600_000


def is_too_early(answer: TestResponse) -> None:
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/too-early")
    assert "until" in answer.json


def recovered(client: FlaskClient, name: str) -> tuple[Somebody, Somebody]:
    """The owner with a passkey, and somebody with one of the codes, both signed in."""
    owner, finder = Somebody(client), Somebody(client)
    owner.sign_up(name)
    assert finder.recover(owner.codes[0]).status_code == 201
    assert finder.cookie is None
    finder.sign_in()
    owner.sign_in()
    return owner, finder


def passkeys(somebody: Somebody) -> list[str]:
    return [row["id"] for row in somebody.ask("GET", "/v1/me/passkeys").json["passkeys"]]


def restricted(somebody: Somebody, of_older: str) -> list[TestResponse]:
    return [
        somebody.ask("DELETE", f"/v1/me/passkeys/{of_older}"),
        somebody.ask("POST", "/v1/me/recovery-codes", {}),
        somebody.ask("PUT", "/v1/me/name", {"name": "Stolen Name"}),
    ]


def test_a_code_as_somebody_types_it(client: FlaskClient) -> None:
    owner, finder = Somebody(client), Somebody(client)
    account = owner.sign_up("Typing Ada")
    typed = owner.codes[3].lower().replace("-", "  ")
    answer = finder.recover(typed)
    assert (answer.status_code, answer.json) == (201, {"account": account})
    found = finder.sign_in().json
    assert found["account"] == account
    assert found["recovered_at"] == finder.me().json["recovered_at"] is not None
    assert finder.me().json["recovery_codes_left"] == 9


def test_a_code_is_good_for_one_use(client: FlaskClient) -> None:
    owner, finder, second = Somebody(client), Somebody(client), Somebody(client)
    owner.sign_up("Once Coded")
    bodies = [one.created("recovery", code=owner.codes[0]) for one in (finder, second)]
    assert finder.ask("POST", "/v1/recoveries", bodies[0]).status_code == 201
    is_not_verified(second.ask("POST", "/v1/recoveries", bodies[1]))
    is_not_verified(second.ask("POST", "/v1/challenges", {"for": "recovery", "code": owner.codes[0]}))
    is_not_verified(second.ask("POST", "/v1/challenges", {"for": "recovery", "code": "no code"}))


def test_new_codes_void_the_old_ones(client: FlaskClient) -> None:
    ada = Somebody(client)
    ada.sign_up("New Coded")
    pending = Somebody(client)
    body = pending.created("recovery", code=ada.codes[0])
    made = ada.ask("POST", "/v1/me/recovery-codes", {}).json["recovery_codes"]
    is_not_verified(pending.ask("POST", "/v1/recoveries", body))
    is_not_verified(pending.ask("POST", "/v1/challenges", {"for": "recovery", "code": ada.codes[1]}))
    assert pending.recover(made[0]).status_code == 201


def test_codes_are_stored_as_hashes_alone(client: FlaskClient, kronika: Kronika) -> None:
    ada = Somebody(client)
    account = ada.sign_up("Hashed Ada")
    stored = kronika.store.query("SELECT hash FROM recovery_codes WHERE account = ?", (account["id"],))
    assert {hash for (hash,) in stored} == set(map(hash_of, ada.codes))
    assert all(len(code.replace("-", "")) == 26 for code in ada.codes)


def test_a_recovery_ends_all_sessions_and_tokens_also_those_of_bots(
    client: FlaskClient, kronika: Kronika
) -> None:
    owner = Somebody(client)
    account = owner.sign_up("Ending Ada")
    bot = owner.ask("POST", "/v1/me/bots", {"name": "Ending Bot"}).json["account"]["id"]
    tokens = [personal_token(kronika, account["id"], "read"), personal_token(kronika, bot, "read")]
    made = owner.ask("POST", "/v1/me/tokens", {"label": "mine", "scopes": ["read"]})
    tokens.append(made.json["token"])
    assert [client.get("/v1/me", headers=bearer(token)).status_code for token in tokens] == [200] * 3
    hook = {"url": "https://receiver.example/", "about": "me"}
    assert owner.ask("POST", "/v1/hooks", hook).status_code == 201
    assert Somebody(client).recover(owner.codes[0]).status_code == 201
    assert [client.get("/v1/me", headers=bearer(token)).status_code for token in tokens] == [401] * 3
    assert owner.me().status_code == 401
    owner.sign_in()
    assert owner.ask("GET", "/v1/me/tokens").json["tokens"] == []
    assert owner.ask("GET", "/v1/hooks").json["hooks"] == []


def test_for_72_hours_a_recovered_passkey_takes_nothing_away(client: FlaskClient, kronika: Kronika) -> None:
    owner, finder = recovered(client, "Robbed Ada")
    older, newer = passkeys(owner)
    for answer in restricted(finder, older):
        is_too_early(answer)
    account = owner.me().json["account"]["id"]
    older_by(kronika, account, 72 * HOUR - 60_000)
    is_too_early(restricted(finder, older)[0])
    older_by(kronika, account, 60_000)
    assert [answer.status_code for answer in restricted(finder, older)] == [204, 201, 200]
    assert passkeys(finder) == [newer]


def older_by(kronika: Kronika, account: str, milliseconds: int) -> None:
    sql = "UPDATE account_events SET at = at - ? WHERE account = ?"
    kronika.store.append("", [], [Statement(sql, (milliseconds, account))])


def test_the_older_passkey_removes_it_with_its_sessions_and_all_codes(client: FlaskClient) -> None:
    owner, finder = recovered(client, "Quick Ada")
    _, newer = passkeys(owner)
    assert owner.ask("DELETE", f"/v1/me/passkeys/{newer}").status_code == 204
    assert finder.me().status_code == 401
    is_not_verified(finder.sign_in())
    is_not_verified(
        Somebody(client).ask("POST", "/v1/challenges", {"for": "recovery", "code": owner.codes[1]})
    )
    assert owner.me().json["recovery_codes_left"] == 0
    assert owner.ask("POST", "/v1/me/recovery-codes", {}).status_code == 201


def test_a_recovered_passkey_makes_no_freer_one(client: FlaskClient) -> None:
    owner, finder = recovered(client, "Chained Ada")
    older = passkeys(owner)[0]
    assert finder.ask("POST", "/v1/me/passkeys", finder.created("passkey")).status_code == 201
    assert finder.sign_in().status_code == 201
    for answer in restricted(finder, older):
        is_too_early(answer)
    assert finder.ask("DELETE", f"/v1/me/passkeys/{passkeys(finder)[2]}").status_code == 204


def test_two_recoveries_free_neither_passkey(client: FlaskClient) -> None:
    owner, finder = recovered(client, "Twice Ada")
    second = Somebody(client)
    assert second.recover(owner.codes[1]).status_code == 201
    older = passkeys(finder)[0] if finder.sign_in().status_code == 201 else ""
    for answer in restricted(finder, older):
        is_too_early(answer)


def test_a_session_of_the_older_passkey_gains_nothing_by_the_recovered_one(client: FlaskClient) -> None:
    owner, finder = recovered(client, "Tainted Ada")
    older = passkeys(owner)[0]
    owner.authenticator.passkeys += finder.authenticator.passkeys
    assert owner.assertion().status_code == 201
    for answer in restricted(owner, older):
        is_too_early(answer)


def test_ended_sessions_are_told_of_the_recovery_for_30_days(client: FlaskClient, kronika: Kronika) -> None:
    owner, signed_out = Somebody(client), Somebody(client)
    owner.sign_up("Told Ada")
    signed_out.authenticator = owner.authenticator
    signed_out.sign_in()
    old = signed_out.cookie
    signed_out.ask("DELETE", "/v1/me/sessions/current")
    assert Somebody(client).recover(owner.codes[0]).status_code == 201
    for _ in range(2):
        answer = owner.ask("GET", "/v1/me", Origin="https://evil.example")
        assert (answer.status_code, answer.json["type"]) == (401, "/problems/unauthenticated")
        assert answer.json["recovered_at"]
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Set-Cookie" not in answer.headers
    assert client.get("/v1/games", headers={"Cookie": str(owner.cookie)}).status_code == 200
    signed_out.cookie = old
    assert "recovered_at" not in signed_out.me().json
    sql = "UPDATE recovered_sessions SET recovered_at = recovered_at - ?"
    kronika.store.append("", [], [Statement(sql, (30 * 24 * HOUR,))])
    assert "recovered_at" not in owner.me().json
    assert owner.cookie == "kronika-8000="


@pytest.mark.parametrize("headers", [{}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "same-site"}])
def test_no_other_site_recovers(client: FlaskClient, headers: dict[str, str]) -> None:
    owner = Somebody(client)
    owner.sign_up(f"Sited {len(headers)}{''.join(headers)[:3]}")
    body = {"for": "recovery", "code": owner.codes[0]}
    answer = client.post("/v1/challenges", json=body, headers=headers)
    assert (answer.status_code, answer.json["type"]) == (403, "/problems/other-site")
    assert client.post("/v1/challenges", json=body, headers=SAME).status_code == 201
