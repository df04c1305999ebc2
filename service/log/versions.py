"""Games at any version, replayed from their logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.packages.absent import Absent
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged
from projections.people import ACCOUNT_COLUMNS, ACCOUNTS_JOINED, Player, seat_account
from service.log import legacy_formats
from service.log.keys import LegacyKeys
from service.log.loaded import LoadedGame, apply_entries
from service.log.mapper import from_rows
from service.log.replayer import REWOUND, Replayer
from service.store import Row, Store
from service.store.waiting import in_thread

STATUS = "SELECT status FROM lobby WHERE game = ?"
SELECT = f"SELECT players.seat, players.name, bot, {ACCOUNT_COLUMNS} FROM {{}} {ACCOUNTS_JOINED} WHERE players.game = ?"
PLAYERS = SELECT.format("players")
LEFT_SINCE = SELECT.format("former_players AS players") + " AND until > ? ORDER BY until DESC"
REWOUND_IN_ENTRY = b'"t":"rewound"'


def check_version(loaded: LoadedGame, version: int) -> None:
    """`Refused` not-found for a version that does not exist."""
    if not 1 <= version <= loaded.version:
        detail = f"This game has versions 1 to {loaded.version}."
        raise Refused(Refusal.NOT_FOUND, detail, version=loaded.version)


class Versions:
    """Loads games at any version from their logs, by way of the nearest snapshot."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.replayer = Replayer(store)

    def load(self, game: str, version: int | None = None) -> LoadedGame:
        """The game at a version that exists, by default the newest. Whether it is hidden is not looked up."""
        version = self._store.version(game) if version is None else version
        replayed = in_thread(partial(self.replayer.replay, game, version))
        return replayed.start.loaded(replayed.fold.table(), self.players_at(game, version), replayed.at)

    def load_log(self, game: str, version: int | None = None) -> LoadedGame:
        """The newest `version`. A game whose log cannot be replayed, because it is of a legacy format or its ruleset's package is
        missing, fails or has changed, comes without its board (`unreadable`).
        """
        try:
            return self.load(game, version)
        except Refused as why:
            first = self.load(game, 1)
            if isinstance(first.keys, LegacyKeys):
                return self._without_board(first, legacy_formats.without_board(why))
            if not isinstance(first.ruleset, Absent) and first.table.setup.package is None:
                raise
            return self._without_board(first, why)

    def _without_board(self, first: LoadedGame, why: Refused) -> LoadedGame:
        """The newest version of a game, made from its first one. The lobby's row says whether the game is over."""
        [(status,)] = self._store.query(STATUS, (first.id,))
        table = replace(first.table, version=self._store.version(first.id), status=status)
        players = self._players(first.id)
        return first._replace(table=table, players=players, unreadable=why)

    def catch_up(self, loaded: LoadedGame) -> LoadedGame:
        """The newest version of a game that was loaded before."""
        entries = self._store.entries(loaded.id, loaded.version)
        if not entries or any(REWOUND_IN_ENTRY in entry for entry in entries):
            return self.load_log(loaded.id)
        secrets = self._store.secrets(loaded.id, loaded.version, loaded.version + len(entries))
        return apply_entries(loaded, entries, secrets, self._players(loaded.id))

    def at(self, loaded: LoadedGame, version: int) -> LoadedGame:
        """The game as it was at a version; `Refused` as in `check_version`."""
        check_version(loaded, version)
        if version == loaded.version:
            return loaded
        return self.load(loaded.id, version).with_flags_of(loaded)

    def between(self, loaded: LoadedGame, first: int, last: int) -> Iterator[LoadedGame]:
        """The game as it was at each of the versions `first`..`last`; `Refused` as in `check_version`."""
        check_version(loaded, last)
        at = self.at(loaded, first)
        yield at
        for row in self._store.rows(loaded.id, first, last):
            at = self._next(at, row)
            yield at.with_flags_of(loaded)

    def complete_at(self, loaded: LoadedGame, version: int) -> LoadedGame:
        """The game at a version, or before the action that this version is in the middle of.

        Between the events of an action no seat could choose anything.
        """
        there = self.at(loaded, version)
        if version == loaded.version or self.at(loaded, version + 1).table.action != there.table.action:
            return there
        before = version - 1
        while self.at(loaded, before).table.action == there.table.action:
            before -= 1
        return self.at(loaded, before)

    def log(self, loaded: LoadedGame, after: int = 0) -> list[Logged]:
        """The events of a game with `after < version`, up to the version loaded."""
        return from_rows(self._store.rows(loaded.id, after, loaded.version), loaded.types)

    def _next(self, before: LoadedGame, row: Row) -> LoadedGame:
        if row.type == REWOUND:
            return self.load(before.id, row.version)
        players = self.players_at(before.id, row.version)
        secrets = {row.version: row.secrets} if row.secrets else {}
        return apply_entries(before, [row.entry], secrets, players)

    def _players(self, game: str) -> Mapping[int, Player]:
        return _seated(self._store.query(PLAYERS, (game,), of=game))

    def players_at(self, game: str, version: int) -> Mapping[int, Player]:
        """The players of a version: of several who have left a seat since then, the first one to leave."""
        left = self._store.query(LEFT_SINCE, (game, version), of=game)
        return {**self._players(game), **_seated(left)}


def _seated(rows: Sequence[tuple[Any, ...]]) -> Mapping[int, Player]:
    return {seat: Player(name, bot, seat_account(*account)) for seat, name, bot, *account in rows}
