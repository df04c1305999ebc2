"""Games as rows of data sets (docs/how-to/datasets.md): one row per game, and one row per event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec.json import encode

from domain.hidden import AUDITOR
from domain.meaning import meaning
from domain.table.state import Logged, Table
from projections.documents import Document, Seats, Time
from projections.events import event_data
from projections.people import Players, rfc3339


class GameRow(Document, frozen=True):
    """A finished game. Lists by seat start with seat 1."""

    game: str
    ruleset: str
    edition: str
    rules: Annotated[int, meaning("The revision of the rules that decided last.")]
    seats: int
    options: Annotated[str, meaning("JSON")]
    status: Annotated[str, meaning("finished or abandoned")]
    reason: Annotated[str | None, meaning("Why it ended; null for an abandoned game.")]
    first_seat: Annotated[int | None, meaning("null where several decide first")]
    winners: Seats
    scores: Annotated[tuple[int | None, ...], meaning("By seat; null where a seat has none.")]
    ranks: Annotated[tuple[int | None, ...], meaning("By seat, from 1; seats may share one.")]
    players: Annotated[tuple[str | None, ...], meaning("Names by seat; a name is not a person.")]
    bots: Annotated[tuple[str | None, ...], meaning("By seat, the kind of bot; null for a person.")]
    actions: int
    events: int
    began_at: Time | None
    ended_at: Time | None
    clock: Annotated[str | None, meaning("The agreed clock, JSON; null where the game had none.")]


class EventRow(Document, frozen=True):
    """An event of such a game, including everything that was hidden at the time."""

    game: str
    version: int
    action: int
    actor: str
    type: str
    at: Time
    rules: tuple[str, ...]
    data: Annotated[str, meaning("JSON, as the ruleset's `events` describe it.")]


class DecisionRow(Document, frozen=True):
    """A decision that counted, with everything that was legal."""

    game: str
    version: Annotated[int, meaning("The version at which it was taken: that of the position.")]
    action: Annotated[int, meaning("The number of the action, as in `events`.")]
    seat: int
    actor: Annotated[str, meaning("seat:N, or bot:N while a bot played for its person.")]
    at: Time
    choices: Annotated[int, meaning("How many actions were legal.")]
    legal: Annotated[str, meaning("JSON: the legal actions, in the stable order of the API.")]
    index: Annotated[
        int | None, meaning("Which of them was chosen, from 0; null if today's rules have none such.")
    ]
    chosen: Annotated[str | None, meaning("JSON: the chosen action; null as `index`.")]
    rules: Annotated[tuple[str, ...], meaning("The clauses of the events that followed, each once.")]


class ClockRow(Document, frozen=True):
    """The clock of a seat in a game with one. Times in milliseconds."""

    game: str
    seat: int
    pace: Annotated[str, meaning("live or daily")]
    bank: Annotated[int, meaning("Agreed: the time of a seat at the start.")]
    increment: Annotated[int, meaning("Agreed: what is added when a stint ends in time.")]
    grace: Annotated[int, meaning("Agreed: the part of each stint that costs nothing.")]
    on_time_out: Annotated[str, meaning("forfeit or bot")]
    used: Annotated[int, meaning("How long the clock ran.")]
    left: Annotated[int, meaning("What was left of the bank at the end.")]
    flags: Annotated[int, meaning("How often the clock ran out.")]


class RefusalRow(Document, frozen=True):
    """How many actions a clause refused in public games of a ruleset on a day."""

    day: Annotated[str, meaning("The day (UTC), such as 2026-11-27.")]
    ruleset: str
    rule: Annotated[str, meaning("The clause.")]
    refused: int


class TournamentRow(Document, frozen=True):
    """A side, or a seat that has none, of a finished tournament. Equal points share a place (1, 1, 3)."""

    tournament: str
    ruleset: str
    seats: Annotated[int, meaning("The number of seats of the tournament.")]
    games: Annotated[int, meaning("How many games were played in all.")]
    created_at: Time
    place: int
    side: Annotated[str | None, meaning("The clan, colour or team; null for a seat that has none.")]
    side_seats: Annotated[Seats, meaning("The seats of the side.")]
    points: int
    wins: int


def game_row(
    game: str, table: Table, players: Players, began: int | None = None, ended: int | None = None
) -> GameRow:
    """`began` and `ended` in milliseconds since the epoch."""
    setup, outcome = table.setup, table.outcome
    seats = range(1, setup.seats + 1)
    return GameRow(
        game=game,
        ruleset=setup.ruleset,
        edition=setup.edition,
        rules=table.rules,
        seats=setup.seats,
        options=encode(setup.options).decode(),
        status=table.status,
        reason=None if outcome is None else outcome.reason,
        first_seat=table.first[0] if len(table.first) == 1 else None,
        winners=() if outcome is None else outcome.winners,
        scores=tuple(None if outcome is None else outcome.scores.get(str(seat)) for seat in seats),
        ranks=tuple(_rank(() if outcome is None else outcome.ranking, seat) for seat in seats),
        players=tuple(players[seat].name if seat in players else None for seat in seats),
        bots=tuple(players[seat].bot if seat in players else None for seat in seats),
        actions=table.action,
        events=table.version,
        began_at=None if began is None else rfc3339(began),
        ended_at=None if ended is None else rfc3339(ended),
        clock=None if setup.clock is None else encode(setup.clock).decode(),
    )


def _rank(ranking: Sequence[Sequence[int]], seat: int) -> int | None:
    """Competition ranking (1, 1, 3): one more than the number of better seats."""
    before = 0
    for sharing in ranking:
        if seat in sharing:
            return before + 1
        before += len(sharing)
    return None


def event_row(game: str, logged: Logged) -> EventRow:
    event: Any = logged.event
    return EventRow(
        game=game,
        version=logged.version,
        action=logged.action,
        actor=logged.actor,
        type=str(type(event).__struct_config__.tag),
        at=rfc3339(logged.at),
        rules=logged.rules,
        data=encode(event_data(event, AUDITOR)).decode(),
    )
