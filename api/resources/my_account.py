"""The account that asks: its name, its passkeys and its recovery codes."""

from __future__ import annotations

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.requests.accounts import ANSWER, NAME, NEW_PASSKEY, NOTHING
from api.resources.accounts import answer, door, private
from domain.table.refusals import Refusal
from projections.documents.accounts import AccountDocument
from projections.documents.passkeys import (
    Asserted,
    Me,
    NewRecoveryCodes,
    PasskeyList,
    PasskeyRow,
)
from service.accounts import passkeys, queries, recovery_codes, renaming, signing_in

my_account = Resource("my-account", "The account that asks.", accounts=True)
GUARDED = [Refusal.OTHER_SITE, Refusal.ASSERTION_NEEDED]


@my_account.on(
    "GET",
    "/v1/me",
    auth="account",
    scopes=["read"],
    returns={200: Returns("The account.", Me)},
    problems=[Refusal.FORBIDDEN],
)
def get_me(call: Call) -> Response:
    """Read who you are here: your account's name, and what your session may do now."""
    return respond(queries.me(kronika().store, call.account))


@my_account.on(
    "PUT",
    "/v1/me/name",
    auth="session",
    body=NAME,
    returns={200: Returns("The account with its new name.", AccountDocument)},
    problems=[*GUARDED, Refusal.TOO_EARLY, Refusal.GONE_ELSEWHERE],
)
def rename(call: Call) -> Response:
    """Give the account another name, once in 30 days. Nobody else gets the old one for 90 days."""
    return respond(renaming.rename(kronika().store, call.account, call.body["name"]))


@my_account.on(
    "POST",
    "/v1/me/assertions",
    auth="session",
    body=ANSWER,
    returns={201: Returns("Until when it counts.", Asserted)},
    problems=[Refusal.OTHER_SITE, Refusal.NOT_VERIFIED],
)
def assert_passkey(call: Call) -> Response:
    """Present a passkey again, for operations that need that; it counts for five minutes."""
    return private(signing_in.present(door(), answer(call), call.account))


@my_account.on(
    "GET",
    "/v1/me/passkeys",
    auth="session",
    returns={200: Returns("The passkeys.", PasskeyList)},
)
def list_passkeys(call: Call) -> Response:
    """List your passkeys."""
    return respond(passkeys.passkeys_of(kronika().store, call.account.account))


@my_account.on(
    "POST",
    "/v1/me/passkeys",
    auth="session",
    body=NEW_PASSKEY,
    returns={201: Returns("The new passkey.", PasskeyRow)},
    problems=[*GUARDED, Refusal.NOT_VERIFIED, Refusal.GONE_ELSEWHERE],
)
def add_passkey(call: Call) -> Response:
    """Add a passkey, such as that of another device."""
    id = signing_in.add_passkey(door(), answer(call), call.account)
    return private(passkeys.passkey_row(kronika().store, call.account.account, id))


@my_account.on(
    "DELETE",
    "/v1/me/passkeys/<passkey>",
    auth="session",
    returns={204: Returns("It opens the account no longer.", media_types=())},
    problems=[*GUARDED, Refusal.NOT_FOUND, Refusal.TOO_EARLY, Refusal.GONE_ELSEWHERE],
)
def remove_passkey(call: Call, passkey: str) -> Response:
    """Remove a passkey, and end the sessions that it opened; the last one stays.

    Removing one that came by recovery voids all recovery codes.
    """
    passkeys.remove_passkey(kronika().store, call.account, passkey)
    return Response(status=204)


@my_account.on(
    "POST",
    "/v1/me/recovery-codes",
    auth="session",
    body=NOTHING,
    returns={201: Returns("The new codes.", NewRecoveryCodes)},
    problems=[*GUARDED, Refusal.TOO_EARLY],
)
def make_recovery_codes(call: Call) -> Response:
    """Make ten new recovery codes; earlier ones become void. Only this response contains them."""
    return private(recovery_codes.make_codes(kronika().store, call.account))
