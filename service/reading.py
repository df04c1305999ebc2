"""Questions: everything that changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson

from domain.hidden import Viewer
from domain.ruleset import Ruleset
from domain.table.decisions import Refused
from domain.table.state import Logged
from projections import lobby
from projections.document import game_document, legal_actions
from projections.events import event_document
from projections.replay import replay_document
from projections.sentences import LANGUAGES
from service.access import Caller
from service.book import Book
from service.codec import dated
from service.creating import malformed
from service.desk import Desk

LONGEST_WAIT = 30.0
"""Seconds that a long poll may last."""
BATCH = 500
"""Events read at once for a stream of lines."""


class Reading(Desk):
    def viewer(self, game: str, token: str | None) -> Viewer:
        return self.seen(game, token)[1].viewer

    def ruleset_of(self, game: str, token: str | None) -> Ruleset[Any]:
        return self.seen(game, token)[0].ruleset

    def document(
        self, game: str, token: str | None, wait: float | None = None, after: int | None = None
    ) -> tuple[int, bytes]:
        """Version and game document; with `wait` seconds, as soon as the version is above `after`."""
        book, caller = self.seen(game, token)
        if wait is not None and book.version <= (book.version if after is None else after):
            self.shelf.store.wait_for(game, book.version if after is None else after, min(wait, LONGEST_WAIT))
            book = self.shelf.book(game)
        return book.version, _document(book, caller)

    def document_at(self, game: str, token: str | None, version: int) -> bytes:
        """The game document as it was at a version, for this viewer."""
        book, caller = self.seen(game, token)
        return _document(self.at(book, version), caller)

    def at(self, book: Book, version: int) -> Book:
        """The game as it was at a version."""
        if not 1 <= version <= book.version:
            raise Refused("not-found", f"This game has versions 1 to {book.version}.", version=book.version)
        return book if version == book.version else self.shelf.book_at(book.id, version)

    def legal_actions(self, game: str, token: str | None, seat: int | None = None) -> bytes:
        """What the caller's seat may do; an analyst names the `seat` when several are to act."""
        book, caller = self.seen(game, token)
        acting = caller.acting(book.table, book.table.to_act, seat) if caller.acts else None
        actions = legal_actions(book.ruleset, book.table, acting)
        return orjson.dumps({"version": book.version, "seat": acting, "actions": actions})

    def events(self, game: str, token: str | None, after: int, limit: int) -> bytes:
        """One page of events; `next` is the `after` of the next page, null at the end."""
        book, caller = self.seen(game, token)
        page = self._events(book, caller, after, min(after + limit, book.version))
        last = after + len(page)
        following = last if page and last < book.version else None
        return orjson.dumps({"events": page, "version": book.version, "next": following})

    def event_lines(self, game: str, token: str | None, after: int) -> Iterator[bytes]:
        """Every event up to the present one, one JSON line each."""
        book, caller = self.seen(game, token)
        return self._lines(book, caller, after)

    def _lines(self, book: Book, caller: Caller, after: int) -> Iterator[bytes]:
        for start in range(after, book.version, BATCH):
            for event in self._events(book, caller, start, min(start + BATCH, book.version)):
                yield orjson.dumps(event, option=orjson.OPT_APPEND_NEWLINE)

    def _events(self, book: Book, caller: Caller, after: int, upto: int) -> list[dict[str, Any]]:
        if after >= upto:
            return []
        rows = self.shelf.store.rows(book.id, after, upto)
        types = book.types
        return [event_document(*dated(row, types), caller.viewer) for row in rows]

    def log(self, book: Book) -> list[Logged]:
        """The whole log of a game up to the book's version."""
        types = book.types
        return [dated(row, types)[0] for row in self.shelf.store.rows(book.id, 0, book.version)]

    def replay(self, game: str, token: str | None, lang: str) -> bytes:
        """The replay document with sentences in `lang`."""
        if lang not in LANGUAGES:
            raise malformed("lang", f"Sentences come in {' and '.join(LANGUAGES)}.")
        book, caller = self.seen(game, token)
        return orjson.dumps(
            replay_document(book.ruleset, book.table, self.log(book), book.players, caller.viewer, lang)
        )

    def lobby(
        self, status: str | None, ruleset: str | None, limit: int, cursor: str | None
    ) -> tuple[bytes, str | None]:
        """A page of public games, newest first, and the cursor of the next."""
        games, following = lobby.page(self.shelf.store.query, status, ruleset, limit, cursor)
        return orjson.dumps({"games": games, "next": following}), following


def _document(book: Book, caller: Caller) -> bytes:
    document = game_document(book.ruleset, book.table, book.players, caller.viewer, book.at)
    imported = book.keys.checkpoint is not None
    return orjson.dumps({**document, "viewer": caller.role, "imported": imported})
