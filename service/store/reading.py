"""Reading logs, their secrets and the side tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

from .engine import NO_END, Engine
from .fences import fence_of, is_reading, set_fence
from .sealing import Sealer
from .types import Row, Statement

VERSION = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
VERSION_AND = f"SELECT ({VERSION}), "
ROWS = (
    "SELECT originator_version, topic, state, ? FROM stored_events WHERE originator_id = ? "
    "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
ENTRIES = (
    "SELECT state FROM stored_events WHERE originator_id = ? "
    "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
GAMES = """WITH RECURSIVE games(id) AS (SELECT min(originator_id) FROM stored_events
    UNION ALL SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > games.id)
    FROM games WHERE games.id IS NOT NULL) SELECT id FROM games WHERE id IS NOT NULL ORDER BY id"""
"""Seeks from each game to the next in the index of events, and so skips most events."""
LISTS = "lists"
"""Their fence has a name that no game has."""
SECRETS = "SELECT version, sealed FROM event_secrets WHERE game_id = ? AND version > ? AND version <= ?"


class Reader:
    """The part of `Store` that reads. Migrations get it alone: it still shows the layout from before the migration."""

    def __init__(self, engine: Engine, sealer: Sealer) -> None:
        self._engine, self._queries, self._sealer = engine, engine.queries, sealer
        self.key_fingerprint, self.mac = sealer.fingerprint, sealer.mac
        self._tracked = f"SELECT max(notification_id) FROM {engine.tracking_table} WHERE application_name = ?"
        self._newest = f"SELECT originator_id FROM stored_events ORDER BY {engine.position} DESC LIMIT 1"

    def rows(self, game_id: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """The events with `after < version <= upto`, oldest first, with their secrets."""
        found = self._queries.read(ROWS, (b"", *_range(game_id, after, upto)), fence_of(game_id))
        if not found:
            return []
        rows = list(map(tuple.__new__, repeat(Row), found))  # `Row._make` at half the cost
        for version, secrets in self.secrets(game_id, after, rows[-1].version).items():
            place = version - rows[0].version  # versions have no gaps
            rows[place] = rows[place]._replace(secrets=secrets)
        return rows

    def entries(self, game_id: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The entries with `after < version <= upto`, oldest first."""
        found = self._queries.read(ENTRIES, _range(game_id, after, upto), fence_of(game_id))
        return [entry for (entry,) in found]

    def secrets(self, game_id: str, after: int = 0, upto: int | None = None) -> dict[int, bytes]:
        """The secrets of the events with `after < version <= upto`, by version; most events have none."""
        found = self._queries.read(SECRETS, _range(game_id, after, upto), fence_of(game_id))
        return {version: self._sealer.open(sealed, game_id, version) for version, sealed in found}

    def seal(self, plain: bytes, game_id: str, version: int) -> bytes:
        """Encrypt what belongs to a version of a game, as event secrets are, for a side table."""
        return self._sealer.seal(plain, game_id, version)

    def unseal(self, sealed: bytes, game_id: str, version: int) -> bytes:
        """Decrypt what `seal` returned for the same version of the same game."""
        return self._sealer.open(sealed, game_id, version)

    def version(self, game_id: str) -> int:
        """The number of events of a game; 0 for an unknown game."""
        return self._queries.ask(VERSION, (game_id,))[0] or 0

    def version_and(self, game_id: str, sql: str, params: Sequence[str] = ()) -> tuple[Any, ...]:
        """The number of events of a game, followed by the one row that `SELECT` with this `sql` finds, in one consistent read.

        No standby answers this.
        """
        version, *row = self._queries.ask(VERSION_AND + sql, (game_id, *params))
        return (version or 0, *row)

    def games(self) -> list[str]:
        """Every game that has events."""
        return [game for (game,) in self._queries.read(GAMES)]

    def newest_game(self) -> str:
        """The game of the last committed event; "" when there is none."""
        return next((game for (game,) in self._queries.read(self._newest)), "")

    def query(self, sql: str, params: Sequence[Any] = (), of: str = "") -> list[tuple[Any, ...]]:
        """Read side tables, with `?` placeholders. `of`: the game whose fence makes a standby's answer good enough."""
        return self._queries.read(sql, params, fence_of(of))

    def query_lists(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """The same for rows of many games that are written with their events, or by `OrderedStatement`s.

        A standby may answer if it has everything that was committed when the first of these reads began.
        """
        fence = fence_of(LISTS)
        if fence is None and is_reading() and (fence := self._queries.fence()) is not None:
            set_fence(LISTS, fence)
        return self._queries.read(sql, params, fence)

    def position(self, name: str) -> int:
        """The position up to which a stored projection has been written; 0 for one that never began."""
        return self._queries.read(self._tracked, (name,))[0][0] or 0

    def continue_places(self, last: int) -> Sequence[Statement]:
        """For a migration: statements after which every new place of an `OrderedStatement` is greater than `last`."""
        return self._engine.continue_places(last)


def _range(game_id: str, after: int, upto: int | None) -> tuple[object, ...]:
    return game_id, after, NO_END if upto is None else upto
