"""Cosignatures (c2sp.org/tlog-cosignature): a witness says when it saw a head that continues all heads it saw before.

`Submission` is the request to a witness (c2sp.org/tlog-witness, `add-checkpoint`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger import ed25519, note
from domain.ledger.note import BadNote
from domain.ledger.text import b64, from_b64

COSIGNATURE = b"\x04"
"""The kind of a witness's key."""
MAX_HASHES = 63
_OLD = re.compile(r"old (0|[1-9][0-9]{0,15})")
_TIME_BYTES = 8


class Submission(NamedTuple):
    """A head on its way to a witness: the signed note, and the proof that it continues the head of `old` entries."""

    old: int
    proof: Sequence[bytes]
    note: str

    def text(self) -> str:
        return "".join(f"{line}\n" for line in (f"old {self.old}", *map(b64, self.proof), "")) + self.note


def parse_submission(text: str) -> Submission:
    """The submission with this text; `BadNote` for anything that `Submission.text` would not write."""
    head, gap, signed = text.partition("\n\n")
    first, *hashes = head.split("\n")
    old = _OLD.fullmatch(first)
    if not gap or old is None or len(hashes) > MAX_HASHES:
        raise BadNote("not a line 'old SIZE', the proof, an empty line and a checkpoint")
    try:
        proof = [from_b64(line) for line in hashes]
    except ValueError as error:
        raise BadNote("a hash of the proof is not plain base64") from error
    if any(len(node) != 32 for node in proof):
        raise BadNote("a hash of the proof has not 32 bytes")
    return Submission(int(old[1]), proof, signed)


def make_vkey(name: str, public: bytes) -> str:
    """The verifier key of a witness."""
    return note.make_vkey(name, public, COSIGNATURE)


def parse_vkey(vkey: str) -> tuple[str, bytes]:
    """The witness's name and raw key; `BadNote` for other kinds of keys."""
    return note.parse_vkey(vkey, COSIGNATURE)


def cosign(text: str, name: str, private: Ed25519PrivateKey, at: int) -> str:
    """The signature line over the three lines of a head, at this time in seconds since 1970."""
    key_id = note.key_id(name, private.public_key().public_bytes_raw(), COSIGNATURE)
    signature = private.sign(_message(text, at))
    return f"— {name} {b64(key_id + at.to_bytes(_TIME_BYTES, 'big') + signature)}\n"


def verified(cosigned: str, vkey: str) -> str:
    """The note with this witness's line alone, as in audit files; `BadNote` if it has no valid one."""
    name, public = parse_vkey(vkey)
    ours = note.key_id(name, public, COSIGNATURE)
    text, signatures = note.split(cosigned)
    for signer, found in signatures:
        if signer == name and found[:4] == ours:
            at, signature = found[4 : 4 + _TIME_BYTES], found[4 + _TIME_BYTES :]
            if not ed25519.verify(public, signature, _message(text, int.from_bytes(at, "big"))):
                raise BadNote("the cosignature is not good")
            return f"{text}\n— {name} {b64(found)}\n"
    raise BadNote(f"not cosigned by {name}")


def time_of(cosigned: str) -> int:
    """When the first cosignature of a note was made, in seconds since 1970; the note is one that was `verified`."""
    [(_, found), *_] = note.split(cosigned)[1]
    return int.from_bytes(found[4 : 4 + _TIME_BYTES], "big")


def _message(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()
