"""Bytes as text: base64 by RFC 4648, both alphabets, decoded strictly (one text per value)."""

from base64 import b64decode
from binascii import b2a_base64

URL_ALPHABET = bytes.maketrans(b"+/", b"-_")


def b64(data: bytes) -> str:
    """The standard alphabet, padded: hashes, keys and signatures in notes and proofs."""
    return b2a_base64(data, newline=False).decode()


def b64u(data: bytes) -> str:
    """The URL alphabet without padding: salts, digests, disclosures, seeds and draw keys."""
    return b2a_base64(data, newline=False).rstrip(b"=").translate(URL_ALPHABET).decode()


def from_b64(text: str) -> bytes:
    """The bytes of `b64`; ValueError on anything that `b64` would not have written."""
    data = b64decode(text, validate=True)
    if b64(data) != text:
        raise ValueError("base64 with stray bits")
    return data


def from_b64u(text: str) -> bytes:
    """The bytes of `b64u`; ValueError on anything that `b64u` would not have written."""
    data = b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if b64u(data) != text:
        raise ValueError("base64url with stray bits")
    return data
