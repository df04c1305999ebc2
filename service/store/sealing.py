"""Secrets at rest: AES-256-GCM, each bound to the game and version it belongs to."""

from __future__ import annotations

import os
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from .rows import StoreUnusable

KEY_BYTES = 32
NONCE_BYTES = 12
_PROOF = b"kronika secrets"  # sealed once when the store is made, to know the key again


class Sealer(Protocol):
    def seal(self, plain: bytes, game_id: str, version: int) -> bytes: ...
    def open(self, sealed: bytes, game_id: str, version: int) -> bytes: ...


class AesSealer:
    """Nonce, then ciphertext with its tag. Random nonces: one key serves 2**32 secrets."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise StoreUnusable(f"The secret key must be {KEY_BYTES} bytes long, not {len(key)}.")
        self._cipher = AESGCM(key)

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


class PlainSealer:
    """For a store without a key: secrets stand in their table as they are."""

    def seal(self, plain: bytes, game_id: str, version: int) -> bytes:
        return plain

    def open(self, sealed: bytes, game_id: str, version: int) -> bytes:
        return sealed


def sealer(key: bytes | None) -> Sealer:
    return PlainSealer() if key is None else AesSealer(key)


def key_proof(key: bytes | None) -> bytes:
    """What a new store remembers its key by; it says nothing about the key."""
    return b"" if key is None else AesSealer(key).seal(_PROOF, "", 0)


def check_key(proof: bytes, key: bytes | None) -> None:
    """Raise `StoreUnusable` unless `proof` was made with the same key (or, like `key`, with none)."""
    if key is None and proof:
        raise StoreUnusable("The secrets of this store are encrypted: give the secret key it was made with.")
    if key is not None and not proof:
        raise StoreUnusable("This store was made without a secret key: open it without one.")
    if key is not None:
        try:
            AesSealer(key).open(proof, "", 0)
        except StoreUnusable:
            raise StoreUnusable("The secret key is not the one this store was made with.") from None


def _place(game_id: str, version: int) -> bytes:
    return f"{game_id}:{version}".encode()
