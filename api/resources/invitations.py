"""Invitations: single-use codes for seats at private tables."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    minted,
    respond,
)
from api.requests.bodies import JsonBody
from api.requests.fields import Closed, JsonInteger, described, text
from domain.table.refusals import Refusal
from projections.documents.invitations import InvitationDocument, InvitationList, Invited
from service.queries import invitations as queries
from service.tables import inviting as commands
from service.tables.inviting import WEEK, Place

invitations = Resource("invitations", "Single-use codes for seats.")
REFUSALS = [Refusal.NOT_FOUND, Refusal.FORBIDDEN]


class NewInvitation(Closed):
    """The seat and the lifetime of an invitation."""

    seat = JsonInteger(min=1, max=64, metadata=described("The seat; by default any free one."))
    account = text(
        "[^\\x00-\\x1f\\x7f]+",
        64,
        metadata=described(
            "The id or name of an account that is invited without a code, by an account that organises."
        ),
    )
    expires_in = JsonInteger(min=60, max=365 * 24 * 3600, load_default=WEEK, metadata=described("Seconds."))


NEW_INVITATION = JsonBody(NewInvitation, optional=True)


def _to(place: str, method: str, below: str = "", **options: Any) -> dict[str, Any]:
    return {
        "method": method,
        "path": f"/v1/{place}/<game:{place[:-1]}>/invitations{below}",
        "auth": "required",
        **options,
    }


def _creation(place: str) -> dict[str, Any]:
    returns = {201: Returns("The invitation.", Invited)}
    options: dict[str, Any] = {
        "headers": ["Idempotency-Key"],
        "mints": True,
        "body": NEW_INVITATION,
        "returns": returns,
    }
    problems = [*REFUSALS, Refusal.GONE_ELSEWHERE, Refusal.ACCOUNT_NEEDED]
    return _to(place, "POST", problems=problems, scopes=["tables"], begins=True, **options)


def _listing(place: str) -> dict[str, Any]:
    returns = {200: Returns("The open invitations.", InvitationList)}
    return _to(place, "GET", returns=returns, problems=REFUSALS, scopes=["tables"])


def _revocation(place: str) -> dict[str, Any]:
    returns = {204: Returns("It is revoked.", media_types=())}
    return _to(place, "DELETE", "/<invitation>", returns=returns, problems=REFUSALS, scopes=["tables"])


def _invite(call: Call, place: Place) -> Response:
    body = call.body
    command = commands.Invite(place, body.get("seat"), body["expires_in"], call.key, body.get("account"))
    return minted(commands.invite(command, kronika().context))


def _list(place: Place) -> Response:
    return respond(commands.invitations(place, kronika().context))


def _revoke(place: Place, invitation: str) -> Response:
    commands.revoke_invitation(place, invitation, kronika().context)
    return Response(status=204)


@invitations.on(**_creation("games"))
def invite_to_game(call: Call, game: str) -> Response:
    """Invite a player to a game (organiser); once it has begun, a seat can invite to itself, too.

    The code is good for one seat, once, also in a private game; nobody but the player ever holds the seat's token. Players
    move to another device with a code for their own `seat`: using it revokes the old token.

    An organiser who is an account invites an `account` by its id or name, 20 in 24 hours: it is notified, sees the table, and
    sits down without a code. 403 `forbidden` for every account that does not take the invitation, whether it exists or not.
    """
    return _invite(call, Place(game, call.token))


@invitations.on(**_listing("games"))
def list_invitations_to_game(call: Call, game: str) -> Response:
    """List a game's open invitations (organiser)."""
    return _list(Place(game, call.token))


@invitations.on(**_revocation("games"))
def revoke_invitation_to_game(call: Call, game: str, invitation: str) -> Response:
    """Revoke an invitation to a game (organiser)."""
    return _revoke(Place(game, call.token), invitation)


@invitations.on(**_creation("tournaments"))
def invite_to_tournament(call: Call, tournament: str) -> Response:
    """Invite a player to a tournament (organiser).

    The code is good for one seat in all of its games, once.
    """
    return _invite(call, Place(tournament, call.token, tournament=True))


@invitations.on(**_listing("tournaments"))
def list_invitations_to_tournament(call: Call, tournament: str) -> Response:
    """List a tournament's open invitations (organiser)."""
    return _list(Place(tournament, call.token, tournament=True))


@invitations.on(**_revocation("tournaments"))
def revoke_invitation_to_tournament(call: Call, tournament: str, invitation: str) -> Response:
    """Revoke an invitation to a tournament (organiser)."""
    return _revoke(Place(tournament, call.token, tournament=True), invitation)


@invitations.on(
    "GET",
    "/v1/invitations/<code>",
    returns={200: Returns("What the invitation is for.", InvitationDocument)},
    problems=[Refusal.NOT_FOUND],
)
def get_invitation(call: Call, code: str) -> Response:
    """Read what an invitation is for, before using it."""
    return respond(queries.invitation(kronika().repository, code), Cache_Control="private, no-store")
