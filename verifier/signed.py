"""L2: the actions of a seat with a key are signed by it, for their positions (docs/ledger.md, section 8)."""

from __future__ import annotations

from .ed25519 import good_signature
from .entries import Entry
from .export import Export
from .problems import Failed
from .seats import Seats
from .text import from_b64u


def check_signatures(export: Export) -> str:
    """All signatures of seats in the log."""
    seats, signed, good, action = Seats(export), "", 0, 0
    for entry in export.entries:
        first = entry["a"] != action
        action = entry["a"]
        if first:
            signed = _signer(export, seats, entry)
        _check(seats, entry, first, signed)
        good += "sig" in entry
        seats.note(entry)
    return f"{good} signatures of seats good" if good else "no seat signed anything"


def _signer(export: Export, seats: Seats, first: Entry) -> str:
    """The signer of the action that starts here: "seat:N", or "" if no seat with a key."""
    seat = _seat(first)
    if seat not in seats.keys or first["t"] in seats.once:
        return ""
    if first.get("sig", {}).keys() != {"h", "s"}:
        raise Failed(f"seat {seat} has a key, and this action of its is not signed", first["i"])
    signature = from_b64u(first["sig"]["s"])
    if not good_signature(seats.keys[seat], signature, _message(export, seat, first)):
        raise Failed(
            f"it is not signed by the key of seat {seat}, or was signed for another place", first["i"]
        )
    return str(first["by"])


def _seat(entry: Entry) -> int:
    role, _, number = entry["by"].partition(":")
    return int(number) if role == "seat" else 0


def _message(export: Export, seat: int, first: Entry) -> bytes:
    i, hashed = int(first["i"]), from_b64u(first["sig"]["h"])
    place = export.game_id + bytes((seat,)) + i.to_bytes(8, "big") + export.heads[i]
    return b"gamelog/v1/action\n" + place + hashed


def _check(seats: Seats, entry: Entry, first: bool, signed: str) -> None:
    """Check one entry: its own `sig`, if any, and that of its action, if its seat has a key."""
    seats.accounts.check(entry)
    if entry["t"] in seats.once:
        seats.check(entry)
    elif "sig" in entry and not (first and signed):
        raise Failed("it is signed, and is not the first entry of an action of a seat with a key", entry["i"])
    acting = entry["t"] not in seats.apart and _seat(entry) in seats.keys
    if acting and entry["by"] != signed:
        raise Failed(f"{entry['by']} has a key, and did not sign the action that this belongs to", entry["i"])
