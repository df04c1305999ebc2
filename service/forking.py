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
from service.book import Book
from service.creating import identity
from service.desk import Reply
from service.keys import GameKeys
from service.openings import all_open
from service.reading import Reading
from service.seating import seated
from service.tickets import Ticket, Written


class Forking(Reading):
    def fork(self, game: str, token: str | None, version: int, key: str | None) -> Reply:
        """An analysis that begins where the game stood at `version`.

        A version in the midst of an action means the one before that action. What the caller could not know there
        is dealt anew, unless everything is open to him.
        """
        book, caller = self.seen(game, token)
        ticket = Ticket.of(game, caller.actor, key, ["fork", version])
        minted = ticket.token(self.shelf.signer)
        written = self.once(ticket, lambda: self._begin_fork(book, caller, version, ticket, minted))
        return self._forked(written, minted)

    def _begin_fork(self, book: Book, caller: Caller, version: int, ticket: Ticket, token: str) -> Written:
        position = self._position(book, version)
        game = uuid.uuid4()
        keys = GameKeys.fresh(game.hex, book.ruleset.traits.draws)
        fold = _analysis(position, _redrawn(book, position, caller), identity(self.shelf, game, keys))
        written = Written(game.hex, 1, fold.version)
        players = _people(book.players)
        beside = [*seated(game.hex, players), grant(token, game.hex, ANALYST), *ticket.remember(written)]
        self.shelf.begin(fold, keys, beside, players)
        return written

    def _position(self, book: Book, version: int) -> Book:
        """The game after the last action that was complete at this version."""
        position = self.at(book, version)
        actions = [logged.action for logged in self.log(book)]
        if version < book.version and actions[version] == actions[version - 1]:
            position = self.at(book, actions.index(actions[version]))
        if position.table.game is None:
            raise Refused(
                "not-found",
                f"At version {position.version} there is no position yet: the game had not begun.",
            )
        return position

    def _forked(self, written: Written, token: str) -> Reply:
        book = self.shelf.book_at(written.game, written.last)
        body = {"id": written.game, "token": token, "version": written.last, "status": book.table.status}
        checkpoint = self.shelf.checkpoint(book)
        answer = orjson.dumps({**body, "checkpoint": checkpoint})
        return Reply(201, answer, written.last, f"/v1/games/{written.game}")


def _redrawn(book: Book, position: Book, caller: Caller) -> Any:
    """The position as it may have been for all that the caller knows, with no secret committed yet."""
    viewer = REFEREE if all_open(book) else caller.viewer
    state = book.ruleset.redraw(position.table.game, viewer, secrets.randbelow)
    return map_hidden(state, lambda _, secret: replace(secret, ref=""))


def _analysis(position: Book, state: Any, identity: Mapping[str, Any]) -> Fold:
    original = position.table.setup
    new = replace(original, **identity, visibility="private", undo="free", entropy="direct")
    forked = Forked(original.game, position.version)
    seats = range(1, original.seats + 1)
    taken = [SeatTaken(seat, b64u(secrets.token_bytes(SECRET_BYTES)), "service") for seat in seats]
    return decisions.begin_analysis(decisions.create(position.ruleset, new), forked, taken, state)


def _people(players: Mapping[int, Player]) -> dict[int, Player]:
    """The same names; nobody but the analyst plays, bots neither."""
    return {seat: player._replace(bot=None) for seat, player in players.items()}
