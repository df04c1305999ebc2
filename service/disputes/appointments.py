"""Making somebody a referee, by a code of one use, and dismissing him. A tournament's referees are those of all its games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from service.disputes.hearings import RULED_GAMES, hearing_of
from service.identity.access import (
    INVITED,
    ORGANISER,
    Caller,
    seen,
    tournament_seen,
)
from service.identity.invitations import is_used, spelled_code
from service.identity.names import turn
from service.identity.referees import (
    accepted,
    appointed,
    check_accepts_as,
    counts,
    dismissed,
    no_code,
    number_for,
    party,
    referees_of,
)
from service.identity.tokens import roles_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import (
    Given,
    Request,
    Written,
    once,
)
from service.play.runner import (
    ATTEMPTS,
    Decision,
    Done,
    Reply,
    asked,
    run,
)
from service.store import Conflict, Duplicate, Store

log = structlog.get_logger()
FOR_ALL = "This is a game of a tournament: its referees are appointed for the tournament, and so for all of its games."


class Appoint(NamedTuple):
    """A referee of the game or tournament `id`; a `head` one may also decide appeals."""

    id: str
    token: str | None
    head: bool = False
    key: str | None = None


class Accept(NamedTuple):
    """Become the referee that a code is for, under a name.

    `token`: who does it, if that is somebody there already; `tokens`: those that whoever does it says to hold besides.
    """

    id: str
    token: str | None
    code: str
    name: str
    key: str | None = None
    tokens: Sequence[str] = ()


class Dismiss(NamedTuple):
    """The referee of this number of the game or tournament `id`."""

    id: str
    token: str | None
    number: int
    key: str | None = None


def appoint(command: Appoint, context: Context) -> Reply:
    """Answers with the referee's number and his code."""
    content = ["appoint", command.head]
    about = asked(context, command.id, command.token, command.key, content, mints=True)
    code = spelled_code(about.request.secret(context.repository.signer))
    decide = partial(_decide, context.repository, command.head, code)
    return run(context, about, decide, partial(_appointed, code))


