"""The one way in which anything is written: look up the key, decide, commit, try again if somebody was faster."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from domain.ledger.keys import SECRET_BYTES
from domain.ledger.text import b64u
from domain.play import IllegalAction
from domain.table.decisions import Refused, abort_epoch, outstanding_seeds
from domain.table.fold import Fold
from domain.table.state import Logged
from projections.people import Player
from service.access import Access, Caller
from service.book import Book
from service.codec import from_rows
from service.shelf import Shelf, now
from service.store import Conflict, Duplicate, Statement
from service.tickets import Ticket, Written

ATTEMPTS = 20
"""How often a command is decided anew when others write the same game; each attempt lost means one of them won."""


REVEAL_WITHIN = 60_000
"""Milliseconds after the last seat or seed within which the next seed has to be opened."""


class Reply(NamedTuple):
    """The answer to a command. `body` is JSON, `version` the game's after it."""

    status: int
    body: bytes
    version: int
    location: str | None = None


class Decision(NamedTuple):
    """What a command wants written: recorded events, rows beside them, players if they changed."""

    fold: Fold
    beside: Sequence[Statement] = ()
    players: Mapping[int, Player] | None = None


Decide = Callable[[Book, Caller], Decision]
Answer = Callable[[Book, Sequence[Logged], Caller], dict[str, Any]]


class Desk:
    """Runs commands. `woken` is told of each game with bots that was written."""

    def __init__(self, shelf: Shelf, access: Access, woken: Callable[[str], None]) -> None:
        self.shelf = shelf
        self.access = access
        self.woken = woken

    def seen(self, game: str, token: str | None) -> tuple[Book, Caller]:
        """The game as it is now and who is asking; refuses what this caller must not see."""
        book = self.shelf.book(game)
        if seeds_overdue(book):
            book = self._abort_epoch(book)
        return book, self.access.caller(book, token)

    def _abort_epoch(self, book: Book) -> Book:
        """Seats that never opened their seeds do not hold the game up."""
        seeds = {seat: b64u(secrets.token_bytes(SECRET_BYTES)) for seat in outstanding_seeds(book.table)}
        fold = abort_epoch(book.ruleset, book.table, seeds, book.keys.draws)
        try:
            return self.shelf.commit(book, fold)
        except Conflict:
            return self.shelf.book(book.id)

    def run(
        self,
        game: str,
        token: str | None,
        key: str | None,
        request: Any,
        decide: Decide,
        answer: Answer,
        status: int = 201,
    ) -> Reply:
        """Decide and commit for whoever holds `token`, or give the first answer again."""
        book, caller = self.seen(game, token)
        ticket = Ticket.of(game, caller.actor, key, request)
        for _ in range(ATTEMPTS):
            if (written := ticket.earlier(self.shelf.store)) is not None:
                return self._again(written, caller, answer, status)
            decision = _decided(decide, book, caller)
            try:
                after = self._commit(book, decision, ticket)
            except (Conflict, Duplicate):
                book = self.shelf.book(game)
                continue
            if any(player.bot for player in after.players.values()):
                self.woken(game)
            return _reply(after, decision.fold.recorded, caller, answer, status)
        raise Refused("stale", "Too many others write this game at once; try again.", version=book.version)

    def once(self, ticket: Ticket, begin: Callable[[], Written]) -> Written:
        """Begin a game for this request, or find the one that the same request began before."""
        written = ticket.earlier(self.shelf.store)
        if written is None:
            try:
                return begin()
            except Duplicate:
                written = ticket.earlier(self.shelf.store)
        assert written is not None, "a duplicate is either found or was not one"
        return written

    def _commit(self, book: Book, decision: Decision, ticket: Ticket) -> Book:
        last = book.version + len(decision.fold.recorded)
        remembered = ticket.remember(Written(book.id, book.version + 1, last))
        return self.shelf.commit(book, decision.fold, [*decision.beside, *remembered], decision.players)

    def _again(self, written: Written, caller: Caller, answer: Answer, status: int) -> Reply:
        book = self.shelf.book_at(written.game, written.last)
        rows = self.shelf.store.rows(written.game, written.first - 1, written.last)
        return _reply(book, from_rows(rows, book.types), caller, answer, status)


def seeds_overdue(book: Book) -> bool:
    """Whether all seats are taken and some have not opened their seeds in time (ledger: commit-reveal)."""
    table = book.table
    if table.status != "waiting" or len(table.seats) < table.setup.seats:
        return False
    return bool(outstanding_seeds(table)) and now() - book.at > REVEAL_WITHIN


def _decided(decide: Decide, book: Book, caller: Caller) -> Decision:
    """The decision, or a refusal that names the version it was made at."""
    try:
        return decide(book, caller)
    except IllegalAction as refused:
        raise Refused("illegal-action", refused.detail, rule=refused.rule, version=book.version) from refused
    except Refused as refused:
        if refused.kind in ("illegal-action", "not-your-turn"):
            refused.more.setdefault("version", book.version)
        raise


def _reply(book: Book, recorded: Sequence[Logged], caller: Caller, answer: Answer, status: int) -> Reply:
    body = orjson.dumps(answer(book, recorded, caller))
    return Reply(status, body, book.version)
