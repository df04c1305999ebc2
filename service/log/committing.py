"""Committing events: with their signed head and the rows of the inline projections, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from domain.ledger.merkle import Frontier, leaf_hash
from projections import commit
from projections.commit import Commit, Sql
from service.log.game_cache import GameCache, Head
from service.log.head_journal import SignedHead
from service.log.heads import Heads
from service.log.loaded import LoadedGame
from service.log.transparency.leaves import leaves_of
from service.store import OrderedStatement, Row, Statement, Store

Inline = Callable[[Commit], Sequence[Sql | commit.InTurn]]
"""A projection whose rows are written in the transaction of the events."""


class Committer:
    """Appends entries to logs. `after_commit` is called with every game that was written."""

    def __init__(self, store: Store, heads: Heads, cache: GameCache, inline: Sequence[Inline]) -> None:
        self.inline = inline
        self._store, self._heads, self._cache = store, heads, cache
        self.after_commit: list[Callable[[LoadedGame], None]] = []

    def write(
        self,
        loaded: LoadedGame,
        frontier: Frontier,
        rows: Sequence[Row],
        beside: Sequence[Statement],
        before: LoadedGame | None = None,
    ) -> LoadedGame:
        """Append `rows` to the log that has this frontier; `loaded` is the game with them, `before` without them."""
        self._heads.check(loaded, frontier)
        head = self._heads.sign(loaded, frontier.extend(leaf_hash(row.entry) for row in rows))
        done = loaded.commit(head.checkpoint, len(rows), before)
        inline = [_statement(sql) for project in self.inline for sql in project(done)]
        leaves = leaves_of(loaded, frontier, rows, partial(self._first_entry, loaded, rows))
        self._heads.journal.check()
        self._append(loaded, head, rows, [*beside, *inline, *leaves])
        self._cache.put(loaded, head)
        for notice in self.after_commit:
            notice(loaded)
        return loaded

    def _first_entry(self, loaded: LoadedGame, rows: Sequence[Row]) -> bytes:
        if rows[0].version == 1:
            return rows[0].entry
        return next(iter(self._store.entries(loaded.id, 0, 1)))

    def _append(
        self, loaded: LoadedGame, head: Head, rows: Sequence[Row], statements: Sequence[Statement]
    ) -> None:
        """Commit the rows. The head may be sent when this returns, because it is recorded outside the database too."""
        journal, ours = self._heads.journal, loaded.keys.checkpoint is None
        last = SignedHead(head.frontier.size, head.root)
        pending = journal.pending(loaded.id, last) if ours else None
        self._store.append(loaded.id, rows, statements, pending)
        if pending is not None:
            journal.confirm(pending)


def _statement(sql: Sql | commit.InTurn) -> Statement:
    return OrderedStatement(*sql) if isinstance(sql, commit.InTurn) else Statement(*sql)
