"""People who bring a seed or a key of their own to a table, as their clients would."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger import canonical, seats
from domain.ledger.text import b64u


def disclosure_of(salt: bytes, action: dict[str, Any]) -> str:
    """What a client makes of its action and 16 random bytes."""
    return b64u(canonical.encode([b64u(salt), action]))


class Chair:
    """One seat: `seed` and `key` are 32 bytes each, or None for who gives none."""

    def __init__(self, ctx: bytes, seat: int, seed: bytes | None = None, key: bytes | None = None) -> None:
        self.ctx, self.seat, self.seed = ctx, seat, seed
        self.private = None if key is None else Ed25519PrivateKey.from_private_bytes(key)
        self.public = None if self.private is None else self.private.public_key().public_bytes_raw()
        self.commitment = None if seed is None else seats.seed_commitment(ctx, seat, seed)

    def taking(self, **more: Any) -> dict[str, Any]:
        """What is sent when sitting down."""
        return {"name": f"P{self.seat}", "seat": self.seat, **self._declared(), **more}

    def _declared(self) -> dict[str, str]:
        told = {} if self.commitment is None else {"seed_commitment": b64u(self.commitment)}
        if self.public is None:
            return told
        message = seats.seat_message(self.ctx, self.seat, self.public, self.commitment, None)
        return {**told, "key": b64u(self.public), "sig": self.signed(message)}

    def signed(self, message: bytes) -> str:
        assert self.private is not None
        return b64u(self.private.sign(message))

    def opening(self, chairs: list[Chair]) -> tuple[str, str | None]:
        """The seed, and the signature under it once all sit on these chairs."""
        assert self.seed is not None
        if self.private is None:
            return b64u(self.seed), None
        everybody = seats.seats_commitment(self.ctx, [(one.public, one.commitment, None) for one in chairs])
        return b64u(self.seed), self.signed(seats.seed_message(self.ctx, self.seat, everybody, self.seed))
