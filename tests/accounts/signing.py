"""Somebody who signs up and in with passkeys, through the public surface."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.accounts.authenticator import Authenticator, Passkey

SAME = {"Sec-Fetch-Site": "same-origin"}


class Somebody:
    """A browser with an authenticator. `cookie` is that of its session, if it has one."""

    def __init__(self, client: FlaskClient, authenticator: Authenticator | None = None) -> None:
        self.client, self.authenticator = client, authenticator or Authenticator()
        self.cookie: str | None = None
        self.codes: list[str] = []

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        """A request of the service's own page, unless the headers say otherwise."""
        sent = {**SAME, **({"Cookie": self.cookie} if self.cookie else {}), **headers}
        answer = self.client.open(path, method=method, json=body, headers=sent)
        for set_cookie in answer.headers.getlist("Set-Cookie"):
            self.cookie = set_cookie.split(";")[0]
        return answer

    def challenge(self, purpose: str, **more: Any) -> dict[str, Any]:
        answer = self.ask("POST", "/v1/challenges", {"for": purpose, **more})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json
        return found

    def created(self, purpose: str, **more: Any) -> dict[str, Any]:
        """The body for a new passkey."""
        asked = self.challenge(purpose, **more)
        return {"challenge": asked["challenge"], "credential": self.authenticator.create(asked["options"])}

    def presented(self, purpose: str, passkey: Passkey | None = None) -> dict[str, Any]:
        """The body that presents a passkey."""
        asked = self.challenge(purpose)
        answer = self.authenticator.get(asked["options"], passkey)
        return {"challenge": asked["challenge"], "credential": answer}

    def sign_up(self, name: str) -> dict[str, Any]:
        answer = self.ask("POST", "/v1/accounts", self.created("sign-up", name=name))
        assert answer.status_code == 201, answer.text
        self.codes = answer.json["recovery_codes"]
        account: dict[str, Any] = answer.json["account"]
        return account

    def sign_in(self, passkey: Passkey | None = None) -> TestResponse:
        self.cookie = None
        return self.ask("POST", "/v1/sessions", self.presented("sign-in", passkey))

    def assertion(self, passkey: Passkey | None = None) -> TestResponse:
        return self.ask("POST", "/v1/me/assertions", self.presented("assertion", passkey))

    def recover(self, code: str) -> TestResponse:
        self.cookie = None
        return self.ask("POST", "/v1/recoveries", self.created("recovery", code=code))

    def me(self) -> TestResponse:
        return self.ask("GET", "/v1/me")
