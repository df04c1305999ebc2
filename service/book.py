"""A game in the hands of the service: its table, the head of its log, its keys, its players."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from domain.draws import Draws, KeyedDraws
from domain.ledger.keys import KeyTree, mix, seeds_for
from domain.ledger.text import b64, from_b64, from_b64u
from domain.ruleset import Ruleset
from domain.rulesets import registry
from domain.table.events import GameCreated
from domain.table.fold import Fold, fold
from domain.table.state import Table
from projections.people import Player
from service.codec import Types, foldable, from_row, time_of, types_of
from service.store import Row


class GameKeys:
    """The secrets of one game: the master of its draws and the salt key of its hidden values, 32 bytes each."""

    def __init__(self, game: str, master: bytes, k_salt: bytes, slots: int) -> None:
        self.game = bytes.fromhex(game)
        self.k_salt = k_salt
        self.tree = KeyTree(master, self.game, slots)
        self._master = master
        self._draws: tuple[Any, Draws] | None = None

    @classmethod
    def fresh(cls, game: str, slots: int) -> GameKeys:
        return cls(game, secrets.token_bytes(32), secrets.token_bytes(32), slots)

    def pack(self) -> bytes:
        """What stands beside entry 0, outside the entries."""
        return orjson.dumps({"master": b64(self._master), "salt": b64(self.k_salt)})

    @classmethod
    def unpack(cls, setup: GameCreated, packed: bytes) -> GameKeys:
        keys = orjson.loads(packed)
        return cls(setup.game, from_b64(keys["master"]), from_b64(keys["salt"]), setup.draw_count)

    def draws(self, table: Table) -> Draws:
        """The draws of a table whose seeds are all known; kept as long as the seeds stay the same."""
        if self._draws is None or self._draws[0] is not table.seeds:
            roots = [from_b64(root) for root in table.setup.draw_roots]
            seeds = [(s.epoch, s.seat, from_b64u(s.seed)) for s in table.seeds]
            mixes = [mix(self.game, e, root, seeds_for(e, seeds)) for e, root in enumerate(roots)]
            draws = KeyedDraws(self._master, self.game, mixes.__getitem__, self.tree.slots)
            self._draws = table.seeds, draws
        return self._draws[1]


class Book(NamedTuple):
    """One game at one version. Immutable, but for what its keys keep for speed."""

    ruleset: Ruleset[Any]
    table: Table
    keys: GameKeys
    players: Mapping[int, Player]
    at: int
    """When the last event was committed, in milliseconds since the epoch."""

    @property
    def id(self) -> str:
        return self.table.setup.game

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def types(self) -> Types:
        return types_of(self.ruleset)


def open_book(entries: Sequence[bytes], secrets: dict[int, bytes], players: Mapping[int, Player]) -> Book:
    """Fold a whole log, from its first entry on. Beside entry 0 stand the game's keys instead of secrets."""
    packed = secrets.pop(1)
    setup = from_row(Row(1, "game-created", entries[0]), {"game-created": GameCreated}).event
    assert isinstance(setup, GameCreated)
    ruleset = registry()[setup.ruleset]
    table = fold(ruleset, foldable(entries, secrets, ruleset))
    return Book(ruleset, table, GameKeys.unpack(setup, packed), players, time_of(entries[-1]))


def read_on(
    book: Book, entries: Sequence[bytes], secrets: Mapping[int, bytes], players: Mapping[int, Player]
) -> Book:
    """The book with further entries folded in; they hold no rewind (the caller opens the book anew for one)."""
    folding = Fold(book.ruleset, book.table)
    folding.read(foldable(entries, secrets, book.ruleset, book.version))
    return book._replace(table=folding.table(), players=players, at=time_of(entries[-1]))
