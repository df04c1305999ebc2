"""The lobby: one row per game, written in the transaction of its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import orjson
from msgspec import UNSET
from msgspec.structs import replace

from domain.ruleset import Outcome
from domain.table.state import OVER, Table
from projections import listing
from projections.clocks import clock_of, pace_of
from projections.commit import Commit, InTurn, Sql
from projections.documents.game_clocks import GameClock
from projections.documents.lobby import GameList, GameSummary, Gone
from projections.documents.seats import Seat
from projections.listing import Place, Search
from projections.paging import Query, make_cursor, marks, read_cursor
from projections.people import (
    ACCOUNT_COLUMNS,
    ACCOUNTS_JOINED,
    Player,
    nameless,
    rfc3339,
    seat_account,
    seats_of,
    with_account,
)
from projections.tournaments import news

UPSERT = """INSERT INTO lobby
    (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint,
    clock, outcome, first_seat, bot, imported, imported_at, forked, pace)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, seats = excluded.seats,
    version = excluded.version, to_act = excluded.to_act, updated_at = excluded.updated_at,
    checkpoint = excluded.checkpoint, clock = excluded.clock, outcome = excluded.outcome, first_seat = excluded.first_seat,
    bot = excluded.bot, forked = excluded.forked"""
TURN = "version = ?, to_act = ?, updated_at = ?, checkpoint = ?, clock = ?"
UPDATE_TURN = f"UPDATE lobby SET {TURN} WHERE game = ?"
"""Most actions change only these columns."""
BACKFILL = """UPDATE lobby SET players = NULL, seats = ?, outcome = ?, first_seat = ?, bot = ?, imported = ?, imported_at = ?,
    forked = ?, pace = ? WHERE game = ? AND version = ?"""
WITH_ITS_TOURNAMENT = """UPDATE lobby SET hidden = coalesce((SELECT hidden FROM tournaments WHERE id = ?), 0)
    WHERE game = ?"""
PLACE = "? + (SELECT coalesce(max(position), 0) FROM lobby)"
MOVE = f"""UPDATE lobby SET position = {PLACE}, first_position = coalesce(first_position, {PLACE})
    WHERE game = ? AND hidden = 0"""
"""Moves a game to the end of the public order. Positions count the events of public games only, plus one for each change of
visible data by the operator."""
DRAW = """UPDATE lobby SET position = place.next, first_position = coalesce(first_position, place.next)
    FROM (SELECT game, kronika_place(?) AS next FROM lobby WHERE game = ? AND hidden = 0) AS place
    WHERE lobby.game = place.game"""
"""The variant for concurrent writers: positions of rolled back transactions stay unused."""
UPDATE_TURN_MOVED = f"""UPDATE lobby SET {TURN},
    position = CASE hidden WHEN 0 THEN {PLACE} ELSE position END,
    first_position = CASE hidden WHEN 0 THEN coalesce(first_position, {PLACE}) ELSE first_position END WHERE game = ?"""
UPDATE_TURN_DRAWN = f"""UPDATE lobby SET {TURN},
    position = coalesce(place.next, position), first_position = coalesce(first_position, place.next)
    FROM (SELECT game, CASE hidden WHEN 0 THEN kronika_place(?) END AS next FROM lobby WHERE game = ?) AS place
    WHERE lobby.game = place.game"""
"""The update and the move in one statement, for most actions."""
CHANGED = """SELECT position, first_position, hidden, {columns} FROM lobby
    WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"""
NAMES = f"""SELECT players.game, players.seat, players.name, {ACCOUNT_COLUMNS}
    FROM players {ACCOUNTS_JOINED} WHERE players.game IN ({{}})"""
HEAD = "SELECT max(position) FROM lobby"
OF_GAMES = "SELECT {columns} FROM lobby WHERE game IN ({games}) AND hidden <= {hidden}"
COLUMNS = """game, created_at, updated_at, ruleset, status, seats, version, to_act,
    outcome, first_seat, imported, imported_at, clock"""
BATCH = 500

SEATS = msgspec.json.Decoder(tuple[Seat, ...])
OUTCOME = msgspec.json.Decoder(Outcome)
CLOCK = msgspec.json.Decoder(GameClock)
TO_ACT = msgspec.json.Decoder(tuple[int, ...])


def rows_for(commit: Commit) -> list[Sql | InTurn]:
    """The inline projection."""
    game, tournament = commit.table.setup.game, commit.table.setup.tournament
    goes_on = commit.before is not None and _stable(commit.before) == _stable(commit)
    rows: list[Sql | InTurn] = []
    if not goes_on:
        rows.append((UPSERT, (*_plain(commit), *_searchable(commit))))
    elif commit.unlisted:
        rows.append((UPDATE_TURN, (*_changed(commit), game)))
    if tournament is not None and commit.events == commit.table.version:
        rows.append((WITH_ITS_TOURNAMENT, (tournament.id, game)))
    if tournament is not None and commit.table.status in OVER and not commit.imported:
        rows.append(news(tournament.id, f"game {game}/{commit.table.version}"))
    if not commit.unlisted:
        rows.append(_turn_update(commit) if goes_on else moved(commit.events, game))
    return [*rows, *listing.rows_for(commit)]


def moved(events: int, game: str) -> InTurn:
    return InTurn(MOVE, (events, events, game), (DRAW, (events, game)))


def _turn_update(commit: Commit) -> InTurn:
    game, events, now = commit.table.setup.game, commit.events, _changed(commit)
    return InTurn(UPDATE_TURN_MOVED, (*now, events, events, game), (UPDATE_TURN_DRAWN, (*now, events, game)))


def _changed(commit: Commit) -> tuple[object, ...]:
    return commit.table.version, _to_act(commit.table), commit.at, commit.checkpoint, _clock(commit.table)


def _clock(table: Table) -> str | None:
    clock = clock_of(table)
    return None if clock is UNSET else msgspec.json.encode(clock).decode()


def _stable(commit: Commit) -> tuple[object, ...]:
    """The inputs of the columns that most actions do not change."""
    table = commit.table
    searchable = (table.outcome, table.first, table.forked)
    return (table.status, table.seats, table.absence.away, commit.players, *searchable)


def _to_act(table: Table) -> str:
    return orjson.dumps(table.to_act).decode()


def backfill_rows(commit: Commit) -> list[Sql]:
    """Fills columns of an old row that did not exist when it was written. The game keeps its position."""
    table = commit.table
    row = BACKFILL, (_seats(commit), *_searchable(commit), table.setup.game, table.version)
    return [row, *listing.backfill_rows(commit)]


def _plain(commit: Commit) -> tuple[object, ...]:
    table, setup = commit.table, commit.table.setup
    row = (setup.game, setup.ruleset, setup.visibility, table.status, _seats(commit), table.version)
    return (*row, _to_act(table), commit.at, commit.at, commit.checkpoint, _clock(table))


def _seats(commit: Commit) -> str:
    """The seats without names: names are stored in one table only, where they can be removed."""
    seats = seats_of(commit.ruleset, commit.table, nameless(commit.players))
    return msgspec.json.encode(seats).decode()


def _searchable(commit: Commit) -> tuple[object, ...]:
    """The searchable columns: outcome, first seat, bots, where it was played, the forked game, and the pace."""
    outcome, first, forked = commit.table.outcome, commit.table.first, commit.table.forked
    return (
        None if outcome is None else msgspec.json.encode(outcome).decode(),
        first[0] if len(first) == 1 else None,
        int(any(player.bot for player in commit.players.values())),
        int(commit.imported),
        commit.imported_at,
        None if forked is None else forked.game,
        pace_of(commit.table.setup.clock),
    )


class GameFilter(NamedTuple):
    """A filter for public games; None matches anything. Imported games are listed separately.

    `player` is a name at the table, `since` and `until` limit the time of the last event (milliseconds since the epoch, `until`
    exclusive), `bot` says whether a bot plays, `outcome` is the reason of the outcome, `clock` is one of `PACES`.
    """

    status: str | None = None
    ruleset: str | None = None
    player: str | None = None
    since: int | None = None
    until: int | None = None
    bot: bool | None = None
    outcome: str | None = None
    imported: bool = False
    clock: str | None = None

    def conditions(self) -> list[Sql]:
        """SQL conditions for these games, which exclude private and hidden ones."""
        filters = (
            ("status = ?", self.status),
            ("ruleset = ?", self.ruleset),
            ("EXISTS (SELECT 1 FROM players WHERE players.game = lobby.game AND name = ?)", self.player),
            ("updated_at >= ?", self.since),
            ("updated_at < ?", self.until),
            ("bot = ?", None if self.bot is None else int(self.bot)),
            ("outcome LIKE ?", None if self.outcome is None else f'%"reason":"{self.outcome}"%'),
            ("pace = ?", self.clock),
        )
        given = [(sql, (value,)) for sql, value in filters if value is not None]
        return [("visibility = 'public' AND hidden = 0 AND imported = ?", (int(self.imported),)), *given]

    def sought(self) -> Search:
        """The filter as a search of the index."""
        bot = None if self.bot is None else str(int(self.bot))
        kind = (str(int(self.imported)), self.ruleset, self.status, bot, self.outcome, self.clock)
        return Search(kind, self.player, self.since, self.until)


def page(query: Query, wanted: GameFilter, limit: int, cursor: str | None) -> GameList:
    """Games matching the filter, newest first, and the cursor of the next page (None at the end)."""
    before = None if cursor is None else read_cursor(cursor)
    found = listing.newest(query, wanted.sought(), before, limit + 1)
    following = make_cursor(*found[limit - 1]) if len(found) > limit else None
    return GameList(games=summaries_of(query, [game for _, game in found[:limit]]), next=following)


def next_after(wanted: GameFilter, query: Query, after: Place) -> Place | None:
    """The next matching game in creation order."""
    return listing.next_after(query, wanted.sought(), after)


def summaries_of(query: Query, games: Sequence[str], hidden_too: bool = False) -> list[GameSummary]:
    """These games in this order, without games hidden meanwhile (`hidden_too`: only without deleted ones)."""
    if not games:
        return []
    sql = OF_GAMES.format(columns=COLUMNS, games=marks(games), hidden=int(hidden_too))
    rows = query(sql, tuple(games))
    summaries = {row[0]: summary for row, summary in zip(rows, _summaries(query, rows), strict=True)}
    return [summaries[game] for game in games if game in summaries]


def changed(query: Query, after: int, upto: int) -> list[tuple[int, GameSummary | Gone | None]]:
    """The next public games played here that changed after a position, each once, with the position of its last event.

    Only up to a settled position: beyond it, earlier positions may still appear. None for a game that was listed and removed
    after `after`: clients at that position do not know it.
    """
    rows = query(CHANGED.format(columns=COLUMNS), (after, upto, BATCH))
    visible = iter(_summaries(query, [row for _, _, hidden, *row in rows if not hidden]))
    return [
        (position, _gone(game, first <= after) if hidden else next(visible))
        for position, first, hidden, game, *_ in rows
    ]


def _gone(game: str, known: bool) -> Gone | None:
    return Gone(id=game) if known else None


def head(query: Query) -> int:
    """The position of the last event of public games played here: their number, including unused positions (`DRAW`)."""
    return query(HEAD, ())[0][0] or 0


def _summaries(query: Query, rows: Sequence[Sequence[Any]]) -> list[GameSummary]:
    """Summaries with the current names, which may have changed since the row was written."""
    games = tuple(row[0] for row in rows)
    found = query(NAMES.format(marks(games)), games) if games else []
    names = {(game, seat): Player(name, None, seat_account(*account)) for game, seat, name, *account in found}
    return [_summary(row, names) for row in rows]


def _summary(row: Sequence[Any], names: Mapping[tuple[str, int], Player]) -> GameSummary:
    game, created_at, updated_at, ruleset, status, seats, version, to_act, *searchable = row
    outcome, first_seat, imported, imported_at, clock = searchable
    seats = tuple(_named(seat, names.get((game, seat.seat))) for seat in SEATS.decode(seats))
    seated = [seat for seat in seats if seat.name is not None]
    return GameSummary(
        id=game,
        ruleset=ruleset,
        status=status,
        seats=seats,
        version=version,
        to_act=TO_ACT.decode(to_act),
        outcome=None if outcome is None else OUTCOME.decode(outcome),
        first_seat=first_seat,
        players=tuple(seat.name for seat in seated if seat.name is not None),
        bot=any(seat.bot for seat in seated),
        imported=bool(imported),
        imported_at=None if imported_at is None else rfc3339(imported_at),
        created_at=rfc3339(created_at),
        updated_at=rfc3339(updated_at),
        clock=UNSET if clock is None else CLOCK.decode(clock),
    )


def _named(seat: Seat, player: Player | None) -> Seat:
    """A seat that was free in the row stays free: a new player appears with the next row.

    Rows from before there were accounts do not say who is a guest.
    """
    if seat.name is None or seat.bot is not None:
        seat = replace(seat, guest=False)
    if seat.name is None or player is None:
        return seat
    seat = replace(seat, name=player.name)
    return seat if player.account is None else with_account(seat, player.account)
