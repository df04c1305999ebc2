"""Tournaments for readers: players, games so far, standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import msgspec
import orjson
from msgspec import UNSET, UnsetType

from domain.ledger.seats import tournament_context
from domain.ledger.text import from_b64
from domain.rulesets import ruleset_of
from domain.table.context import commitment_of
from domain.table.events import SeatTaken
from domain.table.fold import options_of
from domain.table.state import OVER
from projections.cases import OPEN_CASE
from projections.commit import Sql
from projections.documents.disputes import RefereeListed
from projections.documents.game_clocks import AgreedClock
from projections.documents.tournaments import (
    PlanDocument,
    PlannedGame,
    Standing,
    TournamentDocument,
    TournamentGame,
    TournamentList,
    TournamentSummary,
)
from projections.paging import Query, one_page
from projections.people import Player, rfc3339, seat_account, seated_at
from projections.standings import read_results, sides_at, table_of

SELECT = """SELECT id, created_at, ruleset, seats, games, options, scale, visibility, undo, terms, planned, root,
    hidden, abandoned FROM tournaments"""
SEATS = """SELECT tournament, seat, tournament_seats.name, bot, account, accounts.name, account_salt, accounts.owner,
        owners.name, seed_commitment, key, account_hash, sig, seed, seed_sig
    FROM tournament_seats LEFT JOIN accounts ON accounts.id = account AND tournament_seats.hidden_name IS NULL
        AND tournament_seats.name NOT LIKE '#%'
    LEFT JOIN accounts AS owners ON owners.id = accounts.owner"""
ACCOUNT = 5
"""So many of these columns are of the account."""
PLANNED = "SELECT number, game, roots FROM planned_games WHERE tournament = ? ORDER BY number"
GAMES = f"""SELECT tournament, number, tournament_games.game, lobby.status, lobby.version,
    standings.version, standings.sides, lobby.outcome IS NOT NULL, EXISTS (SELECT 1 FROM cases
        WHERE cases.game = lobby.game AND {OPEN_CASE})
    FROM tournament_games JOIN lobby ON lobby.game = tournament_games.game
    LEFT JOIN standings ON standings.game = tournament_games.game"""

TELL = (
    "INSERT INTO tournament_news (tournament, what) VALUES (?, ?) ON CONFLICT (tournament, what) DO NOTHING"
)

DELETED = 2
"""The value of `hidden` after deletion."""


def news(tournament: str, what: str) -> Sql:
    """A row for the transaction of any change that may make the next game due; `what` describes the change briefly."""
    return TELL, (tournament, what)


class Played(NamedTuple):
    """One game of a tournament, and the version counted in the standings."""

    number: int
    game: str
    status: str
    version: int
    counted: int | None
    results: str | None
    ended: bool
    """Whether it is finished or was voided by a referee, and so is not played again."""
    disputed: bool
    """Whether a case is open in it."""

    @property
    def over(self) -> bool:
        return self.status in OVER

    @property
    def behind(self) -> bool:
        """Whether the standings have not yet been updated for this game."""
        return self.counted != (self.version if self.status == "finished" else None)


class Declared(NamedTuple):
    """The declarations of a seat for all games, in base64url: on joining, and when its seed was revealed."""

    seed_commitment: str | None
    key: str | None
    account_hash: str | None
    sig: str | None
    seed: str | None
    seed_sig: str | None


class Tournament(NamedTuple):
    """`options` are those of the first game; `scale` maps places to points, None for the ruleset's own; times in milliseconds.

    `planned` is the number of games planned at its creation; `root` (base64) is their tree head, `terms` the shared terms.
    `hidden` is 0, 1 if hidden by the operator, 2 if deleted. `abandoned`: whether it has ended because seeds were not opened.
    """

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
    declared: Mapping[int, Declared]
    terms: str
    planned: int
    root: str
    hidden: int
    abandoned: bool
    played: Sequence[Played]

    @property
    def closed(self) -> bool:
        """Whether it does not exist for callers without a token for it."""
        return bool(self.hidden) or self.visibility == "private"

    @property
    def status(self) -> str:
        if self.abandoned:
            return "abandoned"
        if len(self.players) < self.seats or self.to_reveal:
            return "waiting"
        ended = sum(played.ended for played in self.played)
        enough = ended == self.games or len(self.played) == self.planned
        return "finished" if enough and all(played.over for played in self.played) else "playing"

    @property
    def settled(self) -> bool:
        """Whether it is finished, with no open case in any of its games."""
        return self.status == "finished" and not any(played.disputed for played in self.played)

    @property
    def next_number(self) -> int | None:
        """The number of the next game if it is due."""
        due = (
            self.hidden < DELETED and self.status == "playing" and all(played.over for played in self.played)
        )
        return len(self.played) + 1 if due else None

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """Seats whose seeds the first game waits for; () while a seat is free."""
        if len(self.players) < self.seats:
            return ()
        return tuple(n for n, own in self.declared.items() if own.seed_commitment and not own.seed)

    @property
    def taken(self) -> tuple[SeatTaken, ...]:
        """The seats taken, as in every game's log."""
        return tuple(
            SeatTaken(n, self.players[n].bot, own.seed_commitment, own.key, own.account_hash)
            for n, own in self.declared.items()
        )

    @property
    def commitment(self) -> bytes:
        """`C` of the seats that are taken."""
        return commitment_of(self.ctx, self.table, self.taken)

    @property
    def table(self) -> int | None:
        """The revision of the closed tables under which its games are written; None where it began before there were any."""
        return cast(int | None, orjson.loads(self.terms).get("table"))

    @property
    def accounts(self) -> str | None:
        """ "required" where guests take no seat."""
        return cast(str | None, orjson.loads(self.terms).get("accounts"))

    @property
    def log(self) -> str | None:
        """The origin of the log of logs that has its leaves; None if it began before there was one."""
        return cast(str | None, orjson.loads(self.terms).get("log"))

    @property
    def ctx(self) -> bytes:
        """The context that the commitments and signatures of its seats are bound to."""
        return tournament_context(
            bytes.fromhex(self.id), self.planned, from_b64(self.root), self.terms.encode()
        )


