"""Invitations to a game or tournament, so that each player takes a seat themselves and nobody else holds their token.

A player may invite to their own seat once the game has started, to continue in another browser with a new key.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused
from projections.documents.invitations import InvitationList, Invited, OpenInvitation
from projections.people import rfc3339
from service.identity.access import (
    Caller,
    authorize,
    authorize_tournament,
)
from service.identity.account_invitations import WITHDRAWN, ended, open_at
from service.identity.invitations import (
    MOST_OPEN,
    Invitation,
    id_of,
    issue,
    no_invitation,
    open_invitations,
    spelled_code,
    withdraw,
)
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import (
    CommandResponse,
    Request,
    WriteRecord,
    run_once,
)
from service.system.clock import now
from service.tables.inviting_accounts import invite_account, listed_accounts

WEEK = 7 * 24 * 3600


class Place(NamedTuple):
    """What `token` invites to: the game or tournament `id`. The token is the organiser's, or a seat's for its own seat."""

    id: str
    token: str | None
    tournament: bool = False


class Invite(NamedTuple):
    """An invitation to `seat`, or to any, valid for `expires_in` seconds; of an `account` by its id or name, or with a code."""

    place: Place
    seat: int | None = None
    expires_in: int = WEEK
    key: str | None = None
    account: str | None = None


def invite(command: Invite, context: Context) -> CommandResponse[Invited]:
    """Returns the code."""
    repository, place = context.repository, command.place
    caller, seats = _inviter(repository, place, command.seat)
    if command.seat is not None and not 1 <= command.seat <= seats:
        raise Refused(Refusal.NOT_FOUND, f"There are seats 1 to {seats} here.")
    if command.account is not None:
        return CommandResponse(_by_name(command, command.account, repository, caller), False)
    content = ["invite", command.seat, command.expires_in]
    request = Request.of(place.id, caller.actor, command.key, content, mints=True)
    code = spelled_code(request.secret(repository.signer))
    maker = None if caller.organises else caller.actor
    written = run_once(repository.store, request, partial(_issue, command, repository, request, code, maker))
    path = "tournaments" if place.tournament else "games"
    url, until = f"/{path}/{place.id}#{code}", rfc3339(written.last)
    return CommandResponse(
        Invited(invitation=id_of(code), code=code, url=url, expires_at=until), written.replayed
    )


def _by_name(command: Invite, account: str, repository: Repository, caller: Caller) -> Invited:
    place = command.place
    caller.check_organiser()
    path = "tournaments" if place.tournament else "games"
    return invite_account(
        repository.store, caller.party, place.id, path, account, command.seat, command.expires_in
    )


def _issue(
    command: Invite, repository: Repository, request: Request, code: str, maker: str | None
) -> WriteRecord:
    store, place = repository.store, command.place
    if maker is None and len(open_invitations(store, place.id)) >= MOST_OPEN:
        raise Refused(Refusal.GONE_ELSEWHERE, f"There are {MOST_OPEN} open invitations; revoke one first.")
    until = now() + command.expires_in * 1000
    written = WriteRecord(place.id, 0, until)
    rows = issue(code, place.id, command.seat, until, maker)
    store.append("", [], [*rows, *request.remember(written)])
    return written


def invitations(place: Place, context: Context) -> InvitationList:
    """The usable invitations."""
    _organiser(context.repository, place)
    store = context.repository.store
    codes = map(_listed, open_invitations(store, place.id))
    return InvitationList(invitations=(*codes, *listed_accounts(store, place.id)))


def _listed(invitation: Invitation) -> OpenInvitation:
    return OpenInvitation(
        invitation=invitation.id, seat=invitation.seat, expires_at=rfc3339(invitation.expires_at)
    )


def revoke_invitation(place: Place, id: str, context: Context) -> None:
    """`Refused` not-found unless the invitation is open."""
    _organiser(context.repository, place)
    store = context.repository.store
    invited = next((it for it in open_at(store, place.id) if it.id == id), None)
    if invited is not None:
        store.append("", [], ended(invited.account, place.id, WITHDRAWN))
        return
    if id not in (invitation.id for invitation in open_invitations(store, place.id)):
        raise no_invitation()
    store.append("", [], [withdraw(id, place.id)])


def _inviter(repository: Repository, place: Place, seat: int | None) -> tuple[Caller, int]:
    """The caller and the number of seats; `Refused` for all but the organiser and the player of this very seat."""
    if not place.tournament:
        loaded, caller = authorize(repository, place.id, place.token)
        begun = loaded.table.game is not None and loaded.table.setup.tournament is None
        if seat is not None and caller.party is None and caller.role == f"seat:{seat}" and begun:
            return caller, loaded.table.setup.seats
    return _organiser(repository, place)


def _organiser(repository: Repository, place: Place) -> tuple[Caller, int]:
    """The caller and the number of seats; `Refused` for all callers except the organiser."""
    if place.tournament:
        tournament, caller = authorize_tournament(repository.store, place.id, place.token)
        seats = tournament.seats
    else:
        loaded, caller = authorize(repository, place.id, place.token)
        seats = loaded.table.setup.seats
    caller.check_organiser()
    return caller, seats
