"""Checkpoints as C2SP signed notes (c2sp.org/signed-note, c2sp.org/tlog-checkpoint), signed with Ed25519."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger import ed25519
from domain.ledger.text import b64, from_b64

ED25519 = b"\x01"
_NAME = re.compile(r"[!-*,-~]+")
_SIGNATURE = re.compile(r"— ([^\s+]+) (\S+)")
_CHECKPOINT = re.compile(r"([^\n]+)\n(0|[1-9][0-9]*)\n([A-Za-z0-9+/]{43}=)\n")


class BadNote(ValueError):
    """A note, verifier key or checkpoint that is malformed or does not verify."""


class Checkpoint(NamedTuple):
    """The head of a log: how many entries, and the root over them."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{b64(self.root)}\n"


def parse_checkpoint(text: str) -> Checkpoint:
    match = _CHECKPOINT.fullmatch(text)
    if match is None:
        raise BadNote("not a checkpoint of three lines")
    try:
        return Checkpoint(match[1], int(match[2]), from_b64(match[3]))
    except ValueError as error:
        raise BadNote("the root is not plain base64") from error


@lru_cache(maxsize=1024)
def key_id(name: str, public: bytes, kind: bytes = ED25519) -> bytes:
    return sha256(name.encode() + b"\n" + kind + public).digest()[:4]


def make_vkey(name: str, public: bytes, kind: bytes = ED25519) -> str:
    """The verifier key of a raw Ed25519 public key under a key name (a game's origin, a witness's name)."""
    if not _NAME.fullmatch(name):
        raise BadNote(f"{name!r} is no key name: printable ASCII without spaces and plus signs")
    return f"{name}+{key_id(name, public, kind).hex()}+{b64(kind + public)}"


def parse_vkey(vkey: str, kind: bytes = ED25519) -> tuple[str, bytes]:
    """The key name and the raw key; checks the key id, and that the key is one of this kind."""
    try:
        name, _, encoded = vkey.split("+", 2)
        public = from_b64(encoded).removeprefix(kind)
        if make_vkey(name, public, kind) != vkey:
            raise BadNote("the key id does not belong to this name and key")
    except ValueError as error:
        raise BadNote(f"not a verifier key: {error}") from error
    if not ed25519.good_key(public):
        raise BadNote("not a verifier key: no Ed25519 key is written so, or it is of low order")
    return name, public


def sign(text: str, name: str, private: Ed25519PrivateKey, public: bytes | None = None) -> str:
    """The signed note of a text that ends with a newline. `public` is the raw key, if known; deriving it takes time."""
    if not text.endswith("\n"):
        raise BadNote("a note's text ends with a newline")
    public = public or private.public_key().public_bytes_raw()
    signature = key_id(name, public) + private.sign(text.encode())
    return f"{text}\n— {name} {b64(signature)}\n"


def verify(note: str, vkey: str) -> str:
    """The text of a note with a valid signature by this key; signatures by other keys are ignored."""
    name, public = parse_vkey(vkey)
    ours = key_id(name, public)
    text, signatures = split(note)
    for signer, signature in signatures:
        if signer == name and signature[:4] == ours:
            if not ed25519.verify(public, signature[4:], text.encode()):
                raise BadNote("the signature is not good")
            return text
    raise BadNote(f"not signed by {name}")


def split(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    """The text of a note, and its signatures, each with the claimed name of its signer."""
    body, gap, tail = note.rpartition("\n\n")
    lines = tail.split("\n")
    if not gap or len(lines) < 2 or lines.pop():
        raise BadNote("no signature lines")
    return body + "\n", [_signature(line) for line in lines]


def _signature(line: str) -> tuple[str, bytes]:
    match = _SIGNATURE.fullmatch(line)
    if match is None:
        raise BadNote("a malformed signature line")
    try:
        return match[1], from_b64(match[2])
    except ValueError as error:
        raise BadNote("a signature that is not plain base64") from error
