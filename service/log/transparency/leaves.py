"""The leaves that a commit to a game's log adds to the log of logs, in the transaction of the entries that they record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import UnsetType, json

from domain.ledger.entry import Entry, decode
from domain.ledger.log_leaf import (
    FORFEITS,
    OUTCOMES,
    Leaf,
    end_leaf,
    game_leaf,
    log_id,
    planned_game_leaf,
    seats_leaf,
    tournament_log_id,
)
from domain.ledger.merkle import Frontier, leaf_hash
from domain.table.events import Witnessed
from service.log.loaded import LoadedGame
from service.log.transparency.queue import queued
from service.store import Row, Statement

INSERT_PLACE = "INSERT INTO log_places (id, place, witnessed) VALUES (?, ?, ?)"
CREATED, SEAT_TAKEN = "game-created", "seat-taken"
TELLING = {CREATED, SEAT_TAKEN, *OUTCOMES}
"""The types of entries that may need a leaf."""
FirstEntry = Callable[[], bytes]
"""Returns a game's entry 0."""


def leaves_of(
    loaded: LoadedGame, frontier: Frontier, rows: Sequence[Row], first_entry: FirstEntry
) -> list[Statement]:
    """The leaves of a commit of `rows` to the log with this frontier; `loaded` is the game with them.

    None for an imported game or an analysis, and under tables without a log.
    """
    log = loaded.table.setup.log
    if not isinstance(log, str) or loaded.imported or TELLING.isdisjoint(row.type for row in rows):
        return []
    id, setup = log_id(first_entry()), loaded.table.setup
    leaves = [queued(leaf, log) for leaf in _Commit(loaded, frontier, rows, id).leaves()]
    return leaves if frontier.size else [place_statement(id, setup.game, setup.witnessed), *leaves]


def place_statement(id: str, place: str, witnessed: Witnessed | UnsetType | None) -> Statement:
    """Remembers which game or tournament has this `id` in leaves, and the witnesses promised to it."""
    return Statement(INSERT_PLACE, (id, place, json.encode(witnessed).decode() if witnessed else ""))


class _Commit:
    """A commit to the log of the game with this `id` of leaves."""

    def __init__(self, loaded: LoadedGame, frontier: Frontier, rows: Sequence[Row], id: str) -> None:
        self._loaded, self._frontier, self._rows, self._id = loaded, frontier, rows, id

    def leaves(self) -> Iterator[Leaf]:
        if self._rows[0].type == CREATED:
            yield self._created()
        if (taken := self._last_taken()) is not None:
            yield seats_leaf(self._id, taken, self._root(taken))
        for n, why in self._endings().items():
            yield end_leaf(self._id, n, self._root(n), why)

    def _created(self) -> Leaf:
        planned = self._loaded.table.setup.tournament
        if planned is None:
            return game_leaf(self._id)
        return planned_game_leaf(self._id, tournament_log_id(self._loaded.ctx), planned.number)

    def _last_taken(self) -> int | None:
        """The version at which the last seat was taken, if it was in this commit."""
        table = self._loaded.table
        if len(table.seats.taken) < table.setup.seats:
            return None
        return max((row.version for row in self._rows if row.type == SEAT_TAKEN), default=None)

    def _endings(self) -> dict[int, str]:
        """For each action with an outcome: the version at its end, and the `why` of its last outcome."""
        if OUTCOMES.keys().isdisjoint(row.type for row in self._rows):
            return {}
        entries = {row.version: decode(row.entry) for row in self._rows}
        ends = {entry.a: version for version, entry in entries.items()}
        return {ends[entry.a]: OUTCOMES[entry.t] for entry in entries.values() if _is_outcome(entry)}

    def _root(self, n: int) -> bytes:
        """The root over the first `n` entries."""
        new = self._rows[: n - self._frontier.size]
        return self._frontier.extend(leaf_hash(row.entry) for row in new).root()


def _is_outcome(entry: Entry) -> bool:
    return entry.t in OUTCOMES and (entry.t not in FORFEITS or "outcome" in json.decode(entry.d))
