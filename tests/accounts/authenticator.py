"""A software authenticator with its browser: passkeys of all three algorithms, honest unless a test makes them lie."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from functools import cache
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

from domain.ledger.text import b64u, from_b64u

ORIGIN = "http://localhost:8000"
UP, UV, AT = 1, 4, 64
ES256, EDDSA, RS256 = -7, -8, -257


@cache
def rsa_key() -> rsa.RSAPrivateKey:
    """One for all, because it takes long to make."""
    return rsa.generate_private_key(65_537, 2048)


class Passkey:
    """A credential. `count` is its counter, None for one that does not count."""

    def __init__(self, user: str, algorithm: int = ES256, count: int | None = 0, id: bytes = b"") -> None:
        self.id, self.user, self.algorithm, self.count = id or os.urandom(32), user, algorithm, count
        self._ec = ec.generate_private_key(ec.SECP256R1())
        self._ed = ed25519.Ed25519PrivateKey.generate()

    def cose(self) -> bytes:
        if self.algorithm == EDDSA:
            return cbor2.dumps({1: 1, 3: EDDSA, -1: 6, -2: self._ed.public_key().public_bytes_raw()})
        if self.algorithm == RS256:
            modulus = rsa_key().public_key().public_numbers().n.to_bytes(256, "big")
            return cbor2.dumps({1: 3, 3: RS256, -1: modulus, -2: b"\x01\x00\x01"})
        point = self._ec.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (point.x, point.y))
        return cbor2.dumps({1: 2, 3: self.algorithm, -1: 1, -2: x, -3: y})

    def sign(self, data: bytes) -> bytes:
        if self.algorithm == EDDSA:
            return self._ed.sign(data)
        if self.algorithm == RS256:
            return rsa_key().sign(data, padding.PKCS1v15(), hashes.SHA256())
        return self._ec.sign(data, ec.ECDSA(hashes.SHA256()))


class Authenticator:
    """What a browser at `origin` gets of it. `client` is added to the client's data, `flags` and `rp` are what it signs."""

    def __init__(self, origin: str = ORIGIN, algorithm: int = ES256, counts: bool = False) -> None:
        self.origin, self.algorithm, self.counts = origin, algorithm, counts
        self.passkeys: list[Passkey] = []
        self.client: dict[str, Any] = {"crossOrigin": False}
        self.flags, self.rp, self.format = UP | UV, "localhost", "none"
        self.attested: Callable[[bytes], dict[str, Any]] = lambda data: {}
        self.new_id = b""

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """What `navigator.credentials.create` gives, as JSON."""
        passkey = Passkey(options["user"]["id"], self.algorithm, 0 if self.counts else None, self.new_id)
        self.passkeys.append(passkey)
        client = self._client("webauthn.create", options)
        attested = bytes(16) + len(passkey.id).to_bytes(2, "big") + passkey.id + passkey.cose()
        data = self._data(passkey, self.flags | AT) + attested
        statement = self.attested(data + hashlib.sha256(client).digest())
        whole = cbor2.dumps({"fmt": self.format, "attStmt": statement, "authData": data})
        return _credential(passkey, {"clientDataJSON": b64u(client), "attestationObject": b64u(whole)})

    def get(self, options: dict[str, Any], passkey: Passkey | None = None) -> dict[str, Any]:
        """What `navigator.credentials.get` gives, as JSON, by the passkey made last unless another one is named."""
        passkey = passkey or self.passkeys[-1]
        if passkey.count is not None:
            passkey.count += 1
        client, data = self._client("webauthn.get", options), self._data(passkey, self.flags)
        signature = passkey.sign(data + hashlib.sha256(client).digest())
        members = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        spelled = {name: b64u(value) for name, value in members.items()}
        return _credential(passkey, {**spelled, "userHandle": passkey.user})

    def _client(self, type: str, options: dict[str, Any]) -> bytes:
        said = {"type": type, "challenge": options["challenge"], "origin": self.origin, **self.client}
        return json.dumps(said).encode()

    def _data(self, passkey: Passkey, flags: int) -> bytes:
        return (
            hashlib.sha256(self.rp.encode()).digest()
            + bytes([flags])
            + (passkey.count or 0).to_bytes(4, "big")
        )


def _credential(passkey: Passkey, response: dict[str, str]) -> dict[str, Any]:
    id = b64u(passkey.id)
    assert from_b64u(id) == passkey.id
    return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}
