"""The secret key of a store: the first key is permanent, and every later start must present the same one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .engine import NO_END, Batch, Engine
from .reading import SECRETS, Reader
from .sealing import Sealer
from .types import Statement, StoreUnusable

FINGERPRINT = "SELECT value FROM store_meta WHERE name = 'secret-key-fingerprint'"
STORE_FINGERPRINT = (
    "INSERT INTO store_meta (name, value) VALUES ('secret-key-fingerprint', ?) ON CONFLICT (name) DO NOTHING"
)
PROOF = "SELECT value FROM store_meta WHERE name = 'secret-key'"
DROP_PROOF = "DELETE FROM store_meta WHERE name = 'secret-key'"
SEAL = "UPDATE event_secrets SET sealed = ? WHERE game_id = ? AND version = ?"

KeyOf = Callable[[bool], bytes]
"""Returns the secret key. The argument says whether the store already has one."""


class SecretKey:
    """The key that was given, and what the database knows of its own. `has_tables`: the database is not empty."""

    def __init__(self, engine: Engine, key: bytes | KeyOf, has_tables: bool) -> None:
        self._engine = engine
        self.sealer = Sealer(key(has_tables and self._is_known()) if callable(key) else key)
        if has_tables:
            self.check()

    def store(self) -> None:
        """Make this the store's key, unless it has one; then check that they are the same."""
        fingerprint = self.sealer.fingerprint.encode()
        self._engine.write(Batch(statements=[Statement(STORE_FINGERPRINT, (fingerprint,))]))
        self.check()

    def check(self) -> None:
        """Raise `StoreUnusable` if the store has another key."""
        for (fingerprint,) in self._engine.queries.read(FINGERPRINT):
            if fingerprint != self.sealer.fingerprint.encode():
                raise _wrong_key(self.sealer.fingerprint, bytes(fingerprint).decode())

    def _is_known(self) -> bool:
        """By a fingerprint or, in an earlier layout, by a proof, which is empty if the store has no key."""
        return any(
            value for (value,) in [*self._engine.queries.read(FINGERPRINT), *self._engine.queries.read(PROOF)]
        )


def encrypt_secrets(reader: Reader) -> Iterator[Statement]:
    """Encrypts the secrets that a store without a key holds in plain text. For a migration: every store has a key today."""
    for (proof,) in reader.query(PROOF):
        if proof:
            _check_proof(proof, reader)
        else:
            yield from _sealed(reader)
        yield Statement(DROP_PROOF)


def _check_proof(proof: bytes, reader: Reader) -> None:
    """Raise `StoreUnusable` unless the store's key made the proof of it that an earlier layout stored."""
    try:
        reader.unseal(proof, "", 0)
    except StoreUnusable:
        raise _wrong_key(reader.key_fingerprint, "another one") from None


def _sealed(reader: Reader) -> Iterator[Statement]:
    for game in reader.games():
        for version, plain in reader.query(SECRETS, (game, 0, NO_END)):
            yield Statement(SEAL, (reader.seal(plain, game, version), game, version))


def _wrong_key(fingerprint: str, known: str) -> StoreUnusable:
    return StoreUnusable(
        f"The secret key (fingerprint {fingerprint}) is not the one that this store's secrets are encrypted with "
        f"({known}): give that one, in KRONIKA_SECRET_KEY or as secret.key in the data folder."
    )
