"""What a seat declares when it sits down and when it opens its seed, read from a request and checked."""

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
OF_PEOPLE = ("seed_commitment", "key", "sig")


def sitting_down(ctx: bytes, seat: int, entrant: Mapping[str, Any]) -> tuple[SeatTaken, Sig | None]:
    """Who sits down at `seat` with `{"bot"?,"seat"?,"seed_commitment"?,"key"?,"sig"?}`, and the signature under it."""
    given = [name for name in OF_PEOPLE if name in entrant]
    if given and entrant.get("bot") is not None:
        raise malformed(given[0], "A bot gives no seed and has no key.")
    taken = SeatTaken(seat, entrant.get("bot"), entrant.get("seed_commitment"), entrant.get("key"))
    commitment = bytes_of("seed_commitment", taken.seed_commitment)
    return taken, _signed_seat(ctx, seat, taken.key, commitment, entrant.get("sig"))


def taking_over(ctx: bytes, seat: int, entrant: Mapping[str, Any]) -> tuple[SeatReassigned, Sig | None]:
    """Who plays on at `seat` as a substitute with `{"key"?,"sig"?}`."""
    if "seed_commitment" in entrant:
        raise malformed("seed_commitment", "The game has begun: the seat's seed stays what it was.")
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
        raise malformed("key", "This is no Ed25519 public key, or one of low order, which stands for nobody.")
    return _signed(public, seat_message(ctx, seat, public, commitment), sig)


def opening(ctx: bytes, seats: Sequence[SeatTaken], seat: int, seed: str, sig: str | None) -> Sig | None:
    """The signature under a seed; `seats` are all, in their order. `Refused` for a seed that is not the one committed."""
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
    """`C`, once all seats are taken."""
    pairs = [(bytes_of("key", one.key), bytes_of("seed_commitment", one.seed_commitment)) for one in seats]
    return seats_commitment(ctx, pairs)


def _refuse_unchecked(sig: str | None) -> None:
    if sig is not None:
        raise malformed("sig", "This seat has no key, so there is nothing to check a signature with.")


def _signed(key: bytes, message: bytes, sig: str | None) -> Sig:
    if sig is None:
        raise malformed("sig", "A seat with a key signs what it says.")
    signature = bytes_of("sig", sig, SIGNATURE_BYTES)
    assert signature is not None
    if not ed25519.verify(key, signature, message):
        raise malformed("sig", "The seat's key has not signed this: see the ledger page for what it signs.")
    return Sig(sig)


def bytes_of(field: str, text: str | None, size: int = HASH_BYTES) -> bytes | None:
    """Bytes in base64url without padding, from a request or the log; None for None."""
    if text is None:
        return None
    try:
        data = from_b64u(text)
    except ValueError:
        data = b""
    if len(data) != size:
        raise malformed(field, f"This is {size} bytes in base64url without padding.")
    return data
