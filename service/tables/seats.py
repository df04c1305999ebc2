"""The declarations of a seat, on joining and on revealing its seed: parsed from a request and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.ledger import ed25519
from domain.ledger.entry import Sig
from domain.ledger.seats import (
    HASH_BYTES,
    seat_message,
    seats_commitment,
    seed_commitment,
    seed_message,
)
from domain.ledger.text import from_b64u
from domain.table.events import SeatReassigned, SeatTaken
from domain.table.refusals import malformed

SIGNATURE_BYTES = 64
FIELDS_OF_PEOPLE = ("seed_commitment", "key", "sig")


def read_seat(ctx: bytes, seat: int, entrant: Mapping[str, Any]) -> tuple[SeatTaken, Sig | None]:
    """The event of joining at `seat` with `{"bot"?,"seat"?,"seed_commitment"?,"key"?,"sig"?}`, and its signature."""
    given = [name for name in FIELDS_OF_PEOPLE if name in entrant]
    if given and entrant.get("bot") is not None:
        raise malformed(given[0], "A bot has no seed and no key.")
    taken = SeatTaken(seat, entrant.get("bot"), entrant.get("seed_commitment"), entrant.get("key"))
    commitment = bytes_of("seed_commitment", taken.seed_commitment)
    return taken, _signed_seat(ctx, seat, taken.key, commitment, entrant.get("sig"))


def read_substitute(ctx: bytes, seat: int, entrant: Mapping[str, Any]) -> tuple[SeatReassigned, Sig | None]:
    """The event of a substitute joining at `seat` with `{"key"?,"sig"?}`, and its signature."""
    if "seed_commitment" in entrant:
        raise malformed("seed_commitment", "The game has started: the seat's seed cannot change.")
    event = SeatReassigned(seat, entrant.get("key"))
    return event, _signed_seat(ctx, seat, event.key, None, entrant.get("sig"))


def _signed_seat(
    ctx: bytes, seat: int, key: str | None, commitment: bytes | None, sig: str | None
) -> Sig | None:
    public = bytes_of("key", key)
    if public is None:
        _refuse_unchecked(sig)
        return None
    if not ed25519.good_key(public):
        raise malformed("key", "This is not an Ed25519 public key, or it is one of low order.")
    return _signed(public, seat_message(ctx, seat, public, commitment), sig)


def check_seed(ctx: bytes, seats: Sequence[SeatTaken], seat: int, seed: str, sig: str | None) -> Sig | None:
    """The signature of a seed; `seats` are all seats in order. `Refused` unless the seed matches the commitment."""
    own, opened = seats[seat - 1], bytes_of("seed", seed)
    assert opened is not None
    if seed_commitment(ctx, seat, opened) != bytes_of("seed_commitment", own.seed_commitment):
        raise malformed("seed", "This is not the seed that your seat committed to.")
    key = bytes_of("key", own.key)
    if key is None:
        _refuse_unchecked(sig)
        return None
    return _signed(key, seed_message(ctx, seat, commitment_of(ctx, seats), opened), sig)


def commitment_of(ctx: bytes, seats: Sequence[SeatTaken]) -> bytes:
    """`C`, defined once all seats are taken."""
    pairs = [(bytes_of("key", one.key), bytes_of("seed_commitment", one.seed_commitment)) for one in seats]
    return seats_commitment(ctx, pairs)


def _refuse_unchecked(sig: str | None) -> None:
    if sig is not None:
        raise malformed("sig", "This seat has no key, so a signature cannot be checked.")


def _signed(key: bytes, message: bytes, sig: str | None) -> Sig:
    if sig is None:
        raise malformed("sig", "A seat with a key must sign.")
    signature = bytes_of("sig", sig, SIGNATURE_BYTES)
    assert signature is not None
    if not ed25519.verify(key, signature, message):
        raise malformed(
            "sig", "The signature does not match the seat's key and message: see the ledger page."
        )
    return Sig(sig)


def bytes_of(field: str, text: str | None, size: int = HASH_BYTES) -> bytes | None:
    """Decode base64url without padding from a request or the log; None for None."""
    if text is None:
        return None
    try:
        data = from_b64u(text)
    except ValueError:
        data = b""
    if len(data) != size:
        raise malformed(field, f"This must be {size} bytes in base64url without padding.")
    return data
