"""Referees of a tournament or a meeting, who referee all its games that they may referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from domain.table.referee import appointing
from domain.table.referee.hearing import refused
from domain.table.refusals import Refusal, Refused
from projections.documents import disputes as documents
from service.disputes.acceptances import Accept, Acceptance, account_to_appoint, notice_of
from service.disputes.appointments import Appoint, Leave, appointment_content
from service.identity.access import Caller, authorize_meeting, authorize_tournament
from service.identity.account_roles import party_of
from service.identity.caller import Party
from service.identity.invitations import spelled_code
from service.identity.referees import (
    DISMISSED,
    RESIGNED,
    appointment_row,
    bar_row,
    is_token_of,
    leaving_row,
    parts_of,
    places_of_tournament,
    referees_of,
    revoke_referee,
)
from service.play.clocks.arrival import record_referees
from service.play.context import Context
from service.play.idempotency import CommandResponse, Request, WriteRecord, run_once
from service.play.runner import ATTEMPTS
from service.store import Duplicate, Statement, Store

HAS_GAMES = "SELECT 1 FROM tournament_games WHERE tournament = ? UNION ALL SELECT 1 FROM meeting_games WHERE meeting = ? LIMIT 1"


class Kind(NamedTuple):
    """Tournaments or meetings. `authorize` returns the caller; `first` is the number of the first referee."""

    authorize: Callable[[Store, str, str | None], Caller]
    places: Callable[[Store, str], tuple[str, ...]]
    first: int


TOURNAMENT = Kind(lambda *args: authorize_tournament(*args)[1], places_of_tournament, 1)
MEETING = Kind(lambda *args: authorize_meeting(*args)[1], lambda _, id: (id,), appointing.FIRST_OF_MEETING)


def appoint(kind: Kind, command: Appoint, context: Context) -> CommandResponse[documents.TournamentReferee]:
    """Returns the referee's number and code."""
    repository = context.repository
    caller = kind.authorize(repository.store, command.id, command.token)
    caller.check_organiser()
    content = appointment_content(command)
    request = Request.of(command.id, caller.actor, command.key, content, mints=True)
    code = spelled_code(request.secret(repository.signer))
    begin = partial(_append_appointment, repository.store, kind, command, code, request, caller.party)
    written = run_once(repository.store, request, begin)
    code_to_send = code if command.account is None else None
    made = documents.TournamentReferee(referee=written.first, head=command.head, code=code_to_send)
    return CommandResponse(made, written.replayed)


def _append_appointment(
    store: Store, kind: Kind, command: Appoint, code: str, request: Request, appointer: Party | None
) -> WriteRecord:
    """Of two concurrent appointments with the same number, the store rejects one, which retries with the next number."""
    place, first = command.id, kind.first
    account = account_to_appoint(store, kind.places(store, place), command.account)
    for _ in range(ATTEMPTS):
        so_far = len(referees_of(store, place))
        if so_far >= appointing.MOST:
            detail = f"A tournament or meeting has at most {appointing.MOST} referees, those who have left included."
            raise refused("referee.limit", detail)
        written = WriteRecord(place, first + so_far, first + so_far)
        before_start = not store.query(HAS_GAMES, (place, place))
        row = appointment_row(place, written.first, command.head, before_start, code, account)
        notice = notice_of(store, account, place, written.first, appointer)
        try:
            store.append("", [], [row, *notice, *request.remember(written)])
        except Duplicate:
            if request.earlier(store) is not None:
                raise
            continue
        return written
    raise Refused(Refusal.STALE, "Too many concurrent appointments; try again.", version=0)


def accept(kind: Kind, command: Accept, context: Context) -> CommandResponse[documents.RefereeAccepted]:
    """Returns the token. The log of each game that has begun records the acceptance; later games record it after their start."""
    repository, store = context.repository, context.repository.store
    party = party_of(store, command.token, command.id)
    if command.token is not None and party is None:
        kind.authorize(store, command.id, command.token)
    request = command.request(party)
    own = Acceptance.of(store, command, party, request.token(repository.signer))
    places = kind.places(store, command.id)
    own.check_not_party(store, places)
    again = run_once(store, request, partial(_append_acceptance, store, places, own, request)).replayed
    own.check_not_left(store)
    record_referees(repository, command.id)
    return CommandResponse(own.document, again)


def _append_acceptance(
    store: Store, places: tuple[str, ...], own: Acceptance, request: Request
) -> WriteRecord:
    """After a name conflict the request is decided again."""
    written = WriteRecord(own.command.id, own.number, own.number)
    for _ in range(ATTEMPTS):
        if (earlier := request.earlier(store)) is not None:
            return earlier
        rows = [*own.rows(store, places), *_bars(store, own)]
        with suppress(Duplicate):
            store.append("", [], [*rows, *request.remember(written)])
            return written
    raise Refused(Refusal.STALE, "Too many concurrent name changes; try again.", version=0)


def _bars(store: Store, own: Acceptance) -> Iterator[Statement]:
    """Rows that bar a referee from the games and tournaments of the place in which they play, organise or referee."""
    parts = parts_of(store, own.command.id)
    for part in sorted({place for place, _ in own.partial_roles(store, parts)} & parts):
        yield bar_row(own.command.id, own.number, part)


def leave(kind: Kind, command: Leave, context: Context) -> None:
    """A referee leaves: dismissed by the organiser, or by resigning. Repeating it notifies any games that were missed.

    A game with an open case is notified of a dismissal when the case is closed. Until then the token stays valid there, and the
    referee may still resign.
    """
    repository, store = context.repository, context.repository.store
    resigns = is_token_of(store, command.token, command.id, command.number)
    if not resigns:
        kind.authorize(store, command.id, command.token).check_organiser()
    if not any(it.number == command.number for it in referees_of(store, command.id)):
        raise Refused(Refusal.NOT_FOUND, f"There is no referee {command.number} here.")
    rows = [leaving_row(command.id, command.number, RESIGNED if resigns else DISMISSED)]
    if resigns:
        rows += revoke_referee(command.id, command.number)
    store.append("", [], rows)
    record_referees(repository, command.id)
