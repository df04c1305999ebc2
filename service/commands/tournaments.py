"""Tournaments: games of the same players at the same seats, one after the other.

A tournament's tables say who plays and which games there have been; all else is in the logs of its games. The
next game is written in one transaction with its number, which can be taken once: whoever notices first that it is
due (the process that ends a game, one that reads the tournament, one that starts) begins it. An abandoned game
keeps its number, brings no points and is not played again, so the organiser can end a tournament.
"""

from __future__ import annotations

import uuid
from typing import Any

import msgspec
import orjson
import structlog

from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table import decisions
from domain.table.decisions import Refused
from domain.table.fold import options_of
from projections import tournaments as kept
from projections.tournaments import OVER, Tournament
from service.access import Caller, grant
from service.commands.creating import chosen, malformed, setup_of
from service.commands.idempotency import KeyedRequest, Written
from service.commands.runner import ATTEMPTS, CommandRunner
from service.commands.seating import read_32_bytes, seated, with_seed
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.log.repository import now
from service.store import Duplicate, Statement

log = structlog.get_logger()
INSERT = """INSERT INTO tournaments
    (id, created_at, ruleset, seats, games, options, scale, visibility, undo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
INSERT_SEAT = "INSERT INTO tournament_seats (tournament, seat, name, bot, client_seed) VALUES (?, ?, ?, ?, ?)"
INSERT_GAME = "INSERT INTO tournament_games (tournament, number, game) VALUES (?, ?, ?)"
OF_GAME = "SELECT tournament FROM tournament_games WHERE game = ?"
GOING_ON = """SELECT id FROM tournaments
    WHERE games > (SELECT count(*) FROM tournament_games WHERE tournament = tournaments.id)
    AND seats = (SELECT count(*) FROM tournament_seats WHERE tournament = tournaments.id)"""


class Tournaments(CommandRunner):
    """Commands take an idempotency key; answers are JSON-able. All may raise `Refused`."""

    def create(self, new: dict[str, Any], key: str | None) -> dict[str, Any]:
        """A new tournament from `{"ruleset","seats","games","options"?,"visibility"?,"undo"?,"points"?}`.

        `points` is by place in a game, `{"1": 3, "2": 1}`; without it the ruleset's own points count.
        """
        keyed = KeyedRequest.of("tournaments", "anyone", key, ["create-tournament", new])
        token = keyed.token(self.repository.signer)
        id = self.once(keyed, lambda: self._found(new, keyed, token)).game
        return {"id": id, "organiser_token": token, "location": f"/v1/tournaments/{id}"}

    def _found(self, new: dict[str, Any], keyed: KeyedRequest, token: str) -> Written:
        ruleset, options = chosen(new)
        written = Written(uuid.uuid4().hex, 0, 0)
        row = (
            written.game,
            now(),
            ruleset.id,
            new["seats"],
            new["games"],
            _json(options),
            _json(_scale(new)),
        )
        founded = Statement(INSERT, (*row, new.get("visibility", "public"), new.get("undo", "free")))
        beside = [founded, grant(token, written.game, "organiser"), *keyed.remember(written)]
        self.repository.store.append("", [], beside)
        return written

    def join(self, id: str, token: str | None, request: dict[str, Any], key: str | None) -> dict[str, Any]:
        """Take a seat in every game with `{"name","seat"?,"bot"?,"client_seed"?}`; the last one taken begins the first."""
        tournament, caller = self._asked(id, token)
        keyed = KeyedRequest.of(id, caller.actor, key, ["join", request])
        minted = keyed.token(self.repository.signer)
        seat = self._sit_down(tournament, caller, request, keyed, minted)
        self.advance(id)
        return {"seat": seat, "token": minted}

    def _sit_down(
        self,
        tournament: Tournament,
        caller: Caller,
        request: dict[str, Any],
        keyed: KeyedRequest,
        minted: str,
    ) -> int:
        for _ in range(ATTEMPTS):
            if (earlier := keyed.earlier(self.repository.store)) is not None:
                return earlier.first
            player = _player(caller, request)
            seat = _free_seat(tournament, request.get("seat"))
            beside = [
                Statement(INSERT_SEAT, (tournament.id, seat, *player)),
                grant(minted, tournament.id, f"seat:{seat}"),
                *keyed.remember(Written(tournament.id, seat, seat)),
            ]
            try:
                self.repository.store.append("", [], beside)
            except Duplicate:
                tournament = self._load(tournament.id)
                continue
            return seat
        raise Refused("stale", "Too many others take seats at once; try again.", version=0)

    def document(self, id: str, token: str | None) -> dict[str, Any]:
        """The tournament as it stands; begins a game that is due."""
        tournament, caller = self._asked(id, token)
        if tournament.next_number is not None:
            self.advance(id)
            tournament = self._load(id)
        return kept.document(tournament, caller.role)

    def page(self, limit: int, cursor: str | None) -> dict[str, Any]:
        """Public tournaments, newest first."""
        found, following = kept.page(self.repository.store.query, limit, cursor)
        return {"tournaments": found, "next": following}

    # -- from game to game

    def resume(self) -> None:
        """Begin the games that were due when the last process ended."""
        for (id,) in self.repository.store.query(GOING_ON):
            self.advance(id)

    def noticed(self, loaded: LoadedGame) -> None:
        """Told of every commit. The game that is over is stored by now, so no trouble here may fail its command."""
        if loaded.table.status not in OVER:
            return
        try:
            for (id,) in self.repository.store.query(OF_GAME, (loaded.id,)):
                self.advance(id)
        except Exception:
            log.exception("tournament-not-advanced", game=loaded.id)

    def advance(self, id: str) -> None:
        """Begin the tournament's next game if it is due; once, whoever else does the same."""
        tournament = self._load(id)
        if tournament.next_number is None:
            return
        try:
            loaded = self._begin_game(tournament, tournament.next_number)
        except Duplicate:
            return
        if any(player.bot for player in loaded.players.values()):
            self.woken(loaded.id)

    def _begin_game(self, tournament: Tournament, number: int) -> LoadedGame:
        """The next game with everybody seated. A seat's own seed is the same in every game."""
        ruleset, game = registry()[tournament.ruleset], uuid.uuid4()
        keys = GameKeys.fresh(game.hex, ruleset.traits.draws)
        terms = {"seats": tournament.seats, "visibility": tournament.visibility, "undo": tournament.undo}
        setup = setup_of(self.repository, game, ruleset, self._options(ruleset, tournament), keys, terms)
        taken = [with_seed(seat, seed) for seat, seed in sorted(tournament.seeds.items())]
        fold = decisions.create_seated(ruleset, setup, taken, keys.draws)
        numbered = Statement(INSERT_GAME, (tournament.id, number, game.hex))
        beside = [numbered, *seated(game.hex, tournament.players)]
        return self.repository.begin(fold, keys, beside, tournament.players)

    def _options(self, ruleset: Ruleset[Any], tournament: Tournament) -> Any:
        """What was agreed on for the first game, and what follows from the last one for the next."""
        if not tournament.played:
            return options_of(ruleset, tournament.options)
        last = self.repository.get(tournament.played[-1].game).table
        return ruleset.next_options(tournament.seats, options_of(ruleset, last.setup.options), last.game)

    def _asked(self, id: str, token: str | None) -> tuple[Tournament, Caller]:
        tournament = self._load(id)
        return tournament, self.access.caller_of(id, tournament.visibility, token, NO_TOURNAMENT)

    def _load(self, id: str) -> Tournament:
        tournament = kept.load(self.repository.store.query, id)
        if tournament is None:
            raise Refused("not-found", NO_TOURNAMENT)
        return tournament


