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
