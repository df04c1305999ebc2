"""Passkeys as they are stored: found by their credential's id, added, used, and removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.accounts.events import Event, PasskeyRemoved, RecoveryMade
from domain.accounts.fold import Account
from domain.ledger.text import b64u, from_b64u
from domain.table.refusals import Refusal, Refused
from projections.documents.passkeys import PasskeyList, PasskeyRow
from projections.people import rfc3339
from service.accounts.ceremonies import NewPasskey, NotVerified, RelyingParty, verified_assertion
from service.accounts.challenges import Challenge, not_verified
from service.accounts.notices.writing import account_changed
from service.identity.account_log import Change, change
from service.identity.credentials import Holder, none_begins
from service.identity.guards import check_asserted, check_holds, check_not_recovering
from service.identity.tokens import digest
from service.store import Statement, Store
from service.system.clock import now

MOST = 20
"""Passkeys of one account."""
FIND = """SELECT passkeys.id, account, public_key, counter FROM passkeys JOIN accounts ON accounts.id = account
    WHERE passkeys.id = ? AND status <> 'closed'"""
LIST = "SELECT id, label, created_at, used_at FROM passkeys WHERE account = ? ORDER BY created_at, id"
KNOWN = "SELECT credential FROM passkeys WHERE account = ? ORDER BY created_at, id"
TAKEN = "SELECT 1 FROM passkeys WHERE id = ?"
INSERT = """INSERT INTO passkeys (id, account, credential, public_key, counter, label, created_at, used_at, last_challenge)
    VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL)"""
USED = """UPDATE passkeys SET counter = ?, used_at = ?, last_challenge = ?
    WHERE id = ? AND (counter < ? OR (counter = 0 AND ? = 0))"""
UNLESS_USED = """INSERT INTO challenge_uses (hash)
    SELECT hash FROM challenge_uses WHERE hash = ?
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE id = ? AND last_challenge = ?)"""
"""Makes the transaction fail, by a key that exists, if `USED` changed nothing: the passkey was removed or used meanwhile."""
REMOVE = "DELETE FROM passkeys WHERE account = ? AND id = ?"
END_SESSIONS = "DELETE FROM credentials WHERE account = ? AND passkey = ?"
NO_CODES = "DELETE FROM recovery_codes WHERE account = ?"


class Presented(NamedTuple):
    """A passkey that has answered a challenge, and the statements that use up both."""

    id: str
    account: str
    rows: list[Statement]


def id_of(credential: str) -> str:
    """Names a passkey, by the id of its credential in b64u."""
    return digest(credential)


def presented(
    store: Store, party: RelyingParty, challenge: Challenge, credential: Mapping[str, Any]
) -> Presented:
    """`Refused` not-verified, whatever is wrong. The store raises `Duplicate` if passkey or challenge are used meanwhile."""
    given = credential.get("id")
    found = store.query(FIND, (id_of(given),)) if isinstance(given, str) else []
    if not found:
        raise not_verified()
    id, account, key, counter = found[0]
    passkey = NewPasskey(b"", from_b64u(key), counter)
    try:
        count = verified_assertion(party, from_b64u(challenge.text), credential, passkey, account)
    except NotVerified:
        raise not_verified() from None
    return Presented(id, account, [challenge.use, *_use(id, count, challenge.hash)])


def _use(id: str, count: int, challenge: str) -> list[Statement]:
    used = Statement(USED, (count, now(), challenge, id, count, count))
    return [used, Statement(UNLESS_USED, (challenge, id, challenge))]


def insert(account: str, passkey: NewPasskey, label: str) -> Statement:
    """`Duplicate` if the credential belongs to an account."""
    credential = b64u(passkey.credential)
    key = b64u(passkey.public_key)
    return Statement(INSERT, (id_of(credential), account, credential, key, passkey.counter, label, now()))


def is_taken(store: Store, passkey: NewPasskey) -> bool:
    """Whether the credential belongs to an account."""
    return bool(store.query(TAKEN, (id_of(b64u(passkey.credential)),)))


def known_credentials(store: Store, account: str) -> list[str]:
    """The ids of the account's credentials, in b64u."""
    return [credential for (credential,) in store.query(KNOWN, (account,))]


def check_room(account: Account) -> None:
    """`Refused` gone-elsewhere if the account has as many passkeys as it may have."""
    if len(account.passkeys) >= MOST:
        raise Refused(Refusal.GONE_ELSEWHERE, f"An account has {MOST} passkeys at most. Remove one first.")


def passkeys_of(store: Store, account: str) -> PasskeyList:
    """The oldest first."""
    return PasskeyList(passkeys=tuple(_row(*row) for row in store.query(LIST, (account,))))


def passkey_row(store: Store, account: str, id: str) -> PasskeyRow:
    """One passkey of the account."""
    return next(row for row in passkeys_of(store, account).passkeys if row.id == id)


def _row(id: str, label: str, created: int, used: int | None) -> PasskeyRow:
    used_at = None if used is None else rfc3339(used)
    return PasskeyRow(id=id, label=label, created_at=rfc3339(created), used_at=used_at)


def remove_passkey(store: Store, holder: Holder, id: str) -> None:
    """End a passkey with its sessions. One that came by recovery takes all codes with it.

    `Refused`: assertion-needed; not-found; gone-elsewhere for the last one; too-early, within 72 hours of a recovery, for
    sessions of passkeys that are not older than it, unless the passkey is not older either.
    """
    check_asserted(holder)

    def decide(account: Account) -> Change:
        check_holds(store, holder)
        _check_removable(holder, account, id)
        events: list[Event] = [PasskeyRemoved(id)]
        ended = Statement(END_SESSIONS, (account.id, id))
        rows = [Statement(REMOVE, (account.id, id)), none_begins(account.id), ended]
        if account.recoveries[id] == account.passkeys[id]:
            events.append(RecoveryMade(()))
            rows.append(Statement(NO_CODES, (account.id,)))
        return Change(events, [*rows, *account_changed(account.id, "passkey")])

    change(store, holder.account, decide)


def _check_removable(holder: Holder, account: Account, id: str) -> None:
    if id not in account.passkeys:
        raise Refused(Refusal.NOT_FOUND, "The account has no such passkey.")
    if len(account.passkeys) == 1:
        raise Refused(Refusal.GONE_ELSEWHERE, "The last passkey stays: add another one first.")
    own = account.recoveries.get(holder.passkey or "", account.recovered_at)
    if account.recoveries[id] < own:
        check_not_recovering(holder, account)
