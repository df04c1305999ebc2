"""Appointing referees by single-use codes, and dismissing them. A tournament's referees are the referees of all its games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import structlog

from domain.table.referee import appointing
from domain.table.referee.events import RefereeAppointed
from domain.table.referee.hearing import refused
from domain.table.refusals import Refusal, Refused
from projections.documents import disputes as documents
from projections.documents.commands import Changed
from projections.tournaments import Tournament
from service.clocks.arrival import arrived
from service.clocks.hearing import hearing_of
from service.disputes.hearings import RULED_GAMES
from service.identity.access import (
    INVITED,
    ORGANISER,
    Caller,
    authorize,
    authorize_tournament,
)
from service.identity.invitations import is_used, spelled_code
from service.identity.names import name_lock
from service.identity.referees import (
    acceptance_rows,
    appointment_row,
    check_referee_name,
    dismissal_rows,
    party_refusal,
    referee_number_of_code,
    referees_of,
    token_exists,
    unknown_code,
)
from service.identity.tokens import roles_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import (
    CommandResponse,
    Request,
    WriteRecord,
    run_once,
)
from service.play.runner import (
    ATTEMPTS,
    CommandResult,
    Decision,
    PendingCommand,
    Reply,
    load_command,
    run,
)
from service.store import Conflict, Duplicate, Statement, Store

log = structlog.get_logger()
FOR_ALL = "This game belongs to a tournament. Its referees are appointed for the tournament, and so for all of its games."


class Appoint(NamedTuple):
    """Appoint a referee of the game or tournament `id`; a `head` referee may also decide appeals."""

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


class Dismiss(NamedTuple):
    """Dismiss the referee with this number from the game or tournament `id`."""

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
    return run(context, pending, decide, partial(_appointed, code))


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


def appoint_for_tournament(
    command: Appoint, context: Context
) -> CommandResponse[documents.TournamentReferee]:
    """Returns the referee's number and code."""
    repository = context.repository
    tournament, caller = authorize_tournament(repository.store, command.id, command.token)
    caller.check_organiser()
    request = Request.of(command.id, caller.actor, command.key, ["appoint", command.head], mints=True)
    code = spelled_code(request.secret(repository.signer))
    begin = partial(_append_appointment, repository.store, tournament, command.head, code, request)
    written = run_once(repository.store, request, begin)
    made = documents.TournamentReferee(referee=written.first, head=command.head, code=code)
    return CommandResponse(made, written.replayed)


def _append_appointment(
    store: Store, tournament: Tournament, head: bool, code: str, request: Request
) -> WriteRecord:
    """Of two concurrent appointments with the same number, the store rejects one, which retries with the next number."""
    for _ in range(ATTEMPTS):
        number = len(referees_of(store, tournament.id)) + 1
        if number > appointing.MOST:
            raise refused("referee.limit", f"A tournament has at most {appointing.MOST} referees.")
        written = WriteRecord(tournament.id, number, number)
        row = appointment_row(tournament.id, number, head, not tournament.played, code)
        try:
            store.append("", [], [row, *request.remember(written)])
        except Duplicate:
            if request.earlier(store) is not None:
                raise
            continue
        return written
    raise Refused(Refusal.STALE, "Too many concurrent appointments; try again.", version=0)


def accept(command: Accept, context: Context) -> Reply:
    """Returns the token. For this purpose the code also grants access to a private game."""
    repository = context.repository
    number = referee_number_of_code(repository.store, command.id, command.code)
    _check_not_party(repository, command)
    request = _acceptance(command)
    token = request.token(repository.signer)
    caller = Caller(INVITED, command.code)
    pending = PendingCommand(repository.get(command.id), caller, request)
    reply = run(
        context,
        pending,
        partial(_decide_acceptance, repository, command, number, token),
        _accepted(number, token),
    )
    _check_not_left(repository.store, token)
    return reply


def _acceptance(command: Accept) -> Request:
    actor = Caller(INVITED, command.code).actor
    return Request.of(command.id, actor, command.key, ["accept", command.name], mints=True)


def _decide_acceptance(
    repository: Repository, command: Accept, number: int, token: str, loaded: LoadedGame, caller: Caller
) -> Decision:
    """A used code is accepted again only with the same idempotency key."""
    rows = _acceptance_rows(repository.store, command, number, token)
    return Decision(appointing.accept(hearing_of(repository, loaded), number), rows)


