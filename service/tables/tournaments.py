"""Tournaments: a series of games with the same players at the same seats.

A tournament's tables store its players, its terms, and its games so far; everything else is in the logs of its games. A seat
declares its seed and key once for all games, and reveals the seed once.
"""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any, NamedTuple

import msgspec
import orjson

from domain.ledger.log_leaf import tournament_leaf, tournament_log_id
from domain.ledger.seats import tournament_terms
from domain.ledger.text import b64
from domain.table.events import First
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.terms import chosen
from projections.documents.tournaments import SeedOpened, TournamentCreated
from projections.tournaments import Tournament, news
from service.identity.access import (
    authorize_tournament,
    load_tournament,
)
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
from service.store import Statement, Store
from service.system.clock import now
from service.tables.creating import agreed_on, clock_of
from service.tables.meetings import check_room
from service.tables.organisers import Creator, creator
from service.tables.planning import advance, plan_games
from service.tables.seats import check_seed
from service.tables.unopened import check_opened_in_time

INSERT = """INSERT INTO tournaments
    (id, created_at, ruleset, seats, games, options, scale, visibility, undo, terms, planned, root, meeting)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
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
