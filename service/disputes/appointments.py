"""Referees of a game: appointed by single-use codes, dismissed, or resigning."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from domain.table.referee import appointing
from domain.table.referee.events import RefereeAppointed
from domain.table.refusals import Refusal, Refused
from projections.documents import disputes as documents
from projections.documents.commands import Changed
from service.clocks.hearing import hearing_of
from service.identity.access import INVITED, ORGANISER, Caller, authorize
from service.identity.invitations import is_used, spelled_code
from service.identity.names import name_lock
from service.identity.referees import (
    DISMISSED,
    RESIGNED,
    acceptance_rows,
    appointment_row,
    check_referee_name,
    leaving_row,
    party_refusal,
    places_of,
    referee_number_of_code,
    revoke_referee,
    unknown_code,
)
from service.identity.tokens import roles_held
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import (
    CommandResult,
    Decision,
    PendingCommand,
    Reply,
    load_command,
    run,
)
from service.store import Statement, Store

FOR_ALL = "This game belongs to a tournament. Its referees are appointed for the tournament, and so for all of its games."
FOR_MEETING = "This is a referee of the game's meeting, who leaves the meeting and so all of its games."


class Appoint(NamedTuple):
    """Appoint a referee of the game, tournament or meeting `id`; a `head` referee may also decide appeals."""

    id: str
    token: str | None
    head: bool = False
    key: str | None = None


class Accept(NamedTuple):
    """Become the referee that a code appoints, under a name.

    `token` is the caller's own token, if they have one; `tokens` are any other tokens that the client declares it holds.
    """

    id: str
    token: str | None
    code: str
    name: str
    key: str | None = None
    tokens: Sequence[str] = ()


class Leave(NamedTuple):
    """The referee with this number leaves the game, tournament or meeting `id`: dismissed by the organiser, or resigning."""

    id: str
    token: str | None
    number: int
    key: str | None = None


def appoint(command: Appoint, context: Context) -> Reply:
    """Returns the referee's number and code."""
    content = ["appoint", command.head]
    pending = load_command(context, command.id, command.token, command.key, content, mints=True)
    code = spelled_code(pending.request.secret(context.repository.signer))
    decide = partial(_decide, context.repository, command.head, code)
    return run(context, pending, decide, partial(_appointed, code), while_closed=True)


def _decide(repository: Repository, head: bool, code: str, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_organiser()
    if loaded.table.setup.tournament is not None:
        raise Refused(Refusal.FORBIDDEN, FOR_ALL)
    hearing = hearing_of(repository, loaded)
    number = appointing.next_number(loaded.table.desk)
    fold = appointing.appoint(hearing, number, head)
    beside = [appointment_row(loaded.id, number, head, loaded.table.game is None, code)]
    return Decision(fold, beside)


def _appointed(code: str, done: CommandResult) -> documents.RefereeAppointed:
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
    number = referee_number_of_code(store, command.id, command.code)
    if command.token is not None:
        authorize(repository, command.id, command.token)
    loaded = repository.get(command.id)
    check_not_party(store, places_of(loaded.table.setup), number, command)
    request = acceptance_request(command)
    token = request.token(repository.signer)
    pending = PendingCommand(loaded, Caller(INVITED, command.code), request)
    decide = partial(_decide_acceptance, repository, command, number, token)
    reply = run(context, pending, decide, partial(_accepted, number, token), while_closed=True)
    check_not_left(store, token)
    return reply


def _decide_acceptance(
    repository: Repository, command: Accept, number: int, token: str, loaded: LoadedGame, caller: Caller
) -> Decision:
    """A used code is accepted again only with the same idempotency key."""
    places = places_of(loaded.table.setup)
    rows = checked_acceptance_rows(repository.store, places, command, number, token)
    return Decision(appointing.accept(hearing_of(repository, loaded), number), rows)


def _accepted(number: int, token: str, done: CommandResult) -> documents.RefereeAccepted:
    return documents.RefereeAccepted(referee=number, token=token)


def acceptance_request(command: Accept) -> Request:
    actor = Caller(INVITED, command.code).actor
    return Request.of(command.id, actor, command.key, ["accept", command.name], mints=True)


def checked_acceptance_rows(
    store: Store, places: Collection[str], command: Accept, number: int, token: str
) -> list[Statement]:
    """`Refused` for a used code, and for a name that cannot be distinguished from others in these places."""
    if is_used(store, command.code):
        raise unknown_code()
    lock = name_lock(store, command.id)
    check_referee_name(store, places, command.name)
    return [lock, *acceptance_rows(command.id, number, command.code, command.name, token)]


def check_not_left(store: Store, token: str) -> None:
    """`Refused` for a repeated request when the referee has left since."""
    if not roles_held(store, [token]):
        raise unknown_code()


def check_not_party(store: Store, places: Collection[str], number: int, command: Accept) -> None:
    """`Refused` referee.party for a client with the token of a seat, an organiser or another referee in these places."""
    for place, role in roles_held(store, [command.token, *command.tokens]):
        if place in places and is_partial(role) and (place, role) != (command.id, f"referee:{number}"):
            raise party_refusal()


def is_partial(role: str) -> bool:
    """Whether it keeps its holder from refereeing there: players, organisers and, as one person has one number, referees."""
    return role == ORGANISER or role.startswith(("seat:", "referee:"))


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
