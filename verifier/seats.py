"""The seats with their keys, and the signatures on taking a seat and on revealing a seed (L2)."""

from __future__ import annotations

from hashlib import sha256

from .accounts import NOTHING, Accounts
from .ed25519 import good_key, good_signature
from .entries import Entry
from .export import Export, hash_of
from .problems import Failed
from .text import from_b64u
from .tournament import context

NAMING = ("seat-taken", "seat-reassigned")
"""Types that declare the key of a seat."""
ENTERING = ("seat-taken", "seed-revealed")
"""Types by which a seat joins, before it can sign an action."""
OF_ACCOUNTS = ("seat-reassigned", "seat-claimed")
"""Types that an account enters for its seat, in tables that have accounts."""


class Seats:
    """The seats while reading a log; `keys` are the current ones, `taken` the `seat-taken` that are in effect."""

    def __init__(self, export: Export) -> None:
        self.context = context(export)
        self.count = export.seats
        self.keys: dict[int, bytes] = {}
        self.taken: dict[int, Entry] = {}
        self.accounts = Accounts(export)
        self.apart = (*ENTERING, *(OF_ACCOUNTS if self.accounts.known else ()))
        """Types that a seat with a key may enter without signing an action."""
        self.once = {*NAMING, *self.apart}
        """Types whose `sig` is for the seat's place in the game, not for an action."""
        self._game = export.game_id
        self._parts: dict[int, bytes] = {}
        """The cached hash input of each seat for `_everybody`, until an entry changes it."""

    def note(self, entry: Entry) -> None:
        """Apply an entry; its form is checked elsewhere."""
        seat = _seat(entry)
        self.accounts.note(entry)
        if entry["t"] in (*NAMING, "seat-freed"):
            self.keys.pop(seat, None)
            self._parts.pop(seat, None)
            if entry["t"] != "seat-reassigned":
                self.taken.pop(seat, None)
            if entry["t"] == "seat-taken":
                self.taken[seat] = entry
            if key := named_key(entry):
                self.keys[seat] = key

    def check(self, entry: Entry) -> None:
        """The `sig` of an entry of these types: present and valid with a key, absent without one."""
        i, seat = entry["i"], _seat(entry)
        key = named_key(entry) if entry["t"] in NAMING else self.keys.get(seat)
        sig = dict(entry.get("sig", {}))
        if "old" in sig:
            self._check_old(entry, key, sig.pop("old"))
        if key is None:
            if sig:
                raise Failed("it is signed, and its seat has no key", i)
            return
        if not 1 <= seat <= 255:
            raise Failed("its seat is malformed", i)
        if entry["by"] not in (f"seat:{seat}", *(("organiser",) if entry["t"] == "seat-reassigned" else ())):
            raise Failed(f"seat {seat} has a key, and this is by {entry['by']}", i)
        if sig.keys() != {"s"}:
            raise Failed(f"seat {seat} has a key, and this is not signed", i)
        if not good_signature(key, from_b64u(sig["s"]), self._message(entry, key)):
            raise Failed(f"it is not signed by the key of seat {seat}", i)

    def _check_old(self, entry: Entry, key: bytes | None, signature: str) -> None:
        """The signature of the key that a seat had before it went on with another device."""
        seat, old = _seat(entry), self.keys.get(_seat(entry))
        if entry["t"] != "seat-reassigned" or entry["by"] != f"seat:{seat}" or old is None:
            raise Failed("a key signs that it goes, and none does", entry["i"])
        place = bytes((seat,)) + int(entry["i"]).to_bytes(8, "big")
        message = b"gamelog/v1/here\n" + self._game + place + (key or NOTHING)
        if not good_signature(old, from_b64u(signature), message):
            raise Failed(f"it is not signed by the key that seat {seat} had", entry["i"])

    def _message(self, entry: Entry, key: bytes) -> bytes:
        seat = bytes((entry["d"]["seat"],))
        if entry["t"] == "seed-revealed":
            seed = hash_of(text_of(entry, "seed"), "a seed", entry["i"])
            return b"gamelog/v1/seed\n" + self.context + seat + self._everybody() + seed
        if entry["t"] == "seat-claimed":
            return b"gamelog/v1/claim\n" + self._game + seat + self.accounts.declared(entry)
        return b"gamelog/v1/seat\n" + self.context + seat + self._declared(entry)

    def _everybody(self) -> bytes:
        """C: all seats with their keys and commitments."""
        for seat in range(1, self.count + 1):
            if seat not in self._parts:
                self._parts[seat] = bytes((seat,)) + self._seat(seat)
        parts = b"".join(self._parts[seat] for seat in range(1, self.count + 1))
        return sha256(b"gamelog/v1/seats\n" + self.context + bytes((self.count,)) + parts).digest()

    def _seat(self, seat: int) -> bytes:
        if seat not in self.taken:
            return NOTHING + NOTHING + (NOTHING if self.accounts.known else b"")
        return self._declared(self.taken[seat])

    def _declared(self, entry: Entry) -> bytes:
        return (named_key(entry) or NOTHING) + _commitment(entry) + self.accounts.declared(entry)


def _seat(entry: Entry) -> int:
    """The seat of an entry; 0 if it names none."""
    seat = entry["d"].get("seat")
    return seat if type(seat) is int else 0


def text_of(entry: Entry, name: str) -> str:
    """A text member of an entry's data; Failed otherwise."""
    text = entry["d"].get(name)
    if type(text) is not str:
        raise Failed(f"its {name!r} is missing or malformed", entry["i"])
    return text


def named_key(entry: Entry) -> bytes | None:
    """The key that an entry gives its seat; Failed if it is not a valid key."""
    if "key" not in entry["d"]:
        return None
    key = hash_of(text_of(entry, "key"), "the seat's key", entry["i"])
    if not good_key(key):
        raise Failed("the seat's key is of small order, or not in its one valid encoding", entry["i"])
    return key


def _commitment(entry: Entry) -> bytes:
    """c of a `seat-taken`, or Z if there is none."""
    if entry["t"] != "seat-taken" or "seed_commitment" not in entry["d"]:
        return NOTHING
    return hash_of(text_of(entry, "seed_commitment"), "the commitment to a seed", entry["i"])
