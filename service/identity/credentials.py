"""What opens an account: the cookies of sessions, and personal tokens. The store holds only their SHA-256.

Both travel through the code where bearer tokens of games do. A session's secret is spelled so that no Authorization header can
hold it.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Literal, NamedTuple

from domain.ledger.text import b64u
from service.identity.tokens import digest
from service.store import Statement, Store, StoreUnusable
from service.system.clock import DAY, HOUR, now

SESSION, PERSONAL = "session:", "kro_"
Kind = Literal["session", "token"]
SESSION_DAYS, LONGEST_SESSION_DAYS = 30, 180
RECOVERY_SAID = 30 * DAY
"""For how long an account, and the sessions that ended so, can read that a recovery code was used."""
ASSERTED = 5 * 60_000
"""For how long an assertion counts."""
PERSONAL_BYTES = 30
HOLDER = """SELECT credentials.id, account, kind, scopes, passkey, asserted_until, accounts.owner, accounts.name,
        accounts.status = 'suspended' OR coalesce(owners.status, '') = 'suspended', coalesce(used_at, 0)
    FROM credentials JOIN accounts ON accounts.id = account LEFT JOIN accounts AS owners ON owners.id = accounts.owner
    WHERE hash = ? AND expires_at > ? AND ends_at > ? AND accounts.status <> 'closed'"""
"""A bot is suspended with its owner."""
USED = """UPDATE credentials SET used_at = ?, expires_at = CASE WHEN expires_at > ? THEN expires_at ELSE ? END
    WHERE hash = ?"""
"""A session also has `ends_at`, which use does not postpone."""
INSERT = """INSERT INTO credentials
    (hash, id, account, kind, scopes, label, passkey, created_at, used_at, expires_at, ends_at, asserted_until)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?)"""


RECOVERED = "SELECT recovered_at FROM recovered_sessions WHERE hash = ? AND recovered_at > ?"
HOLD_ALL = "UPDATE credentials SET label = label WHERE account = ?"
IF_ENDED = """INSERT INTO accounts (id, opened_at, status) SELECT id, opened_at, status FROM accounts
    WHERE id = ? AND NOT EXISTS (SELECT 1 FROM credentials WHERE account = ? AND id = ?)"""


class Holder(NamedTuple):
    """Who presents a credential: the account, and the credential's id and kind.

    `scopes` are those of a personal token; a session needs none. `asserted_until`: until when a passkey was presented lately, in
    milliseconds since the epoch.
    """

    id: str
    account: str
    kind: Kind
    scopes: frozenset[str]
    passkey: str | None
    asserted_until: int
    owner: str | None
    suspended: bool
    name: str
    used_at: int = 0
    """When it was used last, to the hour; 0 for never."""

    @property
    def is_session(self) -> bool:
        return self.kind == "session"


def opens_account(token: str | None) -> bool:
    """Whether this is spelled like a credential of an account."""
    return token is not None and token.startswith((SESSION, PERSONAL))


def holder_of(store: Store, token: str | None) -> Holder | None:
    """The account that this credential opens now; None for an unknown or expired one, and for tokens of games."""
    if token is None or not opens_account(token):
        return None
    at = now()
    for id, account, kind, scopes, passkey, asserted, owner, name, suspended, used in store.query(
        HOLDER, (digest(token), at, at)
    ):
        allowed, held_up = frozenset(scopes.split()), bool(suspended)
        return Holder(id, account, kind, allowed, passkey, asserted, owner, held_up, name, used)
    return None


def recovery_that_ended(store: Store, token: str) -> int | None:
    """When the recovery took place that ended this session, in milliseconds; None if none did within 30 days."""
    found = store.query(RECOVERED, (digest(token), now() - RECOVERY_SAID))
    return found[0][0] if found else None


def note_use(store: Store, token: str, holder: Holder) -> None:
    """Write down that a credential is used, once an hour: a session lasts 30 more days from then on, within its 180."""
    hour = now() // HOUR * HOUR
    if holder.used_at < hour:
        lasts = hour + SESSION_DAYS * DAY if holder.is_session else 0
        with suppress(StoreUnusable):  # whatever needs the store says so itself
            store.append("", [], [Statement(USED, (hour, lasts, lasts, digest(token)))])


class NewCredential(NamedTuple):
    """A secret that is sent once, and the statement that stores it."""

    id: str
    secret: str
    row: Statement


def still_holding(account: str, id: str) -> list[Statement]:
    """Makes a transaction fail with `Duplicate` if this credential has ended; until it commits, nobody ends it.

    For what somebody gets by showing a credential, so that ending all credentials of an account at the same moment misses
    nothing.
    """
    return [Statement(f"{HOLD_ALL} AND id = ?", (account, id)), Statement(IF_ENDED, (account, account, id))]


def none_begins(account: str) -> Statement:
    """Goes before the statements that end several credentials of an account, so that they find what `still_holding` lets
    begin.
    """
    return Statement(HOLD_ALL, (account,))


def new_session(account: str, label: str, passkey: str | None, asserted: bool) -> NewCredential:
    """A session of 30 days, longer by use, of 180 at most. `asserted`: a passkey was presented just now."""
    at, id, secret = now(), secrets.token_hex(16), SESSION + b64u(secrets.token_bytes(32))
    expires, ends = at + SESSION_DAYS * DAY, at + LONGEST_SESSION_DAYS * DAY
    until = at + ASSERTED if asserted else 0
    row = (digest(secret), id, account, "session", "", label, passkey, at, expires, ends, until)
    return NewCredential(id, secret, Statement(INSERT, row))


def new_personal_token(
    account: str, label: str, scopes: frozenset[str], expires_at: int, random: bytes | None = None
) -> NewCredential:
    """A token that expires at this time, of 30 random bytes."""
    secret = PERSONAL + b64u(random or secrets.token_bytes(PERSONAL_BYTES))
    id = digest(f"id of {secret}")[:32]
    row = (
        digest(secret),
        id,
        account,
        "token",
        " ".join(sorted(scopes)),
        label,
        None,
        now(),
        expires_at,
        expires_at,
        0,
    )
    return NewCredential(id, secret, Statement(INSERT, row))


def revoke(account: str, id: str) -> Statement:
    """End one credential of an account."""
    return Statement("DELETE FROM credentials WHERE account = ? AND id = ?", (account, id))
