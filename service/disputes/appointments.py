"""Referees of a game: appointed by single-use codes, dismissed, or resigning."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from domain.table.referee import appointing
from domain.table.referee.events import RefereeAppointed
from domain.table.refusals import Refusal, Refused
from projections.documents import disputes as documents
from projections.documents.commands import Changed
from service.disputes.acceptances import Accept as Accept
from service.disputes.acceptances import Acceptance, account_to_appoint, notice_of
from service.identity.access import INVITED, Caller, authorize
from service.identity.account_roles import party_of
from service.identity.invitations import spelled_code
from service.identity.referees import (
    DISMISSED,
    RESIGNED,
    appointment_row,
    leaving_row,
    places_of,
    revoke_referee,
)
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.hearing import hearing_of
from service.play.context import Context
from service.play.runner import (
    CommandResult,
    Decision,
    PendingCommand,
    Reply,
    load_command,
    run,
)

FOR_ALL = "This game belongs to a tournament. Its referees are appointed for the tournament, and so for all of its games."
FOR_MEETING = "This is a referee of the game's meeting, who leaves the meeting and so all of its games."


class Appoint(NamedTuple):
    """Appoint a referee of the game, tournament or meeting `id`; a `head` referee may also decide appeals.

    `account`: the id or the name of the account that is appointed; it needs no code.
    """

    id: str
    token: str | None
    head: bool = False
    key: str | None = None
    account: str | None = None


class Leave(NamedTuple):
    """The referee with this number leaves the game, tournament or meeting `id`: dismissed by the organiser, or resigning."""

    id: str
    token: str | None
    number: int
    key: str | None = None


def appoint(command: Appoint, context: Context) -> Reply:
    """Returns the referee's number and code."""
    content = appointment_content(command)
    pending = load_command(context, command.id, command.token, command.key, content, mints=True)
    code = spelled_code(pending.request.secret(context.repository.signer))
    decide = partial(_decide, context.repository, command, code)
    code_to_send = code if command.account is None else None
    return run(context, pending, decide, partial(_appointed, code_to_send), while_closed=True)


def appointment_content(command: Appoint) -> list[object]:
    """What identifies the request."""
    return ["appoint", command.head, *([] if command.account is None else [command.account])]


def _decide(
    repository: Repository, command: Appoint, code: str, loaded: LoadedGame, caller: Caller
) -> Decision:
    caller.check_organiser()
    if loaded.table.setup.tournament is not None:
        raise Refused(Refusal.FORBIDDEN, FOR_ALL)
    account = account_to_appoint(repository.store, places_of(loaded.table.setup), command.account)
    hearing, head = hearing_of(repository, loaded), command.head
    number = appointing.next_number(loaded.table.desk)
    fold = appointing.appoint(hearing, number, head)
    row = appointment_row(loaded.id, number, head, loaded.table.game is None, code, account)
    return Decision(fold, [row, *notice_of(repository.store, account, loaded.id, number, caller.party)])


def _appointed(code: str | None, done: CommandResult) -> documents.RefereeAppointed:
    event = done.recorded[-1].event
    assert isinstance(event, RefereeAppointed)
    return documents.RefereeAppointed(
        referee=event.referee,
        head=event.head,
        code=code,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )


def accept(command: Accept, context: Context) -> Reply:
    """Returns the token. For this purpose the code also grants access to a private game."""
    repository, store = context.repository, context.repository.store
    party = party_of(store, command.token, command.id)
    if command.token is not None and party is None:
        authorize(repository, command.id, command.token)
    request = command.request(party)
    own = Acceptance.of(store, command, party, request.token(repository.signer))
    loaded = repository.get(command.id)
    own.check_not_party(store, places_of(loaded.table.setup))
    pending = PendingCommand(loaded, Caller(INVITED, command.code, party), request)
    decide = partial(_decide_acceptance, repository, own)
    reply = run(context, pending, decide, lambda _: own.document, while_closed=True)
    own.check_not_left(store)
    return reply


def _decide_acceptance(
    repository: Repository, own: Acceptance, loaded: LoadedGame, caller: Caller
) -> Decision:
    """A used code is accepted again only with the same idempotency key."""
    rows = own.rows(repository.store, places_of(loaded.table.setup))
    return Decision(appointing.accept(hearing_of(repository, loaded), own.number), rows)


def leave(command: Leave, context: Context) -> Reply:
    """Returns the game's version afterwards. The referee's token is revoked."""
    pending = load_command(context, command.id, command.token, command.key, ["dismiss", command.number])
    return run(
        context, pending, partial(_decide_leaving, context.repository, command.number), _left, 200, True
    )


def _decide_leaving(repository: Repository, number: int, loaded: LoadedGame, caller: Caller) -> Decision:
    resigns = caller.referee == number
    if not resigns:
        caller.check_organiser()
    if loaded.table.setup.tournament is not None:
        raise Refused(Refusal.FORBIDDEN, FOR_ALL)
    if number >= appointing.FIRST_OF_MEETING:
        raise Refused(Refusal.FORBIDDEN, FOR_MEETING)
    hearing, how = hearing_of(repository, loaded), RESIGNED if resigns else DISMISSED
    fold = appointing.resign(hearing, number) if resigns else appointing.dismiss(hearing, number)
    return Decision(fold, [leaving_row(loaded.id, number, how), *revoke_referee(loaded.id, number)])


def _left(done: CommandResult) -> Changed:
    return Changed(version=done.loaded.version, checkpoint=done.checkpoint)
