"""The settings of the account that asks, and the invitations that it has."""

from __future__ import annotations

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.requests.own_account import SETTINGS
from domain.table.refusals import Refusal
from projections.documents.profiles import AccountSettings, InvitationsByName
from service.accounts import settings as service

own_settings = Resource(
    "my-settings", "Settings of the account that asks, and its invitations.", accounts=True
)
PATH, INVITATIONS = "/v1/me/settings", "/v1/me/invitations"


@own_settings.on("GET", PATH, auth="session", returns={200: Returns("The settings.", AccountSettings)})
def get_my_settings(call: Call) -> Response:
    """Read the account's settings (session)."""
    return respond(service.settings(kronika().store, call.account.account))


@own_settings.on(
    "PUT",
    PATH,
    auth="session",
    body=SETTINGS,
    returns={200: Returns("The settings as they are now.", AccountSettings)},
    problems=[Refusal.BUSY],
)
def put_my_settings(call: Call) -> Response:
    """Set whose invitations by name the account takes (session)."""
    wanted = call.body["invitations"]
    return respond(service.change_settings(kronika().store, call.account.account, wanted))


@own_settings.on(
    "GET",
    INVITATIONS,
    auth="account",
    scopes=["tables"],
    returns={200: Returns("The open invitations, the newest first.", InvitationsByName)},
)
def list_my_invitations(call: Call) -> Response:
    """List the open invitations by name that the account has (account).

    The account sees these tables, and sits down there without a code.
    """
    return respond(service.invitations(kronika().store, call.account.account))


@own_settings.on(
    "DELETE",
    f"{INVITATIONS}/<invitation>",
    auth="account",
    scopes=["tables"],
    returns={204: Returns("It is declined.", media_types=())},
    problems=[Refusal.NOT_FOUND],
)
def decline_invitation(call: Call, invitation: str) -> Response:
    """Decline an invitation (account). The organiser cannot invite the account to this table again."""
    service.decline(kronika().store, call.account.account, invitation)
    return Response(status=204)
