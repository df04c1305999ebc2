"""Asking for a challenge: what a browser is to ask of an authenticator."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.ledger.text import from_b64u
from domain.table.refusals import Refusal, Refused
from projections.documents.passkeys import ChallengeIssued
from projections.people import rfc3339
from service.accounts import recovery_codes
from service.accounts.ceremonies import creation_options, request_options
from service.accounts.challenges import Ask, Challenge, issue, not_verified
from service.accounts.own_account import own_account
from service.accounts.passkeys import known_credentials
from service.accounts.signing_in import Door
from service.identity.account_log import new_id
from service.identity.account_names import claim_name
from service.identity.credentials import Holder
from service.identity.guards import check_asserted
from service.identity.tokens import digest


def ask(door: Door, body: Mapping[str, Any], holder: Holder | None) -> ChallengeIssued:
    """A challenge for what the body says, bound to the session that asks if one does.

    `Refused`: malformed or gone-elsewhere for a name, unauthenticated, assertion-needed, not-verified for a code.
    """
    asked = _asked(door, body, holder)
    challenge, expires = issue(door.store, asked)
    options = _options(door, asked, challenge)
    return ChallengeIssued(challenge=challenge.text, options=options, expires_at=rfc3339(expires))


def _asked(door: Door, body: Mapping[str, Any], holder: Holder | None) -> Ask:
    asked = Ask(body["purpose"], holder.id if holder else None)
    match asked.purpose:
        case "sign-up":
            account, invitation = new_id(), body.get("invitation")
            name = claim_name(door.store, account, body["name"]).name
            return asked._replace(account=account, name=name, code=invitation and digest(invitation))
        case "recovery":
            code = recovery_codes.hash_of(body["code"])
            found = recovery_codes.account_of(door.store, code)
            if found is None:
                raise not_verified()
            return asked._replace(account=found, code=code)
        case "sign-in":
            return asked
        case "assertion" | "passkey":
            return asked._replace(account=_own(asked, holder))


def _own(asked: Ask, holder: Holder | None) -> str:
    if holder is None:
        raise Refused(Refusal.UNAUTHENTICATED, "Sign in first.")
    if asked.purpose == "passkey":
        check_asserted(holder)
    return holder.account


def _options(door: Door, asked: Ask, challenge: Challenge) -> dict[str, Any]:
    signed, account = from_b64u(challenge.text), asked.account
    if account is None or asked.purpose == "assertion":
        return request_options(door.party, signed)
    name = asked.name or own_account(door.store, account).name
    known = known_credentials(door.store, account) if asked.purpose == "passkey" else []
    return creation_options(door.party, signed, account, name, known)
