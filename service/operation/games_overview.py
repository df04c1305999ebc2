"""The games of a service as its operator sees them: all of them, also private ones, by activity. Nothing in it is hidden from
players: no position, no hand, no log.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import orjson

from projections.paging import marks
from projections.people import rfc3339
from projections.statistics import by_status
from service.operation.private_games import private_games
from service.store import Store

MOST_GAMES = 1000
AT_LEAST = 2000
"""Events that are looked at for the games that were active last; four times as many while they are of too few games."""
COLUMNS = "game, ruleset, visibility, status, hidden, version, to_act, created_at, updated_at"
GAMES = f"SELECT {COLUMNS} FROM lobby WHERE game IN ({{}})"
NAMES = "SELECT game, seat, name, bot FROM players WHERE game IN ({}) ORDER BY game, seat"


class GameRow(msgspec.Struct, frozen=True):
    """A game: `version` counts its events, `to_act` are seats, `players` names (of bots, their kind)."""

    id: str
    ruleset: str
    visibility: str
    status: str
    hidden: bool
    version: int
    to_act: tuple[int, ...]
    created_at: str
    last_activity: str
    players: dict[int, str]


class GameCounts(msgspec.Struct, frozen=True):
    """Public games that were played here and are not hidden, and private ones, by status."""

    public: dict[str, int]
    private: dict[str, int]


class GamesOverview(msgspec.Struct, frozen=True):
    """The games that were active last, the newest first, and how many there are."""

    games: list[GameRow]
    counts: GameCounts


def games_overview(store: Store, limit: int, status: str | None = None) -> GamesOverview:
    """At most `limit` games, up to `MOST_GAMES`, only those of a status if one is given."""
    return GamesOverview(_active(store, min(limit, MOST_GAMES), status), game_counts(store))


def game_row(store: Store, game: str) -> GameRow | None:
    """One game; None if there is none of this id."""
    return next(_rows(store, [game]), None)


def game_counts(store: Store) -> GameCounts:
    """As of now; private games as of the last minute."""
    return GameCounts(by_status(store.query)[0], private_games(store))


def _active(store: Store, limit: int, status: str | None) -> list[GameRow]:
    """The events of all games have one order, so those that were active last are at its end."""
    head, events = store.head(), AT_LEAST
    while True:
        games = [game for _, game in reversed(store.changed(max(0, head - events), None))]
        found = [row for row in _rows(store, games) if status in (None, row.status)]
        if len(found) >= limit or events >= head:
            return found[:limit]
        events *= 4


def _rows(store: Store, games: Sequence[str]) -> Iterator[GameRow]:
    for first in range(0, len(games), MOST_GAMES):
        some = games[first : first + MOST_GAMES]
        rows = {row[0]: row for row in store.query(GAMES.format(marks(some)), some)}
        names = defaultdict[str, dict[int, str]](dict)
        for game, seat, name, bot in store.query(NAMES.format(marks(some)), some):
            names[game][seat] = f"{name} ({bot})" if bot else name
        yield from (_row(rows[game], names[game]) for game in some if game in rows)


def _row(row: tuple[Any, ...], players: dict[int, str]) -> GameRow:
    game, ruleset, visibility, status, hidden, version, to_act, created_at, updated_at = row
    seats, times = tuple(orjson.loads(to_act)), (rfc3339(created_at), rfc3339(updated_at))
    return GameRow(game, ruleset, visibility, status, bool(hidden), version, seats, *times, players)
