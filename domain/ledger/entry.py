"""An entry `E_i`: the bytes that are hashed, stored, served and exported, the same for every viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from domain.ledger.canonical import dumps

FORMAT = 1


class Seen(msgspec.Struct, frozen=True):
    """The head of the log that the actor had seen: `n` entries with root `r` (base64)."""

    n: int
    r: str


class Sig(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the key of a seat signed: `s` the signature, `h` the hash of the action that it covers (both base64url).

    Where a seat continues with another key, `s` is that key's, and `old` the signature of the key before.
    """

    s: str | None = None
    h: str | None = None
    old: str | None = None


class Attestation(NamedTuple):
    """What the actor attests with an action: a signature, or the head that the client had seen."""

    sig: Sig | None = None
    seen: Seen | None = None


NO_ATTESTATION = Attestation()


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decoded entry. `at` is in milliseconds since the epoch; `d` the sealed event as raw JSON."""

    v: int
    i: int
    t: str
    at: int
    by: str
    a: int
    d: msgspec.Raw
    r: tuple[str, ...]
    seen: Seen | None = None
    sig: Sig | None = None


def encode(
    index: int,
    type: str,
    at: int,
    by: str,
    action: int,
    d: dict[str, Any],
    rules: Sequence[str],
    seen: Seen | None = None,
    sig: Sig | None = None,
) -> bytes:
    """The canonical bytes of entry `index` (version - 1). `d` comes, already checked, from `seal_event`."""
    tree = {"v": FORMAT, "i": index, "t": type, "at": at, "by": by, "a": action, "d": d, "r": tuple(rules)}
    if seen is not None:
        tree["seen"] = {"n": seen.n, "r": seen.r}
    if sig is not None:
        tree["sig"] = msgspec.to_builtins(sig)
    return dumps(tree)


_decoder = msgspec.json.Decoder(Entry)


def decode(data: bytes) -> Entry:
    """An entry of our own store. Pass foreign bytes through `canonical.decode(data, sealed=True)` first."""
    return _decoder.decode(data)
