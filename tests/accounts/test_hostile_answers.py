"""Answers to challenges that no browser gives."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.accounts.signing import Somebody
from tests.accounts.test_signing_in import is_not_verified


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"id": 5},
        {"id": "A", "response": {}},
        {"id": "A", "rawId": "A", "type": "public-key", "response": []},
    ],
)
def test_malformed_credentials_are_not_verified(client: FlaskClient, credential: dict[str, Any]) -> None:
    ada = Somebody(client)
    for purpose, path in (("sign-up", "/v1/accounts"), ("sign-in", "/v1/sessions")):
        more = {"name": "Malformed Ada"} if purpose == "sign-up" else {}
        challenge = ada.challenge(purpose, **more)["challenge"]
        is_not_verified(ada.ask("POST", path, {"challenge": challenge, "credential": credential}))


def test_long_answers_are_not_read(client: FlaskClient) -> None:
    """Short ones hold: CBOR of 48 kB whose keys all have one hash takes a second to read."""
    ada = Somebody(client)
    for length, status in ((6_001, 403), (2_000, 201)):
        body = ada.created("sign-up", name="Hostile Ada")
        body["credential"]["response"]["publicKey"] = "A" * length
        assert ada.ask("POST", "/v1/accounts", body).status_code == status
    ada.authenticator.client["padding"] = "A" * 6_000
    is_not_verified(ada.sign_in())
