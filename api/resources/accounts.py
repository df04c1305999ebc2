"""Signing up, in, and in again after all passkeys are lost."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app

from api.http.browser_label import browser_label
from api.http.exchange import exchange
from api.http.operations import Call, Quota, Resource, Returns, kronika, respond
from api.http.sessions import with_session
from api.requests.accounts import ANSWER, CHALLENGE, NEW_PASSKEY
from domain.table.refusals import Refusal
from projections.documents import Document
from projections.documents.passkeys import ChallengeIssued, Recovered, SignedIn, SignedUp
from service.accounts import asking, recovering, signing_in
from service.accounts.ceremonies import RelyingParty
from service.accounts.signing_in import Answer, Door

accounts = Resource("accounts", "Signing up and in with passkeys.", accounts=True)
COOKIE = "Set-Cookie"
CEREMONY: dict[str, Any] = {"method": "POST", "auth": "optional", "same_site": True}
REFUSALS = [Refusal.OTHER_SITE, Refusal.NOT_VERIFIED]


def door() -> Door:
    service = kronika()
    return Door(service.store, RelyingParty(service.settings.origin_url))


def answer(call: Call) -> Answer:
    """What a browser has sent, with the session that it came with."""
    browser = browser_label(exchange().request.environ)
    session = call.holder.id if call.holder else None
    return Answer(
        call.body["challenge"], call.body["credential"], call.body.get("label", browser), browser, session
    )


def _counted(quota: Quota) -> Response | None:
    """Count the request towards one more limit; the refusal if it exceeds that."""
    limits = current_app.extensions.get("limits")
    return None if limits is None else limits.count_also(quota)


def private(document: Document) -> Response:
    """A response with secrets, or about somebody's account."""
    return respond(document, 201, Cache_Control="private, no-store")


@accounts.on(
    path="/v1/challenges",
    body=CHALLENGE,
    returns={201: Returns("A challenge, with the options for the browser.", ChallengeIssued)},
    problems=[*REFUSALS, Refusal.UNAUTHENTICATED, Refusal.ASSERTION_NEEDED, Refusal.GONE_ELSEWHERE],
    **CEREMONY,
)
def create_challenge(call: Call) -> Response:
    """Begin a ceremony: ask for the options that the browser gives to the authenticator.

    A challenge is valid once, for five minutes, for its purpose, and for the session that requested it.
    Signing up begins with a name (409 `gone-elsewhere` if it is taken), a recovery with a code.
    """
    refusal = _counted(Quota.SIGNINS) if call.holder is None else None
    return refusal or private(asking.ask(door(), call.body, call.holder))


@accounts.on(
    path="/v1/accounts",
    body=NEW_PASSKEY,
    returns={201: Returns("The new account, and its recovery codes.", SignedUp, headers=[COOKIE])},
    problems=[*REFUSALS, Refusal.GONE_ELSEWHERE],
    **CEREMONY,
)
def sign_up(call: Call) -> Response:
    """Sign up: open an account with a first passkey, and sign in.

    Only this response contains the recovery codes, which open the account if all passkeys are lost. A client that has lost
    the response signs in and makes new codes.
    """
    if not signing_in.is_invited(door(), answer(call)) and (refusal := _counted(Quota.ACCOUNTS)):
        return refusal
    document, session = signing_in.sign_up(door(), answer(call))
    return with_session(private(document), session.secret, kronika().settings)


@accounts.on(
    path="/v1/sessions",
    body=ANSWER,
    returns={201: Returns("The new session, whose cookie is set.", SignedIn, headers=[COOKIE])},
    problems=REFUSALS,
    **CEREMONY,
)
def sign_in(call: Call) -> Response:
    """Sign in with a passkey. The session lasts for 30 days after its last use, and for 180 at most."""
    document, session = signing_in.sign_in(door(), answer(call))
    return with_session(private(document), session.secret, kronika().settings)


@accounts.on(
    path="/v1/recoveries",
    body=NEW_PASSKEY,
    returns={201: Returns("The account, which has a new passkey.", Recovered)},
    problems=[*REFUSALS, Refusal.GONE_ELSEWHERE],
    **CEREMONY,
)
def recover(call: Call) -> Response:
    """Add a passkey with a recovery code, if all others are lost.

    The code is used up, and all sessions and tokens of the account and of its bots end. Sign in with the new passkey then.
    For 72 hours its sessions cannot remove older passkeys, make codes, export, rename or close the account; a session of an
    older passkey may remove the new one.
    """
    return private(recovering.recover(door(), answer(call)))
