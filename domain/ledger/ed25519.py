"""Ed25519 (RFC 8032), strictly: every implementation that follows ledger.md accepts the same signatures.

With keys of low order one signature could be valid for any message, and with other encodings of a key or a signature one
statement could be written in several ways: both are rejected. The equation is the one without cofactor.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

KEY_BYTES = 32
SIGNATURE_BYTES = 64
_PRIME = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_LOW_ORDER = frozenset((0, 1, _PRIME - 1, _EIGHTH, _PRIME - _EIGHTH))
"""The y of every point whose order divides eight."""
_IDENTITY = b"\x01" + bytes(31)


def good_key(key: bytes) -> bool:
    """Whether these 32 bytes are an acceptable key: canonically encoded, and not of low order."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    return len(key) == KEY_BYTES and y < _PRIME and y not in _LOW_ORDER


def verify(key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether the holder of a good key (32 bytes) signed (64 bytes) this message."""
    if not good_key(key) or len(signature) != SIGNATURE_BYTES or signature[:32] == _IDENTITY:
        return False
    if int.from_bytes(signature[32:], "little") >= _ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature:
        return False
    return True
