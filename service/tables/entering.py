"""Entering a tournament: the seat, the seed and the key that an entrant declares for all of its games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from domain.by_seat import BySeat
from domain.ledger.entry import Sig
from domain.ledger.log_leaf import tournament_log_id, tournament_seats_leaf
from domain.ledger.seats import ACCOUNTS_SINCE
from domain.rulesets import ruleset_of
from domain.table.accounts import ACCOUNTS
from domain.table.context import commitment_of
from domain.table.events import SeatTaken
from domain.table.fold import options_of
from domain.table.refusals import Refusal, Refused
from projections.documents.tournaments import Entered
from projections.people import Player
from projections.tournaments import Tournament, news
from service.identity.access import (
    INVITED,
    Caller,
    authorize_tournament,
    load_tournament,
)
from service.identity.account_invitations import seat_invited_to
from service.identity.account_roles import party_of
from service.identity.hiding import guarded_entrant_rows
from service.identity.invitations import existing_invitation, seat_for, use
from service.identity.names import name_lock
from service.identity.referees import places_of_tournament
from service.log.transparency.queue import queued
from service.log.transparency.recovery import check_complete
from service.play.context import Context
from service.play.idempotency import (
    CommandResponse,
    Request,
    WriteRecord,
)
from service.play.runner import ATTEMPTS
from service.store import Duplicate, Statement, Store
from service.tables.entrants import Entrant
from service.tables.planning import advance
from service.tables.seating import check_seat_name, check_seat_named
from service.tables.seats import read_seat

INSERT_SEAT = """INSERT INTO tournament_seats (tournament, seat, name, bot, seed_commitment, key, sig, account,
    account_salt, account_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
NO_GUESTS = "Guests cannot sit down at this table: sign in first."


class Enter(NamedTuple):
    """Take a seat in every game of tournament `id`, with the fields of `seating.Join`."""

    id: str
    token: str | None
    entrant: dict[str, Any]
    key: str | None = None
    tokens: Sequence[str] = ()


def enter(command: Enter, context: Context) -> CommandResponse[Entered]:
    """Returns the seat and its token, which that of an account does not have. Taking the last seat starts the first game."""
    repository = context.repository
    tournament, caller = _entrant(command, repository.store)
    request = Request.of(command.id, caller.actor, command.key, ["join", command.entrant], mints=True)
    token = request.token(repository.signer)
    written = _take_seat(command, repository.store, tournament, caller, request, token)
    advance(command.id, context)
    seat_token = token if caller.party is None or "bot" in command.entrant else None
    return CommandResponse(Entered(seat=written.first, token=seat_token), written.replayed)


def _entrant(command: Enter, store: Store) -> tuple[Tournament, Caller]:
    """For this purpose a code also grants access to a private tournament."""
    code = command.entrant.get("invitation")
    if code is None:
        return authorize_tournament(store, command.id, command.token)
    existing_invitation(store, code, command.id)
    return load_tournament(store, command.id), Caller(
        INVITED, code, party_of(store, command.token, command.id)
    )


def _take_seat(
    command: Enter, store: Store, tournament: Tournament, caller: Caller, request: Request, token: str
) -> WriteRecord:
    for _ in range(ATTEMPTS):
        if (earlier := request.earlier(store)) is not None:
            return earlier
        lock = name_lock(store, tournament.id)
        tournament = load_tournament(store, tournament.id)  # after the lock, so that no seat is taken unseen
        written, statements = _entered(command, store, tournament, caller, token)
        with suppress(Duplicate):
            store.append("", [], [*statements, lock, *request.remember(written)])
            return written
    request.check_not_expired()
    raise Refused(Refusal.STALE, "Too many concurrent requests for seats; try again.", version=0)


def _entered(
    command: Enter, store: Store, tournament: Tournament, caller: Caller, token: str
) -> tuple[WriteRecord, list[Statement]]:
    """The seat that the entrant gets, and what enters them there."""
    check_complete(store, tournament)
    who = Entrant.of(command.entrant, caller.party)
    who.check_may_sit(store, places_of_tournament(store, tournament.id), [command.token, *command.tokens])
    caller.check_may_seat(who.player.bot)
    _check_no_guest(tournament, who)
    code, wanted = command.entrant.get("invitation"), command.entrant.get("seat")
    invited_to = None if code else seat_invited_to(store, who.account_id, tournament.id)
    wanted = seat_for(store, code, wanted) if code else wanted or invited_to
    check_seat_named(command.entrant, wanted)
    seat = _free_seat(tournament, wanted)
    check_seat_name(store, tournament.id, seat, who.player, _sides(tournament))
    taken, sig = read_seat(tournament.ctx, tournament.table, seat, command.entrant, who.account_hash)
    return WriteRecord(tournament.id, seat, seat), [
        *guarded_entrant_rows(tournament.id, [_entrant_row(tournament.id, who.player, taken, sig)]),
        *_seats_leaf(tournament, taken),
        *who.role_rows(tournament.id, seat, token),
        *([] if code is None else [use(code)]),
        Statement(*news(tournament.id, f"seat {seat}")),
    ]


def _entrant_row(id: str, player: Player, taken: SeatTaken, sig: Sig | None) -> Statement:
    """The row of a new entrant."""
    declared = (taken.bot, taken.seed_commitment, taken.key, None if sig is None else sig.s)
    own = (None, None) if player.account is None else (player.account.id, player.account.salt)
    return Statement(INSERT_SEAT, (id, taken.seat, player.name, *declared, *own, taken.account_hash))


def _check_no_guest(tournament: Tournament, who: Entrant) -> None:
    """`Refused` where the games will have no place for this entrant."""
    if who.account_hash is not None and (tournament.table or 0) < ACCOUNTS_SINCE:
        raise Refused(Refusal.GONE_ELSEWHERE, "This tournament is older than accounts.")
    guest = who.account_hash is None and who.player.bot is None
    if guest and tournament.accounts is not None:
        raise Refused(Refusal.ACCOUNT_NEEDED, NO_GUESTS, rule=ACCOUNTS)


def _seats_leaf(tournament: Tournament, last: SeatTaken) -> list[Statement]:
    """The leaf that the last seat adds to the log of logs; nothing before that."""
    taken = sorted((*tournament.taken, last), key=lambda it: it.seat)
    if tournament.log is None or len(taken) < tournament.seats:
        return []
    commitment = commitment_of(tournament.ctx, tournament.table, taken)
    return [queued(tournament_seats_leaf(tournament_log_id(tournament.ctx), commitment), tournament.log)]


def _sides(tournament: Tournament) -> BySeat[str]:
    ruleset = ruleset_of(tournament.ruleset)
    return ruleset.sides(tournament.seats, options_of(ruleset, tournament.options))


def _free_seat(tournament: Tournament, wanted: int | None) -> int:
    """The seat wanted, or the first free one."""
    free = [seat for seat in range(1, tournament.seats + 1) if seat not in tournament.players]
    if wanted is not None and not 1 <= wanted <= tournament.seats:
        raise Refused(Refusal.NOT_FOUND, f"This tournament has seats 1 to {tournament.seats}.")
    if not free:
        raise Refused(Refusal.GONE_ELSEWHERE, "All seats of this tournament are taken.")
    if wanted is not None and wanted not in free:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {wanted} is taken.")
    return wanted or free[0]
