"""Taking seats, and the seeds that players contribute to the game's draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from domain.by_seat import BySeat
from domain.table import seating
from domain.table.actors import TABLE
from domain.table.events import SeatReassigned, SeatTaken, SeedRevealed
from domain.table.fold import Fold, options_of
from domain.table.refusals import Refusal, Refused, malformed
from projections.documents import commands as documents
from projections.people import Player
from service.identity import account_invitations
from service.identity.access import INVITED, ORGANISER, Caller
from service.identity.account_invitations import seat_invited_to
from service.identity.account_roles import party_of
from service.identity.hiding import guarded_player_rows
from service.identity.invitations import (
    existing_invitation,
    invited_seat,
    reserved_seats,
    seat_for,
    use,
    withdraw_others,
)
from service.identity.names import check_name, name_lock
from service.identity.referees import places_of
from service.identity.tokens import revoke_seat
from service.log.loaded import LoadedGame
from service.log.notes import delete_all_of
from service.play.context import Context
from service.play.freeing import archive_player, freed, freed_document
from service.play.idempotency import Request
from service.play.runner import (
    CommandResult,
    Decision,
    PendingCommand,
    Reply,
    load_command,
    run,
)
from service.store import Statement, Store
from service.tables.bounds import check_account
from service.tables.entrants import Entrant, account_row, entry_of
from service.tables.seats import check_seed, read_seat, read_substitute

_INSERT = "INSERT INTO players (game, seat, name, bot, account_entry) VALUES (?, ?, ?, ?, ?)"
NO_ENTRIES: Mapping[int, int] = MappingProxyType({})
NAMES_AT_PLACE = """SELECT seat, bot, name, hidden_name FROM players WHERE game = ?
    UNION ALL SELECT seat, bot, name, hidden_name FROM tournament_seats WHERE tournament = ?"""
_RENAME = "UPDATE players SET name = ?, account_entry = ?, hidden_name = NULL WHERE game = ? AND seat = ?"


class Join(NamedTuple):
    """Take a seat with `{"name"?,"seat"?,"invitation"?,"bot"?,"account_salt"?,"seed_commitment"?,"key"?,"sig"?}`.

    `tokens`: other tokens that the client declares it holds.
    """

    game: str
    token: str | None
    entrant: dict[str, Any]
    key: str | None = None
    tokens: Sequence[str] = ()


class Free(NamedTuple):
    """Free a seat before all are taken, as the organiser or as its own player."""

    game: str
    token: str | None
    seat: int
    key: str | None = None


class RevealSeed(NamedTuple):
    """Reveal the seed (base64url) that the caller's seat committed to, signed if it has a key."""

    game: str
    token: str | None
    seed: str
    sig: str | None = None
    key: str | None = None


def join(command: Join, context: Context) -> Reply:
    """Returns the seat and its token, which the seat of an account does not have."""
    pending = _load_join(command, context)
    repository = context.repository
    token = pending.request.token(repository.signer)
    decide = partial(_decide_join, command, repository.store, token)
    return run(context, pending, decide, partial(_joined, token))


def _load_join(command: Join, context: Context) -> PendingCommand:
    """For this purpose a code also grants access to a private game."""
    code, content = command.entrant.get("invitation"), ["join", command.entrant]
    if code is None:
        return load_command(context, command.game, command.token, command.key, content, mints=True)
    existing_invitation(context.repository.store, code, command.game)
    party = party_of(context.repository.store, command.token, command.game)
    caller = Caller(INVITED, code, party)
    request = Request.of(command.game, caller.actor, command.key, content, mints=True)
    return PendingCommand(context.repository.get(command.game), caller, request)


def _decide_join(command: Join, store: Store, token: str, loaded: LoadedGame, caller: Caller) -> Decision:
    entrant, code = command.entrant, command.entrant.get("invitation")
    lock = name_lock(store, loaded.id)
    who = Entrant.of(entrant, caller.party)
    invited_to = (
        seat_invited_to(store, who.account_id, loaded.id) if code is None else invited_seat(store, code)
    )
    wanted = entrant.get("seat") if code is None else seat_for(store, code, entrant.get("seat"))
    wanted = invited_to if wanted is None else wanted
    check_seat_named(entrant, wanted)
    who.check_may_sit(store, places_of(loaded.table.setup), [command.token, *command.tokens])
    caller.check_may_seat(who.player.bot)
    seat = _choose_seat(caller, loaded, store, wanted, invited_to)
    check_seat_name(store, loaded.id, seat, who.player, sides_of(loaded))
    if loaded.table.game is not None and invited_to == seat:
        fold, rows = _take_over(loaded, seat, entrant, who)
    else:
        fold, rows = _take(loaded, seat, entrant, who)
    used = [] if code is None else [use(code)]
    statements = [*rows, *who.role_rows(loaded.id, seat, token), *used, lock]
    return Decision(fold, statements, {**loaded.players, seat: who.player})


def _choose_seat(
    caller: Caller, loaded: LoadedGame, store: Store, wanted: int | None, invited_to: int | None
) -> int:
    """The seat wanted, or a free one; only the organiser may give away a seat that is reserved by an invitation."""
    reserved = reserved_seats(store, loaded.id) - {*loaded.table.seats.numbers, invited_to}
    seat = seating.seat_wanted(loaded.table, wanted, reserved)
    if seat in reserved and not caller.organises:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {seat} is reserved for an invited player.")
    return seat


