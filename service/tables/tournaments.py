"""Tournaments: a series of games with the same players at the same seats.

A tournament's tables store its players, its terms, and its games so far; everything else is in the logs of its games. A seat
declares its seed and key once for all games, and reveals the seed once.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
import orjson

from domain.by_seat import BySeat
from domain.ledger.entry import Sig
from domain.ledger.log_leaf import tournament_leaf, tournament_log_id, tournament_seats_leaf
from domain.ledger.seats import ACCOUNTS_SINCE, tournament_terms
from domain.ledger.text import b64
from domain.rulesets import ruleset_of
from domain.table.accounts import ACCOUNTS
from domain.table.context import commitment_of
from domain.table.events import First, SeatTaken
from domain.table.fold import options_of
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.terms import chosen
from projections.documents.tournaments import Entered, SeedOpened, TournamentCreated
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
from service.log.repository import Repository
from service.log.transparency.leaves import place_statement
from service.log.transparency.queue import queued
from service.log.transparency.recovery import check_complete
from service.play.context import Context
from service.play.idempotency import (
    CommandResponse,
    Request,
    WriteRecord,
    run_once,
)
from service.play.runner import ATTEMPTS
from service.store import Duplicate, Statement, Store
from service.system.clock import now
from service.tables.creating import agreed_on, clock_of
from service.tables.entrants import Entrant
from service.tables.meetings import check_room
from service.tables.organisers import Creator, creator
from service.tables.planning import advance, plan_games
from service.tables.seating import check_seat_name, check_seat_named
from service.tables.seats import check_seed, read_seat
from service.tables.unopened import check_opened_in_time

INSERT = """INSERT INTO tournaments
    (id, created_at, ruleset, seats, games, options, scale, visibility, undo, terms, planned, root, meeting)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
INSERT_SEAT = """INSERT INTO tournament_seats (tournament, seat, name, bot, seed_commitment, key, sig, account,
    account_salt, account_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
NO_GUESTS = "Guests cannot sit down at this table: sign in first."
OPEN_SEED = """UPDATE tournament_seats SET seed = ?, seed_sig = ?
    WHERE tournament = ? AND seat = ? AND seed IS NULL
    AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = tournament AND abandoned = 1)"""
"""The first signature is final: a key may produce several, and every game's log must repeat the same one."""


class CreateTournament(NamedTuple):
    """A new tournament.

    Its terms are `{"ruleset","seats","games","options"?,"visibility"?,"undo"?,"disputes"?,"clock"?,"points"?,"meeting"?}`.
    `points` maps places in a game to points, `{"1": 3, "2": 1}`; without it the ruleset's points count. `token` is a
    credential of the account that organises it, or the token of the meeting's organiser, if the terms name a meeting.
    """

    terms: dict[str, Any]
    key: str | None = None
    token: str | None = None


class Enter(NamedTuple):
    """Take a seat in every game of tournament `id`, with the fields of `seating.Join`."""

    id: str
    token: str | None
    entrant: dict[str, Any]
    key: str | None = None
    tokens: Sequence[str] = ()


class Reveal(NamedTuple):
    """Reveal the seed (base64url) that the caller's seat of tournament `id` committed to, signed if it has a key."""

    id: str
    token: str | None
    seed: str
    sig: str | None = None
    key: str | None = None


class Visit(NamedTuple):
    """Read a tournament, starting its next game if due."""

    id: str
    token: str | None


def create_tournament(command: CreateTournament, context: Context) -> CommandResponse[TournamentCreated]:
    """Returns the tournament's id and the organiser's token."""
    store = context.repository.store
    content = ["create-tournament", command.terms]
    own = creator(store, command.terms, command.token)
    request = Request.of("tournaments", own.actor, command.key, content, mints=True)
    token = request.token(context.repository.signer)
    written = run_once(
        store, request, partial(_create, command.terms, context.repository, request, own, token)
    )
    id = written.game
    created = TournamentCreated(
        id=id, organiser_token=own.token_to_send(token), location=f"/v1/tournaments/{id}"
    )
    return CommandResponse(created, written.replayed)


