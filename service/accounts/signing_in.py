"""Signing up and in, and presenting a passkey again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.accounts.events import PasskeyAdded
from domain.accounts.fold import Account
from domain.ledger.text import b64u, from_b64u
from domain.table.refusals import Refusal, Refused
from projections.documents.passkeys import Asserted, SignedIn, SignedUp
from projections.people import rfc3339
from service.accounts import challenges, invited_signups, passkeys, recovery_codes
from service.accounts.ceremonies import NewPasskey, NotVerified, RelyingParty, verified_creation
from service.accounts.challenges import Challenge, not_verified
from service.accounts.notices.writing import account_changed
from service.accounts.own_account import own_account
from service.accounts.queries import recovered_lately
from service.identity.account_log import Change, change, load, opening
from service.identity.account_names import claim_name
from service.identity.credentials import ASSERTED, Holder, NewCredential, new_session
from service.identity.guards import check_asserted, check_holds
from service.store import Duplicate, Statement, Store
from service.system.clock import now

CREDENTIAL_TAKEN = "This passkey belongs to an account already. Sign in with it."
ASSERT = "UPDATE credentials SET asserted_until = ?, passkey = ? WHERE account = ? AND id = ?"


class Answer(NamedTuple):
    """A browser's answer to a challenge. `label` names a new passkey, `browser` a new session."""

    challenge: str
    credential: Mapping[str, Any]
    label: str
    browser: str
    session: str | None = None
    """The id of the session that sends it."""


class Door(NamedTuple):
    """Where ceremonies take place: the store and the service as passkeys know it."""

    store: Store
    party: RelyingParty


def is_invited(door: Door, answer: Answer) -> bool:
    """Whether the sign-up is free of the limit of its address, by an invitation that is used up so."""
    challenge = challenges.open_challenge(door.store, answer.challenge, "sign-up", answer.session)
    return challenge.code is not None and invited_signups.is_invited(door.store, challenge.code)


def sign_up(door: Door, answer: Answer) -> tuple[SignedUp, NewCredential]:
    """Open the account that the challenge is about, with its first passkey, codes and session.

    `Refused`: not-verified, or gone-elsewhere for a name or credential that was taken meanwhile.
    """
    challenge, passkey = created(door, answer, "sign-up")
    account, codes = str(challenge.account), recovery_codes.new_codes()
    claim = claim_name(door.store, account, str(challenge.name))
    id = passkeys.id_of(b64u(passkey.credential))
    made, code_rows = recovery_codes.replace_codes(account, codes)
    session = new_session(account, answer.browser, id, asserted=True)
    opened = opening(account, claim.name, claim.folded, None, [PasskeyAdded(id), made])
    rows = [*opened, *claim.rows, passkeys.insert(account, passkey, answer.label), *code_rows, session.row]
    try:
        door.store.append("", [], [challenge.use, *rows])
    except Duplicate:
        challenges.open_challenge(door.store, answer.challenge, "sign-up", answer.session)
        check_free(door.store, passkey)
        claim_name(door.store, account, claim.name)
        raise
    return SignedUp(account=own_account(door.store, account), recovery_codes=codes), session


def sign_in(door: Door, answer: Answer) -> tuple[SignedIn, NewCredential]:
    """A session of the account whose passkey answers; `Refused` not-verified."""
    challenge = challenges.open_challenge(door.store, answer.challenge, "sign-in", answer.session)
    found = passkeys.presented(door.store, door.party, challenge, answer.credential)
    session = new_session(found.account, answer.browser, found.id, asserted=True)
    _write(door.store, [*found.rows, session.row])
    document = SignedIn(
        account=own_account(door.store, found.account),
        session=session.id,
        recovered_at=recovered_lately(load(door.store, found.account)),
    )
    return document, session


def present(door: Door, answer: Answer, holder: Holder) -> Asserted:
    """Note that this session has presented a passkey of its account; `Refused` not-verified.

    From then on it counts as a session of the passkey that was added after the later recovery, of both: a stolen session gets no
    more rights from a passkey that somebody recovered.
    """
    challenge = challenges.open_challenge(door.store, answer.challenge, "assertion", holder.id)
    found = passkeys.presented(door.store, door.party, challenge, answer.credential)
    if found.account != holder.account:
        raise not_verified()
    until = now() + ASSERTED
    passkey = _later(load(door.store, holder.account), holder.passkey, found.id)
    _write(door.store, [*found.rows, Statement(ASSERT, (until, passkey, holder.account, holder.id))])
    return Asserted(until=rfc3339(until))


def _later(account: Account, of_session: str | None, presented: str) -> str | None:
    own = account.recoveries.get(of_session or "", account.recovered_at)
    return presented if account.recoveries.get(presented, account.recovered_at) > own else of_session


def add_passkey(door: Door, answer: Answer, holder: Holder) -> str:
    """One more passkey, and its id; `Refused`: assertion-needed, not-verified, or gone-elsewhere."""
    check_asserted(holder)
    challenge, passkey = created(door, answer, "passkey")
    id = passkeys.id_of(b64u(passkey.credential))

    def decide(account: Account) -> Change:
        check_holds(door.store, holder)
        passkeys.check_room(account)
        added = passkeys.insert(account.id, passkey, answer.label)
        notified = account_changed(account.id, "passkey")
        return Change([PasskeyAdded(id)], [challenge.use, added, *notified])

    try:
        change(door.store, holder.account, decide)
    except Duplicate:
        challenges.open_challenge(door.store, answer.challenge, "passkey", answer.session)
        check_free(door.store, passkey)
        raise
    return id


def created(door: Door, answer: Answer, purpose: challenges.Purpose) -> tuple[Challenge, NewPasskey]:
    """The open challenge and the new credential that answers it; `Refused` not-verified, or gone-elsewhere for a known one."""
    challenge = challenges.open_challenge(door.store, answer.challenge, purpose, answer.session)
    try:
        passkey = verified_creation(door.party, from_b64u(challenge.text), answer.credential)
    except NotVerified:
        raise not_verified() from None
    check_free(door.store, passkey)
    return challenge, passkey


def check_free(store: Store, passkey: NewPasskey) -> None:
    if passkeys.is_taken(store, passkey):
        raise Refused(Refusal.GONE_ELSEWHERE, CREDENTIAL_TAKEN)


def _write(store: Store, rows: list[Statement]) -> None:
    try:
        store.append("", [], rows)
    except Duplicate:
        raise not_verified() from None
