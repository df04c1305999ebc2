"""Personal tokens of an account: made, listed, revoked. Their log is the account's."""

from __future__ import annotations

from typing import NamedTuple

from domain.accounts.events import TokenMade, TokenRevoked
from domain.accounts.fold import Account
from domain.table.refusals import Refusal, Refused
from projections.documents.credentials import TokenDocument, TokenList, TokenMinted
from projections.people import rfc3339
from service.accounts.notices.writing import account_changed
from service.identity.account_log import Change, change, event_of
from service.identity.credentials import (
    PERSONAL_BYTES,
    Holder,
    Kind,
    new_personal_token,
    revoke,
    still_holding,
)
from service.identity.guards import check_holds
from service.log.signing import Signer
from service.play.idempotency import CommandResponse, Request, WriteRecord, run_once
from service.store import Duplicate, Store
from service.system.clock import now

MOST = 50
"""The most tokens of an account that have not expired."""
TOKENS = """SELECT id, label, scopes, created_at, expires_at, used_at FROM credentials
    WHERE account = ? AND kind = 'token' AND expires_at > ? ORDER BY created_at, id"""
KNOWN = "SELECT 1 FROM credentials WHERE account = ? AND kind = ? AND id = ? AND expires_at > ?"


class NewToken(NamedTuple):
    """A token to be made, of `account`; `expires_in` in seconds."""

    account: str
    label: str
    scopes: frozenset[str]
    expires_in: int


def mint(
    store: Store, signer: Signer, holder: Holder, wanted: NewToken, key: str | None
) -> CommandResponse[TokenMinted]:
    """Make a token of the holder's account or of its bot, and notify the former; the same one again for the same `key`.

    `Refused` gone-elsewhere if the account has too many.
    """
    account = wanted.account
    content = [wanted.label, sorted(wanted.scopes), wanted.expires_in]
    request = Request.of("personal-tokens", f"account:{account}", key, content, mints=True)
    secret = request.secret(signer)[:PERSONAL_BYTES]
    written = run_once(store, request, lambda: _begin(store, holder, wanted, request, secret))
    made = event_of(store, account, written.first)
    assert isinstance(made, TokenMade), "the entry is of another event"
    token = new_personal_token(account, wanted.label, wanted.scopes, made.expires_at, secret).secret
    document = TokenMinted(id=made.token, token=token, expires_at=rfc3339(made.expires_at))
    return CommandResponse(document, written.replayed)


def _begin(store: Store, holder: Holder, wanted: NewToken, request: Request, secret: bytes) -> WriteRecord:
    account, expires_at = wanted.account, now() + 1000 * wanted.expires_in
    token = new_personal_token(account, wanted.label, wanted.scopes, expires_at, secret)
    made = TokenMade(token.id, tuple(sorted(wanted.scopes)), expires_at)

    def decide(known: Account) -> Change:
        if request.earlier(store):
            raise Duplicate
        check_holds(store, holder)
        if len(store.query(TOKENS, (account, now()))) >= MOST:
            raise Refused(
                Refusal.GONE_ELSEWHERE, f"An account has at most {MOST} tokens at a time; revoke one."
            )
        version = known.version + 1
        notified = account_changed(holder.account, "token")
        remembered = request.remember(WriteRecord(account, version, version))
        held = still_holding(holder.account, holder.id)
        return Change([made], [*held, token.row, *notified, *remembered])

    try:
        version = change(store, account, decide).version
    except Duplicate:  # the same request was faster, or the session has ended
        check_holds(store, holder)
        raise
    return WriteRecord(account, version, version)


def tokens(store: Store, account: str) -> TokenList:
    """Those that have not expired, the oldest first."""
    found = store.query(TOKENS, (account, now()))
    return TokenList(
        tokens=tuple(
            TokenDocument(
                id=id,
                label=label,
                scopes=tuple(scopes.split()),
                created_at=rfc3339(created),
                expires_at=rfc3339(expires),
                last_used_at=None if used is None else rfc3339(used),
            )
            for id, label, scopes, created, expires, used in found
        )
    )


def revoke_token(store: Store, holder: Holder, account: str, id: str) -> None:
    """Revoke a token of the holder's account or of its bot; `Refused` not-found for an unknown one."""

    def decide(_: Account) -> Change:
        check_holds(store, holder)
        check_exists(store, account, "token", id)
        return Change([TokenRevoked(id)], [revoke(account, id), *account_changed(holder.account, "token")])

    change(store, account, decide)


def check_exists(store: Store, account: str, kind: Kind, id: str) -> None:
    """`Refused` not-found unless the account has this session or token."""
    if not store.query(KNOWN, (account, kind, id, now())):
        raise Refused(Refusal.NOT_FOUND, f"There is no such {kind}.")
