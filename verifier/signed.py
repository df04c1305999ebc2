"""L2: what a seat with a key did is signed by it, at the place where it stands (docs/ledger.md, section 8)."""

from __future__ import annotations

from verifier.ed25519 import good_signature
from verifier.entries import Entry
from verifier.export import Export
from verifier.problems import Failed
from verifier.seats import SIGNED_ONCE, Seats
from verifier.text import from_b64u


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
    """Who signed the action that begins here: "seat:N", or "" when nobody with a key did."""
    seat = _seat(first)
    if seat not in seats.keys or first["t"] in SIGNED_ONCE:
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
    who, _, number = entry["by"].partition(":")
    return int(number) if who == "seat" else 0


def _message(export: Export, seat: int, first: Entry) -> bytes:
    i, hashed = int(first["i"]), from_b64u(first["sig"]["h"])
    place = export.game_id + bytes((seat,)) + i.to_bytes(8, "big") + export.heads[i]
    return b"gamelog/v1/action\n" + place + hashed


def _check(seats: Seats, entry: Entry, first: bool, signed: str) -> None:
    """One entry: its own `sig`, if it has one, and that of its action, if its seat has a key."""
    if entry["t"] in SIGNED_ONCE:
        seats.check(entry)
    elif "sig" in entry and not (first and signed):
        raise Failed("it is signed, and is not the first entry of an action of a seat with a key", entry["i"])
    acting = entry["t"] not in ("seat-taken", "seed-revealed") and _seat(entry) in seats.keys
    if acting and entry["by"] != signed:
        raise Failed(f"{entry['by']} has a key, and did not sign the action that this belongs to", entry["i"])
