"""What persons do with their seats across devices: a guest takes a seat into an account, an account plays on elsewhere."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from domain.table.accounts import check_may_claim, claim_seat, go_on_here
from domain.table.events import SeatClaimed
from domain.table.refusals import Refusal, Refused, malformed
from projections.documents.commands import Changed
from service.identity.access import NO_GAME, SPECTATOR, Caller
from service.identity.account_roles import grant_role, party_of, still_open
from service.identity.credentials import Holder
from service.identity.guards import check_asserted
from service.identity.hiding import guarded_player_rows
from service.identity.names import name_lock
from service.identity.referees import places_of
from service.identity.tokens import digest, is_valid_for, revoke_seat
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.freeing import archive_player
from service.play.idempotency import Request
from service.play.runner import CommandResult, Decision, PendingCommand, Reply, load_command, run
from service.play.signing import log_rules_change, stale_refusal
from service.store import Store
from service.tables.entrants import entrant_of, entry_of
from service.tables.seating import check_seat_name, seat_now_of, sides_of
from service.tables.seats import read_claim, read_move


class Claim(NamedTuple):
    """Take a guest's seat into the account of the session `credential`; `token` is the seat's own."""

    game: str
    seat: int
    credential: str
    token: str
    account_salt: str | None = None
    sig: str | None = None
    key: str | None = None


class Move(NamedTuple):
    """Play on here with a seat of the account of `holder`: `given` is `{"key"?,"sig"?,"old"?,"n"?}`."""

    game: str
    seat: int
    credential: str
    holder: Holder
    given: dict[str, Any]
    key: str | None = None


def claim(command: Claim, context: Context) -> Reply:
    """Returns the game's version afterwards. The seat's token is dead from then on, and with it what it made."""
    repository = context.repository
    loaded = repository.get(command.game)
    party = party_of(repository.store, command.credential, command.game)
    if party is None:
        raise Refused(Refusal.UNAUTHENTICATED, "Sign in first: this is for accounts.")
    caller = Caller(party.reading, command.credential, party)
    content = ["claim", command.seat, digest(command.token), command.account_salt, command.sig]
    request = Request.of(command.game, caller.actor, command.key, content)
    decide = partial(_decide_claim, command, repository.store)
    return run(context, PendingCommand(loaded, caller, request), decide, _changed)


def _decide_claim(command: Claim, store: Store, loaded: LoadedGame, caller: Caller) -> Decision:
    seat, table, party = command.seat, loaded.table, caller.party
    assert party is not None, "only accounts claim seats"
    lock = name_lock(store, loaded.id)
    _check_token(command, store, loaded, caller)
    if command.account_salt is None and seat in table.seats.keys:
        raise malformed(
            "account_salt", "The key of the seat signs the hash of the account, so send its random bytes."
        )
    who = entrant_of(party, command.account_salt)
    who.check_may_sit(store, places_of(table.setup), [])
    assert who.account_hash is not None, "the entrant is an account"
    check_seat_name(store, loaded.id, seat, who.player, sides_of(loaded))
    sig = read_claim(table, seat, who.account_hash, command.sig)
    fold = claim_seat(loaded.ruleset, table, SeatClaimed(seat, who.account_hash), sig)
    renamed = seat_now_of(loaded.id, seat, who.player, entry_of(fold, seat))
    statements = [
        *still_open(party.account),
        *guarded_player_rows(loaded.id, [archive_player(fold, loaded.id, seat), *renamed]),
        *revoke_seat(loaded.id, seat),
        grant_role(party.account, loaded.id, f"seat:{seat}"),
        lock,
    ]
    return Decision(fold, statements, {**loaded.players, seat: who.player})


def _check_token(command: Claim, store: Store, loaded: LoadedGame, caller: Caller) -> None:
    """`Refused` unless the token is of this very seat. A private game does not exist for those without a part in it."""
    if is_valid_for(store, command.token, loaded.id, f"seat:{command.seat}"):
        return
    if loaded.closed and caller.role == SPECTATOR:
        raise Refused(Refusal.NOT_FOUND, NO_GAME)
    check_may_claim(loaded.table, command.seat)
    raise Refused(Refusal.FORBIDDEN, f"This is not the token of seat {command.seat} of this game.")


def go_on(command: Move, context: Context) -> Reply:
    """Returns the game's version afterwards. From then on the seat has the key given, or none."""
    check_asserted(command.holder)
    content = ["device", command.seat, command.given]
    pending = load_command(context, command.game, command.credential, command.key, content)
    return run(context, pending, partial(_decide_move, command, context.repository), _changed)


def _decide_move(command: Move, repository: Repository, loaded: LoadedGame, caller: Caller) -> Decision:
    seat, given = command.seat, command.given
    if caller.seat() != seat:
        raise Refused(Refusal.FORBIDDEN, f"Your account does not have seat {seat}.")
    if given.get("n") not in (None, loaded.version):
        raise stale_refusal(repository, loaded)
    if seat not in loaded.table.seats.accounts:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {seat} does not belong to an account.")
    if "old" in given:
        log_rules_change(repository, loaded)
    key, sig = read_move(loaded.ctx, loaded.table, seat, loaded.version, given)
    return Decision(go_on_here(loaded.ruleset, loaded.table, seat, key, sig))


def _changed(done: CommandResult) -> Changed:
    return Changed(version=done.loaded.version, checkpoint=done.checkpoint)
