"""The accounts that hold seats: which entries may say so, and by whom (L2; docs/ledger.md, section 5)."""

from __future__ import annotations

from hashlib import sha256

from .entries import Entry, has_accounts
from .export import Export
from .problems import Failed
from .shapes import base64url, holds
from .text import b64u, from_b64u

NOTHING = bytes(32)


def is_hash_of(account_hash: str, salt: bytes, account: bytes) -> bool:
    """Whether a log's `account_hash` is that of the account with these 16 bytes, by its 16 random bytes.

    Neither is in the log. Anyone who has both can check whose account it is; no level does.
    """
    return account_hash == b64u(sha256(b"gamelog/v1/account\n" + salt + account).digest())


class Accounts:
    """The accounts of seats while reading a log; `known` is false in tables that have none."""

    def __init__(self, export: Export) -> None:
        self.known = has_accounts(export.created)
        self._required = "accounts" in export.created
        self._analysis = export.analysis
        self._tournament = "tournament" in export.created
        self._held: dict[int, str] = {}
        self._persons: set[int] = set()
        """Seats that were taken without `bot`."""

    def check(self, entry: Entry) -> None:
        """What an entry says of an account; Failed where it may not."""
        check = _CHECKS.get(entry["t"])
        if self.known and check is not None:
            holds(entry["d"], {"account_hash": base64url(32)}, "what it says of a seat", entry["i"])
            check(self, entry)

    def note(self, entry: Entry) -> None:
        """Apply an entry that has been checked."""
        if self.known and entry["t"] in (*_CHECKS, "seat-freed") and not _moves(entry):
            seat = entry["d"]["seat"]
            self._held.pop(seat, None)
            if "account_hash" in entry["d"]:
                self._held[seat] = entry["d"]["account_hash"]
            if entry["t"] in ("seat-taken", "seat-freed"):
                self._persons.discard(seat)
            if entry["t"] == "seat-taken" and "bot" not in entry["d"]:
                self._persons.add(seat)

    def declared(self, entry: Entry) -> bytes:
        """The last part of what an entry declares of its seat; nothing in tables without accounts."""
        if not self.known:
            return b""
        held = self._held.get(entry["d"]["seat"]) if _moves(entry) else entry["d"].get("account_hash")
        return NOTHING if held is None else from_b64u(held)

    def _taken(self, entry: Entry) -> None:
        given = "account_hash" in entry["d"]
        if "bot" in entry["d"] or self._analysis:
            _must(not given, "no account takes the seat of a bot, or one in an analysis", entry)
        else:
            _must(given or not self._required, "a guest sits down where everybody has an account", entry)

    def _claimed(self, entry: Entry) -> None:
        seat = entry["d"]["seat"]
        _must(entry["by"] == f"seat:{seat}", f"a seat is claimed by itself, not by {entry['by']}", entry)
        _must(not (self._analysis or self._tournament), "a seat is claimed where none may be", entry)
        _must(seat in self._persons and seat not in self._held, "the seat is not held by a guest", entry)

    def _reassigned(self, entry: Entry) -> None:
        seat, given = entry["d"]["seat"], "account_hash" in entry["d"]
        if entry["by"] == "organiser":
            _must(given or not self._required, "a guest sits down where everybody has an account", entry)
            return
        _must(entry["by"] == f"seat:{seat}", f"the seat is given away by {entry['by']}", entry)
        _must(seat in self._held, "a seat without an account goes on with another device", entry)
        _must(not given, "a seat that goes on with another device keeps its account", entry)


_CHECKS = {
    "seat-taken": Accounts._taken,
    "seat-claimed": Accounts._claimed,
    "seat-reassigned": Accounts._reassigned,
}


def _moves(entry: Entry) -> bool:
    """Whether a seat continues on another device."""
    return bool(entry["t"] == "seat-reassigned" and entry["by"] != "organiser")


def _must(holds: bool, why: str, entry: Entry) -> None:
    if not holds:
        raise Failed(why, entry["i"])
