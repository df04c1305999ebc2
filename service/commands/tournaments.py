"""Tournaments: games of the same players at the same seats, one after the other.

A tournament's tables say who plays and which games there have been; all else is in the logs of its games. The
next game is written in one transaction with its number, which can be taken once: whoever notices first that it is
due (the process that ends a game, one that reads the tournament, one that starts) begins it. An abandoned game
keeps its number, brings no points and is not played again, so the organiser can end a tournament.
"""

from __future__ import annotations

import uuid
from functools import partial
from typing import Any, NamedTuple

import msgspec
import orjson
import structlog

from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.events import SeatTaken
from domain.table.fold import options_of
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.seating import create_seated
from domain.table.state import OVER
from projections.documents.tournaments import Entered, TournamentCreated
from projections.tournaments import Tournament
from service.access import INVITED, ORGANISER, Caller, load_tournament, tournament_seen
from service.clock import now
from service.commands.context import Context
from service.commands.creating import chosen, setup_of
from service.commands.idempotency import Request, Written, once
from service.commands.runner import ATTEMPTS
from service.commands.seating import seated
from service.invitations import known, seat_for, use
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.store import Duplicate, Statement, Store
from service.tokens import grant

log = structlog.get_logger()
INSERT = """INSERT INTO tournaments
    (id, created_at, ruleset, seats, games, options, scale, visibility, undo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
INSERT_SEAT = "INSERT INTO tournament_seats (tournament, seat, name, bot, client_seed) VALUES (?, ?, ?, ?, ?)"
INSERT_GAME = "INSERT INTO tournament_games (tournament, number, game) VALUES (?, ?, ?)"
OF_GAME = "SELECT tournament FROM tournament_games WHERE game = ?"
GOING_ON = """SELECT id FROM tournaments
    WHERE games > (SELECT count(*) FROM tournament_games WHERE tournament = tournaments.id)
    AND seats = (SELECT count(*) FROM tournament_seats WHERE tournament = tournaments.id)"""


class CreateTournament(NamedTuple):
    """A new tournament with the terms `{"ruleset","seats","games","options"?,"visibility"?,"undo"?,"points"?}`.

    `points` is by place in a game, `{"1": 3, "2": 1}`; without it the ruleset's own points count.
    """

    terms: dict[str, Any]
    key: str | None = None


class Enter(NamedTuple):
    """Take a seat in every game of tournament `id` with `{"name","seat"?,"invitation"?,"bot"?,"client_seed"?}`."""

    id: str
    token: str | None
    entrant: dict[str, Any]
    key: str | None = None


class Visit(NamedTuple):
    """Look in on a tournament."""

    id: str
    token: str | None


def create_tournament(command: CreateTournament, context: Context) -> TournamentCreated:
    """Answers with the tournament's id and the organiser's token."""
    store = context.repository.store
    content = ["create-tournament", command.terms]
    request = Request.of("tournaments", "anyone", command.key, content, mints=True)
    token = request.token(context.repository.signer)
    id = once(store, request, partial(_found, command.terms, store, request, token)).game
    return TournamentCreated(id=id, organiser_token=token, location=f"/v1/tournaments/{id}")


def _found(terms: dict[str, Any], store: Store, request: Request, token: str) -> Written:
    ruleset, options = chosen(terms)
    written = Written(uuid.uuid4().hex, 0, 0)
    row = (
        *(written.game, now(), ruleset.id, terms["seats"], terms["games"]),
        *(_json(options), _json(_scale(terms))),
        *(terms.get("visibility", "public"), terms.get("undo", "free")),
    )
    beside = [Statement(INSERT, row), grant(token, written.game, ORGANISER), *request.remember(written)]
    store.append("", [], beside)
    return written


def enter(command: Enter, context: Context) -> Entered:
    """Answers with the seat and its token. The last seat taken begins the first game."""
    repository = context.repository
    tournament, caller = _entrant(command, repository.store)
    request = Request.of(command.id, caller.actor, command.key, ["join", command.entrant], mints=True)
    token = request.token(repository.signer)
    seat = _sit_down(command, repository.store, tournament, caller, request, token)
    advance(command.id, context)
    return Entered(seat=seat, token=token)


def _entrant(command: Enter, store: Store) -> tuple[Tournament, Caller]:
    """A code opens a private tournament too, for this one purpose."""
    code = command.entrant.get("invitation")
    if code is None:
        return tournament_seen(store, command.id, command.token)
    known(store, code, command.id)
    return load_tournament(store, command.id), Caller(INVITED, code)


def _sit_down(
    command: Enter, store: Store, tournament: Tournament, caller: Caller, request: Request, token: str
) -> int:
    for _ in range(ATTEMPTS):
        if (earlier := request.earlier(store)) is not None:
            return earlier.first
        code, wanted = command.entrant.get("invitation"), command.entrant.get("seat")
        player = _player(caller, command.entrant)
        seat = _free_seat(tournament, wanted if code is None else seat_for(store, code, wanted))
        beside = [
            Statement(INSERT_SEAT, (tournament.id, seat, *player)),
            grant(token, tournament.id, f"seat:{seat}"),
            *([] if code is None else [use(code)]),
            *request.remember(Written(tournament.id, seat, seat)),
        ]
        try:
            store.append("", [], beside)
        except Duplicate:
            tournament = load_tournament(store, tournament.id)
            continue
        return seat
    raise Refused(Refusal.STALE, "Too many others take seats at once; try again.", version=0)


def visit(command: Visit, context: Context) -> None:
    """Whoever may read a tournament begins the game that is due, should nobody have done so yet."""
    tournament, _ = tournament_seen(context.repository.store, command.id, command.token)
    if tournament.next_number is not None:
        advance(command.id, context)


def advance_all(context: Context) -> None:
    """Begin the games that were due when the last process ended."""
    for (id,) in context.repository.store.query(GOING_ON):
        advance(id, context)


def advance_after(loaded: LoadedGame, context: Context) -> None:
    """After every commit. A game that is over is stored by now, so no trouble here may fail its command."""
    if loaded.table.status not in OVER:
        return
    try:
        for (id,) in context.repository.store.query(OF_GAME, (loaded.id,)):
            advance(id, context)
    except Exception:
        log.exception("tournament-not-advanced", game=loaded.id)


def advance(id: str, context: Context) -> None:
    """Begin the tournament's next game if it is due; once, whoever else does the same."""
    tournament = load_tournament(context.repository.store, id)
    if tournament.next_number is None:
        return
    try:
        loaded = _begin_game(context.repository, tournament, tournament.next_number)
    except Duplicate:
        return
    if any(player.bot for player in loaded.players.values()):
        context.wake_bots(loaded.id)