def load(query: Query, id: str) -> Tournament | None:
    found = _loaded(query, query(f"{SELECT} WHERE id = ?", (id,)))
    return found[0] if found else None


def page(query: Query, limit: int, cursor: str | None) -> TournamentList:
    """Public tournaments, newest first, and the cursor of the next page (None at the end)."""
    listed = [("visibility = 'public' AND hidden = 0", ())]
    rows, following = one_page(query, SELECT, "id", listed, limit, cursor)
    found = [TournamentSummary(**summary(tournament)) for tournament in _loaded(query, rows)]
    return TournamentList(tournaments=found, next=following)


def summaries(query: Query, listed: Sql) -> list[TournamentSummary]:
    """The tournaments of a condition, with its order."""
    where, params = listed
    found = _loaded(query, query(f"{SELECT} WHERE {where}", params))
    return [TournamentSummary(**summary(tournament)) for tournament in found]


def _loaded(query: Query, rows: Sequence[tuple[Any, ...]]) -> list[Tournament]:
    """The tournaments of these rows with their seats and games, using two queries."""
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
    id, created_at, ruleset, count, length, options, scale, *more = row
    visibility, undo, terms, planned, root, hidden, abandoned = more
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
        {seat: Player(name, bot, seat_account(*more[:ACCOUNT])) for seat, name, bot, *more in own},
        {seat: Declared(*more[ACCOUNT:]) for seat, _, _, *more in own},
        terms,
        planned,
        root,
        hidden,
        bool(abandoned),
        [Played(*game[1:]) for game in games if game[0] == id],
    )


def summary(tournament: Tournament) -> dict[str, Any]:
    """The members of `TournamentSummary`."""
    ruleset = ruleset_of(tournament.ruleset)
    sides = ruleset.sides(tournament.seats, options_of(ruleset, tournament.options))
    keys = {seat: own.key for seat, own in tournament.declared.items() if own.key}
    accounts = [seat for seat, own in tournament.declared.items() if own.account_hash]
    return {
        "id": tournament.id,
        "ruleset": tournament.ruleset,
        "status": tournament.status,
        "seats": seated_at(sides, tournament.players, keys, accounts),
        "games_total": tournament.games,
        "created_at": rfc3339(tournament.created_at),
    }


def clock_of(tournament: Tournament) -> AgreedClock | UnsetType:
    """The clock of all its games."""
    clock = orjson.loads(tournament.terms).get("clock")
    return UNSET if clock is None else msgspec.convert(clock, AgreedClock)


def document(tournament: Tournament, viewer: str, referees: Sequence[RefereeListed]) -> TournamentDocument:
    """A tournament in its current state; `viewer` is the reader's role."""
    lag = sum(played.behind for played in tournament.played)
    results = [read_results(played.results) for played in tournament.played if played.results is not None]
    sides = sides_at(ruleset_of(tournament.ruleset), tournament.seats, tournament.options)
    standings = table_of(sides, results, tournament.scale)
    return TournamentDocument(
        **summary(tournament),
        options=tournament.options,
        points=tournament.scale,
        visibility=tournament.visibility,
        undo=tournament.undo,
        to_reveal=tournament.to_reveal,
        games_planned=tournament.planned,
        plan_root=tournament.root,
        terms=tournament.terms,
        games=tuple(_game(played) for played in tournament.played),
        standings=tuple(standings),
        referees=tuple(referees),
        winners=_winners(standings) if tournament.settled and not lag and results else None,
        lag=lag,
        viewer=viewer,
        clock=clock_of(tournament),
        meeting=orjson.loads(tournament.terms).get("meeting", UNSET),
        accounts=UNSET if tournament.accounts is None else tournament.accounts,
    )


def plan_document(query: Query, tournament: Tournament) -> PlanDocument:
    """Everything that was fixed at the creation of the tournament."""
    planned = query(PLANNED, (tournament.id,))
    return PlanDocument(
        tournament=tournament.id,
        games=tournament.planned,
        root=tournament.root,
        terms=tournament.terms,
        planned=tuple(
            PlannedGame(number=n, game=game, roots=tuple(orjson.loads(roots))) for n, game, roots in planned
        ),
    )


def _winners(standings: Sequence[Standing]) -> tuple[int, ...]:
    """Equal totals share the win."""
    return tuple(sorted(seat for line in standings if line.place == 1 for seat in line.seats))


def _game(played: Played) -> TournamentGame:
    return TournamentGame(number=played.number, id=played.game, status=played.status, winners=_won(played))


def _won(played: Played) -> tuple[int, ...] | None:
    """The winning seats of a game; None until the standings include it."""
    if played.results is None:
        return None
    won = (result.seats for result in read_results(played.results) if result.won)
    return tuple(sorted(seat for seats in won for seat in seats))
