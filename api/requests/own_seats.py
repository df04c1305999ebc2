"""What persons with accounts say of their seats, in request bodies: they claim one, or play on on another device."""

from __future__ import annotations

from api.requests.bodies import JsonBody
from api.requests.fields import MAX_SAFE_INTEGER, Closed, JsonInteger, described, text
from api.requests.schemas import SALT, SECRET, SIGNATURE


class SeatClaim(Closed):
    """The token of the guest's seat, and the signature by its key if it has one."""

    token = text("[A-Za-z0-9_-]+", 64, required=True, metadata=described("The seat's bearer token."))
    account_salt = text(
        SALT, 22, metadata=described("16 random bytes in base64url for the log's hash of the account.")
    )
    sig = text(SIGNATURE, 86, metadata=described("The signature by the seat's key, in base64url."))


class SeatDevice(Closed):
    """The key of this device, if the seat is to have one; what it signed, and what the seat's key so far signed."""

    key = text(SECRET, 43, metadata=described("The seat's new Ed25519 public key, in base64url."))
    sig = text(SIGNATURE, 86, metadata=described("The new key's signature of taking the seat, in base64url."))
    old = text(SIGNATURE, 86, metadata=described("The signature by the seat's key so far, in base64url."))
    n = JsonInteger(
        min=0, max=MAX_SAFE_INTEGER, metadata=described("The number of the entry that is signed for.")
    )


SEAT_CLAIM, SEAT_DEVICE = JsonBody(SeatClaim), JsonBody(SeatDevice, optional=True)