def _begin_game(repository: Repository, tournament: Tournament, number: int) -> LoadedGame:
    """The next game with everybody seated. A seat's own seed is the same in every game."""
    ruleset, game = registry()[tournament.ruleset], uuid.uuid4()
    keys = GameKeys.fresh(game.hex, ruleset.traits.draws)
    terms = {"seats": tournament.seats, "visibility": tournament.visibility, "undo": tournament.undo}
    setup = setup_of(repository, game, ruleset, _options(repository, ruleset, tournament), keys, terms)
    taken = [(SeatTaken(seat, player.bot), None) for seat, player in sorted(tournament.players.items())]
    fold = create_seated(ruleset, setup, taken, keys.draws)
    numbered = Statement(INSERT_GAME, (tournament.id, number, game.hex))
    beside = [numbered, *seated(game.hex, tournament.players)]
    return repository.begin(fold, keys, beside, tournament.players)


def _options(repository: Repository, ruleset: Ruleset[Any], tournament: Tournament) -> Any:
    """What was agreed on for the first game, and what follows from the last one for the next."""
    if not tournament.played:
        return options_of(ruleset, tournament.options)
    last = repository.get(tournament.played[-1].game).table
    return ruleset.next_options(tournament.seats, options_of(ruleset, last.setup.options), last.game)


def _json(it: Any) -> str:
    return orjson.dumps(msgspec.to_builtins(it)).decode()


def _scale(terms: dict[str, Any]) -> dict[str, int] | None:
    """Points by place, for places that there are."""
    scale: dict[str, int] | None = terms.get("points")
    for place in scale or {}:
        if not 1 <= int(place) <= terms["seats"]:
            raise malformed(f"points.{place}", f"There are places 1 to {terms['seats']}.")
    return scale


def _player(caller: Caller, entrant: dict[str, Any]) -> tuple[str, str | None, str | None]:
    """Name and bot of who sits down, and no seed yet."""
    caller.check_may_seat(entrant.get("bot"))
    return entrant["name"], entrant.get("bot"), None


def _free_seat(tournament: Tournament, wanted: int | None) -> int:
    """The seat asked for, or the first free one."""
    free = [seat for seat in range(1, tournament.seats + 1) if seat not in tournament.players]
    if wanted is not None and not 1 <= wanted <= tournament.seats:
        raise Refused(Refusal.NOT_FOUND, f"This tournament has seats 1 to {tournament.seats}.")
    if not free:
        raise Refused(Refusal.GONE_ELSEWHERE, "All seats of this tournament are taken.")
    if wanted is not None and wanted not in free:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {wanted} is taken.")
    return wanted or free[0]
