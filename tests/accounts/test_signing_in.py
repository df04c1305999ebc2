"""Signing up and in by passkeys, and answers of browsers that do not hold."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.ledger.text import b64u
from service.identity.tokens import digest
from service.operation.app import Kronika
from service.store import Statement
from tests.accounts.authenticator import EDDSA, ES256, RS256, UP, UV, Authenticator, Passkey
from tests.accounts.signing import Somebody

Lie = Callable[[Authenticator], None]


def is_not_verified(answer: TestResponse) -> None:
    """The same answer, whatever was wrong."""
    said = (answer.status_code, answer.json["type"], answer.json["detail"])
    assert said == (403, "/problems/not-verified", "This was not accepted. Begin again.")
    assert "Set-Cookie" not in answer.headers


def self_attested(authenticator: Authenticator) -> None:
    authenticator.format = "packed"
    authenticator.attested = lambda data: {
        "alg": authenticator.algorithm,
        "sig": authenticator.passkeys[-1].sign(data),
    }


@pytest.mark.parametrize("algorithm", [ES256, EDDSA, RS256])
@pytest.mark.parametrize("attest", [lambda _: None, self_attested], ids=["none", "packed"])
def test_somebody_signs_up_and_in(client: FlaskClient, algorithm: int, attest: Lie) -> None:
    ada = Somebody(client, Authenticator(algorithm=algorithm, counts=True))
    attest(ada.authenticator)
    account = ada.sign_up(f"Ada {os.urandom(4).hex()}")
    assert account["bot"] is False
    assert len(set(ada.codes)) == 10
    me = ada.me().json
    assert me["account"] == account
    assert me["recovery_codes_left"] == 10
    assert me["assertion_until"] is not None
    assert me["recovered_at"] is None
    before = ada.cookie
    answer = ada.sign_in()
    assert (answer.status_code, answer.json["account"]) == (201, account)
    assert ada.cookie != before
    assert ada.me().json["account"] == account


def test_what_a_browser_is_asked_for(client: FlaskClient) -> None:
    ada = Somebody(client)
    options = ada.challenge("sign-up", name="Asked Ada")["options"]
    assert options["rp"]["id"] == "localhost"
    assert options["user"]["name"] == "Asked Ada"
    assert options["attestation"] == "none"
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert {one["alg"] for one in options["pubKeyCredParams"]} == {-7, -8, -257}
    asked = ada.challenge("sign-in")["options"]
    assert (asked["rpId"], asked["userVerification"]) == ("localhost", "required")
    assert not asked.get("allowCredentials"), "authenticators may then not say whose the passkey is"


def set_client(**members: Any) -> Lie:
    return lambda it: it.client.update(members)


def set_member(name: str, value: Any) -> Lie:
    return lambda it: setattr(it, name, value)


LIES: dict[str, Lie] = {
    "another site": set_member("origin", "https://evil.example"),
    "another port": set_member("origin", "http://localhost:9000"),
    "another origin beside it": set_member("origin", "http://localhost:8000.evil.example"),
    "inside another page": set_client(crossOrigin=True),
    "inside another page, said oddly": set_client(crossOrigin=1),
    "inside a named page": set_client(topOrigin="http://localhost:8000"),
    "another RP": set_member("rp", "evil.example"),
    "nobody was verified": set_member("flags", UP),
    "nobody was there": set_member("flags", UV),
    "another challenge": set_client(challenge="AAAA"),
    "another ceremony": set_client(type="payment.get"),
}


def with_certificates(authenticator: Authenticator) -> None:
    """An attestation that holds, by a key of the authenticator's maker."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    builder = x509.CertificateBuilder(
        name, name, key.public_key(), 1, datetime(2020, 1, 1), datetime(2120, 1, 1)
    )
    certificate = builder.sign(key, hashes.SHA256()).public_bytes(Encoding.DER)
    authenticator.format = "packed"
    authenticator.attested = lambda data: {
        "alg": ES256,
        "sig": key.sign(data, ec.ECDSA(hashes.SHA256())),
        "x5c": [certificate],
    }


def otherwise_signed(authenticator: Authenticator) -> None:
    authenticator.format = "packed"
    authenticator.attested = lambda data: {"alg": ES256, "sig": authenticator.passkeys[-1].sign(data + b"!")}