def _decide(repository: Repository, head: bool, code: str, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_organises()
    if loaded.table.setup.tournament is not None:
        raise Refused(Refusal.FORBIDDEN, FOR_ALL)
    hearing = hearing_of(repository, loaded)
    number = appointing.next_number(loaded.table.desk)
    fold = appointing.appoint(hearing, number, head)
    beside = [appointed(loaded.id, number, head, loaded.table.game is None, code)]
    return Decision(fold, beside, at=hearing.now)


def _appointed(code: str, done: Done) -> documents.RefereeAppointed:
    event = done.recorded[-1].event
    assert isinstance(event, RefereeAppointed)
    return documents.RefereeAppointed(
        referee=event.referee,
        head=event.head,
        code=code,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )


def appoint_for_tournament(command: Appoint, context: Context) -> Given[documents.TournamentReferee]:
    """Answers with the referee's number and his code."""
    repository = context.repository
    tournament, caller = tournament_seen(repository.store, command.id, command.token)
    caller.check_organises()
    request = Request.of(command.id, caller.actor, command.key, ["appoint", command.head], mints=True)
    code = spelled_code(request.secret(repository.signer))
    begin = partial(_enlist, repository.store, tournament, command.head, code, request)
    written = once(repository.store, request, begin)
    made = documents.TournamentReferee(referee=written.first, head=command.head, code=code)
    return Given(made, written.again)


def _enlist(store: Store, tournament: Tournament, head: bool, code: str, request: Request) -> Written:
    """Two at once want the same number; who loses is refused by the store and finds nothing of his: he asks again."""
    for _ in range(ATTEMPTS):
        number = len(referees_of(store, tournament.id)) + 1
        if number > appointing.MOST:
            raise refused("referee.limit", f"A tournament has at most {appointing.MOST} referees.")
        written = Written(tournament.id, number, number)
        row = appointed(tournament.id, number, head, not tournament.played, code)
        try:
            store.append("", [], [row, *request.remember(written)])
        except Duplicate:
            if request.earlier(store) is not None:
                raise
            continue
        return written
    raise Refused(Refusal.STALE, "Too many others appoint referees at once; try again.", version=0)


def accept(command: Accept, context: Context) -> Given[documents.RefereeAccepted]:
    """Answers with the token. The code opens what is private, too, for this one purpose."""
    repository = context.repository
    number = number_for(repository.store, command.id, command.code)
    _check_no_party(repository, command)
    request = Request.of(
        command.id, Caller(INVITED, command.code).actor, command.key, ["accept", command.name], mints=True
    )
    token = request.token(repository.signer)
    written = Written(command.id, number, number)
    begin = partial(_accept, repository.store, command, number, token, request, written)
    again = once(repository.store, request, begin).again
    if not counts(repository.store, token):  # he was dismissed meanwhile
        raise no_code()
    return Given(documents.RefereeAccepted(referee=number, token=token), again)


def _accept(
    store: Store, command: Accept, number: int, token: str, request: Request, written: Written
) -> Written:
    """Who comes second with a code has to say so with the first one's key; with a name he is decided anew."""
    for _ in range(ATTEMPTS):
        if is_used(store, command.code):
            if (earlier := request.earlier(store)) is None:
                raise no_code()
            return earlier
        beside = [turn(store, command.id), *accepted(command.id, number, command.code, command.name, token)]
        check_accepts_as(store, command.id, command.name)
        with suppress(Duplicate):
            store.append("", [], [*beside, *request.remember(written)])
            return written
    raise Refused(Refusal.STALE, "Too many others take names at once; try again.", version=0)


def _check_no_party(repository: Repository, command: Accept) -> None:
    """`Refused` referee.party for whoever shows a seat's or the organiser's token of the place."""
    _check_no_partys(roles_of(repository.store, command.id, command.tokens))
    if command.token is None:
        return
    if repository.store.version(command.id):
        role = seen(repository, command.id, command.token)[1].role
    else:
        role = tournament_seen(repository.store, command.id, command.token)[1].role
    _check_no_partys([role])


def _check_no_partys(roles: Iterable[str]) -> None:
    if any(role == ORGANISER or role.startswith("seat:") for role in roles):
        raise party()


def dismiss(command: Dismiss, context: Context) -> Reply:
    """Answers with the game's status after it. The referee's token is dead."""
    about = asked(context, command.id, command.token, command.key, ["dismiss", command.number])
    return run(
        context, about, partial(_decide_dismissal, context.repository, command.number), _dismissed, 200
    )


def _decide_dismissal(repository: Repository, number: int, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_organises()
    if loaded.table.setup.tournament is not None:
        raise Refused(Refusal.FORBIDDEN, FOR_ALL)
    hearing = hearing_of(repository, loaded)
    return Decision(appointing.dismiss(hearing, number), dismissed(loaded.id, number), at=hearing.now)


def _dismissed(done: Done) -> Changed:
    return Changed(version=done.loaded.version, checkpoint=done.checkpoint)


def dismiss_from_tournament(command: Dismiss, context: Context) -> None:
    """His token is dead at once; then every game that knows him is told. Doing it again tells those that are left.

    A game whose log is not whole keeps no other from being told.
    """
    repository = context.repository
    _, caller = tournament_seen(repository.store, command.id, command.token)
    caller.check_organises()
    if not any(it.number == command.number for it in referees_of(repository.store, command.id)):
        raise Refused(Refusal.NOT_FOUND, f"There is no referee {command.number} here.")
    repository.store.append("", [], dismissed(command.id, command.number))
    for (game,) in repository.store.query(RULED_GAMES, (command.id,)):
        try:
            _tell(repository, game, command.number)
        except Refused as refused:
            log.warning("dismissal-not-told", game=game, kind=str(refused.kind), reason=refused.detail)


def _tell(repository: Repository, game: str, number: int) -> None:
    while _knows(loaded := repository.get(game), number):
        hearing = hearing_of(repository, loaded)
        try:
            repository.commit(loaded, appointing.dismiss(hearing, number), at=hearing.now)
        except Conflict:
            continue


def _knows(loaded: LoadedGame, number: int) -> bool:
    return any(referee.number == number for referee in loaded.table.desk.appointed)
