"""What docs/ledger.md builds on, written down again from its definitions: no code of the project is used here."""

from __future__ import annotations

import hmac
import json
from base64 import b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256, sha512
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def jcs(tree: Any) -> str:
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def b64(data: bytes) -> str:
    return b64encode(data).decode()


def b64u(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def unb64u(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def u8(n: int) -> bytes:
    return n.to_bytes(1, "big")


def u32(n: int) -> bytes:
    return n.to_bytes(4, "big")


def u64(n: int) -> bytes:
    return n.to_bytes(8, "big")


def leaf(data: bytes) -> bytes:
    return digest_of(b"\x00", data)


def node(left: bytes, right: bytes) -> bytes:
    return digest_of(b"\x01", left, right)


def cut(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def root(leaves: list[bytes]) -> bytes:
    """MTH of RFC 9162, section 2.1.1, over leaf hashes."""
    if len(leaves) < 2:
        return leaves[0] if leaves else digest_of(b"")
    k = cut(len(leaves))
    return node(root(leaves[:k]), root(leaves[k:]))


def path(m: int, leaves: list[bytes]) -> list[bytes]:
    """PATH of RFC 9162, section 2.1.3.1."""
    if len(leaves) < 2:
        return []
    k = cut(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), root(leaves[k:])]
    return [*path(m - k, leaves[k:]), root(leaves[:k])]


def words(key: bytes, salt: bytes, info: bytes) -> Iterator[int]:
    """HKDF-SHA256 of RFC 5869 as integers of eight bytes."""
    secret, block = hmac.digest(salt, key, "sha256"), b""
    for counter in range(1, 256):
        block = hmac.digest(secret, block + info + u8(counter), "sha256")
        yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))


def below(stream: Iterator[int], m: int) -> int:
    limit = 2**64 - 2**64 % m
    return next(word for word in stream if word < limit) % m


def shuffled(stream: Iterator[int], items: list[Any]) -> list[Any]:
    a = list(items)
    for i in range(len(a) - 1, 0, -1):
        j = below(stream, i + 1)
        a[i], a[j] = a[j], a[i]
    return a


class Key:
    """A private Ed25519 key made from a word, so that every run has the same."""

    def __init__(self, word: str) -> None:
        self.secret = digest_of(word.encode())
        self._private = Ed25519PrivateKey.from_private_bytes(self.secret)
        self.public = self._private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)

    def scalar(self) -> int:
        """The secret number a of RFC 8032, section 5.1.5: the public key is a B."""
        half = int.from_bytes(sha512(self.secret).digest()[:32], "little")
        return half & (2**254 - 8) | 2**254


def sha512_scalar(data: bytes) -> int:
    return int.from_bytes(sha512(data).digest(), "little")


def vkey_of(name: str, public: bytes, kind: int = 1) -> str:
    return f"{name}+{key_id(name, public, kind).hex()}+{b64(u8(kind) + public)}"


def key_id(name: str, public: bytes, kind: int = 1) -> bytes:
    return digest_of(name.encode(), b"\n", u8(kind), public)[:4]


def head_text(origin: str, size: int, head: bytes) -> str:
    return f"{origin}\n{size}\n{b64(head)}\n"


def signed_note(text: str, name: str, key: Key) -> str:
    return f"{text}\n— {name} {b64(key_id(name, key.public) + key.sign(text.encode()))}\n"


def cosigned(text: str, name: str, key: Key, time: int = 1_700_000_000) -> dict[str, str]:
    """A cosignature as it stands in an audit file."""
    signature = u64(time) + key.sign(f"cosignature/v1\ntime {time}\n{text}".encode())
    note = f"{text}\n— {name} {b64(key_id(name, key.public, 4) + signature)}\n"
    return {"vkey": vkey_of(name, key.public, 4), "note": note}
