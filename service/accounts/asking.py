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
    request = _request(door, body, holder)
    challenge, expires = issue(door.store, request)
    options = _options(door, request, challenge)
    return ChallengeIssued(challenge=challenge.text, options=options, expires_at=rfc3339(expires))


def _request(door: Door, body: Mapping[str, Any], holder: Holder | None) -> Ask:
    request = Ask(body["purpose"], holder.id if holder else None)
    match request.purpose:
        case "sign-up":
            account, invitation = new_id(), body.get("invitation")
            name = claim_name(door.store, account, body["name"]).name
            return request._replace(account=account, name=name, code=invitation and digest(invitation))
        case "recovery":
            code = recovery_codes.hash_of(body["code"])
            found = recovery_codes.account_of(door.store, code)
            if found is None:
                raise not_verified()
            return request._replace(account=found, code=code)
        case "sign-in":
            return request
        case "assertion" | "passkey":
            return request._replace(account=_own(request, holder))


def _own(request: Ask, holder: Holder | None) -> str:
    if holder is None:
        raise Refused(Refusal.UNAUTHENTICATED, "Sign in first.")
    if request.purpose == "passkey":
        check_asserted(holder)
    return holder.account


def _options(door: Door, request: Ask, challenge: Challenge) -> dict[str, Any]:
    signed, account = from_b64u(challenge.text), request.account
    if account is None or request.purpose == "assertion":
        return request_options(door.party, signed)
    name = request.name or own_account(door.store, account).name
    known = known_credentials(door.store, account) if request.purpose == "passkey" else []
    return creation_options(door.party, signed, account, name, known)
