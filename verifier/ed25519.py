"""Strict Ed25519, so that every verifier gives the same result for every signature (docs/ledger.md, section 4)."""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
Y = int("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16)
SMALL = {0, 1, P - 1, Y, P - Y}
"""The y of all points of small order: a signature by such a key is valid for every message."""
IDENTITY = b"\x01" + bytes(31)


def good_key(key: bytes) -> bool:
    y = int.from_bytes(key, "little") % 2**255
    return y < P and y not in SMALL


def good_signature(key: bytes, signature: bytes, message: bytes) -> bool:
    """`key` has 32 bytes and `signature` 64. OpenSSL computes the equation without cofactor."""
    point, scalar = signature[:32], int.from_bytes(signature[32:], "little")
    if not good_key(key) or scalar >= ORDER or point == IDENTITY:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True