def _take(
    loaded: LoadedGame, seat: int, entrant: dict[str, Any], who: Entrant
) -> tuple[Fold, list[Statement]]:
    taken, sig = read_seat(loaded.ctx, loaded.table.setup.table, seat, entrant, who.account_hash)
    fold = seating.take_seat(loaded.ruleset, loaded.table, taken, loaded.keys.draws, sig)
    rows = player_rows(loaded.id, {seat: who.player}, {seat: entry_of(fold, seat)})
    return fold, guarded_player_rows(loaded.id, rows)


def _take_over(
    loaded: LoadedGame, seat: int, entrant: dict[str, Any], who: Entrant
) -> tuple[Fold, list[Statement]]:
    """A substitute, invited to a taken seat; the previous player loses access at once.

    Their notes are deleted: they may have written some while the game was over, before a ruling rewound it.
    """
    if loaded.table.setup.tournament is not None:
        detail = "A seat of a tournament belongs to the same player in all its games; substitutes are not possible."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)
    check_account(loaded.table)
    reassigned, sig = read_substitute(loaded.ctx, loaded.table.setup.table, seat, entrant, who.account_hash)
    fold = seating.reassign_seat(loaded.ruleset, loaded.table, reassigned, sig)
    renamed = seat_now_of(loaded.id, seat, who.player, entry_of(fold, seat))
    rows = guarded_player_rows(loaded.id, [archive_player(fold, loaded.id, seat), *renamed])
    others = [
        withdraw_others(entrant.get("invitation", ""), loaded.id, seat),
        account_invitations.withdraw_others(who.account_id, loaded.id, seat),
    ]
    return fold, [*rows, *revoke_seat(loaded.id, seat), delete_all_of(loaded.id, f"seat:{seat}"), *others]


def check_seat_name(store: Store, place: str, seat: int, player: Player, sides: BySeat[str]) -> None:
    """`Refused` table.names for a name confusable with another there; bots may share one. A replaced player does not count."""
    others = [
        name
        for number, bot, *names in store.query(NAMES_AT_PLACE, (place, place))
        for name in names
        if name is not None and number != seat and not (bot and player.bot)
    ]
    check_name(player.name, others, sides)


def sides_of(loaded: LoadedGame) -> BySeat[str]:
    """What the seats of a game are called by their sides."""
    setup = loaded.table.setup
    return loaded.ruleset.sides(setup.seats, options_of(loaded.ruleset, setup.options))


def check_seat_named(entrant: dict[str, Any], wanted: int | None) -> None:
    """A commitment or key applies to a specific seat, so the request must name it."""
    if wanted is None and ("seed_commitment" in entrant or "key" in entrant):
        raise malformed("seat", "A commitment or a key is for a specific seat: name it.")


def _joined(token: str, done: CommandResult) -> documents.SeatTaken:
    said = next(e.event for e in done.recorded if isinstance(e.event, SeatTaken | SeatReassigned))
    given = token if said.account_hash is None else None
    version, checkpoint = done.loaded.version, done.checkpoint
    return documents.SeatTaken(seat=said.seat, token=given, version=version, checkpoint=checkpoint)


def free(command: Free, context: Context) -> Reply:
    """Returns the game's status afterwards. The token of the seat is revoked."""
    pending = load_command(context, command.game, command.token, command.key, ["free", command.seat])
    return run(context, pending, partial(_decide_free, command), freed_document, status=200)


def _decide_free(command: Free, loaded: LoadedGame, caller: Caller) -> Decision:
    leaves = caller.plays(command.seat)
    if not leaves:
        caller.check_organiser()
    check_account(loaded.table)
    return freed(loaded, command.seat, TABLE if leaves else ORGANISER)


def player_rows(
    game: str, players: Mapping[int, Player], entries: Mapping[int, int] = NO_ENTRIES
) -> list[Statement]:
    """The rows of these players; `entries` are the versions of those that seat accounts."""
    rows = []
    for seat, player in players.items():
        entry = entries.get(seat) if player.account else None
        rows += _account_rows(game, seat, player, entry)
        rows.append(Statement(_INSERT, (game, seat, player.name, player.bot, entry)))
    return rows


def seat_now_of(game: str, seat: int, player: Player, entry: int) -> list[Statement]:
    """A seat that an entry gives to another player."""
    own = entry if player.account else None
    return [
        *_account_rows(game, seat, player, own),
        Statement(_RENAME, (player.name, own, game, seat)),
    ]


def _account_rows(game: str, seat: int, player: Player, entry: int | None) -> list[Statement]:
    if player.account is None or entry is None:
        return []
    return [account_row(game, entry, seat, player.account)]


def reveal_seed(command: RevealSeed, context: Context) -> Reply:
    """Returns the version afterwards; the last revealed seed starts the game."""
    pending = load_command(
        context, command.game, command.token, command.key, ["seed", command.seed, command.sig]
    )
    return run(context, pending, partial(_decide_reveal, command), _revealed)


def _decide_reveal(command: RevealSeed, loaded: LoadedGame, caller: Caller) -> Decision:
    table, seat = loaded.table, caller.seat()
    seating.check_may_reveal(table, seat)
    sig = check_seed(loaded.ctx, table.setup.table, table.seats.taken, seat, command.seed, command.sig)
    revealed = SeedRevealed(seat, command.seed)
    return Decision(seating.reveal_seed(loaded.ruleset, table, revealed, loaded.keys.draws, sig))


def _revealed(done: CommandResult) -> documents.Changed:
    return documents.Changed(version=done.loaded.version, checkpoint=done.checkpoint)
