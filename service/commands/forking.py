"""Forks: a new game that begins from a position of another, for one person to try things out."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping
from typing import Any

import orjson
from msgspec.structs import replace

from domain.hidden import REFEREE, map_hidden
from domain.ledger.keys import SECRET_BYTES
from domain.ledger.text import b64u
from domain.table import decisions
from domain.table.decisions import Refused
from domain.table.events import Forked, SeatTaken
from domain.table.fold import Fold
from projections.people import Player
from service.access import ANALYST, Caller, grant
from service.commands.creating import identity
from service.commands.idempotency import KeyedRequest, Written
from service.commands.runner import Reply
from service.commands.seating import seated
from service.log.keys import GameKeys
from service.log.loaded import LoadedGame
from service.queries.opened_keys import all_open
from service.queries.reading import Reading


class Forking(Reading):
    def fork(self, game: str, token: str | None, version: int, key: str | None) -> Reply:
        """An analysis that begins where the game stood at `version`.

        A version in the midst of an action means the one before that action. What the caller could not know there
        is dealt anew, unless everything is open to him.
        """
        loaded, caller = self.seen(game, token)
        keyed = KeyedRequest.of(game, caller.actor, key, ["fork", version])
        minted = keyed.token(self.repository.signer)
        written = self.once(keyed, lambda: self._begin_fork(loaded, caller, version, keyed, minted))
        return self._forked(written, minted)

    def _begin_fork(
        self, loaded: LoadedGame, caller: Caller, version: int, keyed: KeyedRequest, token: str
    ) -> Written:
        position = self._position(loaded, version)
        game = uuid.uuid4()
        keys = GameKeys.fresh(game.hex, loaded.ruleset.traits.draws)
        fold = _analysis(position, _redrawn(loaded, position, caller), identity(self.repository, game, keys))
        written = Written(game.hex, 1, fold.version)
        players = _people(loaded.players)
        beside = [*seated(game.hex, players), grant(token, game.hex, ANALYST), *keyed.remember(written)]
        self.repository.begin(fold, keys, beside, players)
        return written

    def _position(self, loaded: LoadedGame, version: int) -> LoadedGame:
        """The game after the last action that was complete at this version."""
        position = self.at(loaded, version)
        actions = [logged.action for logged in self.log(loaded)]
        if version < loaded.version and actions[version] == actions[version - 1]:
            position = self.at(loaded, actions.index(actions[version]))
        if position.table.game is None:
            raise Refused(
                "not-found",
                f"At version {position.version} there is no position yet: the game had not begun.",
            )
        return position

    def _forked(self, written: Written, token: str) -> Reply:
        loaded = self.repository.get_at(written.game, written.last)
        body = {"id": written.game, "token": token, "version": written.last, "status": loaded.table.status}
        checkpoint = self.repository.checkpoint(loaded)
        answer = orjson.dumps({**body, "checkpoint": checkpoint})
        return Reply(201, answer, written.last, f"/v1/games/{written.game}")


def _redrawn(loaded: LoadedGame, position: LoadedGame, caller: Caller) -> Any:
    """The position as it may have been for all that the caller knows, with no secret committed yet."""
    viewer = REFEREE if all_open(loaded) else caller.viewer
    state = loaded.ruleset.redraw(position.table.game, viewer, secrets.randbelow)
    return map_hidden(state, lambda _, secret: replace(secret, ref=""))


def _analysis(position: LoadedGame, state: Any, identity: Mapping[str, Any]) -> Fold:
    original = position.table.setup
    new = replace(original, **identity, visibility="private", undo="free", entropy="direct")
    forked = Forked(original.game, position.version)
    seats = range(1, original.seats + 1)
    taken = [SeatTaken(seat, b64u(secrets.token_bytes(SECRET_BYTES)), "service") for seat in seats]
    return decisions.begin_analysis(decisions.create(position.ruleset, new), forked, taken, state)


def _people(players: Mapping[int, Player]) -> dict[int, Player]:
    """The same names; nobody but the analyst plays, bots neither."""
    return {seat: player._replace(bot=None) for seat, player in players.items()}
