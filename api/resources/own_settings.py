"""The settings of the account that asks, and the invitations and appointments that it has."""

from __future__ import annotations

from flask import Response

from api.http.operations import Call, Resource, Returns, kronika, respond
from api.requests.own_account import SETTINGS
from domain.table.refusals import Refusal
from projections.documents.profiles import AccountSettings, Appointments, InvitationsByName
from service.accounts import settings as service
from service.identity.referee_lists import open_appointments

own_settings = Resource(
    "my-settings", "Settings of the account that asks, its invitations and appointments.", accounts=True
)
PATH, INVITATIONS = "/v1/me/settings", "/v1/me/invitations"
APPOINTMENTS = "/v1/me/appointments"


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


@own_settings.on(
    "GET",
    APPOINTMENTS,
    auth="account",
    scopes=["referee"],
    returns={200: Returns("The open appointments.", Appointments)},
)
def list_my_appointments(call: Call) -> Response:
    """List the appointments as a referee that the account has not accepted yet (account).

    It accepts one with `POST .../referees/acceptances {}` of that game, tournament or meeting.
    """
    return respond(open_appointments(kronika().store, call.account.account))
