"""Signed checkpoints: C2SP signed notes with one Ed25519 signature."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from verifier.report import Failed
from verifier.text import from_b64

_VKEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")
_NOTE = re.compile(r"((\S+)\n(0|[1-9][0-9]{0,15})\n(\S+)\n)\n— (\S+) (\S+)\n")


@dataclass(frozen=True)
class Checkpoint:
    origin: str
    size: int
    root: bytes


def read_key(vkey: str) -> tuple[str, bytes, Ed25519PublicKey]:
    """Name, key id and key of a verifier key `name+hex(key id)+base64(01 || public key)`."""
    match = _VKEY.fullmatch(vkey)
    if match is None:
        raise Failed("the verifier key is malformed")
    try:
        material = from_b64(match[3], 33)
    except ValueError as error:
        raise Failed(f"the verifier key is malformed: {error}") from error
    key_id = sha256(match[1].encode() + b"\n" + material).digest()[:4]
    if material[0] != 1 or key_id.hex() != match[2]:
        raise Failed("the verifier key's id is not that of its name and Ed25519 key")
    return match[1], key_id, Ed25519PublicKey.from_public_bytes(material[1:])


def read_note(note: str, vkey: str) -> Checkpoint:
    """The checkpoint of a note, its signature checked."""
    name, key_id, public = read_key(vkey)
    match = _NOTE.fullmatch(note)
    if match is None:
        raise Failed("the checkpoint is not a signed note with one signature")
    text, origin, size, root, signer, signature = match.groups()
    try:
        signed, head = from_b64(signature, 68), from_b64(root, 32)
    except ValueError as error:
        raise Failed(f"the checkpoint is malformed: {error}") from error
    if signer != name or signed[:4] != key_id or origin != name:
        raise Failed(f"the checkpoint is not signed by {name}")
    try:
        public.verify(signed[4:], text.encode())
    except InvalidSignature as error:
        raise Failed("the checkpoint's signature is not good") from error
    return Checkpoint(origin, int(size), head)
