"""Forks: a new game that begins from a position of another, for one person to try things out."""

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
from service.log.complete import complete_at
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.log.pasts import knower_of, remembered
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Written, once
from service.play.runner import Asked, Reply, asked
from service.store import Statement
from service.system.clock import now
from service.tables.creating import identity

SEAT = """INSERT INTO players (game, seat, name, hidden_name)
    SELECT ?, seat, name, hidden_name FROM players WHERE game = ?"""
"""Names are copied as they stand at that moment: one may have been taken away since the game was read."""


class Fork(NamedTuple):
    """An analysis that begins where the game stood at `version`.

    A version in the midst of an action means the one before that action. What the caller could not know there is dealt
    anew, unless everything is open to him.
    """

    game: str
    token: str | None
    version: int
    key: str | None = None


def fork(command: Fork, context: Context) -> Reply:
    """Answers with the analysis's id and the analyst's token."""
    repository = context.repository
    about = asked(context, command.game, command.token, command.key, ["fork", command.version], True)
    token = about.request.token(repository.signer)
    written = once(repository.store, about.request, partial(_begin, command, repository, about, token))
    return _forked(repository, written, token)


def _begin(command: Fork, repository: Repository, about: Asked, token: str) -> Written:
    loaded, caller, request, _ = about
    caller.check_not_watcher()
    position = _position(repository, loaded, command.version)
    game = uuid.uuid4()
    keys = GameKeys.fresh(game.hex, loaded.ruleset.traits.draws)
    fold = _analysis(
        position, _redrawn(loaded, position, caller), identity(repository, game, keys.roots, keys.slots)
    )
    written = Written(game.hex, 1, fold.version)
    players = _people(loaded.players)
    beside = [
        Statement(SEAT, (game.hex, loaded.id)),
        remembered(game.hex, knower_of(loaded, caller.viewer), now()),
        grant(token, game.hex, ANALYST),
        *request.remember(written),
    ]
    repository.begin(fold, keys, beside, players)
    return written


def _position(repository: Repository, loaded: LoadedGame, version: int) -> LoadedGame:
    """The game after the last action that was complete at this version."""
    position = complete_at(repository, loaded, version)
    if position.table.game is None:
        raise Refused(
            Refusal.NOT_FOUND,
            f"At version {position.version} there is no position yet: the game had not begun.",
        )
    return position


def _redrawn(loaded: LoadedGame, position: LoadedGame, caller: Caller) -> Any:
    """The position as it may have been for all that the caller knows, with no secret committed yet."""
    viewer = knower_of(loaded, caller.viewer)
    state = loaded.ruleset.redraw(position.table.game, viewer, secrets.randbelow)
    return map_hidden(state, lambda _, secret: replace(secret, ref=""))


def _analysis(position: LoadedGame, state: Any, identity: Mapping[str, Any]) -> Fold:
    original = position.table.setup
    own = {"visibility": "private", "undo": "free", "disputes": None, "tournament": None}
    new = replace(original, **identity, **own, table=CLOSED_TABLES)
    forked = Forked(original.game, position.version)
    seats = range(1, original.seats + 1)
    taken = [SeatTaken(seat) for seat in seats]
    return decisions.begin_analysis(decisions.create(position.ruleset, new), forked, taken, state)


def _people(players: Mapping[int, Player]) -> dict[int, Player]:
    """The same names; nobody but the analyst plays, bots neither."""
    return {seat: player._replace(bot=None) for seat, player in players.items()}


def _forked(repository: Repository, written: Written, token: str) -> Reply:
    loaded = repository.get_at(written.game, written.last)
    made = documents.Forked(
        id=written.game,
        token=token,
        version=written.last,
        status=loaded.table.status,
        checkpoint=repository.checkpoint(loaded),
    )
    return Reply(201, encode(made), written.last, f"/v1/games/{written.game}", written.again)
