"""Taking seats, and the seeds that players add to the game's draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from domain.table import seating
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
from service.identity.referees import check_player_name, party_refusal, place_of
from service.identity.tokens import grant, revoke_seat, roles_of
from service.log.loaded import LoadedGame
from service.log.notes import drop_all_of
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import (
    Asked,
    Decision,
    Done,
    Reply,
    asked,
    run,
)
from service.store import Statement, Store
from service.tables.seats import opening, sitting_down, taking_over

_INSERT = "INSERT INTO players (game, seat, name, bot) VALUES (?, ?, ?, ?)"
SITTING = """SELECT seat, bot, name, hidden_name FROM players WHERE game = ?
    UNION ALL SELECT seat, bot, name, hidden_name FROM tournament_seats WHERE tournament = ?"""
_RENAME = "UPDATE players SET name = ?, hidden_name = NULL WHERE game = ? AND seat = ?"
_DELETE = "DELETE FROM players WHERE game = ? AND seat = ?"
_PART = """INSERT INTO former_players (game, seat, until, name, bot, hidden_name)
    SELECT game, seat, ?, name, bot, hidden_name FROM players WHERE game = ? AND seat = ?"""


class Join(NamedTuple):
    """Take a seat with `{"name","seat"?,"invitation"?,"bot"?,"seed_commitment"?,"key"?,"sig"?}`.

    `tokens`: those that whoever sits down says to hold besides.
    """

    game: str
    token: str | None
    entrant: dict[str, Any]
    key: str | None = None
    tokens: Sequence[str] = ()


class Free(NamedTuple):
    """Free a seat before all are taken, as the organiser."""

    game: str
    token: str | None
    seat: int
    key: str | None = None


class RevealSeed(NamedTuple):
    """Open the seed (base64url) that the caller's seat committed to, signed if it has a key."""

    game: str
    token: str | None
    seed: str
    sig: str | None = None
    key: str | None = None


def join(command: Join, context: Context) -> Reply:
    """Answers with the seat and its token."""
    about = _asked(command, context)
    repository = context.repository
    token = about.request.token(repository.signer)
    return run(context, about, partial(_sit_down, command, repository.store, token), partial(_joined, token))


def _asked(command: Join, context: Context) -> Asked:
    """A code opens a private game too, for this one purpose."""
    code, content = command.entrant.get("invitation"), ["join", command.entrant]
    if code is None:
        return asked(context, command.game, command.token, command.key, content, mints=True)
    existing_invitation(context.repository.store, code, command.game)
    caller = Caller(INVITED, code)
    request = Request.of(command.game, caller.actor, command.key, content, mints=True)
    return Asked(context.repository.get(command.game), caller, request)


def _sit_down(command: Join, store: Store, token: str, loaded: LoadedGame, caller: Caller) -> Decision:
    entrant, code = command.entrant, command.entrant.get("invitation")
    wanted = entrant.get("seat") if code is None else seat_for(store, code, entrant.get("seat"))
    check_seat_named(entrant, wanted)
    naming = name_lock(store, loaded.id)
    check_no_referee(store, place_of(loaded), [command.token, *command.tokens], entrant["name"])
    caller.check_may_seat(entrant.get("bot"))
    seat = _free_for(caller, loaded, store, wanted, code)
    player = Player(entrant["name"], entrant.get("bot"))
    check_sits_as(store, loaded.id, seat, player, _sides(loaded))
    if code is not None and loaded.table.game is not None and invited_seat(store, code) == seat:
        fold, rows = _take_over(loaded, seat, entrant)
    else:
        fold, rows = _take(loaded, seat, entrant)
    used = [] if code is None else [use(code)]
    beside = [*rows, grant(token, loaded.id, f"seat:{seat}"), *used, naming]
    return Decision(fold, beside, {**loaded.players, seat: player})


def _free_for(caller: Caller, loaded: LoadedGame, store: Store, wanted: int | None, code: str | None) -> int:
    """The seat wanted, or a free one; the organiser alone may give one away to which somebody is invited."""
    invited = code is not None and invited_seat(store, code) is not None
    kept = set[int]() if invited else reserved_seats(store, loaded.id) - set(loaded.table.taken)
    seat = seating.seat_wanted(loaded.table, wanted, kept)
    if seat in kept and caller.role != ORGANISER:
        raise Refused(Refusal.GONE_ELSEWHERE, f"Seat {seat} is kept for somebody who was invited to it.")
    return seat


def _take(loaded: LoadedGame, seat: int, entrant: dict[str, Any]) -> tuple[Fold, list[Statement]]:
    taken, sig = sitting_down(loaded.ctx, seat, entrant)
    fold = seating.take_seat(loaded.ruleset, loaded.table, taken, loaded.keys.draws, sig)
    return fold, guarded_player_rows(loaded.id, seated(loaded.id, {seat: Player(entrant["name"], taken.bot)}))


