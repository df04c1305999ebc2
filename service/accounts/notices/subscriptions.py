"""Browsers that receive push messages. Each subscription is bound to the session that made it and ends with it.

Its address and keys let anybody push to the browser, so they are stored encrypted.
"""

from __future__ import annotations

import binascii
import hashlib
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec

from domain.ledger.text import from_b64u
from domain.table.refusals import Refusal, Refused, malformed
from service.accounts.notices import writing
from service.accounts.notices.addresses import BadUrl, parse_target
from service.identity.credentials import Holder
from service.store import Duplicate, Statement, Store
from service.system.clock import now

MOST = 10
AUTH_BYTES = 16
HOLD = "UPDATE accounts SET status = status WHERE id = ?"
"""So that of two concurrent subscriptions the second counts the first."""
IF_FULL = """INSERT INTO accounts (id, opened_at, status) SELECT id, opened_at, status FROM accounts
    WHERE id = ? AND (SELECT count(*) FROM push_subscriptions WHERE push_subscriptions.account = accounts.id) > ?"""
INSERT = """INSERT INTO push_subscriptions (id, account, session, sealed, created_at, n) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed"""
EXISTS = "SELECT 1 FROM push_subscriptions WHERE id = ? AND account = ?"
DELETE = "DELETE FROM push_subscriptions WHERE id = ?"
ENDED = """DELETE FROM push_subscriptions WHERE session <> '' AND NOT EXISTS
    (SELECT 1 FROM credentials WHERE credentials.id = session AND expires_at > ? AND ends_at > ?)"""
LEAVE = "UPDATE push_subscriptions SET session = '' WHERE account = ?"
WAITING = """SELECT push_subscriptions.id, push_subscriptions.account, session, sealed, push_subscriptions.n,
    coalesce(notice_counts.n, 0) FROM push_subscriptions
    LEFT JOIN notice_counts ON recipient = 'account:' || push_subscriptions.account
    LEFT JOIN credentials ON credentials.id = session AND expires_at > ? AND ends_at > ?
    WHERE session = '' OR (credentials.id IS NOT NULL AND notice_counts.n > push_subscriptions.n)"""
REACHED = "UPDATE push_subscriptions SET n = ? WHERE id = ?"


class Browser(msgspec.Struct, frozen=True):
    """Where a browser is reached: its push service's address for it, and the keys that messages are encrypted with."""

    endpoint: str
    p256dh: bytes
    auth: bytes


class Waiting(NamedTuple):
    """A subscription with notices after `n`, up to `newest`. `session` is "" where it ends with one last message."""

    id: str
    account: str
    session: str
    browser: Browser
    n: int
    newest: int


def subscribe(store: Store, holder: Holder, endpoint: str, p256dh: str, auth: str) -> str:
    """Have this session's browser receive push messages, from now on; the subscription's id, the same for the same browser.

    `Refused` malformed for an address or a key to which nothing can be sent, gone-elsewhere for an eleventh subscription.
    """
    browser = Browser(_address(endpoint), _point(p256dh), _secret(auth))
    id = hashlib.sha256(f"{holder.id} {endpoint}".encode()).hexdigest()[:32]
    sealed = store.seal(msgspec.msgpack.encode(browser), id, 0)
    newest = writing.newest(store, writing.account(holder.account))
    added = Statement(INSERT, (id, holder.account, holder.id, sealed, now(), newest))
    try:
        store.append(
            "", [], [Statement(HOLD, (holder.account,)), added, Statement(IF_FULL, (holder.account, MOST))]
        )
    except Duplicate:
        detail = f"An account has at most {MOST} subscriptions; delete one, or end its session."
        raise Refused(Refusal.GONE_ELSEWHERE, detail) from None
    return id


def unsubscribe(store: Store, holder: Holder, id: str) -> None:
    """`Refused` not-found for an unknown subscription, or another account's."""
    if not store.query(EXISTS, (id, holder.account)):
        raise Refused(Refusal.NOT_FOUND, "There is no such subscription.")
    store.append("", [], [delete(id)])


def delete(id: str) -> Statement:
    return Statement(DELETE, (id,))


def leaving(account: str) -> Statement:
    """For the transaction of a recovery: all browsers of the account get a message that says so, and then no more."""
    return Statement(LEAVE, (account,))


def ended() -> Statement:
    """Deletes the subscriptions whose sessions have ended."""
    return Statement(ENDED, (at := now(), at))


def reached(id: str, n: int) -> Statement:
    """The notices up to this number were pushed."""
    return Statement(REACHED, (n, id))


def waiting(store: Store) -> Iterator[Waiting]:
    """The subscriptions for which there may be something to push."""
    for id, account, session, sealed, n, newest in store.query(WAITING, (at := now(), at)):
        browser = msgspec.msgpack.decode(store.unseal(sealed, id, 0), type=Browser)
        yield Waiting(id, account, session, browser, n, newest)


def _address(endpoint: str) -> str:
    try:
        parse_target(endpoint)
    except BadUrl as error:
        raise malformed("endpoint", str(error)) from error
    return endpoint


def _point(text: str) -> bytes:
    try:
        point = from_b64u(text)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error) as error:
        raise malformed("keys.p256dh", "This is not a point on P-256 in base64url.") from error
    return point


def _secret(text: str) -> bytes:
    try:
        secret = from_b64u(text)
    except (ValueError, binascii.Error):
        secret = b""
    if len(secret) != AUTH_BYTES:
        raise malformed("keys.auth", "These are not 16 bytes in base64url.")
    return secret