def _acceptance_rows(store: Store, command: Accept, number: int, token: str) -> list[Statement]:
    if is_used(store, command.code):
        raise unknown_code()
    lock = name_lock(store, command.id)
    check_referee_name(store, command.id, command.name)
    return [lock, *acceptance_rows(command.id, number, command.code, command.name, token)]


def _accepted(number: int, token: str) -> Callable[[CommandResult], documents.RefereeAccepted]:
    return lambda done: documents.RefereeAccepted(referee=number, token=token)


def _check_not_left(store: Store, token: str) -> None:
    """`Refused` when the referee has left since a request that is repeated."""
    if not token_exists(store, token):
        raise unknown_code()


def accept_for_tournament(command: Accept, context: Context) -> CommandResponse[documents.RefereeAccepted]:
    """Returns the token. The log of each game that has begun says so, and that of each later game after its start."""
    repository = context.repository
    number = referee_number_of_code(repository.store, command.id, command.code)
    _check_not_party(repository, command)
    request = _acceptance(command)
    token = request.token(repository.signer)
    written = WriteRecord(command.id, number, number)
    begin = partial(_accept, repository.store, command, number, token, request, written)
    again = run_once(repository.store, request, begin).replayed
    _check_not_left(repository.store, token)
    return CommandResponse(documents.RefereeAccepted(referee=number, token=token), again)


def _accept(
    store: Store, command: Accept, number: int, token: str, request: Request, written: WriteRecord
) -> WriteRecord:
    """After a name conflict the request is decided again."""
    for _ in range(ATTEMPTS):
        if (earlier := request.earlier(store)) is not None:
            return earlier
        rows = _acceptance_rows(store, command, number, token)
        with suppress(Duplicate):
            store.append("", [], [*rows, *request.remember(written)])
            return written
    raise Refused(Refusal.STALE, "Too many concurrent name changes; try again.", version=0)


def _check_not_party(repository: Repository, command: Accept) -> None:
    """`Refused` referee.party for a client that holds a token of a seat or of the organiser of this game or tournament."""
    _check_roles(roles_of(repository.store, command.id, command.tokens))
    if command.token is None:
        return
    if repository.store.version(command.id):
        role = authorize(repository, command.id, command.token)[1].role
    else:
        role = authorize_tournament(repository.store, command.id, command.token)[1].role
    _check_roles([role])


def _check_roles(roles: Iterable[str]) -> None:
    if any(role == ORGANISER or role.startswith("seat:") for role in roles):
        raise party_refusal()


def dismiss(command: Dismiss, context: Context) -> Reply:
    """Returns the game's status afterwards. The referee's token is revoked."""
    pending = load_command(context, command.id, command.token, command.key, ["dismiss", command.number])
    return run(
        context, pending, partial(_decide_dismissal, context.repository, command.number), _dismissed, 200
    )


def _decide_dismissal(repository: Repository, number: int, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_organiser()
    if loaded.table.setup.tournament is not None:
        raise Refused(Refusal.FORBIDDEN, FOR_ALL)
    hearing = hearing_of(repository, loaded)
    return Decision(appointing.dismiss(hearing, number), dismissal_rows(loaded.id, number))


def _dismissed(done: CommandResult) -> Changed:
    return Changed(version=done.loaded.version, checkpoint=done.checkpoint)


def dismiss_from_tournament(command: Dismiss, context: Context) -> None:
    """Revokes the referee's token at once, then records the dismissal in every game that lists them.

    Repeating the request records it in any games that were missed. A game with a damaged log does not block the others.
    """
    repository = context.repository
    _, caller = authorize_tournament(repository.store, command.id, command.token)
    caller.check_organiser()
    if not any(it.number == command.number for it in referees_of(repository.store, command.id)):
        raise Refused(Refusal.NOT_FOUND, f"There is no referee {command.number} here.")
    repository.store.append("", [], dismissal_rows(command.id, command.number))
    for (game,) in repository.store.query(RULED_GAMES, (command.id,)):
        try:
            _record_dismissal(repository, game, command.number)
        except Refused as refused:
            log.warning("dismissal-not-recorded", game=game, kind=str(refused.kind), reason=refused.detail)


def _record_dismissal(repository: Repository, game: str, number: int) -> None:
    time = repository.now()
    while _has_referee(loaded := arrived(repository, repository.get(game), time), number):
        try:
            repository.commit(loaded, appointing.dismiss(hearing_of(repository, loaded), number))
        except Conflict:
            continue


def _has_referee(loaded: LoadedGame, number: int) -> bool:
    return any(referee.number == number for referee in loaded.table.desk.appointed)
