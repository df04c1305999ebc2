"""Taking seats, and the seeds that players contribute to the game's draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from domain.by_seat import BySeat
from domain.table import seating
from domain.table.actors import TABLE
from domain.table.events import SeatReassigned, SeatTaken, SeedRevealed
from domain.table.fold import Fold, options_of
from domain.table.refusals import Refusal, Refused, malformed
from projections.documents import commands as documents
from projections.people import Player
from service.identity.access import INVITED, ORGANISER, Caller
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
from service.identity.referees import check_may_sit, places_of
from service.identity.tokens import grant, revoke_seat
from service.log.loaded import LoadedGame
from service.log.notes import delete_all_of
from service.play.context import Context
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
from service.tables.seats import check_seed, read_seat, read_substitute

_INSERT = "INSERT INTO players (game, seat, name, bot) VALUES (?, ?, ?, ?)"
NAMES_AT_PLACE = """SELECT seat, bot, name, hidden_name FROM players WHERE game = ?
    UNION ALL SELECT seat, bot, name, hidden_name FROM tournament_seats WHERE tournament = ?"""
_RENAME = "UPDATE players SET name = ?, hidden_name = NULL WHERE game = ? AND seat = ?"
_DELETE = "DELETE FROM players WHERE game = ? AND seat = ?"
_PART = """INSERT INTO former_players (game, seat, until, name, bot, hidden_name)
    SELECT game, seat, ?, name, bot, hidden_name FROM players WHERE game = ? AND seat = ?"""


class Join(NamedTuple):
    """Take a seat with `{"name","seat"?,"invitation"?,"bot"?,"seed_commitment"?,"key"?,"sig"?}`.

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
    """Returns the seat and its token."""
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
    caller = Caller(INVITED, code)
    request = Request.of(command.game, caller.actor, command.key, content, mints=True)
    return PendingCommand(context.repository.get(command.game), caller, request)


def _decide_join(command: Join, store: Store, token: str, loaded: LoadedGame, caller: Caller) -> Decision:
    entrant, code = command.entrant, command.entrant.get("invitation")
    wanted = entrant.get("seat") if code is None else seat_for(store, code, entrant.get("seat"))
    check_seat_named(entrant, wanted)
    lock = name_lock(store, loaded.id)
    places = places_of(loaded.table.setup)
    check_may_sit(store, places, [command.token, *command.tokens], entrant["name"])
    caller.check_may_seat(entrant.get("bot"))
    seat = _choose_seat(caller, loaded, store, wanted, code)
    player = Player(entrant["name"], entrant.get("bot"))
    check_seat_name(store, loaded.id, seat, player, _sides(loaded))
    if code is not None and loaded.table.game is not None and invited_seat(store, code) == seat:
        fold, rows = _take_over(loaded, seat, entrant)
    else:
        fold, rows = _take(loaded, seat, entrant)
    used = [] if code is None else [use(code)]
    statements = [*rows, grant(token, loaded.id, f"seat:{seat}"), *used, lock]
    return Decision(fold, statements, {**loaded.players, seat: player})


def _choose_seat(
    caller: Caller, loaded: LoadedGame, store: Store, wanted: int | None, code: str | None
) -> int:
    """The seat wanted, or a free one; only the organiser may give away a seat that is reserved by an invitation."""
    invited = code is not None and invited_seat(store, code) is not None
    reserved = set[int]() if invited else reserved_seats(store, loaded.id) - set(loaded.table.seats.numbers)
    seat = seating.seat_wanted(loaded.table, wanted, reserved)
    if seat in reserved and caller.role != ORGANISER:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {seat} is reserved for an invited player.")
    return seat


def _take(loaded: LoadedGame, seat: int, entrant: dict[str, Any]) -> tuple[Fold, list[Statement]]:
    taken, sig = read_seat(loaded.ctx, loaded.table.setup.table, seat, entrant)
    fold = seating.take_seat(loaded.ruleset, loaded.table, taken, loaded.keys.draws, sig)
    return fold, guarded_player_rows(
        loaded.id, player_rows(loaded.id, {seat: Player(entrant["name"], taken.bot)})
    )


