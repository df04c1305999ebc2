"""Secrets at rest: AES-256-GCM, each bound to the game and version it belongs to."""

from __future__ import annotations

import hmac
import os

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from .rows import StoreUnusable

KEY_BYTES = 32
NONCE_BYTES = 12


class Sealer:
    """AES-GCM: nonce, then ciphertext with its tag. Random nonces: one key serves 2**32 secrets."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise StoreUnusable(f"The secret key must be {KEY_BYTES} bytes long, not {len(key)}.")
        self._cipher = AESGCM(key)
        self.fingerprint = hmac.digest(key, b"kronika secret key", "sha256")[:8].hex()
        """Names the key and says nothing about it."""

    def seal(self, plain: bytes, game_id: str, version: int) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, _place(game_id, version))

    def open(self, sealed: bytes, game_id: str, version: int) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], _place(game_id, version))
        except (InvalidTag, ValueError):
            where = f"event {version} of game {game_id}"
            raise StoreUnusable(
                f"The secrets of {where} were altered, moved or sealed by another key."
            ) from None


def check_proof(proof: bytes, sealer: Sealer) -> None:
    """Raise `StoreUnusable` unless this sealer made the proof that an earlier layout kept of its key."""
    try:
        sealer.open(proof, "", 0)
    except StoreUnusable:
        raise other_key(sealer, "another one") from None


def other_key(sealer: Sealer, known: str) -> StoreUnusable:
    return StoreUnusable(
        f"The secret key (fingerprint {sealer.fingerprint}) is not the one that this store's secrets are encrypted with "
        f"({known}): give that one, in KRONIKA_SECRET_KEY or as secret.key in the data folder."
    )


def _place(game_id: str, version: int) -> bytes:
    return f"{game_id}:{version}".encode()
