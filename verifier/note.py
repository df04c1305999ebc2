"""Signed heads: checkpoints (C2SP signed notes with one signature) and the cosignatures of witnesses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

from .ed25519 import good_key, good_signature
from .problems import Failed
from .text import b64, from_b64

LOG, WITNESS = 1, 4
"""The purpose of a key: to sign checkpoints, or cosignatures with a time."""
_VKEY = re.compile(r"([!-*,-~]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")
_NOTE = re.compile(r"(([^\s\ud800-\udfff]+)\n(0|[1-9][0-9]{0,15})\n(\S+)\n)\n— (\S+) (\S+)\n")


@dataclass(frozen=True)
class Checkpoint:
    origin: str
    size: int
    root: bytes


@dataclass(frozen=True)
class Key:
    name: str
    id: bytes
    public: bytes


def read_key(vkey: str, kind: int = LOG) -> Key:
    """A verifier key `name+hex(key id)+base64(kind || public key)`."""
    match = _VKEY.fullmatch(vkey)
    if match is None:
        raise Failed("the verifier key is malformed")
    material = _bytes(match[3], 33, "the verifier key")
    key_id = sha256(match[1].encode() + b"\n" + material).digest()[:4]
    if material[0] != kind or key_id.hex() != match[2]:
        raise Failed("the verifier key's id is not that of its name and Ed25519 key")
    if not good_key(material[1:]):
        raise Failed("the verifier key is of small order, or not in its one valid encoding")
    return Key(match[1], key_id, material[1:])


def vkey_of(name: str, public: bytes, kind: int = LOG) -> str:
    """The verifier key of a public key, with another name."""
    material = bytes((kind,)) + public
    key_id = sha256(name.encode() + b"\n" + material).digest()[:4]
    return f"{name}+{key_id.hex()}+{b64(material)}"


def read_note(note: str, vkey: str) -> Checkpoint:
    """The checkpoint of a note, with its signature verified."""
    key = read_key(vkey)
    text, head, signature = _split(note, key, 68)
    if head.origin != key.name:
        raise Failed(f"the checkpoint is not signed by {key.name}")
    if not good_signature(key.public, signature[4:], text):
        raise Failed("the checkpoint's signature is not good")
    return head


def read_cosignature(note: str, vkey: str) -> tuple[Checkpoint, int]:
    """The head that a witness has seen, and its time (seconds since 1970), with its signature verified."""
    key = read_key(vkey, WITNESS)
    text, head, signature = _split(note, key, 76)
    time = int.from_bytes(signature[4:12], "big")
    if not good_signature(key.public, signature[12:], f"cosignature/v1\ntime {time}\n".encode() + text):
        raise Failed(f"the cosignature of {key.name} is not good")
    return head, time


def read_signed(note: str, vkey: str) -> Checkpoint:
    """The checkpoint of a note that others may have signed, too, with the signature of this key verified."""
    key = read_key(vkey)
    single = _signed_by(note, key)
    if not single:
        raise Failed(f"the checkpoint is not signed by {key.name}")
    return read_note(single, vkey)


def read_cosigned(note: str, vkey: str) -> tuple[Checkpoint, int] | None:
    """The same for the cosignature of a witness, with its time; None if the note has none."""
    key = read_key(vkey, WITNESS)
    single = _signed_by(note, key)
    return read_cosignature(single, vkey) if single else None


def read_head(note: str) -> Checkpoint:
    """The head of a note, without verifying any signature."""
    text, _, lines = note.partition("\n\n")
    match = _NOTE.fullmatch(f"{text}\n\n{lines.partition(chr(10))[0]}\n")
    if match is None:
        raise Failed("the checkpoint is not a signed note")
    return Checkpoint(match[2], int(match[3]), _bytes(match[4], 32, "the checkpoint"))


def _signed_by(note: str, key: Key) -> str:
    """The note with only the signature line of a key; "" if it has none."""
    text, _, lines = note.partition("\n\n")
    for line in lines.splitlines():
        signer, _, encoded = line.removeprefix("— ").partition(" ")
        if signer == key.name and encoded.startswith(b64(key.id)[:5]):
            return f"{text}\n\n{line}\n"
    return ""


def _split(note: str, key: Key, size: int) -> tuple[bytes, Checkpoint, bytes]:
    """The signed text, its head, and the `size` bytes of the only signature, which names this key."""
    text, head, signer, signature = parse_note(note, size)
    if signer != key.name or signature[:4] != key.id:
        raise Failed(f"the checkpoint is not signed by {key.name}")
    return text, head, signature


def parse_note(note: str, size: int = 68) -> tuple[bytes, Checkpoint, str, bytes]:
    """The text, its head, the signer's name and the `size` bytes of the only signature, which is not verified."""
    match = _NOTE.fullmatch(note)
    if match is None:
        raise Failed("the checkpoint is not a signed note with one signature")
    text, origin, entries, root, signer, encoded = match.groups()
    head = Checkpoint(origin, int(entries), _bytes(root, 32, "the checkpoint"))
    return text.encode(), head, signer, _bytes(encoded, size, "the checkpoint")


def _bytes(text: str, size: int, what: str) -> bytes:
    try:
        return from_b64(text, size)
    except ValueError as error:
        raise Failed(f"{what} is malformed: {error}") from error
