"""All books: loaded when asked for, kept while they are used, written in one transaction."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from domain.ledger.merkle import Frontier, leaf_hash
from domain.table.decisions import Refused
from domain.table.fold import Fold
from projections.commit import Commit, Sql
from projections.people import Player
from service.book import Book, open_book, read_on
from service.codec import time_of, to_row
from service.keys import Keys
from service.signing import Signer
from service.store import Row, Statement, Store

KEPT = 512
"""Books held in memory per process."""


Inline = Callable[[Commit], Sequence[Sql]]


def now() -> int:
    return time.time_ns() // 1_000_000


class Head(NamedTuple):
    """The frontier of a game's Merkle log, and the signed note over it."""

    frontier: Frontier
    checkpoint: str


class Shelf:
    """Reads and writes books. `host` begins every origin; `inline` projections write their rows in the events' transaction."""

    def __init__(self, store: Store, signer: Signer, host: str, inline: Sequence[Inline]) -> None:
        self.store = store
        self.signer = signer
        self.host = host
        self._inline = inline
        self.told: list[Callable[[Book], None]] = []
        """Who hears of every book written, after its commit."""
        self._kept: OrderedDict[str, Book] = OrderedDict()
        self._heads: dict[str, Head] = {}
        self._lock = Lock()

    def book(self, game: str) -> Book:
        """The game as it is now; `Refused` not-found for an unknown one."""
        kept = self._kept.get(game)
        version = self.store.version(game)
        if version == 0:
            raise Refused("not-found", "There is no such game.")
        if kept is None or kept.version != version:
            kept = self._catch_up(game, kept)
        self._keep(kept)
        return kept

    def _catch_up(self, game: str, kept: Book | None) -> Book:
        if kept is not None:
            entries = self.store.entries(game, kept.version)
            if entries and not any(b'"t":"rewound"' in entry for entry in entries):
                secrets = self.store.secrets(game, kept.version, kept.version + len(entries))
                return read_on(kept, entries, secrets, self._players(game))
        return self.book_at(game, None)

    def book_at(self, game: str, version: int | None) -> Book:
        """The game as it was at a version that exists, opened from its first entry."""
        entries = self.store.entries(game, 0, version)
        secrets = self.store.secrets(game, 0, len(entries))
        return open_book(entries, secrets, self._players(game))

    def _players(self, game: str) -> Mapping[int, Player]:
        found = self.store.query("SELECT seat, name, bot FROM players WHERE game = ?", (game,))
        return {seat: Player(name, bot) for seat, name, bot in found}

    def _keep(self, book: Book, head: Head | None = None) -> None:
        with self._lock:
            self._kept[book.id] = book
            self._kept.move_to_end(book.id)
            if head is not None:
                self._heads[book.id] = head
            while len(self._kept) > KEPT:
                dropped, _ = self._kept.popitem(last=False)
                self._heads.pop(dropped, None)

    def head(self, book: Book) -> Frontier:
        """The frontier of the game's Merkle log; kept for the newest version, hashed from the entries otherwise."""
        head = self._heads.get(book.id)
        kept = Frontier() if head is None or head.frontier.size > book.version else head.frontier
        missing = self.store.entries(book.id, kept.size, book.version) if kept.size < book.version else []
        return kept.extend(map(leaf_hash, missing))

    def begin(
        self,
        fold: Fold,
        keys: Keys,
        beside: Sequence[Statement],
        players: Mapping[int, Player] | None = None,
    ) -> Book:
        """Write the first events of a new game."""
        return self.place(self._rows(fold, keys), keys, beside, players or {})

    def place(
        self, rows: list[Row], keys: Keys, beside: Sequence[Statement], players: Mapping[int, Player]
    ) -> Book:
        """Write the rows of a game that is not here yet; the store's `Conflict` when it is."""
        rows[0] = rows[0]._replace(secrets=keys.pack())
        secrets = {row.version: row.secrets for row in rows if row.secrets}
        book = open_book([row.entry for row in rows], secrets, players)
        return self._write(book, Frontier(), rows, beside)

    def commit(
        self,
        book: Book,
        fold: Fold,
        beside: Sequence[Statement] = (),
        players: Mapping[int, Player] | None = None,
    ) -> Book:
        """Write what a decision recorded on top of `book`; the store's `Conflict` when it is not the newest."""
        rows = self._rows(fold, book.keys, book.at)
        at, seated = time_of(rows[-1].entry), players or book.players
        after = book._replace(table=fold.table(), players=seated, at=at)
        return self._write(after, self.head(book), rows, beside)

    def _rows(self, fold: Fold, keys: Keys, not_before: int = 0) -> list[Row]:
        at = max(now(), not_before)
        return [to_row(logged, at, keys.k_salt) for logged in fold.recorded]

    def _write(
        self, book: Book, frontier: Frontier, rows: Sequence[Row], beside: Sequence[Statement]
    ) -> Book:
        frontier = frontier.extend(leaf_hash(row.entry) for row in rows)
        head = Head(frontier, self._signed(book, frontier))
        done = Commit(book.ruleset, book.table, book.players, book.at, head.checkpoint)
        inline = [Statement(*sql) for project in self._inline for sql in project(done)]
        self.store.append(book.id, rows, [*beside, *inline])
        self._keep(book, head)
        for tell in self.told:
            tell(book)
        return book

    def checkpoint(self, book: Book) -> str:
        """The signed head of a game's log; the same bytes whenever it is made for the same version."""
        kept = self._heads.get(book.id)
        if kept is not None and kept.frontier.size == book.version:
            return kept.checkpoint
        return self._signed(book, self.head(book))

    def _signed(self, book: Book, frontier: Frontier) -> str:
        if book.keys.checkpoint is not None:
            return book.keys.checkpoint
        return self.signer.checkpoint(book.table.setup.origin, frontier.size, frontier.root())
