"""Encryption of secrets at rest: AES-256-GCM, each secret bound to its game and version."""

from __future__ import annotations

import hmac
import os
from functools import lru_cache, partial

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from .types import SecretsAltered, StoreUnusable

KEY_BYTES = 32
NONCE_BYTES = 12


class Sealer:
    """AES-GCM: nonce, then ciphertext with its tag. Nonces are random, so one key is safe for 2**32 secrets."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise StoreUnusable(f"The secret key must be {KEY_BYTES} bytes long, not {len(key)}.")
        self._key, self._cipher = key, AESGCM(key)
        self.fingerprint = hmac.digest(key, b"kronika secret key", "sha256")[:8].hex()
        """Identifies the key and reveals nothing about it."""
        pseudonyms = hmac.digest(key, b"kronika pseudonyms", "sha256")
        self.pseudonym = lru_cache(4096)(partial(_pseudonym, pseudonyms))
        """Eight hex digits that are the same for the same text and, without the key, reveal nothing about it."""

    def mac(self, text: str) -> str:
        """HMAC-SHA256 in hexadecimal digits: the same for the same text, and nothing about it without the key."""
        return hmac.digest(self._key, b"kronika mac\0" + text.encode(), "sha256").hex()

    def seal(self, plain: bytes, game_id: str, version: int) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, plain, _associated(game_id, version))

    def open(self, sealed: bytes, game_id: str, version: int) -> bytes:
        try:
            nonce, ciphertext = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
            return self._cipher.decrypt(nonce, ciphertext, _associated(game_id, version))
        except (InvalidTag, ValueError):
            where = f"event {version} of game {game_id}"
            raise SecretsAltered(
                f"The secrets of {where} were altered, moved or sealed by another key."
            ) from None


def _pseudonym(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode(), "sha256")[:4].hex()


def _associated(game_id: str, version: int) -> bytes:
    return f"{game_id}:{version}".encode()