def _take_over(loaded: LoadedGame, seat: int, entrant: dict[str, Any]) -> tuple[Fold, list[Statement]]:
    """A substitute, invited to a taken seat; the previous player loses access at once.

    Their notes are deleted: they may have written some while the game was over, before a ruling rewound it.
    """
    if loaded.table.setup.tournament is not None:
        detail = "A seat of a tournament belongs to the same player in all its games; substitutes are not possible."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)
    check_account(loaded.table)
    reassigned, sig = read_substitute(loaded.ctx, loaded.table.setup.table, seat, entrant)
    fold = seating.reassign_seat(loaded.ruleset, loaded.table, reassigned, sig)
    renamed = Statement(_RENAME, (entrant["name"], loaded.id, seat))
    rows = guarded_player_rows(loaded.id, [_archive_player(fold, loaded.id, seat), renamed])
    others = withdraw_others(entrant["invitation"], loaded.id, seat)
    return fold, [*rows, revoke_seat(loaded.id, seat), delete_all_of(loaded.id, f"seat:{seat}"), others]


def check_seat_name(store: Store, place: str, seat: int, player: Player, sides: BySeat[str]) -> None:
    """`Refused` table.names for a name confusable with another there; bots may share one. A replaced player does not count."""
    others = [
        name
        for number, bot, *names in store.query(NAMES_AT_PLACE, (place, place))
        for name in names
        if name is not None and number != seat and not (bot and player.bot)
    ]
    check_name(player.name, others, sides)


def _sides(loaded: LoadedGame) -> BySeat[str]:
    setup = loaded.table.setup
    return loaded.ruleset.sides(setup.seats, options_of(loaded.ruleset, setup.options))


def check_seat_named(entrant: dict[str, Any], wanted: int | None) -> None:
    """A commitment or key applies to a specific seat, so the request must name it."""
    if wanted is None and ("seed_commitment" in entrant or "key" in entrant):
        raise malformed("seat", "A commitment or a key is for a specific seat: name it.")


def _joined(token: str, done: CommandResult) -> documents.SeatTaken:
    seat = next(e.event.seat for e in done.recorded if isinstance(e.event, SeatTaken | SeatReassigned))
    version, checkpoint = done.loaded.version, done.checkpoint
    return documents.SeatTaken(seat=seat, token=token, version=version, checkpoint=checkpoint)


def free(command: Free, context: Context) -> Reply:
    """Returns the game's status afterwards. The token of the seat is revoked."""
    pending = load_command(context, command.game, command.token, command.key, ["free", command.seat])
    return run(context, pending, partial(_decide_free, command), _freed, status=200)


def _decide_free(command: Free, loaded: LoadedGame, caller: Caller) -> Decision:
    leaves = caller.viewer == command.seat
    if not leaves:
        caller.check_organiser()
    check_account(loaded.table)
    fold = seating.free_seat(loaded.ruleset, loaded.table, command.seat, TABLE if leaves else ORGANISER)
    archived = _archive_player(fold, loaded.id, command.seat)
    seat = command.seat
    statements = [archived, Statement(_DELETE, (loaded.id, seat)), revoke_seat(loaded.id, seat)]
    remaining = {number: player for number, player in loaded.players.items() if number != seat}
    return Decision(fold, statements, remaining)


def _archive_player(fold: Fold, game: str, seat: int) -> Statement:
    """Earlier versions continue to name the former player."""
    return Statement(_PART, (fold.recorded[-1].version, game, seat))


def _freed(done: CommandResult) -> documents.StatusChanged:
    loaded = done.loaded
    status, version = loaded.table.status, loaded.version
    return documents.StatusChanged(status=status, version=version, checkpoint=done.checkpoint)


def player_rows(game: str, players: Mapping[int, Player]) -> list[Statement]:
    """The rows of these players."""
    return [Statement(_INSERT, (game, seat, *player)) for seat, player in players.items()]


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