def _create(
    terms: dict[str, Any], repository: Repository, request: Request, own: Creator, token: str
) -> WriteRecord:
    repository.restrictions.check_may_begin()
    check_room(repository.store, terms, "tournaments")
    ruleset, options = chosen(terms)
    written, store = WriteRecord(uuid.uuid4().hex, 0, 0), repository.store
    first = msgspec.to_builtins(First(msgspec.to_builtins(options), ruleset.rules))
    promised = repository.promise()
    clock = clock_of(ruleset, terms, options, tournament=True)
    agreed = {**agreed_on(ruleset, terms, promised), **clock}
    shared = tournament_terms(agreed, first, repository.signer.public)
    plan, planning = plan_games(store, written.game, ruleset, terms["games"], shared)
    id = tournament_log_id(plan.ctx)
    log_rows = [
        place_statement(id, written.game, promised.witnessed),
        queued(tournament_leaf(id, len(plan.games)), promised.log),
    ]
    row = (
        *(written.game, now(), ruleset.id, terms["seats"], terms["games"]),
        *(_json(options), _json(_scale(terms))),
        *(terms.get("visibility", "public"), agreed["undo"]),
        *(shared.decode(), len(plan.games), b64(plan.root), terms.get("meeting")),
    )
    statements = [Statement(INSERT, row), *planning, *log_rows, own.row(written.game, token)]
    store.append("", [], [*statements, *request.remember(written)])
    return written


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


def reveal(command: Reveal, context: Context) -> CommandResponse[SeedOpened]:
    """Returns the seats that still have to reveal. The last revealed seed starts the first game."""
    store = context.repository.store
    tournament, caller = authorize_tournament(store, command.id, command.token)
    request = Request.of(command.id, caller.actor, command.key, ["seed", command.seed, command.sig])
    again = request.earlier(store) is not None
    if not again:
        check_opened_in_time(context.repository, tournament)
        _open(command, store, tournament, caller.seat(), request)
        advance(command.id, context)
    return CommandResponse(SeedOpened(to_reveal=load_tournament(store, command.id).to_reveal), again)


def _open(command: Reveal, store: Store, tournament: Tournament, seat: int, request: Request) -> None:
    check_complete(store, tournament)
    if seat not in tournament.to_reveal:
        raise _no_seed(tournament, seat)
    sig = check_seed(tournament.ctx, tournament.table, tournament.taken, seat, command.seed, command.sig)
    row = (command.seed, None if sig is None else sig.s, tournament.id, seat)
    opened = [Statement(OPEN_SEED, row), Statement(*news(tournament.id, f"seed {seat}"))]
    store.append("", [], [*opened, *request.remember(WriteRecord(tournament.id, seat, seat))])


def _no_seed(tournament: Tournament, seat: int) -> Refused:
    own = tournament.declared[seat]
    if own.seed is not None:
        return Refused(Refusal.GONE_ELSEWHERE, "Your seed is known already.")
    if own.seed_commitment is None:
        return Refused(Refusal.GONE_ELSEWHERE, "Your seat has not committed to a seed.")
    detail = "Seeds are revealed when all seats are taken; keep yours secret until then."
    return Refused(Refusal.ILLEGAL_ACTION, detail, rule="table.seeds", version=0)


def visit(command: Visit, context: Context) -> None:
    """Start the next game if it is due and no other process has started it."""
    tournament, _ = authorize_tournament(context.repository.store, command.id, command.token)
    if tournament.next_number is not None:
        advance(command.id, context)


def _json(it: Any) -> str:
    return orjson.dumps(msgspec.to_builtins(it)).decode()


def _scale(terms: dict[str, Any]) -> dict[str, int] | None:
    """Points by place, for existing places only."""
    scale: dict[str, int] | None = terms.get("points")
    for place in scale or {}:
        if not 1 <= int(place) <= terms["seats"]:
            raise malformed(f"points.{place}", f"There are places 1 to {terms['seats']}.")
    return scale


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
