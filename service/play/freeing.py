"""Freeing a seat of a table that is not full, by its player, the organiser, or with the player's account."""

from __future__ import annotations

from functools import partial

from domain.table import seating
from domain.table.actors import TABLE
from domain.table.fold import Fold
from projections.documents import commands as documents
from service.identity.caller import Caller
from service.identity.names import name_lock
from service.identity.tokens import revoke_seat
from service.log.loaded import LoadedGame
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import CommandResult, Decision, PendingCommand, run
from service.store import Statement, Store

_DELETE = "DELETE FROM players WHERE game = ? AND seat = ?"
NOT_FULL = """(SELECT count(*) FROM tournament_seats AS taken WHERE taken.tournament = tournament_seats.tournament)
    < (SELECT tournaments.seats FROM tournaments WHERE tournaments.id = tournament_seats.tournament)"""
"""Of a row of `tournament_seats`: whether the tournament waits for more players, so that no log has its seats yet."""
_PART = """INSERT INTO former_players (game, seat, until, name, bot, hidden_name, account_entry)
    SELECT game, seat, ?, name, bot, hidden_name, account_entry FROM players WHERE game = ? AND seat = ?"""


def free_by_table(context: Context, game: str, seat: int) -> None:
    """Free the seat of an account that ends. `Refused` where the table is full or the seat free already."""
    request = Request.of(game, "table", None, ["free", seat])
    pending = PendingCommand(context.repository.get(game), Caller(TABLE), request)
    run(context, pending, partial(_decide, seat), freed_document, status=200)


def free_entry(store: Store, tournament: str, account: str) -> None:
    """Free the seat of an account in a tournament that is not full; nothing is done where it has become full meanwhile."""
    lock = name_lock(store, tournament)
    entry = f"DELETE FROM tournament_seats WHERE tournament = ? AND account = ? AND {NOT_FULL}"
    role = "DELETE FROM account_roles WHERE place = ? AND account = ? AND role LIKE 'seat:%'"
    entered = "SELECT 1 FROM tournament_seats WHERE tournament = ? AND account = ?"
    which = (tournament, account)
    store.append(
        "", [], [lock, Statement(entry, which), Statement(f"{role} AND NOT EXISTS ({entered})", which * 2)]
    )


def _decide(seat: int, loaded: LoadedGame, caller: Caller) -> Decision:
    return freed(loaded, seat, caller.role)


def freed(loaded: LoadedGame, seat: int, by: str) -> Decision:
    """`by` is the organiser, or the table for a player who leaves."""
    fold = seating.free_seat(loaded.ruleset, loaded.table, seat, by)
    archived = archive_player(fold, loaded.id, seat)
    statements = [archived, Statement(_DELETE, (loaded.id, seat)), *revoke_seat(loaded.id, seat)]
    remaining = {number: player for number, player in loaded.players.items() if number != seat}
    return Decision(fold, statements, remaining)


def archive_player(fold: Fold, game: str, seat: int) -> Statement:
    """Earlier versions continue to name the former player."""
    return Statement(_PART, (fold.recorded[-1].version, game, seat))


def freed_document(done: CommandResult) -> documents.StatusChanged:
    loaded = done.loaded
    status, version = loaded.table.status, loaded.version
    return documents.StatusChanged(status=status, version=version, checkpoint=done.checkpoint)
