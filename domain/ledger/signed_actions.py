"""Signed actions (docs/ledger.md): what the key of a seat signs when it acts, and what is disclosed of it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from domain.ledger import canonical
from domain.ledger.text import from_b64u

SALT_BYTES = 16
PATH = "/sig"
"""Where in its first entry the disclosure of an action belongs."""


def action_hash(disclosure: str) -> bytes:
    """`h` of an action."""
    return sha256(disclosure.encode("ascii")).digest()


def read_disclosure(disclosure: str) -> dict[str, Any]:
    """The action `{"type", ...}`; ValueError unless it is exactly the canonical JSON of `[salt, action]`, in base64url."""
    content = canonical.decode(from_b64u(disclosure))
    if type(content) is not list or len(content) != 2 or type(content[0]) is not str:
        raise ValueError("it is not an array of a salt and an action")
    if len(from_b64u(content[0])) != SALT_BYTES:
        raise ValueError(f"its salt has not {SALT_BYTES} bytes")
    action = content[1]
    if type(action) is not dict or type(action.get("type")) is not str:
        raise ValueError("it holds no object with a type")
    return action


def action_message(game: bytes, seat: int, index: int, head: bytes, hashed: bytes) -> bytes:
    """What is signed: this action of this seat as entry `index`, on top of the log whose root is `head`."""
    place = game + bytes((seat,)) + index.to_bytes(8, "big") + head
    return b"gamelog/v1/action\n" + place + hashed