def _take_over(loaded: LoadedGame, seat: int, entrant: dict[str, Any]) -> tuple[Fold, list[Statement]]:
    """A substitute, invited to a seat that is taken; whoever had it is out at once.

    His notes go: he may have written some when the game was over, before a ruling took it back.
    """
    if loaded.table.setup.tournament is not None:
        detail = "Whoever takes a seat of a tournament plays all of its games; there are no substitutes."
        raise Refused(Refusal.GONE_ELSEWHERE, detail)
    reassigned, sig = taking_over(loaded.ctx, seat, entrant)
    fold = seating.reassign_seat(loaded.ruleset, loaded.table, reassigned, sig)
    renamed = Statement(_RENAME, (entrant["name"], loaded.id, seat))
    rows = guarded_player_rows(loaded.id, [_parting(fold, loaded.id, seat), renamed])
    others = withdraw_others(entrant["invitation"], loaded.id, seat)
    return fold, [*rows, revoke_seat(loaded.id, seat), drop_all_of(loaded.id, f"seat:{seat}"), others]


def check_no_referee(store: Store, place: str, tokens: Sequence[str | None], name: str) -> None:
    """`Refused` referee.party for whoever referees there, by a token, also beside an invitation, or by the name."""
    if any(role.startswith("referee:") for role in roles_of(store, place, tokens)):
        raise party_refusal()
    check_player_name(store, place, name)


def check_sits_as(store: Store, place: str, seat: int, player: Player, sides: Sequence[str]) -> None:
    """`Refused` table.names for a name like another's there; bots may share one. Who is replaced at the seat does not count."""
    others = [
        name
        for number, bot, *names in store.query(SITTING, (place, place))
        for name in names
        if name is not None and number != seat and not (bot and player.bot)
    ]
    check_name(player.name, others, sides)


def _sides(loaded: LoadedGame) -> Sequence[str]:
    setup = loaded.table.setup
    return loaded.ruleset.sides(setup.seats, options_of(loaded.ruleset, setup.options))


def check_seat_named(entrant: dict[str, Any], wanted: int | None) -> None:
    """What is bound to a seat cannot be given for whichever is free."""
    if wanted is None and ("seed_commitment" in entrant or "key" in entrant):
        raise malformed("seat", "A commitment or a key is given for one seat: name it.")


def _joined(token: str, done: Done) -> documents.SeatTaken:
    seat = next(e.event.seat for e in done.recorded if isinstance(e.event, SeatTaken | SeatReassigned))
    version, checkpoint = done.loaded.version, done.checkpoint
    return documents.SeatTaken(seat=seat, token=token, version=version, checkpoint=checkpoint)


def free(command: Free, context: Context) -> Reply:
    """Answers with the game's status after it. The token of who sat there is dead."""
    about = asked(context, command.game, command.token, command.key, ["free", command.seat])
    return run(context, about, partial(_decide_free, command), _freed, status=200)


def _decide_free(command: Free, loaded: LoadedGame, caller: Caller) -> Decision:
    caller.check_organiser()
    fold = seating.free_seat(loaded.ruleset, loaded.table, command.seat)
    parting = _parting(fold, loaded.id, command.seat)
    beside = [parting, Statement(_DELETE, (loaded.id, command.seat)), revoke_seat(loaded.id, command.seat)]
    left = {seat: player for seat, player in loaded.players.items() if seat != command.seat}
    return Decision(fold, beside, left)


def _parting(fold: Fold, game: str, seat: int) -> Statement:
    """Earlier versions go on telling who sat there then."""
    return Statement(_PART, (fold.recorded[-1].version, game, seat))


def _freed(done: Done) -> documents.StatusChanged:
    loaded = done.loaded
    status, version = loaded.table.status, loaded.version
    return documents.StatusChanged(status=status, version=version, checkpoint=done.checkpoint)


def seated(game: str, players: Mapping[int, Player]) -> list[Statement]:
    """The rows that say who sits where."""
    return [Statement(_INSERT, (game, seat, *player)) for seat, player in players.items()]


def reveal_seed(command: RevealSeed, context: Context) -> Reply:
    """Answers with the version after it; the last seed opened starts the game."""
    about = asked(context, command.game, command.token, command.key, ["seed", command.seed, command.sig])
    return run(context, about, partial(_decide_reveal, command), _revealed)


def _decide_reveal(command: RevealSeed, loaded: LoadedGame, caller: Caller) -> Decision:
    table, seat = loaded.table, caller.seat()
    seating.check_may_reveal(table, seat)
    sig = opening(loaded.ctx, table.seats, seat, command.seed, command.sig)
    revealed = SeedRevealed(seat, command.seed)
    return Decision(seating.reveal_seed(loaded.ruleset, table, revealed, loaded.keys.draws, sig))


def _revealed(done: Done) -> documents.Changed:
    return documents.Changed(version=done.loaded.version, checkpoint=done.checkpoint)