LIES_OF_NEW: dict[str, Lie] = {
    "a format that nobody asked for": set_member("format", "fido-u2f"),
    "an unknown format": set_member("format", "unknown"),
    "certificates": with_certificates,
    "a statement beside none": set_member("attested", lambda data: {"sig": b"signature"}),
    "a wrong attestation": otherwise_signed,
    "an algorithm that nobody asked for": set_member("algorithm", -35),
    "a long id": set_member("new_id", bytes(1100)),
}


@pytest.mark.parametrize("lie", [*LIES, *LIES_OF_NEW])
def test_nothing_comes_of_a_sign_up_that_does_not_hold(client: FlaskClient, lie: str) -> None:
    ada = Somebody(client)
    {**LIES, **LIES_OF_NEW}[lie](ada.authenticator)
    is_not_verified(ada.ask("POST", "/v1/accounts", ada.created("sign-up", name="Free Name")))
    assert client.get("/v1/accounts/Free Name").status_code == 404


@pytest.mark.parametrize("lie", LIES)
def test_nobody_signs_in_by_an_answer_that_does_not_hold(client: FlaskClient, lie: str) -> None:
    ada = Somebody(client)
    ada.sign_up(f"Ada {os.urandom(4).hex()}")
    LIES[lie](ada.authenticator)
    is_not_verified(ada.sign_in())


def test_nobody_signs_in_with_what_is_another_persons(client: FlaskClient) -> None:
    ada, bob = Somebody(client), Somebody(client)
    ada.sign_up("Owner Ada")
    bob.sign_up("Owner Bob")
    mine, theirs = ada.authenticator.passkeys[0], bob.authenticator.passkeys[0]
    real_user, real_key = mine.user, mine._ec
    mine.user = theirs.user
    is_not_verified(ada.sign_in())
    mine.user = ""
    is_not_verified(ada.sign_in())
    mine.user, mine._ec = real_user, theirs._ec
    is_not_verified(ada.sign_in())
    mine._ec = real_key
    assert ada.sign_in().status_code == 201
    is_not_verified(bob.sign_in(Passkey(theirs.user)))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_counter_that_does_not_grow_is_refused(client: FlaskClient, count: int) -> None:
    ada = Somebody(client, Authenticator(counts=True))
    ada.sign_up(f"Counting {count}")
    [passkey] = ada.authenticator.passkeys
    passkey.count = 4
    assert ada.sign_in().status_code == 201
    passkey.count = count - 1
    is_not_verified(ada.sign_in())
    passkey.count = 5
    assert ada.sign_in().status_code == 201


def test_a_challenge_is_good_for_one_use(client: FlaskClient) -> None:
    ada = Somebody(client)
    up = ada.created("sign-up", name="Once Ada")
    assert ada.ask("POST", "/v1/accounts", up).status_code == 201
    ada.cookie = None
    is_not_verified(ada.ask("POST", "/v1/accounts", up))
    body = ada.presented("sign-in")
    assert ada.ask("POST", "/v1/sessions", body).status_code == 201
    ada.cookie = None
    is_not_verified(ada.ask("POST", "/v1/sessions", body))


def test_a_challenge_is_for_one_purpose_and_one_session(client: FlaskClient) -> None:
    ada = Somebody(client)
    ada.sign_up("Purpose Ada")
    first = ada.cookie
    for_session = ada.presented("assertion")
    ada.sign_in()
    is_not_verified(ada.ask("POST", "/v1/me/assertions", for_session))
    is_not_verified(ada.ask("POST", "/v1/me/assertions", ada.presented("sign-in")))
    is_not_verified(ada.ask("POST", "/v1/sessions", ada.presented("assertion")))
    is_not_verified(ada.ask("POST", "/v1/accounts", ada.created("passkey")))
    ada.cookie = first
    assert ada.ask("POST", "/v1/me/assertions", for_session).status_code == 201


def test_a_challenge_is_good_for_five_minutes(client: FlaskClient, kronika: Kronika) -> None:
    ada = Somebody(client)
    ada.sign_up("Slow Ada")
    ada.cookie = None
    body = ada.presented("sign-in")
    late(
        kronika,
        "UPDATE challenges SET expires_at = expires_at - 300000 WHERE hash = ?",
        digest(body["challenge"]),
    )
    is_not_verified(ada.ask("POST", "/v1/sessions", body))


