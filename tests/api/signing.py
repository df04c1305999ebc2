"""A player who brings a key of his own and acts signed, over HTTP."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.ledger.merkle import leaf_hash, tree_root
from domain.ledger.signed_actions import action_hash, action_message
from domain.ledger.text import b64u
from tests.api.kit import Seated, bearer
from tests.service.chairs import Chair, disclosure_of


class Signing(Seated):
    """A game where seat 1 has a key and seat 2 has none."""

    chair: Chair

    @classmethod
    def at(cls, client: FlaskClient, **more: Any) -> Signing:
        made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2, **more}).json
        game = cls(client, made["id"], made["organiser_token"], {})
        game.chair = Chair(sha256(b"\0" + game.entries()[0]).digest(), 1, key=secrets.token_bytes(32))
        for entrant in (game.chair.taking(), {"name": "Bo", "seat": 2}):
            answer = client.post(f"{game.url}/seats", json=entrant)
            game.tokens[answer.json["seat"]] = answer.json["token"]
        return game

    def entries(self, token: str | None = None) -> list[bytes]:
        headers = bearer(token) if token else {}
        return self.client.get(f"{self.url}/ledger/entries", headers=headers).data.splitlines()

    def signed(
        self,
        action: dict[str, Any],
        n: int | None = None,
        key: Ed25519PrivateKey | None = None,
        seat: int = 1,
        salt: bytes | None = None,
        entries: list[bytes] | None = None,
        game: str | None = None,
    ) -> dict[str, Any]:
        """What is posted in place of the action."""
        entries = self.entries() if entries is None else entries
        n = len(entries) if n is None else n
        disclosure = disclosure_of(secrets.token_bytes(16) if salt is None else salt, action)
        head = tree_root([leaf_hash(entry) for entry in entries[:n]])
        hashed = action_hash(disclosure)
        message = action_message(bytes.fromhex(game or self.id), seat, n, head, hashed)
        private = key or self.chair.private
        assert private is not None
        return {"signed": {"n": n, "disclosure": disclosure, "s": b64u(private.sign(message))}}

    def act_signed(self, action: dict[str, Any] | None = None, **more: Any) -> TestResponse:
        """Seat 1's action, by default its first legal one."""
        return self.post("/actions", 1, self.signed(action or self.legal(1)[0], **more))

    def until_first_acts(self) -> None:
        """Seat 2 plays until it is seat 1's turn."""
        while self.to_act() != 1:
            self.post("/actions", 2, self.legal(2)[0])

    def over(self) -> None:
        answer = self.client.post(f"{self.url}/abandonment", headers=bearer(self.organiser))
        assert answer.status_code == 200
