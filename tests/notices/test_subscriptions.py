"""Subscriptions to push messages over HTTP."""

from __future__ import annotations

import os
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.ledger.text import b64u, from_b64u
from service.accounts.notices import vapid
from service.operation.app import Kronika
from service.system.settings import Settings
from tests.accounts.conftest import app, client, kronika, quick_keys, shared_painter, unhurried
from tests.accounts.kit import Person, person, personal_token
from tests.api.conftest import pushing
from tests.api.kit import bearer

__all__ = ["app", "client", "kronika", "pushing", "quick_keys", "shared_painter", "unhurried"]
PATH = "/v1/me/subscriptions"


def browser(n: int = 0, **more: Any) -> dict[str, Any]:
    """A subscription as browsers write it."""
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": b64u(point), "auth": b64u(os.urandom(16))}
    return {"endpoint": f"https://push.example/{n}", "expirationTime": None, "keys": keys, **more}


def made(client: FlaskClient, who: Person, body: dict[str, Any]) -> TestResponse:
    return client.post(PATH, json=body, headers=who.headers)


@pytest.mark.parametrize(
    ("origin", "accounts", "is_offered"),
    [
        ("https://kronika.example", True, True),
        ("https://kronika.example:8443", True, True),
        ("https://kronika.example", False, False),
        ("http://localhost:8000", True, False),
        ("https://localhost", True, False),
    ],
)
def test_they_are_offered_at_an_address_of_the_internet(
    origin: str, accounts: bool, is_offered: bool
) -> None:
    assert vapid.is_offered(Settings(origin_url=origin, accounts=accounts)) is is_offered


def test_where_they_are_not_offered_there_is_nothing(client: FlaskClient, kronika: Kronika) -> None:
    assert client.get("/v1/push").status_code == 404
    assert made(client, person(kronika, "Ann Local"), browser()).status_code == 404


@pytest.mark.usefixtures("pushing")
def test_an_account_subscribes_its_browsers(client: FlaskClient, kronika: Kronika) -> None:
    ann, bob = person(kronika, "Ann"), person(kronika, "Bob")
    key = from_b64u(client.get("/v1/push").json["key"])
    assert ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    ids = [made(client, ann, browser(n)).json["id"] for n in range(10)]
    assert len(set(ids)) == 10
    assert made(client, ann, browser(3)).json["id"] == ids[3]
    refused = made(client, ann, browser(10))
    assert (refused.status_code, refused.json["type"].rpartition("/")[2]) == (409, "gone-elsewhere")
    assert client.delete(f"{PATH}/{ids[0]}", headers=bob.headers).status_code == 404
    assert client.delete(f"{PATH}/{ids[0]}", headers=ann.headers).status_code == 204
    assert client.delete(f"{PATH}/{ids[0]}", headers=ann.headers).status_code == 404
    assert made(client, ann, browser(10)).status_code == 201
    sealed = kronika.store.query("SELECT sealed FROM push_subscriptions")
    assert not [row for (row,) in sealed if b"push.example" in row]


@pytest.mark.usefixtures("pushing")
def test_what_cannot_be_reached_is_refused(client: FlaskClient, kronika: Kronika) -> None:
    eve = person(kronika, "Eve")
    keys = browser()["keys"]
    for body in (
        browser(endpoint="http://push.example/"),
        browser(endpoint="https://127.0.0.1/"),
        browser(endpoint="https://push.example:22/"),
        browser(keys={**keys, "p256dh": b64u(b"\4" + bytes(64))}),
        browser(keys={**keys, "auth": b64u(bytes(15))}),
    ):
        assert made(client, eve, body).status_code == 422
    token = personal_token(kronika, eve.account, "read", "play", "tables", "hooks", "referee")
    assert client.post(PATH, json=browser(), headers=bearer(token)).status_code == 403
    elsewhere = {**eve.headers, "Sec-Fetch-Site": "cross-site"}
    assert client.post(PATH, json=browser(), headers=elsewhere).status_code == 403
    assert client.post(PATH, json=browser()).status_code == 401
