"""The lobby: one row a game, written in the events' transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import orjson
from msgspec.structs import replace

from domain.ruleset import Outcome
from domain.table.state import OVER, Table
from projections import listing
from projections.commit import Commit, InTurn, Sql
from projections.documents.games import GameList, GameSummary, Gone, Seat
from projections.listing import Place, Sought
from projections.paging import Query, make_cursor, marks, read_cursor
from projections.people import rfc3339, seats_of, stand_in
from projections.tournaments import news

UPSERT = """INSERT INTO lobby
    (game, ruleset, visibility, status, seats, version, to_act, created_at, updated_at, checkpoint,
    outcome, first_seat, bot, imported, imported_at, forked)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (game) DO UPDATE SET status = excluded.status, seats = excluded.seats,
    version = excluded.version, to_act = excluded.to_act, updated_at = excluded.updated_at,
    checkpoint = excluded.checkpoint, outcome = excluded.outcome, first_seat = excluded.first_seat,
    bot = excluded.bot, forked = excluded.forked"""
GO_ON = "UPDATE lobby SET version = ?, to_act = ?, updated_at = ?, checkpoint = ? WHERE game = ?"
"""Most actions change nothing else."""
MEND = """UPDATE lobby SET players = NULL, seats = ?, outcome = ?, first_seat = ?, bot = ?, imported = ?, imported_at = ?,
    forked = ? WHERE game = ? AND version = ?"""
WITH_ITS_TOURNAMENT = """UPDATE lobby SET hidden = coalesce((SELECT hidden FROM tournaments WHERE id = ?), 0)
    WHERE game = ?"""
PLACE = "? + (SELECT coalesce(max(position), 0) FROM lobby)"
MOVE = f"""UPDATE lobby SET position = {PLACE}, first_position = coalesce(first_position, {PLACE})
    WHERE game = ? AND hidden = 0"""
"""To the end of the order of public games. It counts their events, as if there were no others, and each time when the
operator has changed what is shown."""
DRAW = """UPDATE lobby SET position = place.next, first_position = coalesce(first_position, place.next)
    FROM (SELECT game, kronika_place(?) AS next FROM lobby WHERE game = ? AND hidden = 0) AS place
    WHERE lobby.game = place.game"""
"""The same where several write at once: places of who gave up stay empty."""
GO_ON_MOVED = f"""UPDATE lobby SET version = ?, to_act = ?, updated_at = ?, checkpoint = ?,
    position = CASE hidden WHEN 0 THEN {PLACE} ELSE position END,
    first_position = CASE hidden WHEN 0 THEN coalesce(first_position, {PLACE}) ELSE first_position END WHERE game = ?"""
GO_ON_DRAWN = """UPDATE lobby SET version = ?, to_act = ?, updated_at = ?, checkpoint = ?,
    position = coalesce(place.next, position), first_position = coalesce(first_position, place.next)
    FROM (SELECT game, CASE hidden WHEN 0 THEN kronika_place(?) END AS next FROM lobby WHERE game = ?) AS place
    WHERE lobby.game = place.game"""
"""Both at once, for what most actions change."""
CHANGED = """SELECT position, first_position, hidden, {columns} FROM lobby
    WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"""
NAMES = "SELECT game, seat, name FROM players WHERE game IN ({})"
HEAD = "SELECT max(position) FROM lobby"
OF_GAMES = "SELECT {columns} FROM lobby WHERE game IN ({games}) AND hidden = 0"
COLUMNS = """game, created_at, updated_at, ruleset, status, seats, version, to_act,
    outcome, first_seat, imported, imported_at"""
BATCH = 500

SEATS = msgspec.json.Decoder(tuple[Seat, ...])
OUTCOME = msgspec.json.Decoder(Outcome)
TO_ACT = msgspec.json.Decoder(tuple[int, ...])


def rows_for(commit: Commit) -> list[Sql | InTurn]:
    """The inline projection."""
    game, tournament = commit.table.setup.game, commit.table.setup.tournament
    goes_on = commit.before is not None and _lasting(commit.before) == _lasting(commit)
    rows: list[Sql | InTurn] = []
    if not goes_on:
        rows.append((UPSERT, (*_plain(commit), *_told(commit))))
    elif commit.strange:
        rows.append((GO_ON, (*_changed(commit), game)))
    if tournament is not None and commit.events == commit.table.version:
        rows.append((WITH_ITS_TOURNAMENT, (tournament.id, game)))
    if tournament is not None and commit.table.status in OVER and not commit.imported:
        rows.append(news(tournament.id, f"game {game}/{commit.table.version}"))
    if not commit.strange:
        rows.append(_going_on(commit) if goes_on else moved(commit.events, game))
    return [*rows, *listing.rows_for(commit)]


def moved(events: int, game: str) -> InTurn:
    return InTurn(MOVE, (events, events, game), (DRAW, (events, game)))


def _going_on(commit: Commit) -> InTurn:
    game, events, now = commit.table.setup.game, commit.events, _changed(commit)
    return InTurn(GO_ON_MOVED, (*now, events, events, game), (GO_ON_DRAWN, (*now, events, game)))


def _changed(commit: Commit) -> tuple[object, ...]:
    return commit.table.version, _to_act(commit.table), commit.at, commit.checkpoint


def _lasting(commit: Commit) -> tuple[object, ...]:
    """What the rest of a row is made from."""
    table = commit.table
    told = (table.outcome, table.first, table.forked)
    return (table.status, table.seats, table.keys, commit.players, *told)


def _to_act(table: Table) -> str:
    return orjson.dumps(table.to_act).decode()


def mended(commit: Commit) -> list[Sql]:
    """What only its log tells of a game, for a row from before it was written down. It stays where it is listed."""
    table = commit.table
    row = MEND, (_seats(commit), *_told(commit), table.setup.game, table.version)
    return [row, *listing.mended(commit)]


def _plain(commit: Commit) -> tuple[object, ...]:
    table, setup = commit.table, commit.table.setup
    row = (setup.game, setup.ruleset, setup.visibility, table.status, _seats(commit), table.version)
    return (*row, _to_act(table), commit.at, commit.at, commit.checkpoint)


def _seats(commit: Commit) -> str:
    """Who sits, without names: they stand in one place only, and can be taken away there."""
    nameless = {seat: player._replace(name=stand_in(seat)) for seat, player in commit.players.items()}
    return msgspec.json.encode(seats_of(commit.ruleset, commit.table, nameless)).decode()


def _told(commit: Commit) -> tuple[object, ...]:
    """What games can be looked for by: how it ended, who began, where it was played, and what it is an analysis of."""
    outcome, first, forked = commit.table.outcome, commit.table.first, commit.table.forked
    return (
        None if outcome is None else msgspec.json.encode(outcome).decode(),
        first[0] if len(first) == 1 else None,
        int(any(player.bot for player in commit.players.values())),
        int(commit.imported),
        commit.imported_at,
        None if forked is None else forked.game,
    )


class Wanted(NamedTuple):
    """Which public games somebody asks for; None where anything will do. Those that came in files are listed by themselves.

    `player` is a name at the table, `since` and `until` enclose the last event (milliseconds since the epoch, `until` not
    included), `bot` says whether a bot plays, `outcome` is the reason of the outcome.
    """

    status: str | None = None
    ruleset: str | None = None
    player: str | None = None
    since: int | None = None
    until: int | None = None
    bot: bool | None = None
    outcome: str | None = None
    imported: bool = False

    def conditions(self) -> list[Sql]:
        """What is true of the rows of these games, and of no private or hidden one."""
        asked = (
            ("status = ?", self.status),
            ("ruleset = ?", self.ruleset),
            ("EXISTS (SELECT 1 FROM players WHERE players.game = lobby.game AND name = ?)", self.player),
            ("updated_at >= ?", self.since),
            ("updated_at < ?", self.until),
            ("bot = ?", None if self.bot is None else int(self.bot)),
            ("outcome LIKE ?", None if self.outcome is None else f'%"reason":"{self.outcome}"%'),
        )
        given = [(sql, (value,)) for sql, value in asked if value is not None]
        return [("visibility = 'public' AND hidden = 0 AND imported = ?", (int(self.imported),)), *given]

    def sought(self) -> Sought:
        """The same, for who looks for one of these games after the other."""
        bot = None if self.bot is None else str(int(self.bot))
        kind = (str(int(self.imported)), self.ruleset, self.status, bot, self.outcome)
        return Sought(kind, self.player, self.since, self.until)


def page(query: Query, wanted: Wanted, limit: int, cursor: str | None) -> GameList:
    """These games, newest first, and the cursor of the next page (None at the end)."""
    before = None if cursor is None else read_cursor(cursor)
    found = listing.newest(query, wanted.sought(), before, limit + 1)
    following = make_cursor(*found[limit - 1]) if len(found) > limit else None
    return GameList(games=_listed(query, [game for _, game in found[:limit]]), next=following)


def next_after(wanted: Wanted, query: Query, after: Place) -> Place | None:
    """The next of these games in the order in which they were made."""
    return listing.next_after(query, wanted.sought(), after)


def _listed(query: Query, games: Sequence[str]) -> list[GameSummary]:
    """These games in this order, without those that were hidden at this moment."""
    if not games:
        return []
    rows = query(OF_GAMES.format(columns=COLUMNS, games=marks(games)), tuple(games))
    told = {row[0]: summary for row, summary in zip(rows, _summaries(query, rows), strict=True)}
    return [told[game] for game in games if game in told]


def changed(query: Query, after: int, upto: int) -> list[tuple[int, GameSummary | Gone | None]]:
    """The next public games played here that changed beyond a position, each once, with the position of its last event.

    Up to a position that is settled: of those beyond there may still come earlier ones. None for one that has come and gone
    since: who has been told up to `after` does not know of it.
    """
    rows = query(CHANGED.format(columns=COLUMNS), (after, upto, BATCH))
    shown = iter(_summaries(query, [row for _, _, hidden, *row in rows if not hidden]))
    return [
        (position, _gone(game, first <= after) if hidden else next(shown))
        for position, first, hidden, game, *_ in rows
    ]


def _gone(game: str, known: bool) -> Gone | None:
    return Gone(id=game) if known else None


def head(query: Query) -> int:
    """The position of the last event of the public games played here: how many there are, and were given up (`DRAW`)."""
    return query(HEAD, ())[0][0] or 0


def _summaries(query: Query, rows: Sequence[Sequence[Any]]) -> list[GameSummary]:
    """With the names that stand there now, whoever has changed them since the row was written."""
    games = tuple(row[0] for row in rows)
    found = query(NAMES.format(marks(games)), games) if games else []
    names = {(game, seat): name for game, seat, name in found}
    return [_summary(row, names) for row in rows]


def _summary(row: Sequence[Any], names: Mapping[tuple[str, int], str]) -> GameSummary:
    game, created_at, updated_at, ruleset, status, seats, version, to_act, *told = row
    outcome, first_seat, imported, imported_at = told
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
    )


def _named(seat: Seat, name: str | None) -> Seat:
    """A seat that was free stays so: who has sat down since comes with the next row."""
    return seat if seat.name is None or name is None else replace(seat, name=name)
