"""Tournaments and their standings."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.meaning import meaning
from domain.table.undo import POLICIES
from projections.documents import (
    AgreedOptions,
    Document,
    GameId,
    RulesetId,
    SeatNumber,
    Seats,
    Time,
    Viewer,
    one_of,
)
from projections.documents.disputes import RefereeListed
from projections.documents.game_clocks import TermsOfClock
from projections.documents.games import LobbyStatus, Visibility
from projections.documents.seats import Chairs

TournamentId = Annotated[str, meaning("The tournament's id, 32 hexadecimal digits.")]


class TournamentCreated(Document, frozen=True):
    """A new tournament and its organiser's token."""

    id: TournamentId
    organiser_token: Annotated[
        str | None,
        meaning(
            "Counts in every game too. Shown once; keep it. null where an account organises the tournament."
        ),
    ]
    location: Annotated[str, meaning("The path of the tournament.")]


class Entered(Document, frozen=True):
    """A seat in every game of a tournament, and its token."""

    seat: SeatNumber
    token: Annotated[
        str | None,
        meaning(
            "The bearer token of the seat, in every game; returned once. null for the seat of an account."
        ),
    ]


class TournamentSummary(Document, frozen=True):
    """A tournament as it is listed."""

    id: TournamentId
    ruleset: RulesetId
    status: Annotated[
        str, one_of(["waiting", "playing", "finished", "abandoned"]), meaning("The status of the tournament.")
    ]
    seats: Chairs
    games_total: Annotated[int, meaning("How many games are played in all.")]
    created_at: Time


class TournamentList(Document, frozen=True):
    """A page of tournaments."""

    tournaments: Annotated[list[TournamentSummary], meaning("The newest first.")]
    next: Annotated[str | None, meaning("The cursor of the next page.")]


class TournamentGame(Document, frozen=True):
    """One game of a tournament."""

    number: Annotated[int, meaning("From 1; entry 0 of the game counts from 0.")]
    id: GameId
    status: LobbyStatus
    winners: Annotated[Seats | None, meaning("Seats; null until the standings have taken the game in.")]


class Standing(Document, frozen=True):
    """One side, or a seat that has none. Equal points share a place (1, 1, 3)."""

    place: Annotated[int, meaning("From 1.")]
    side: Annotated[str | None, meaning("The clan, colour or team; null for a seat that has none.")]
    seats: Annotated[Seats, meaning("Of this side.")]
    points: Annotated[int, meaning("Of all games.")]
    wins: Annotated[int, meaning("Games won.")]
    details: Annotated[
        dict[str, int], meaning("What the ruleset counts beside points, such as patterns by kind.")
    ]


class PlannedGame(Document, frozen=True):
    """A game as it was fixed before anybody joined."""

    number: Annotated[int, meaning("From 0, as in entry 0 of the game.")]
    game: Annotated[str, meaning("The id that it has or will have.")]
    roots: Annotated[tuple[str, ...], meaning("Tree heads of its draw keys, one an epoch, in base64.")]


class PlanDocument(Document, frozen=True):
    """What a tournament's games are bound to: the ledger's page says how commitments follow from it."""

    tournament: Annotated[str, meaning("16 bytes in hexadecimal.")]
    games: Annotated[int, meaning("How many are planned, spare ones included.")]
    root: Annotated[str, meaning("The tree head over all of them, in base64.")]
    terms: Annotated[str, meaning("The canonical JSON of what they share.")]
    planned: Annotated[tuple[PlannedGame, ...], meaning("All of them, by number.")]


class SeedOpened(Document, frozen=True):
    """A seed that counts in all games."""

    to_reveal: Annotated[Seats, meaning("Seats whose seeds the first game waits for still.")]


class TournamentDocument(TournamentSummary, frozen=True):
    """A tournament. Standings follow the games: they are complete when `lag` is 0."""

    options: AgreedOptions
    points: Annotated[
        dict[str, int] | None, meaning("By place in a game; null for the ruleset's own points.")
    ]
    visibility: Visibility
    undo: Annotated[str, one_of(POLICIES), meaning("Whether actions may be taken back.")]
    to_reveal: Annotated[Seats, meaning("Seats whose seeds the first game waits for, once all are taken.")]
    games_planned: Annotated[
        int, meaning("How many were fixed when it was set: those to play, and spare ones.")
    ]
    plan_root: Annotated[str, meaning("The tree head over all planned games, in base64.")]
    terms: Annotated[str, meaning("The canonical JSON of what all games share.")]
    games: Annotated[
        tuple[TournamentGame, ...],
        meaning("Those begun so far. An abandoned one brings no points and is played again as the next one."),
    ]
    standings: Annotated[tuple[Standing, ...], meaning("Best first.")]
    referees: Annotated[
        tuple[RefereeListed, ...], meaning("Those appointed for all of its games, dismissed ones too.")
    ]
    winners: Annotated[
        Seats | None, meaning("Seats of all sides with most points; null while it is not over.")
    ]
    lag: Annotated[int, meaning("Games that the standings have still to take in.")]
    viewer: Viewer
    clock: TermsOfClock = UNSET
    meeting: Annotated[
        str | UnsetType, meaning("The meeting that it belongs to, 32 hexadecimal digits; absent without one.")
    ] = UNSET
    accounts: Annotated[
        str | UnsetType,
        one_of(["required"]),
        meaning("`required` where only persons with accounts take seats; absent elsewhere."),
    ] = UNSET