NO_TOURNAMENT = "There is no such tournament."


def _json(it: Any) -> str:
    return orjson.dumps(msgspec.to_builtins(it)).decode()


def _scale(new: dict[str, Any]) -> dict[str, int] | None:
    """Points by place, for places that there are."""
    scale: dict[str, int] | None = new.get("points")
    for place in scale or {}:
        if not 1 <= int(place) <= new["seats"]:
            raise malformed(f"points.{place}", f"There are places 1 to {new['seats']}.")
    return scale


def _player(caller: Caller, request: dict[str, Any]) -> tuple[str, str | None, str | None]:
    """Name, bot and seed of who sits down."""
    bot, seed = request.get("bot"), request.get("client_seed")
    if bot is not None and caller.role != "organiser":
        raise Refused("forbidden", "Bots are seated by the organiser.")
    if seed is not None:
        read_32_bytes("client_seed", seed)
    return request["name"], bot, seed


def _free_seat(tournament: Tournament, wanted: int | None) -> int:
    """The seat asked for, or the first free one."""
    free = [seat for seat in range(1, tournament.seats + 1) if seat not in tournament.players]
    if wanted is not None and not 1 <= wanted <= tournament.seats:
        raise Refused("not-found", f"This tournament has seats 1 to {tournament.seats}.")
    if not free:
        raise Refused("gone-elsewhere", "All seats of this tournament are taken.")
    if wanted is not None and wanted not in free:
        raise Refused("gone-elsewhere", f"Seat {wanted} is taken.")
    return wanted or free[0]
