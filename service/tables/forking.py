"""Forks: a private game that starts from a position of another game, for one person's analysis."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from msgspec.json import encode
from msgspec.structs import replace

from domain.hidden import map_hidden
from domain.table import decisions
from domain.table.events import CLOSED_TABLES, Forked, SeatTaken
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from projections.documents import commands as documents
from projections.people import Player
from service.identity.access import ANALYST, Caller
from service.identity.tokens import grant
from service.log.fork_history import fork_recorded, knower_of
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.log.studies import begun_by
from service.play.context import Context
from service.play.idempotency import WriteRecord, run_once
from service.play.runner import PendingCommand, Reply, load_command
from service.store import Statement
from service.system.clock import now
from service.tables.creating import identity

SEAT = """INSERT INTO players (game, seat, name, hidden_name, account_entry)
    SELECT ?, seat, name, hidden_name, account_entry FROM players WHERE game = ?"""
"""Names are copied in the same transaction, since one may have been hidden after the game was read."""
ACCOUNTS = """INSERT INTO account_seats (game, version, seat, account, salt)
    SELECT ?, version, account_seats.seat, account, salt FROM account_seats JOIN players
    ON players.game = account_seats.game AND account_entry = version WHERE players.game = ?"""
"""Whose names these are, so that they change with their accounts; no account has a seat in an analysis."""


class Fork(NamedTuple):
    """An analysis that starts from the position at `version`.

    A version inside an action refers to the version before that action. Information hidden from the caller is drawn anew, unless
    everything is disclosed.
    """

    game: str
    token: str | None
    version: int
    key: str | None = None


def fork(command: Fork, context: Context) -> Reply:
    """Returns the analysis's id and the analyst's token."""
    repository = context.repository
    pending = load_command(context, command.game, command.token, command.key, ["fork", command.version], True)
    token = pending.request.token(repository.signer)
    written = run_once(
        repository.store, pending.request, partial(_begin, command, repository, pending, token)
    )
    return _fork_response(repository, written, token)


def _begin(command: Fork, repository: Repository, pending: PendingCommand, token: str) -> WriteRecord:
    loaded, caller, request, _ = pending
    caller.check_not_watcher()
    repository.restrictions.check_may_begin()
    position = _position(repository, loaded, command.version)
    game = uuid.uuid4()
    keys = GameKeys.fresh(game.hex, loaded.ruleset.traits.draws)
    own = {**identity(repository, game, keys.roots), "draw_count": keys.slots}
    fold = _analysis(position, _redrawn(loaded, position, caller), own)
    written = WriteRecord(game.hex, 1, fold.version)
    players, at = _without_bots(loaded.players), now()
    made = [] if caller.party is None else [begun_by(caller.party.account, game.hex, at)]
    statements = [
        Statement(SEAT, (game.hex, loaded.id)),
        Statement(ACCOUNTS, (game.hex, loaded.id)),
        fork_recorded(game.hex, knower_of(loaded, caller.viewer), at),
        *made,
        grant(token, game.hex, ANALYST),
        *request.remember(written),
    ]
    repository.begin(fold, keys, statements, players)
    return written


def _position(repository: Repository, loaded: LoadedGame, version: int) -> LoadedGame:
    """The position after the last action that was complete at this version."""
    position = repository.versions.complete_at(loaded, version)
    if position.table.game is None:
        raise Refused(
            Refusal.NOT_FOUND,
            f"At version {position.version} there is no position yet: the game had not started.",
        )
    return position


def _redrawn(loaded: LoadedGame, position: LoadedGame, caller: Caller) -> Any:
    """A position consistent with everything that the caller knows, without commitments."""
    viewer = knower_of(loaded, caller.viewer)
    state = loaded.ruleset.redraw(position.table.game, viewer, secrets.randbelow)
    return map_hidden(state, lambda _, secret: replace(secret, ref=""))


def _analysis(position: LoadedGame, state: Any, identity: Mapping[str, Any]) -> Fold:
    original = position.table.setup
    own = {
        "visibility": "private",
        "undo": "free",
        "disputes": None,
        "tournament": None,
        "log": None,
        "witnessed": None,
        "clock": None,
        "meeting": None,
        "accounts": None,
        "package": position.ruleset.package,
    }
    new = replace(original, **identity, **own, table=CLOSED_TABLES)
    forked = Forked(original.game, position.version)
    seats = range(1, original.seats + 1)
    taken = [SeatTaken(seat) for seat in seats]
    return decisions.begin_analysis(decisions.create(position.ruleset, new), forked, taken, state)


def _without_bots(players: Mapping[int, Player]) -> dict[int, Player]:
    """The same names without bots: only the analyst plays."""
    return {seat: player._replace(bot=None) for seat, player in players.items()}


def _fork_response(repository: Repository, written: WriteRecord, token: str) -> Reply:
    loaded = repository.versions.load(written.game, written.last)
    fork_document = documents.Forked(
        id=written.game,
        token=token,
        version=written.last,
        status=loaded.table.status,
        checkpoint=repository.heads.checkpoint(loaded),
    )
    return Reply(201, encode(fork_document), written.last, f"/v1/games/{written.game}", written.replayed)
