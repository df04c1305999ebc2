"""Tournaments as they are read: who plays, which games there have been, how it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from domain.rulesets import registry
from domain.table.fold import options_of
from domain.table.state import OVER
from projections.documents.tournaments import (
    Standing,
    TournamentDocument,
    TournamentGame,
    TournamentList,
    TournamentSummary,
)
from projections.paging import Query, one_page
from projections.people import Player, rfc3339, seated_at
from projections.standings import read_results, sides_at, table_of

SELECT = """SELECT id, created_at, ruleset, seats, games, options, scale, visibility, undo FROM tournaments"""
SEATS = "SELECT tournament, seat, name, bot, client_seed FROM tournament_seats"
GAMES = """SELECT tournament, number, tournament_games.game, lobby.status, lobby.version,
    standings.version, standings.sides
    FROM tournament_games JOIN lobby ON lobby.game = tournament_games.game
    LEFT JOIN standings ON standings.game = tournament_games.game"""


class Played(NamedTuple):
    """One game of a tournament: as it is, and as far as the standings have taken it in."""

    number: int
    game: str
    status: str
    version: int
    counted: int | None
    results: str | None

    @property
    def over(self) -> bool:
        return self.status in OVER

    @property
    def behind(self) -> bool:
        """Whether the standings have still to take this game in, or out again."""
        return self.counted != (self.version if self.status == "finished" else None)


class Tournament(NamedTuple):
    """`options` those of the first game; `scale` points by place, None for the ruleset's own; times in milliseconds."""

    id: str
    created_at: int
    ruleset: str
    seats: int
    games: int
    options: dict[str, Any]
    scale: dict[str, int] | None
    visibility: str
    undo: str
    players: Mapping[int, Player]
    seeds: Mapping[int, str | None]
    played: Sequence[Played]

    @property
    def status(self) -> str:
        if len(self.players) < self.seats:
            return "waiting"
        over = len(self.played) == self.games and all(played.over for played in self.played)
        return "finished" if over else "playing"

    @property
    def next_number(self) -> int | None:
        """The number of the game that is to be created now, if one is."""
        due = self.status == "playing" and all(played.over for played in self.played)
        return len(self.played) + 1 if due else None


def load(query: Query, id: str) -> Tournament | None:
    found = _loaded(query, query(f"{SELECT} WHERE id = ?", (id,)))
    return found[0] if found else None


def page(query: Query, limit: int, cursor: str | None) -> TournamentList:
    """Public tournaments, newest first, and the cursor of the next page (None at the end)."""
    rows, following = one_page(query, SELECT, "id", {"visibility": "public"}, limit, cursor)
    found = [TournamentSummary(**summary(tournament)) for tournament in _loaded(query, rows)]
    return TournamentList(tournaments=found, next=following)


def _loaded(query: Query, rows: Sequence[tuple[Any, ...]]) -> list[Tournament]:
    """The tournaments of these rows, with all that belongs to them, in two queries."""
    if not rows:
        return []
    ids = tuple(row[0] for row in rows)
    among = f"WHERE tournament IN ({', '.join('?' * len(ids))})"
    seats = query(f"{SEATS} {among} ORDER BY seat", ids)
    games = query(f"{GAMES} {among} ORDER BY number", ids)
    return [_tournament(row, seats, games) for row in rows]


def _tournament(
    row: tuple[Any, ...], seats: Sequence[tuple[Any, ...]], games: Sequence[tuple[Any, ...]]
) -> Tournament:
    id, created_at, ruleset, count, length, options, scale, visibility, undo = row
    own = [seat[1:] for seat in seats if seat[0] == id]
    return Tournament(
        id,
        created_at,
        ruleset,
        count,
        length,
        orjson.loads(options),
        orjson.loads(scale),
        visibility,
        undo,
        {seat: Player(name, bot) for seat, name, bot, _ in own},
        {seat: seed for seat, _, _, seed in own},
        [Played(*game[1:]) for game in games if game[0] == id],
    )


def summary(tournament: Tournament) -> dict[str, Any]:
    """The members of `TournamentSummary`."""
    ruleset = registry()[tournament.ruleset]
    sides = ruleset.sides(tournament.seats, options_of(ruleset, tournament.options))
    return {
        "id": tournament.id,
        "ruleset": tournament.ruleset,
        "status": tournament.status,
        "seats": seated_at(sides, tournament.players, {}),
        "games_total": tournament.games,
        "created_at": rfc3339(tournament.created_at),
    }


def document(tournament: Tournament, viewer: str) -> TournamentDocument:
    """A tournament as it stands; `viewer` is the reader's role."""
    lag = sum(played.behind for played in tournament.played)
    kept = [read_results(played.results) for played in tournament.played if played.results is not None]
    sides = sides_at(registry()[tournament.ruleset], tournament.seats, tournament.options)
    standings = table_of(sides, kept, tournament.scale)
    return TournamentDocument(
        **summary(tournament),
        options=tournament.options,
        points=tournament.scale,
        visibility=tournament.visibility,
        undo=tournament.undo,
        games=tuple(_game(played) for played in tournament.played),
        standings=tuple(standings),
        winners=_winners(standings) if tournament.status == "finished" and not lag and kept else None,
        lag=lag,
        viewer=viewer,
    )


def _winners(standings: Sequence[Standing]) -> tuple[int, ...]:
    """Equal totals share the win."""
    return tuple(sorted(seat for line in standings if line.place == 1 for seat in line.seats))


def _game(played: Played) -> TournamentGame:
    return TournamentGame(number=played.number, id=played.game, status=played.status, winners=_won(played))


def _won(played: Played) -> tuple[int, ...] | None:
    """The seats that won a game; None until the standings have taken it in."""
    if played.results is None:
        return None
    won = (result.seats for result in read_results(played.results) if result.won)
    return tuple(sorted(seat for seats in won for seat in seats))