def late(kronika: Kronika, sql: str, *params: Any) -> None:
    """Time passes: what is stored is older than it was."""
    kronika.store.append("", [], [Statement(sql, params)])


def test_a_credential_belongs_to_one_account(client: FlaskClient) -> None:
    ada, eve = Somebody(client), Somebody(client)
    ada.sign_up("First Ada")
    eve.authenticator.new_id = ada.authenticator.passkeys[0].id
    answer = eve.ask("POST", "/v1/accounts", eve.created("sign-up", name="Second Eve"))
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/gone-elsewhere")
    assert client.get("/v1/accounts/Second Eve").status_code == 404
    eve.authenticator.new_id = b""
    eve.sign_up("Second Eve")
    eve.authenticator.new_id = ada.authenticator.passkeys[0].id
    assert eve.ask("POST", "/v1/me/passkeys", eve.created("passkey")).status_code == 409
    assert ada.sign_in().status_code == 201


def test_passkeys_are_added_and_removed_and_the_last_one_stays(client: FlaskClient) -> None:
    ada = Somebody(client)
    ada.sign_up("Two Keys")
    added = ada.ask("POST", "/v1/me/passkeys", {**ada.created("passkey"), "label": "the other one"})
    assert (added.status_code, added.json["label"]) == (201, "the other one")
    first, second = ada.ask("GET", "/v1/me/passkeys").json["passkeys"]
    assert second == added.json
    old = ada.cookie
    assert ada.sign_in(ada.authenticator.passkeys[1]).json["account"]["name"] == "Two Keys"
    assert ada.ask("DELETE", f"/v1/me/passkeys/{first['id']}").status_code == 204
    new, ada.cookie = ada.cookie, old
    assert ada.me().status_code == 401, "the sessions of a passkey end with it"
    is_not_verified(ada.sign_in(ada.authenticator.passkeys[0]))
    ada.cookie = new
    answer = ada.ask("DELETE", f"/v1/me/passkeys/{second['id']}")
    assert (answer.status_code, answer.json["type"]) == (409, "/problems/gone-elsewhere")
    assert ada.ask("DELETE", f"/v1/me/passkeys/{first['id']}").status_code == 404


def test_an_authenticator_that_holds_a_passkey_makes_no_other(client: FlaskClient) -> None:
    ada = Somebody(client)
    ada.sign_up("Known Ada")
    [known] = ada.challenge("passkey")["options"]["excludeCredentials"]
    assert known["id"] == b64u(ada.authenticator.passkeys[0].id)


GUARDED = [
    ("POST", "/v1/challenges", {"for": "passkey"}),
    ("POST", "/v1/me/passkeys", {"challenge": "A", "credential": {}}),
    ("DELETE", "/v1/me/passkeys/unknown", None),
    ("POST", "/v1/me/recovery-codes", {}),
    ("PUT", "/v1/me/name", {"name": "Renamed Ada"}),
]


def test_changes_need_a_passkey_presented_lately_by_this_very_session(
    client: FlaskClient, kronika: Kronika
) -> None:
    ada = Somebody(client)
    account = ada.sign_up("Guarded Ada")
    other = Somebody(client, ada.authenticator)
    other.sign_in()
    late(
        kronika,
        "UPDATE credentials SET asserted_until = asserted_until - 300000 WHERE account = ?",
        account["id"],
    )
    for method, path, body in GUARDED:
        answer = ada.ask(method, path, body)
        assert (answer.status_code, answer.json["type"]) == (403, "/problems/assertion-needed"), path
    assert ada.me().json["assertion_until"] is None
    assert other.assertion().status_code == 201
    assert ada.ask("POST", "/v1/me/recovery-codes", {}).status_code == 403
    assert ada.assertion().status_code == 201
    assert ada.ask("POST", "/v1/me/recovery-codes", {}).status_code == 201


def test_nobody_asserts_with_a_passkey_of_somebody_else(client: FlaskClient) -> None:
    ada, bob = Somebody(client), Somebody(client)
    ada.sign_up("Own Ada")
    bob.sign_up("Own Bob")
    is_not_verified(ada.assertion(bob.authenticator.passkeys[0]))
