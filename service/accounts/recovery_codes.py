"""Codes that open an account whose passkeys are lost: sent once, each for one use, stored as SHA-256."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence

from domain.accounts.events import RecoveryMade
from domain.accounts.fold import Account
from projections.documents.passkeys import NewRecoveryCodes
from service.accounts.notices.writing import account_changed
from service.identity.account_log import Change, change
from service.identity.credentials import Holder
from service.identity.guards import check_asserted, check_holds, check_not_recovering
from service.identity.tokens import digest
from service.store import Statement, Store

NUMBER, BYTES, GROUP = 10, 16, 4
"""Codes at a time, random bytes of each, and letters between two hyphens."""
FIND = "SELECT account FROM recovery_codes WHERE hash = ?"
INSERT = "INSERT INTO recovery_codes (hash, account) VALUES (?, ?)"
FORGET = "DELETE FROM recovery_codes WHERE account = ?"


def new_codes() -> tuple[str, ...]:
    return tuple(_spelled(secrets.token_bytes(BYTES)) for _ in range(NUMBER))


def hash_of(code: str) -> str:
    """The SHA-256 of a code as somebody may type it: case, spaces and hyphens do not count."""
    return digest("".join(code.replace("-", " ").split()).upper())


def account_of(store: Store, hash: str) -> str | None:
    """Whose code this is, if it was not used."""
    found = store.query(FIND, (hash,))
    return found[0][0] if found else None


def replace_codes(account: str, codes: Sequence[str]) -> tuple[RecoveryMade, list[Statement]]:
    """The event and the rows of new codes in place of all others."""
    hashes = tuple(map(hash_of, codes))
    rows = [Statement(FORGET, (account,)), *(Statement(INSERT, (hash, account)) for hash in hashes)]
    return RecoveryMade(hashes), rows


def make_codes(store: Store, holder: Holder) -> NewRecoveryCodes:
    """New codes, which void all others. `Refused` assertion-needed, or too-early after a recovery."""
    check_asserted(holder)
    codes = new_codes()

    def decide(account: Account) -> Change:
        check_holds(store, holder)
        check_not_recovering(holder, account)
        event, rows = replace_codes(account.id, codes)
        return Change([event], [*rows, *account_changed(account.id, "codes")])

    change(store, holder.account, decide)
    return NewRecoveryCodes(recovery_codes=codes)


def _spelled(random: bytes) -> str:
    letters = base64.b32encode(random).decode().rstrip("=")
    return "-".join(letters[n : n + GROUP] for n in range(0, len(letters), GROUP))
