"""The service's signing key: made on the first start, stored in the data folder, never replaced silently."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger import cosignature, note
from service.log.key_files import read_key

FILE = "signing.key"


def fingerprint_of(public: bytes) -> str:
    """A short name of a public key, for messages."""
    return hashlib.sha256(public).hexdigest()[:16]


class Signer:
    """Signs checkpoints, and derives values that have to be the same at each attempt of one request."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._private.public_key().public_bytes_raw()

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.public)

    def vkey(self, origin: str) -> str:
        return note.make_vkey(origin, self.public)

    def checkpoint(self, origin: str, size: int, root: bytes) -> str:
        """A signed note over the head of a game's log."""
        return note.sign(note.Checkpoint(origin, size, root).text(), origin, self._private, self.public)

    def note(self, name: str, text: str) -> str:
        """A signed note of a text that cannot be taken for the head of a log."""
        return note.sign(text, name, self._private, self.public)

    def witness_vkey(self, name: str) -> str:
        """The verifier key of this service's cosignatures."""
        return cosignature.make_vkey(name, self.public)

    def cosignature(self, text: str, name: str, at: int) -> str:
        """The signature line that confirms that this head was seen at a time, in seconds since 1970."""
        return cosignature.cosign(text, name, self._private, at)

    def derive(self, purpose: str) -> bytes:
        """32 bytes that only this key can reproduce."""
        return hmac.digest(self._seed, b"kronika/derive\n" + purpose.encode(), "sha256")


def load_signer(data: Path, create: bool = True) -> Signer:
    """The key in `data`/signing.key; with `create`, made if it is missing."""
    return Signer(read_key(data / FILE, "signing key", create))
