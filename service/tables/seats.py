"""The declarations of a seat, on joining and on revealing its seed: parsed from a request and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.ledger import ed25519
from domain.ledger.entry import Sig
from domain.ledger.seats import (
    HASH_BYTES,
    claim_message,
    here_message,
    seat_message,
    seed_commitment,
    seed_message,
)
from domain.ledger.text import from_b64u
from domain.table.context import commitment_of, declared
from domain.table.events import SeatReassigned, SeatTaken
from domain.table.refusals import malformed
from domain.table.state import Table

SIGNATURE_BYTES = 64
FIELDS_OF_PEOPLE = ("seed_commitment", "key", "sig")


def read_seat(
    ctx: bytes, table: int | None, seat: int, entrant: Mapping[str, Any], account_hash: str | None = None
) -> tuple[SeatTaken, Sig | None]:
    """The event of joining at `seat` with `{"bot"?,"seat"?,"seed_commitment"?,"key"?,"sig"?}`, and its signature.

    `table` is the revision of the game's closed tables. `account_hash` is None for a guest.
    """
    given = [name for name in FIELDS_OF_PEOPLE if name in entrant]
    if given and entrant.get("bot") is not None:
        raise malformed(given[0], "A bot has no seed and no key.")
    commitment, key = entrant.get("seed_commitment"), entrant.get("key")
    taken = SeatTaken(seat, entrant.get("bot"), commitment, key, account_hash)
    bytes_of("seed_commitment", commitment)
    return taken, _signed_seat(ctx, table, taken, entrant.get("sig"))


def read_substitute(
    ctx: bytes, table: int | None, seat: int, entrant: Mapping[str, Any], account_hash: str | None = None
) -> tuple[SeatReassigned, Sig | None]:
    """The event of a substitute joining at `seat` with `{"key"?,"sig"?}`, and its signature; as in `read_seat`."""
    if "seed_commitment" in entrant:
        raise malformed("seed_commitment", "The game has started: the seat's seed cannot change.")
    event = SeatReassigned(seat, entrant.get("key"), account_hash)
    return event, _signed_seat(ctx, table, event, entrant.get("sig"))


def read_move(
    ctx: bytes, table: Table, seat: int, index: int, given: Mapping[str, Any]
) -> tuple[str | None, Sig | None]:
    """The key with which a seat of an account continues, `{"key"?,"sig"?,"old"?}`, and what was signed for it.

    `index` is the number of the entry that will say so; `old` is by the key that the seat has had so far.
    """
    key, held = given.get("key"), table.seats.accounts[seat]
    said = SeatReassigned(seat, key, held)
    new = _signed_seat(ctx, table.setup.table, said, given.get("sig"))
    game = bytes.fromhex(table.setup.game)
    message = here_message(game, seat, index, bytes_of("key", key))
    old = _signed_by(table.seats.keys.get(seat), "old", message, given.get("old"), needed=False)
    if old is not None:
        return key, Sig(None if new is None else new.s, old=old)
    return key, new


def read_claim(table: Table, seat: int, account_hash: str, sig: str | None) -> Sig | None:
    """The signature by which the key of a guest's seat takes it into an account; needed where the seat has a key."""
    message = claim_message(bytes.fromhex(table.setup.game), seat, from_b64u(account_hash))
    signed = _signed_by(table.seats.keys.get(seat), "sig", message, sig)
    return None if signed is None else Sig(signed)


def _signed_seat(
    ctx: bytes, table: int | None, said: SeatTaken | SeatReassigned, sig: str | None
) -> Sig | None:
    public = bytes_of("key", said.key)
    if public is not None and not ed25519.good_key(public):
        raise malformed("key", "This is not an Ed25519 public key, or it is one of low order.")
    signed = _signed_by(said.key, "sig", seat_message(ctx, said.seat, *declared(table, said)), sig)
    return None if signed is None else Sig(signed)


def check_seed(
    ctx: bytes, table: int | None, seats: Sequence[SeatTaken], seat: int, seed: str, sig: str | None
) -> Sig | None:
    """The signature of a seed; `seats` are all seats in order. `Refused` unless the seed matches the commitment."""
    own, opened = seats[seat - 1], bytes_of("seed", seed)
    assert opened is not None
    if seed_commitment(ctx, seat, opened) != bytes_of("seed_commitment", own.seed_commitment):
        raise malformed("seed", "This is not the seed that your seat committed to.")
    message = seed_message(ctx, seat, commitment_of(ctx, table, seats), opened)
    signed = _signed_by(own.key, "sig", message, sig)
    return None if signed is None else Sig(signed)


def _signed_by(
    key: str | None, field: str, message: bytes, sig: str | None, needed: bool = True
) -> str | None:
    """The signature by a key over a message; None where there is no key, or none is given and none is `needed`."""
    if key is None:
        _refuse_unchecked(field, sig)
        return None
    if sig is None and not needed:
        return None
    if sig is None:
        raise malformed(field, "A seat with a key must sign.")
    signature = bytes_of(field, sig, SIGNATURE_BYTES)
    assert signature is not None
    if not ed25519.verify(from_b64u(key), signature, message):
        detail = "The signature does not match the seat's key and message: see the ledger page."
        raise malformed(field, detail)
    return sig


def _refuse_unchecked(field: str, sig: str | None) -> None:
    if sig is not None:
        raise malformed(field, "This seat has no key, so a signature cannot be checked.")


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
