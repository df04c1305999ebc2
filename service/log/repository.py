"""All games: loaded when asked for, kept while they are used, written in one transaction."""

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
from service.log.keys import Keys
from service.log.loaded import LoadedGame, load_game, read_on
from service.log.mapper import time_of, to_row
from service.log.signing import Signer
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


class Repository:
    """Reads and writes games. `host` begins every origin; `inline` projections write their rows in the events' transaction."""

    def __init__(self, store: Store, signer: Signer, host: str, inline: Sequence[Inline]) -> None:
        self.store = store
        self.signer = signer
        self.host = host
        self._inline = inline
        self.told: list[Callable[[LoadedGame], None]] = []
        """Who hears of every loaded written, after its commit."""
        self._kept: OrderedDict[str, LoadedGame] = OrderedDict()
        self._heads: dict[str, Head] = {}
        self._lock = Lock()

    def get(self, game: str) -> LoadedGame:
        """The game as it is now; `Refused` not-found for an unknown one."""
        kept = self._kept.get(game)
        version = self.store.version(game)
        if version == 0:
            raise Refused("not-found", "There is no such game.")
        if kept is None or kept.version != version:
            kept = self._catch_up(game, kept)
        self._keep(kept)
        return kept

    def _catch_up(self, game: str, kept: LoadedGame | None) -> LoadedGame:
        if kept is not None:
            entries = self.store.entries(game, kept.version)
            if entries and not any(b'"t":"rewound"' in entry for entry in entries):
                secrets = self.store.secrets(game, kept.version, kept.version + len(entries))
                return read_on(kept, entries, secrets, self._players(game))
        return self.get_at(game, None)

    def get_at(self, game: str, version: int | None) -> LoadedGame:
        """The game as it was at a version that exists, opened from its first entry."""
        entries = self.store.entries(game, 0, version)
        secrets = self.store.secrets(game, 0, len(entries))
        return load_game(entries, secrets, self._players(game))

    def _players(self, game: str) -> Mapping[int, Player]:
        found = self.store.query("SELECT seat, name, bot FROM players WHERE game = ?", (game,))
        return {seat: Player(name, bot) for seat, name, bot in found}

    def _keep(self, loaded: LoadedGame, head: Head | None = None) -> None:
        with self._lock:
            self._kept[loaded.id] = loaded
            self._kept.move_to_end(loaded.id)
            if head is not None:
                self._heads[loaded.id] = head
            while len(self._kept) > KEPT:
                dropped, _ = self._kept.popitem(last=False)
                self._heads.pop(dropped, None)

    def head(self, loaded: LoadedGame) -> Frontier:
        """The frontier of the game's Merkle log; kept for the newest version, hashed from the entries otherwise."""
        head = self._heads.get(loaded.id)
        kept = Frontier() if head is None or head.frontier.size > loaded.version else head.frontier
        missing = (
            self.store.entries(loaded.id, kept.size, loaded.version) if kept.size < loaded.version else []
        )
        return kept.extend(map(leaf_hash, missing))

    def begin(
        self,
        fold: Fold,
        keys: Keys,
        beside: Sequence[Statement],
        players: Mapping[int, Player] | None = None,
    ) -> LoadedGame:
        """Write the first events of a new game."""
        return self.place(self._rows(fold, keys), keys, beside, players or {})

    def place(
        self, rows: list[Row], keys: Keys, beside: Sequence[Statement], players: Mapping[int, Player]
    ) -> LoadedGame:
        """Write the rows of a game that is not here yet; the store's `Conflict` when it is."""
        rows[0] = rows[0]._replace(secrets=keys.pack())
        secrets = {row.version: row.secrets for row in rows if row.secrets}
        loaded = load_game([row.entry for row in rows], secrets, players)
        return self._write(loaded, Frontier(), rows, beside)

    def commit(
        self,
        loaded: LoadedGame,
        fold: Fold,
        beside: Sequence[Statement] = (),
        players: Mapping[int, Player] | None = None,
    ) -> LoadedGame:
        """Write what a decision recorded on top of `loaded`; the store's `Conflict` when it is not the newest."""
        rows = self._rows(fold, loaded.keys, loaded.at)
        at, seated = time_of(rows[-1].entry), players or loaded.players
        after = loaded._replace(table=fold.table(), players=seated, at=at)
        return self._write(after, self.head(loaded), rows, beside)

    def _rows(self, fold: Fold, keys: Keys, not_before: int = 0) -> list[Row]:
        at = max(now(), not_before)
        return [to_row(logged, at, keys.k_salt) for logged in fold.recorded]

    def _write(
        self, loaded: LoadedGame, frontier: Frontier, rows: Sequence[Row], beside: Sequence[Statement]
    ) -> LoadedGame:
        frontier = frontier.extend(leaf_hash(row.entry) for row in rows)
        head = Head(frontier, self._signed(loaded, frontier))
        done = Commit(loaded.ruleset, loaded.table, loaded.players, loaded.at, head.checkpoint)
        inline = [Statement(*sql) for project in self._inline for sql in project(done)]
        self.store.append(loaded.id, rows, [*beside, *inline])
        self._keep(loaded, head)
        for tell in self.told:
            tell(loaded)
        return loaded

    def checkpoint(self, loaded: LoadedGame) -> str:
        """The signed head of a game's log; the same bytes whenever it is made for the same version."""
        kept = self._heads.get(loaded.id)
        if kept is not None and kept.frontier.size == loaded.version:
            return kept.checkpoint
        return self._signed(loaded, self.head(loaded))

    def _signed(self, loaded: LoadedGame, frontier: Frontier) -> str:
        if loaded.keys.checkpoint is not None:
            return loaded.keys.checkpoint
        return self.signer.checkpoint(loaded.table.setup.origin, frontier.size, frontier.root())
