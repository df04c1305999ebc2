"""What opens an account: its sessions and personal tokens, and the bots that it owns."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http import sessions as cookies
from api.http.operations import Call, Resource, Returns, kronika, minted, respond
from api.requests.credentials import NEW_BOT, NEW_BOT_TOKEN, NEW_TOKEN
from domain.table.refusals import Refusal
from projections.documents.accounts import AccountOpened, BotList
from projections.documents.credentials import SessionList, TokenList, TokenMinted
from service.accounts import bots, personal_tokens, sessions
from service.accounts.personal_tokens import NewToken
from service.identity.guards import check_asserted

credentials = Resource("credentials", "Sessions, personal tokens and bots of your account.", accounts=True)
SESSION: dict[str, Any] = {"auth": "session", "problems": [Refusal.NOT_FOUND]}
CHANGE: dict[str, Any] = {
    "auth": "session",
    "problems": [Refusal.NOT_FOUND, Refusal.ASSERTION_NEEDED, Refusal.FORBIDDEN],
}
MINTING: dict[str, Any] = {
    "auth": "session",
    "begins": True,
    "headers": ["Idempotency-Key"],
    "mints": True,
    "returns": {201: Returns("The token. No later response contains it.", TokenMinted)},
    "problems": [
        Refusal.NOT_FOUND,
        Refusal.ASSERTION_NEEDED,
        Refusal.GONE_ELSEWHERE,
        Refusal.FORBIDDEN,
    ],
}
GONE = {204: Returns("It is ended.", media_types=())}


@credentials.on(
    "GET", "/v1/me/sessions", auth="session", returns={200: Returns("The sessions.", SessionList)}
)
def list_sessions(call: Call) -> Response:
    """List the browsers in which you are signed in."""
    return respond(sessions.sessions(kronika().store, call.account))


@credentials.on("DELETE", "/v1/me/sessions/current", auth="session", returns=GONE)
def sign_out(call: Call) -> Response:
    """Sign out: end the session that asks."""
    return _ended(call, call.account.id)


@credentials.on("DELETE", "/v1/me/sessions/<session>", returns=GONE, **SESSION)
def end_session(call: Call, session: str) -> Response:
    """End a session. Its streams end within five seconds."""
    return _ended(call, session)


def _ended(call: Call, session: str) -> Response:
    service, response = kronika(), Response(status=204)
    sessions.end_session(service.store, call.account, session)
    return cookies.without_session(response, service.settings) if session == call.account.id else response


@credentials.on("GET", "/v1/me/tokens", auth="session", returns={200: Returns("The tokens.", TokenList)})
def list_tokens(call: Call) -> Response:
    """List your personal tokens. The tokens themselves are not in the list."""
    return respond(personal_tokens.tokens(kronika().store, call.account.account))


@credentials.on("POST", "/v1/me/tokens", body=NEW_TOKEN, **MINTING)
def mint_token(call: Call) -> Response:
    """Make a personal token, with which a program acts for your account.

    It may do what its scopes say, and has no access to your sessions, passkeys, tokens and bots. Send it as
    `Authorization: Bearer TOKEN`.
    """
    return _mint(call, call.account.account)


@credentials.on("DELETE", "/v1/me/tokens/<token>", returns=GONE, **CHANGE)
def revoke_personal_token(call: Call, token: str) -> Response:
    """Revoke a personal token. Its streams end within five seconds."""
    return _revoke(call, call.account.account, token)


@credentials.on("GET", "/v1/me/bots", auth="session", returns={200: Returns("The bots.", BotList)})
def list_bots(call: Call) -> Response:
    """List your bots."""
    return respond(bots.bots(kronika().store, call.account))


@credentials.on(
    "POST",
    "/v1/me/bots",
    auth="session",
    begins=True,
    headers=["Idempotency-Key"],
    body=NEW_BOT,
    returns={201: Returns("The bot.", AccountOpened)},
    problems=[Refusal.ASSERTION_NEEDED, Refusal.GONE_ELSEWHERE, Refusal.FORBIDDEN],
)
def open_bot(call: Call) -> Response:
    """Open an account for a program of yours that plays. Documents name the bot and you as its owner.

    It has tokens, which you make, and neither passkeys nor sessions.
    """
    check_asserted(call.account)
    return minted(bots.open_bot(kronika().store, call.account, call.body["name"], call.key))


@credentials.on(
    "GET", "/v1/me/bots/<game:bot>/tokens", returns={200: Returns("The tokens.", TokenList)}, **SESSION
)
def list_bot_tokens(call: Call, bot: str) -> Response:
    """List the tokens of a bot of yours."""
    return respond(personal_tokens.tokens(kronika().store, _own_bot(call, bot)))


@credentials.on("POST", "/v1/me/bots/<game:bot>/tokens", body=NEW_BOT_TOKEN, **MINTING)
def mint_bot_token(call: Call, bot: str) -> Response:
    """Make a token of a bot of yours. It acts for the bot, not for you."""
    return _mint(call, _own_bot(call, bot))


@credentials.on("DELETE", "/v1/me/bots/<game:bot>/tokens/<token>", returns=GONE, **CHANGE)
def revoke_bot_token(call: Call, bot: str, token: str) -> Response:
    """Revoke a token of a bot of yours."""
    return _revoke(call, _own_bot(call, bot), token)


def _own_bot(call: Call, bot: str) -> str:
    return bots.own_bot(kronika().store, call.account, bot).id


def _mint(call: Call, account: str) -> Response:
    check_asserted(call.account)
    service, body = kronika(), call.body
    wanted = NewToken(account, body["label"], frozenset(body["scopes"]), body["expires_in"])
    return minted(personal_tokens.mint(service.store, service.signer, call.account, wanted, call.key))


def _revoke(call: Call, account: str, token: str) -> Response:
    check_asserted(call.account)
    personal_tokens.revoke_token(kronika().store, call.account, account, token)
    return Response(status=204)
