"""The service's signing key: made on the first start, stored in the data folder, never replaced silently."""

from __future__ import annotations

import hmac
import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger import note
from service.settings import BadSetting

FILE = "signing.key"


class Signer:
    """Signs checkpoints, and derives what has to be the same at every try of one request."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._private.public_key().public_bytes_raw()

    def vkey(self, origin: str) -> str:
        return note.make_vkey(origin, self.public)

    def checkpoint(self, origin: str, size: int, root: bytes) -> str:
        """A signed note over the head of a game's log."""
        return note.sign(note.Checkpoint(origin, size, root).text(), origin, self._private, self.public)

    def derive(self, purpose: str) -> bytes:
        """32 bytes that only this key can make again."""
        return hmac.digest(self._seed, b"kronika/derive\n" + purpose.encode(), "sha256")


def load_signer(data: Path, create: bool = True) -> Signer:
    """The key in `data`/signing.key (32 bytes, rights 0600); made when there is none and `create` is set."""
    path = data / FILE
    try:
        if not path.exists() and create:
            _make(path)
        seed = path.read_bytes()
    except OSError as error:
        raise BadSetting(f"The signing key {path} cannot be used: {error.strerror}.") from error
    if len(seed) != 32:
        raise BadSetting(f"{path} is not a signing key: it has {len(seed)} bytes instead of 32.")
    return Signer(seed)


def _make(path: Path) -> None:
    """Two processes may start at once: the first one's key counts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{FILE}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink()
