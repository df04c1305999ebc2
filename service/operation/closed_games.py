"""Games that are closed because entries are missing that were signed, as after an older copy of the database was restored.

Each machine has its own journal of signed heads. What it misses in the database is written to a table there, from which all other
machines adopt it: so every machine closes the game, says the same about it, and counts it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import structlog

from projections.paging import Query, marks
from service.log.head_journal import LOST, SignedHead
from service.log.repository import Repository
from service.store import Statement, StoreUnusable

LOOK_SECONDS = 60.0
"""Seconds between two looks for what other machines miss, and for games whose entries are back."""
LOOKS_A_SCAN = 60
"""The heads of all games are compared at the start, and then once an hour: the database may have been replaced."""
AT_ONCE = 500
VERSIONS = "SELECT game, version FROM lobby WHERE game IN ({})"
EXPIRED = "SELECT game FROM expired_games WHERE game IN ({})"
CLOSE = """INSERT INTO closed_games (game, size, root, here) VALUES (?, ?, ?, ?) ON CONFLICT (game) DO UPDATE
    SET size = excluded.size, root = excluded.root, here = excluded.here WHERE excluded.size > closed_games.size"""
ALL = "SELECT game, size, root FROM closed_games"
BACK = f"{ALL} WHERE EXISTS (SELECT 1 FROM lobby WHERE lobby.game = closed_games.game AND version >= size)"
REOPEN = "DELETE FROM closed_games WHERE game = ?"
COUNTED = f"""SELECT CASE WHEN size = {LOST} THEN 'lost' WHEN here = 0 THEN 'missing' ELSE 'incomplete' END AS state, count(*)
    FROM closed_games GROUP BY 1"""
NAMED = "SELECT game, here, size FROM closed_games ORDER BY game"
STATES = ("incomplete", "missing", "lost")
"""Some of the entries are here; none is; the log of logs says that they will not come back."""
ADVICE = "Signed entries of these games are missing. `kronika reconcile` lists them and says what would bring them back."
log = structlog.get_logger("kronika.log")


class ClosedGames:
    """Those of one machine and its database."""

    def __init__(self, repository: Repository) -> None:
        self._store, self._heads = repository.store, repository.heads
        self._said = 0

    def follow(self) -> None:
        """Run for ever, on every machine."""
        looks = 0
        while True:
            with suppress(StoreUnusable):  # the next look tries again
                if looks % LOOKS_A_SCAN == 0:
                    self.scan()
                self.look()
                self.say()
                looks += 1
            time.sleep(LOOK_SECONDS)

    def scan(self) -> None:
        """Write down what this machine's journal has and the database does not. Only sizes are compared; a write to a game, and
        `kronika reconcile`, compare the roots, too.
        """
        heads = self._heads.journal.all()
        while batch := list(islice(heads, AT_ONCE)):
            self._write(list(self._closed(dict(batch))))

    def look(self) -> None:
        """Adopt what other machines miss, and reopen what is back."""
        journal = self._heads.journal
        for game, size, root in self._store.query(ALL):
            last = journal.last(game)
            if last is None or last.size < size:
                journal.adopt(game, SignedHead(size, bytes.fromhex(root)))
        for game, size, root in self._store.query(BACK):
            if self._heads.continues(game, SignedHead(size, bytes.fromhex(root))):
                self._write([Statement(REOPEN, (game,))])

    def _closed(self, heads: Mapping[str, SignedHead]) -> Iterator[Statement]:
        here = dict(self._store.query(VERSIONS.format(marks(heads)), (*heads,)))
        behind = {game: head for game, head in heads.items() if here.get(game, 0) < head.size}
        if behind:
            expired = {game for (game,) in self._store.query(EXPIRED.format(marks(behind)), (*behind,))}
            for game in behind.keys() - expired:
                size, root = behind[game]
                yield Statement(CLOSE, (game, size, root.hex(), here.get(game, 0)))

    def _write(self, statements: Sequence[Statement]) -> None:
        if statements:
            self._store.append("", [], statements)

    def say(self) -> None:
        """Once, and again when more games are closed."""
        counted = closed_games(self._store.query)
        total = sum(counted.values())
        if total > self._said:
            log.error("games-closed", games=total, **counted, reason=ADVICE)
        self._said = total


class ClosedGame(NamedTuple):
    """A game that misses entries: `here` are stored, `signed` were signed; None: they were given up as lost."""

    id: str
    here: int
    signed: int | None


def named_closed_games(query: Query, limit: int) -> list[ClosedGame]:
    """The first of them, by id."""
    rows = query(f"{NAMED} LIMIT {limit}", ())
    return [ClosedGame(game, here, None if size == LOST else size) for game, here, size in rows]


def closed_games(query: Query) -> dict[str, int]:
    """How many games are closed, by state."""
    return {**dict.fromkeys(STATES, 0), **{state: int(count) for state, count in query(COUNTED, ())}}
